import { Checkbox } from 'antd';
import type { FieldEditorProps } from '../../kind-view.ts';

export function CheckboxField({
  control,
  disabled,
  onBlur,
  onChange,
  options,
  value,
}: FieldEditorProps<readonly string[]>) {
  // A group must not have aria-required and aria-invalid; the mark before the label and the message say both.
  const { 'aria-required': _required, 'aria-invalid': _invalid, ...group } = control;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: detects by bubbling blur events that the focus leaves the group
    <div onBlur={onBlur}>
      <Checkbox.Group
        {...group}
        disabled={disabled}
        options={options.map((option) => ({ value: option.value, label: option.label }))}
        value={[...value]}
        onChange={(chosen) => onChange(chosen)}
      />
    </div>
  );
}
