import { RichText } from '../../../rich-text/RichText.tsx';
import styles from '../../form.module.css';
import { useFormContext } from '../../form-context.ts';
import type { FieldTextProps } from '../../kind-view.ts';

/** Shows a rich text with its pictures. */
export function RichTextText({ value }: FieldTextProps<string>) {
  const { loadPicture } = useFormContext();
  if (value === '') return <span className={styles.blank}>—</span>;
  return <RichText text={value} loadPicture={loadPicture} />;
}
