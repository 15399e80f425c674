import { PaperClipOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { AttachedFile } from '#contract/panels.ts';
import { formPorts } from '#web/toolkit/open-forms/form-ports.ts';
import styles from './attached-files.module.css';

/** Attachments of an opinion or an urge; each opens in a window of its own. */
export function AttachedFiles({
  files,
  label = '意见附件',
}: {
  files: readonly AttachedFile[];
  label?: string;
}) {
  return (
    <ul className={styles.files} aria-label={label}>
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
