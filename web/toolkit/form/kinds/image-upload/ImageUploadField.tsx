import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import type { FieldEditorProps, FieldTextProps } from '../../kind-view.ts';
import { FileList } from '../upload/FileList.tsx';
import { UploadField } from '../upload/UploadField.tsx';
import styles from './pictures.module.css';

/** Edits the pictures of a field, each with a preview of the picture. */
export function ImageUploadField(props: FieldEditorProps<readonly StoredFile[]>) {
  return (
    <div className={styles.pictures}>
      <UploadField {...props} />
    </div>
  );
}

/** Shows the pictures of a field that cannot be edited. */
export function PictureList({ value }: FieldTextProps<readonly StoredFile[]>) {
  return (
    <div className={styles.pictures}>
      <FileList value={value} />
    </div>
  );
}
