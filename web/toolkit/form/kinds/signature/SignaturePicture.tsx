import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import formStyles from '../../form.module.css';
import { type FormContextValue, useFormContext } from '../../form-context.ts';
import styles from './signature.module.css';

const noPictures: NonNullable<FormContextValue['usePictures']> = () => new Map();

/** Shows a signature as it was drawn; until its picture has arrived, and where there is none, the name of its file. */
export function SignaturePicture({ value }: { value: readonly StoredFile[] }) {
  const { usePictures } = useFormContext();
  const pictures = (usePictures ?? noPictures)(value.map(({ id }) => id));
  if (value.length === 0) return <span className={formStyles.blank}>—</span>;
  return value.map(({ id, name }) => {
    const picture = pictures.get(id);
    if (picture === undefined) return <span key={id}>{name}</span>;
    return (
      <span key={id} className={styles.picture}>
        <img src={picture} alt="签名" />
        <span className="visually-hidden">{name}</span>
      </span>
    );
  });
}
