import { Button, Input, Radio } from 'antd';
import { useId, useState } from 'react';
import { extensionOf, scanFileName } from '#domain/uploads/file-name.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import type { CounterDevice, CounterPort } from './counter-port.ts';
import styles from './upload-dialog.module.css';

/**
 * Shows 扫描 and 高拍 (S2 §2): a name, one or two sides, and the pictures of the device; without a device, a note
 * about it.
 */
export function CounterTab(props: {
  device: CounterDevice;
  port: CounterPort | undefined;
  /** Called with whether there are pictures that are not uploaded yet. */
  onPendingChange: (is: boolean) => void;
  onUpload: (files: readonly File[]) => void;
}) {
  const { device, port, onPendingChange, onUpload } = props;
  const id = useId();
  const [name, setName] = useState(() => scanFileName(new Date()));
  const [bothSides, setBothSides] = useState(false);
  const [pictures, setPictures] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<string>();
  if (!port)
    return (
      <EmptyState
        title={device === 'scan' ? '没有连接扫描仪' : '没有连接高拍仪'}
        hint="本机没有连接柜面设备服务。可以用“上传”选择已有的文件，或用手机扫码拍照上传。"
      />
    );
  const { Device } = port;
  const addPicture = (file: File) => {
    setPictures((all) => [...all, file]);
    onPendingChange(true);
  };
  const upload = () => {
    if (name.trim() === '') return setProblem('请输入文件名称');
    if (pictures.length === 0) return setProblem('需要上传的附件为空');
    setProblem(undefined);
    onUpload(
      pictures.map((file, index) =>
        renameFile(file, name.trim(), pictures.length > 1 ? index + 1 : undefined),
      ),
    );
    setPictures([]);
    onPendingChange(false);
    setName(scanFileName(new Date()));
  };
  return (
    <>
      <div className={styles.fileName}>
        <label htmlFor={id}>
          <span className={styles.required} aria-hidden>
            *
          </span>
          文件名称
        </label>
        <Input
          id={id}
          required
          maxLength={100}
          value={name}
          status={problem === '请输入文件名称' ? 'error' : ''}
          onChange={(event) => setName(event.target.value)}
        />
        {device === 'sweep' && (
          <Radio.Group
            aria-label="单双面"
            value={bothSides}
            onChange={(event) => setBothSides(event.target.value)}
          >
            <Radio value={false}>单面</Radio>
            <Radio value={true}>双面</Radio>
          </Radio.Group>
        )}
      </div>
      <Device device={device} bothSides={bothSides} onCapture={addPicture} />
      {problem !== undefined && (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      )}
      <Button type="primary" ghost onClick={upload}>
        上传{pictures.length > 0 ? ` ${pictures.length} 个` : ''}
      </Button>
    </>
  );
}

/** Returns the same content under the given name, numbered if there are several. */
function renameFile(file: File, name: string, number: number | undefined): File {
  const ending = extensionOf(file.name);
  return new File([file], `${name}${number === undefined ? '' : `-${number}`}.${ending}`, {
    type: file.type,
  });
}
