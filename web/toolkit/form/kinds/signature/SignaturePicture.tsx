import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import formStyles from '../../form.module.css';
import { type FormContextValue, useFormContext } from '../../form-context.ts';
import styles from './signature.module.css';

const noPicture: NonNullable<FormContextValue['usePicture']> = () => undefined;

/**
 * Shows a signature as it was drawn; until its picture has arrived, and where there is none, the name of its file.
 */
export function SignaturePicture({ value }: { value: readonly StoredFile[] }) {
  if (value.length === 0) return <span className={formStyles.blank}>—</span>;
  return value.map((file) => <Picture key={file.id} {...file} />);
}

function Picture({ id, name }: StoredFile) {
  const { usePicture } = useFormContext();
  const picture = (usePicture ?? noPicture)(id);
  if (picture === undefined) return <span>{name}</span>;
  return (
    <span className={styles.picture}>
      <img src={picture} alt="签名" />
      <span className="visually-hidden">{name}</span>
    </span>
  );
}
