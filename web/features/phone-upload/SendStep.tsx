import { Button } from 'antd-mobile/es/components/button/button';
import { ProgressBar } from 'antd-mobile/es/components/progress-bar/progress-bar';
import { FileLine } from './FileLine.tsx';
import { CloseIcon, InfoIcon } from './icons.tsx';
import { remainingText } from './PageHead.tsx';
import styles from './phone.module.css';
import { type PhoneState, type PickedFile, progressOf } from './phone-state.ts';
import type { PhoneUpload } from './phone-upload.ts';

/** Shows the upload: the total progress, each file, and the actions on a failed one. */
export function SendStep({ state, upload }: { state: PhoneState; upload: PhoneUpload }) {
  const { files } = state;
  const sentCount = files.filter(({ status }) => status === 'sent').length;
  const isBusy =
    files.some(({ status }) => status === 'sending' || status === 'waiting') || sentCount === files.length;
  const { percent, secondsLeft } = progressOf(state, Date.now());
  return (
    <>
      <section className={styles.whole} aria-label="上传进度">
        <div className={styles.wholeLine}>
          <div role="status">
            <h2>
              {isBusy ? '正在上传' : '已送达'} {sentCount} / {files.length}
            </h2>
          </div>
          {isBusy && secondsLeft !== undefined && secondsLeft > 0 && (
            <span>约 {remainingText(secondsLeft)}</span>
          )}
        </div>
        <span role="progressbar" aria-label="全部文件的上传进度" aria-valuenow={percent}>
          <ProgressBar percent={percent} />
        </span>
      </section>
      <ul className={styles.lines}>
        {files.map((file) => (
          <FileLine
            key={file.key}
            file={file}
            state={state}
            action={<LineActions file={file} upload={upload} />}
          />
        ))}
      </ul>
      <p className={styles.info}>
        <InfoIcon />
        锁屏或切换应用后，回到本页会接着上传。
      </p>
      <footer className={styles.foot}>
        <Button className={styles.side} onClick={upload.cancelAll}>
          全部取消
        </Button>
        {isBusy || sentCount === 0 ? (
          <Button className={styles.mainButton} disabled>
            {isBusy ? '上传中，请稍候' : '没有送达的文件'}
          </Button>
        ) : (
          <Button className={styles.mainButton} color="primary" onClick={upload.submitSent}>
            提交已送达的 {sentCount} 个
          </Button>
        )}
      </footer>
    </>
  );
}

function LineActions({ file, upload }: { file: PickedFile; upload: PhoneUpload }) {
  return (
    <span className={styles.lineActions}>
      {file.status === 'failed' && file.retriable && (
        <Button color="primary" fill="outline" aria-label={`重试 ${file.name}`} onClick={upload.retry}>
          重试
        </Button>
      )}
      {file.status === 'failed' ? (
        <Button fill="none" aria-label={`移除 ${file.name}`} onClick={() => upload.cancel(file.key)}>
          <CloseIcon />
        </Button>
      ) : (
        <Button aria-label={`取消 ${file.name}`} onClick={() => upload.cancel(file.key)}>
          取消
        </Button>
      )}
    </span>
  );
}
