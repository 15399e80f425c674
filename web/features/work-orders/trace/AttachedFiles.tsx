import { PaperClipOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { AttachedFile } from '#contract/panels.ts';
import { formPorts } from '#web/toolkit/open-forms/form-ports.ts';
import styles from './attached-files.module.css';

/** Attachments of an opinion; each opens in a window of its own. */
export function AttachedFiles({ files }: { files: readonly AttachedFile[] }) {
  return (
    <ul className={styles.files} aria-label="意见附件">
      {files.map((file) => (
        <li key={file.id}>
          <Button
            type="link"
            size="small"
            icon={<PaperClipOutlined aria-hidden />}
            onClick={() => formPorts.openFile?.(file)}
          >
            {file.name}
          </Button>
        </li>
      ))}
    </ul>
  );
}
