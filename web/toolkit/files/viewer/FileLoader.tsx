import { Progress } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { useFileBytes } from './use-file-bytes.ts';
import styles from './viewer.module.css';

/** Shows the progress of loading a file or the failure, and then `children`, made from its bytes. */
export function FileLoader({ id, children }: { id: string; children: (blob: Blob) => ReactNode }) {
  const bytes = useFileBytes(id);
  if (bytes.state === 'read') return children(bytes.blob);
  return (
    <div className={styles.middle}>
      {bytes.state === 'failed' ? (
        <FailureState failure={bytes.failure} onRetry={bytes.retry} />
      ) : (
        <Waiting percent={bytes.percent} />
      )}
    </div>
  );
}

/** Shows nothing for a moment, since most files load at once; then the progress if it is available. */
export function Waiting({ percent }: { percent?: number }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? (
    <div className={styles.loading} role="status">
      <p>正在打开文件……</p>
      {percent !== undefined && <Progress aria-label="打开进度" percent={percent} size="small" />}
    </div>
  ) : null;
}
