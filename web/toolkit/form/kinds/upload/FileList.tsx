import type { ReactNode } from 'react';
import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import { shortFileName } from '#domain/uploads/file-name.ts';
import { sizeText } from '#domain/uploads/size-text.ts';
import { uploadMessage } from '#domain/uploads/upload-rule.ts';
import { FileIcon } from '../../../files/FileIcon.tsx';
import { phoneQuery, useMediaQuery } from '../../../styles/use-media-query.ts';
import styles from '../../form.module.css';
import { type FormContextValue, useFormContext } from '../../form-context.ts';
import type { PendingFile } from './use-uploads.ts';

interface FileListProps {
  value: readonly StoredFile[];
  actions?(file: StoredFile): ReactNode;
  /** Current uploads of the field, so that a file that has just arrived is marked in its row (S2 §4). */
  uploads?: readonly PendingFile[];
  /** Accessible name of the list, if there are several. */
  label?: string;
}

/** The file viewer of a form that has none: it opens nothing. */
const noViewer: NonNullable<FormContextValue['useFileViewer']> = () => ({
  view: () => undefined,
  viewer: null,
});

const noThumbnails: NonNullable<FormContextValue['useThumbnails']> = () => new Map();

/** Shows the stored files, each of which can be viewed. */
export function FileList({ value, actions, uploads, label }: FileListProps) {
  const { useFileViewer, useThumbnails } = useFormContext();
  const { view, viewer } = (useFileViewer ?? noViewer)(value);
  const pictures = (useThumbnails ?? noThumbnails)(value);
  const isPhone = useMediaQuery(phoneQuery);
  // The actions on a file name it in full.
  const shownName = (name: string) => (isPhone && !actions ? shortFileName(name) : name);
  if (value.length === 0) return actions ? null : <span className={styles.blank}>—</span>;
  return (
    <>
      <ul className={styles.files} aria-label={label} aria-live={uploads && 'polite'}>
        {value.map((file) => (
          <li key={file.id}>
            <FileIcon name={file.name} picture={pictures.get(file.id)} />
            {useFileViewer ? (
              <button
                type="button"
                className={styles.fileName}
                title={file.name}
                onClick={() => view(file.id)}
              >
                {shownName(file.name)}
              </button>
            ) : (
              <span className={styles.fileName} title={file.name}>
                {shownName(file.name)}
              </span>
            )}
            <span className={styles.fileSize}>{sizeText(file.size)}</span>
            {uploads?.some(({ storedId }) => storedId === file.id) && (
              <span className={styles.fileSuccess}>{uploadMessage.success}</span>
            )}
            {actions?.(file)}
          </li>
        ))}
      </ul>
      {viewer}
    </>
  );
}
