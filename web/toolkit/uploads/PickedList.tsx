import { PaperClipOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { sizeText } from '#domain/uploads/size-text.ts';
import styles from './upload-dialog.module.css';
import type { PickedUpload } from './use-picked-uploads.ts';

/** The files of the dialog, each with how far it is and what can be done about it. */
export function PickedList(props: {
  picked: readonly PickedUpload[];
  onRetry: (key: number) => void;
  onRemove: (key: number) => void;
}) {
  const { picked, onRetry, onRemove } = props;
  if (picked.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="待放入的文件" aria-live="polite">
      {picked.map(({ key, file, state, percent, words }) => (
        <li key={key} data-state={state}>
          <PaperClipOutlined aria-hidden />
          <span className={styles.fileName}>{file.name}</span>
          <span className={styles.fileSize}>{sizeText(file.size)}</span>
          <span className={styles.state}>
            {state === 'pending' && '等待上传'}
            {state === 'uploading' && (
              <Progress aria-label={`${file.name} 上传进度`} percent={percent} size="small" />
            )}
            {words !== undefined && <span data-state={state}>{words}</span>}
          </span>
          {state === 'error' && (
            <Button aria-label={`重试 ${file.name}`} size="small" type="link" onClick={() => onRetry(key)}>
              重试
            </Button>
          )}
          <Button
            aria-label={`移除 ${file.name}`}
            disabled={state === 'uploading'}
            size="small"
            type="link"
            onClick={() => onRemove(key)}
          >
            移除
          </Button>
        </li>
      ))}
    </ul>
  );
}
