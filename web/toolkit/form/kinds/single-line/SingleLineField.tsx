import { Input } from 'antd';
import type { FieldEditorProps } from '../../kind-view.ts';
import { useSecretText } from '../secret-text.ts';

export function SingleLineField(props: FieldEditorProps<string>) {
  const { control, disabled, onChange } = props;
  const { shown, placeholder, events } = useSecretText(props);
  return (
    <Input
      {...control}
      {...events}
      autoComplete="off"
      disabled={disabled}
      placeholder={placeholder}
      status={control['aria-invalid'] && 'error'}
      value={shown}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
