import { QrcodeOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { AppModal } from '../dialog/AppModal.tsx';
import { CounterTab } from './CounterTab.tsx';
import { type CounterPort, counterPort } from './counter-port.ts';
import { PickedList } from './PickedList.tsx';
import { PickTab } from './PickTab.tsx';
import styles from './upload-dialog.module.css';
import type { UploadDialogProps } from './upload-dialog-props.ts';
import { usePickedUploads } from './use-picked-uploads.ts';

/** 上传材料 (S2 §2, §4, §5): by file, scanner or document camera; what is there goes into the form with 确定. */
export function UploadDialog(props: UploadDialogProps & { port?: CounterPort | undefined }) {
  const { place, target, onPhone, onClose, port = counterPort } = props;
  const { picked, add, retry, remove } = usePickedUploads(target);
  const [fault, setFault] = useState<string>();
  const done = picked.flatMap(({ stored }) => (stored === undefined ? [] : [stored]));
  const isBusy = picked.some(({ state }) => state === 'pending' || state === 'uploading');

  const take = (files: readonly File[]) => {
    setFault(undefined);
    add(files);
  };
  const goToPhone = () => {
    // What is there already is not lost by going on with a phone.
    done.forEach(target.add);
    onPhone?.();
  };
  const confirm = () => {
    if (done.length === 0) return setFault('请上传文件');
    done.forEach(target.add);
    onClose();
  };
  return (
    <AppModal
      open
      width={880}
      title={`上传材料：${place.field}`}
      onCancel={onClose}
      footer={
        <>
          {onPhone && (
            <Button className={styles.phone} icon={<QrcodeOutlined aria-hidden />} onClick={goToPhone}>
              手机扫码上传
            </Button>
          )}
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" disabled={isBusy} onClick={confirm}>
            {isBusy ? '正在上传' : done.length > 0 ? `确定（${done.length} 个）` : '确定'}
          </Button>
        </>
      }
    >
      <div
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length === 0) return;
          event.preventDefault();
          take(files);
        }}
      >
        <Tabs
          items={[
            { key: 'upload', label: '上传', children: <PickTab rule={target.rule} onFiles={take} /> },
            { key: 'scan', label: '扫描', children: <CounterTab way="scan" port={port} onUpload={take} /> },
            { key: 'sweep', label: '高拍', children: <CounterTab way="sweep" port={port} onUpload={take} /> },
          ]}
        />
        <PickedList picked={picked} onRetry={retry} onRemove={remove} />
        {fault !== undefined && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
    </AppModal>
  );
}
