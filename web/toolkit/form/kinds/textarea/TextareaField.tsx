import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { countCharacters } from '#domain/texts/characters.ts';
import type { FieldEditorProps } from '../../kind-view.ts';
import { SecretBox } from '../SecretBox.tsx';
import { useSecretText } from '../secret-text.ts';
import { TextArea } from '../TextBox.tsx';

export function TextareaField(props: FieldEditorProps<string>) {
  const { control, disabled, field, onChange } = props;
  const { displayedText, placeholder, events, reveal } = useSecretText(props);
  const max = boundOfRule(field, 'maxLength');
  return (
    <SecretBox reveal={reveal}>
      <TextArea
        {...control}
        {...events}
        // Counted, not cut: the user shortens a pasted text that is too long.
        count={max === undefined ? undefined : { now: countCharacters(displayedText), max }}
        rows={field.props.rows ?? 3}
        disabled={disabled}
        placeholder={placeholder}
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
