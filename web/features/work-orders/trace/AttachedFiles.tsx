import { Button } from 'antd';
import type { AttachedFile } from '#contract/panels.ts';
import { FileIcon } from '#web/toolkit/files/FileIcon.tsx';
import { useFileViewer } from '#web/toolkit/files/use-file-viewer.tsx';
import { useThumbnails } from '#web/toolkit/files/use-thumbnails.ts';
import styles from './attached-files.module.css';

/** Shows the attachments of an opinion or an urge; a viewer opens each over the screen. */
export function AttachedFiles({
  files,
  label = '意见附件',
}: {
  files: readonly AttachedFile[];
  label?: string;
}) {
  const { view, viewer } = useFileViewer(files);
  const pictures = useThumbnails(files);
  return (
    <>
      <ul className={styles.files} aria-label={label}>
        {files.map((file) => (
          <li key={file.id}>
            <Button
              type="link"
              size="small"
              icon={<FileIcon name={file.name} picture={pictures.get(file.id)} />}
              onClick={() => view(file.id)}
            >
              {file.name}
            </Button>
          </li>
        ))}
      </ul>
      {viewer}
    </>
  );
}
