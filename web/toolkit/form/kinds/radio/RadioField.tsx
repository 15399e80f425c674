import { Radio } from 'antd';
import type { FieldEditorProps } from '../../kind-view.ts';

export function RadioField({
  control,
  disabled,
  onBlur,
  onChange,
  options,
  value,
}: FieldEditorProps<string>) {
  const { 'aria-required': required, ...group } = control;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: detects by bubbling blur events that the focus leaves the group
    <div onBlur={onBlur}>
      <Radio.Group
        {...group}
        aria-required={required}
        disabled={disabled}
        options={options.map((option) => ({ value: option.value, label: option.label }))}
        role="radiogroup"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
