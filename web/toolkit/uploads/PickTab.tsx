import { InboxOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { uploadDefaults } from '#domain/forms/kinds/upload/upload.ts';
import type { UploadTarget } from '../form/kinds/upload/upload-target.ts';
import styles from './upload-dialog.module.css';

/** Files chosen, dropped or pasted, with the limits of their place (S2 §5). */
export function PickTab({
  rule,
  onFiles,
}: {
  rule: UploadTarget['rule'];
  onFiles: (files: readonly File[]) => void;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { accept = uploadDefaults.accept, maxSizeMb = uploadDefaults.maxSizeMb, maxCount } = rule;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut for the button inside
    <div
      className={styles.drop}
      data-over={isOver || undefined}
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
      <p className={styles.limits}>
        支持 {accept.join('、')}，单个不超过 {maxSizeMb} MB
        {maxCount === undefined ? '' : `，最多 ${maxCount} 个`}
      </p>
      <input
        ref={chooser}
        hidden
        multiple
        accept={accept.map((extension) => `.${extension}`).join(',')}
        aria-hidden
        data-testid="upload-dialog-chooser"
        tabIndex={-1}
        type="file"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          onFiles(files);
        }}
      />
    </div>
  );
}
