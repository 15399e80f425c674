import { ProgressBar } from 'antd-mobile/es/components/progress-bar/progress-bar';
import 'antd-mobile/es/components/progress-bar/progress-bar.css';
import { type ReactNode, useEffect, useState } from 'react';
import { shortFileName } from '#domain/uploads/file-name.ts';
import { sizeText } from '#domain/uploads/size-text.ts';
import { isPhoto } from './compress-photo.ts';
import { CheckIcon, FileIcon, PictureIcon } from './icons.tsx';
import styles from './phone.module.css';
import { fileToSend, type PhoneState, type PickedFile } from './phone-state.ts';

/** Shows a thumbnail of a photo; its object URL is released when it is no longer shown. */
export function Thumbnail({ blob }: { blob: Blob }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!isPhoto(blob)) return undefined;
    const objectUrl = URL.createObjectURL(blob);
    setAddress(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [blob]);
  if (!isPhoto(blob)) return <FileIcon size={28} />;
  return address === undefined ? (
    <PictureIcon />
  ) : (
    <img alt="" src={address} draggable={false} onError={() => setAddress(undefined)} />
  );
}

/** Shows a file that is being uploaded or has arrived. */
export function FileLine(props: { file: PickedFile; state: PhoneState; action?: ReactNode }) {
  const { file, state, action } = props;
  const { name, size } = fileToSend(file, state);
  const statusText =
    file.status === 'sent' && state.step !== 'done'
      ? '，已送达'
      : file.status === 'sending'
        ? `，${file.percent}%`
        : file.status === 'waiting'
          ? '，等待上传'
          : '';
  return (
    <li className={styles.line}>
      <span className={styles.thumbnail}>
        <Thumbnail blob={file.small ?? file.blob} />
      </span>
      <span className={styles.lineText}>
        <span className={styles.lineName}>{shortFileName(name)}</span>
        {file.problem === undefined ? (
          <span className={styles.lineState}>
            {sizeText(size)}
            {statusText}
          </span>
        ) : (
          <span className={styles.lineFault} role="alert">
            {file.problem}
          </span>
        )}
        {file.status === 'sending' && (
          <span role="progressbar" aria-label={`${name} 上传进度`} aria-valuenow={file.percent}>
            <ProgressBar percent={file.percent} />
          </span>
        )}
      </span>
      {file.status === 'sent' ? (
        <span className={styles.sent}>
          <CheckIcon />
        </span>
      ) : (
        action
      )}
    </li>
  );
}
