import { PaperClipOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import styles from '../../form.module.css';
import { useFormPorts } from '../../form-ports.ts';

interface FileListProps {
  value: readonly StoredFile[];
  actions?(file: StoredFile): ReactNode;
}

/** Files that have been stored, each to be opened. */
export function FileList({ value, actions }: FileListProps) {
  const { openFile } = useFormPorts();
  if (value.length === 0) return actions ? null : <span className={styles.blank}>—</span>;
  return (
    <ul className={styles.files}>
      {value.map((file) => (
        <li key={file.id}>
          <PaperClipOutlined aria-hidden />
          {openFile ? (
            <button type="button" className={styles.fileName} onClick={() => openFile(file)}>
              {file.name}
            </button>
          ) : (
            <span className={styles.fileName}>{file.name}</span>
          )}
          <span className={styles.fileSize}>{sizeText(file.size)}</span>
          {actions?.(file)}
        </li>
      ))}
    </ul>
  );
}

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
