import { QrcodeOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useRef, useState } from 'react';
import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import { CancelButton, EditingModal } from '../dialog/EditingModal.tsx';
import { FileList } from '../form/kinds/upload/FileList.tsx';
import { PendingFiles } from '../form/kinds/upload/PendingFiles.tsx';
import { useUploads } from '../form/kinds/upload/use-uploads.ts';
import type { UploadDialogProps } from '../form/upload-dialog-props.ts';
import { CounterTab } from './CounterTab.tsx';
import { type CounterDevice, type CounterPort, counterPort } from './counter-port.ts';
import { FileTab } from './FileTab.tsx';
import styles from './upload-dialog.module.css';

/** Shows 上传材料 (S2 §2, §4, §5): by file, scanner or document camera; 确定 adds the arrived files to the form. */
export function UploadDialog(props: UploadDialogProps & { port?: CounterPort | undefined }) {
  const { place, target, onPhone, onClose, port = counterPort } = props;
  const [arrivedFiles, setArrivedFiles] = useState<readonly StoredFile[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const latestFiles = useRef(arrivedFiles);
  /** Devices with pictures that are not being uploaded yet. */
  const devicesWithPictures = useRef(new Set<CounterDevice>());
  const change = (files: readonly StoredFile[]) => {
    latestFiles.current = files;
    setArrivedFiles(files);
  };
  // Like the field's own uploads, but arrived files wait here until they are added to the field.
  const uploads = useUploads({
    rule: target.rule,
    currentFiles: () => [...target.currentFiles(), ...latestFiles.current],
    add: (file) => change([...latestFiles.current, file]),
    setBusy,
  });

  const sendFiles = (files: readonly File[]) => {
    setProblem(undefined);
    uploads.sendAll(files);
  };
  const counter = (device: CounterDevice) => (
    <CounterTab
      device={device}
      port={port}
      onPendingChange={(isWaiting) =>
        void (isWaiting
          ? devicesWithPictures.current.add(device)
          : devicesWithPictures.current.delete(device))
      }
      onUpload={sendFiles}
    />
  );
  const goToPhone = () => {
    // Files that have arrived are kept when switching to a phone.
    arrivedFiles.forEach(target.add);
    onPhone?.();
  };
  const confirm = () => {
    if (arrivedFiles.length === 0) return setProblem('请上传文件');
    arrivedFiles.forEach(target.add);
    onClose();
  };
  return (
    <EditingModal
      open
      width={880}
      title={`上传材料：${place.field}`}
      unsaved={() => arrivedFiles.length > 0 || isBusy || devicesWithPictures.current.size > 0}
      lossText={`文件尚未放入“${place.field}”，关闭后不保留。`}
      onCancel={onClose}
      footer={
        <>
          {onPhone && (
            <Button className={styles.phone} icon={<QrcodeOutlined aria-hidden />} onClick={goToPhone}>
              手机扫码上传
            </Button>
          )}
          <CancelButton />
          <Button type="primary" disabled={isBusy} onClick={confirm}>
            {isBusy ? '正在上传' : arrivedFiles.length > 0 ? `确定（${arrivedFiles.length} 个）` : '确定'}
          </Button>
        </>
      }
    >
      <div
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length === 0) return;
          event.preventDefault();
          sendFiles(files);
        }}
      >
        <Tabs
          items={[
            { key: 'upload', label: '上传', children: <FileTab rule={target.rule} onFiles={sendFiles} /> },
            { key: 'scan', label: '扫描', children: counter('scan') },
            { key: 'sweep', label: '高拍', children: counter('sweep') },
          ]}
        />
        <div className={styles.files}>
          <FileList
            value={arrivedFiles}
            uploads={uploads.pending}
            label="待放入的文件"
            actions={(file) => (
              <Button
                aria-label={`移除 ${file.name}`}
                size="small"
                type="link"
                onClick={() => change(arrivedFiles.filter(({ id }) => id !== file.id))}
              >
                移除
              </Button>
            )}
          />
          <PendingFiles {...uploads} label="正在上传的文件" />
        </div>
        {problem !== undefined && (
          <p className={styles.error} role="alert">
            {problem}
          </p>
        )}
      </div>
    </EditingModal>
  );
}
