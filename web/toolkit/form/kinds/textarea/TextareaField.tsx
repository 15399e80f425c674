import { Input } from 'antd';
import { countCharacters } from '#domain/texts/characters.ts';
import { boundOfRule } from '../bounds-of.ts';
import type { FieldEditorProps } from '../kind-view.ts';
import { useSecretText } from '../secret-text.ts';

export function TextareaField(props: FieldEditorProps<string>) {
  const { control, disabled, field, onChange } = props;
  const { shown, placeholder, events } = useSecretText(props);
  const max = boundOfRule(field, 'maxLength');
  const rows = field.props.rows ?? 3;
  return (
    <Input.TextArea
      {...control}
      {...events}
      // Counted, not cut: what was pasted too long is the writer's to shorten.
      count={max === undefined ? undefined : { show: true, max, strategy: countCharacters }}
      autoSize={{ minRows: rows, maxRows: Math.max(rows, 12) }}
      disabled={disabled}
      placeholder={placeholder}
      status={control['aria-invalid'] && 'error'}
      value={shown}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
