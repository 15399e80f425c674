import { Input } from 'antd';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { countCharacters } from '#domain/texts/characters.ts';
import type { FieldEditorProps } from '../../kind-view.ts';
import { SecretBox } from '../SecretBox.tsx';
import { useSecretText } from '../secret-text.ts';
import styles from './textarea.module.css';

export function TextareaField(props: FieldEditorProps<string>) {
  const { control, disabled, field, onChange } = props;
  const { displayedText, placeholder, events, reveal } = useSecretText(props);
  const max = boundOfRule(field, 'maxLength');
  const rows = field.props.rows ?? 3;
  return (
    <SecretBox reveal={reveal}>
      <Input.TextArea
        {...control}
        {...events}
        // Counted, not cut: the user shortens a pasted text that is too long.
        count={max === undefined ? undefined : { show: true, max, strategy: countCharacters }}
        className={styles.textarea}
        rows={rows}
        // An empty box has a fixed height: measuring would lay out the whole page while it opens.
        autoSize={displayedText === '' ? false : { minRows: rows, maxRows: Math.max(rows, 12) }}
        disabled={disabled}
        placeholder={placeholder}
        status={control['aria-invalid'] && 'error'}
        value={displayedText}
        onChange={(event) => onChange(event.target.value)}
      />
    </SecretBox>
  );
}

/** Returns the number in a rule of the field, if it has that rule. */
function boundOfRule(field: CompiledField, name: 'min' | 'max' | 'maxLength'): number | undefined {
  for (const { rule } of field.rules) if (rule.rule === name) return rule.value;
  return undefined;
}
