import { PaperClipOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import { useFormPorts } from '../../form-ports.ts';

interface FileListProps {
  value: readonly StoredFile[];
  actions?(file: StoredFile): ReactNode;
}

/** Files that have been stored, each to be opened. */
export function FileList({ value, actions }: FileListProps) {
  const { openFile } = useFormPorts();
  if (value.length === 0) return actions ? null : <span className="form-blank">—</span>;
  return (
    <ul className="form-files">
      {value.map((file) => (
        <li key={file.id}>
          <PaperClipOutlined aria-hidden />
          {openFile ? (
            <button type="button" className="form-file-name" onClick={() => openFile(file)}>
              {file.name}
            </button>
          ) : (
            <span className="form-file-name">{file.name}</span>
          )}
          <span className="form-file-size">{sizeText(file.size)}</span>
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
