import { Button, Progress } from 'antd';
import { MissingCase } from '#domain/missing-case.ts';
import { sizeText } from '#domain/uploads/size-text.ts';
import styles from '../../form.module.css';
import { isLargeFile, type PendingFile, type useUploads } from './use-uploads.ts';

/**
 * Shows the files that are being uploaded: the progress, the outcome, and the actions on each (S2 §4). A file
 * that has arrived is shown among the stored ones (`FileList`).
 */
export function PendingFiles(
  props: Pick<ReturnType<typeof useUploads>, 'pending' | 'dismiss' | 'pause' | 'resume' | 'cancel'> & {
    /** Accessible name of the list, if there are several. */
    label?: string;
  },
) {
  const { dismiss, pause, resume, cancel, label } = props;
  const pending = props.pending.filter(({ state }) => state !== 'arrived');
  if (pending.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={label} aria-live="polite">
      {pending.map((pendingFile) => (
        <li key={pendingFile.key} data-state={pendingFile.state}>
          <span className={styles.fileName}>{pendingFile.file.name}</span>
          <span className={styles.fileSize}>{sizeText(pendingFile.file.size)}</span>
          <State upload={pendingFile} />
          {buttonsOf(pendingFile).map((text) => (
            <Button
              key={text}
              aria-label={`${text} ${pendingFile.file.name}`}
              size="small"
              type="link"
              onClick={() => {
                const handler = { 暂停: pause, 继续: resume, 取消: cancel, 重试: resume, 移除: dismiss }[
                  text
                ];
                handler(pendingFile.key);
              }}
            >
              {text}
            </Button>
          ))}
        </li>
      ))}
    </ul>
  );
}

function State({ upload: { file, state, percent, failure } }: { upload: PendingFile }) {
  if (state === 'waiting') return <span className={styles.fileSize}>等待上传</span>;
  if (state === 'failed') return <span className={styles.fileFailure}>{failure}</span>;
  return (
    <Progress
      aria-label={`${file.name} 上传进度`}
      percent={percent}
      size="small"
      status={state === 'paused' ? 'normal' : 'active'}
    />
  );
}

function buttonsOf({ file, state, mayRetry }: PendingFile): ('暂停' | '继续' | '取消' | '重试' | '移除')[] {
  switch (state) {
    case 'waiting':
      return ['取消'];
    case 'sending':
      return isLargeFile(file) ? ['暂停', '取消'] : ['取消'];
    case 'paused':
      return ['继续', '取消'];
    case 'failed':
      return mayRetry ? ['重试', '移除'] : ['移除'];
    case 'arrived':
      return [];
    default:
      throw new MissingCase(state satisfies never);
  }
}
