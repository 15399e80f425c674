import type { FieldEditorProps } from '../../kind-view.ts';
import { SecretBox } from '../SecretBox.tsx';
import { useSecretText } from '../secret-text.ts';
import { TextBox } from '../TextBox.tsx';

export function SingleLineField(props: FieldEditorProps<string>) {
  const { control, disabled, onChange } = props;
  const { displayedText, placeholder, events, reveal } = useSecretText(props);
  return (
    <SecretBox reveal={reveal}>
      <TextBox
        {...control}
        {...events}
        autoComplete="off"
        disabled={disabled}
        placeholder={placeholder}
        value={displayedText}
        onChange={(event) => onChange(event.target.value)}
      />
    </SecretBox>
  );
}
