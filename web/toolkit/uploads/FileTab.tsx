import { InboxOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { FileChooser, limitsText } from '../form/kinds/upload/FileChooser.tsx';
import type { UploadTarget } from '../form/upload-target.ts';
import styles from './upload-dialog.module.css';

/** Accepts files chosen, dropped or pasted, with the limits of their field (S2 §5). */
export function FileTab({
  rule,
  onFiles,
}: {
  rule: UploadTarget['rule'];
  onFiles: (files: readonly File[]) => void;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      className={styles.drop}
      data-over={isDraggedOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <InboxOutlined className={styles.dropSign} aria-hidden />
      <p>把文件拖到这里，或按 Ctrl+V 粘贴截图</p>
      <Button icon={<UploadOutlined aria-hidden />} onClick={() => chooser.current?.click()}>
        选择文件
      </Button>
      <p className={styles.limits}>{limitsText(rule)}</p>
      <FileChooser ref={chooser} rule={rule} testId="upload-dialog-chooser" onFiles={onFiles} />
    </div>
  );
}
