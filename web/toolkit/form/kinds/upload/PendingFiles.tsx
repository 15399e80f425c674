import { Button, Progress } from 'antd';
import styles from '../../form.module.css';
import type { PendingFile, useUploads } from './use-uploads.ts';

/** Files on their way: how far, what became of them, and what can be done with each (S2 §4). */
export function PendingFiles(
  props: Pick<ReturnType<typeof useUploads>, 'pending' | 'dismiss' | 'pause' | 'resume' | 'cancel'>,
) {
  const { pending, dismiss, pause, resume, cancel } = props;
  if (pending.length === 0) return null;
  const button = (one: PendingFile, text: string, onClick: () => void) => (
    <Button key={text} aria-label={`${text} ${one.name}`} size="small" type="link" onClick={onClick}>
      {text}
    </Button>
  );
  return (
    <ul className={styles.files} aria-live="polite">
      {pending.map((one) => {
        const { key, name, percent, failure, success, isPaused, isLarge, mayRetry } = one;
        const isUnderWay = success === undefined && failure === undefined;
        return (
          <li key={key}>
            <span className={styles.fileName}>{name}</span>
            {success !== undefined && <span className={styles.fileSuccess}>{success}</span>}
            {failure !== undefined && <span className={styles.fileFailure}>{failure}</span>}
            {isUnderWay && (
              <Progress
                aria-label={`${name} 上传进度`}
                percent={percent}
                size="small"
                status={isPaused ? 'normal' : 'active'}
              />
            )}
            {isUnderWay && isLarge && !isPaused && button(one, '暂停', () => pause(key))}
            {isUnderWay && isPaused && button(one, '继续', () => void resume(key))}
            {isUnderWay && button(one, '取消', () => cancel(key))}
            {failure !== undefined && mayRetry && button(one, '重试', () => void resume(key))}
            {failure !== undefined && button(one, '移除', () => dismiss(key))}
          </li>
        );
      })}
    </ul>
  );
}
