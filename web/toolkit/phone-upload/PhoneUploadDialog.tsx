import { ReloadOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { QrFiles } from '#contract/phone-upload.ts';
import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import { MissingCase } from '#domain/missing-case.ts';
import { PhoneUploadState, phoneUploadTimes } from '#domain/uploads/phone-upload.ts';
import { AppModal } from '../dialog/AppModal.tsx';
import { FailureState } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import type { PhoneUploadProps } from '../form/phone-upload-props.ts';
import { ExpiredCode, ScannedCode, SubmittedFiles, WaitingCode } from './CodeStates.tsx';
import type { CodeStateProps } from './code-state-props.ts';
import styles from './phone-upload.module.css';
import { type DisplayedCode, useQrUpload } from './use-qr-upload.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/**
 * Shows 扫码上传 (S0 §2, §4): a code for a phone, the files that it sends, and a button that returns to the form
 * with them.
 */
export function PhoneUploadDialog(props: PhoneUploadProps) {
  const { place, present, onFiles, onClose } = props;
  const upload = useQrUpload(props);
  const { code, state, files, earlierFileCount, failure, refresh, requestMore, end } = upload;
  const { modal } = App.useApp();
  const received = useRef(new Set<string>());
  const [isPreviewing, setIsPreviewing] = useState(false);
  const fileCount = files.rows.length;

  const addNewFiles = (rows: QrFiles['rows']) => {
    const newFiles = rows.filter(({ id }) => !received.current.has(id));
    for (const { id } of newFiles) received.current.add(id);
    if (newFiles.length > 0) onFiles(newFiles.map(storedFile));
  };
  const latestAddNewFiles = useRef(addNewFiles);
  latestAddNewFiles.current = addNewFiles;
  const isSubmitted = state === PhoneUploadState.submitted;
  // At once, and not when the dialog closes: submitted files stay in the form, whatever happens to this
  // dialog.
  useEffect(() => {
    if (isSubmitted) latestAddNewFiles.current(files.rows);
  }, [isSubmitted, files.rows]);

  const addAndClose = () => {
    addNewFiles(files.rows);
    end(true);
    onClose();
  };
  const cancel = () => {
    if (isSubmitted) return onClose();
    if (fileCount === 0) {
      end(false);
      return onClose();
    }
    modal.confirm({
      title: `已收到 ${fileCount} 个文件，放入“${place.field}”吗？`,
      content: '不放入的文件会被删除。',
      okText: '放入',
      cancelText: '不放入',
      onOk: addAndClose,
      onCancel: () => {
        end(false);
        onClose();
      },
    });
  };
  const codeState = code && { code, state, files, earlierFileCount, place, refresh };
  return (
    <AppModal
      open
      width={440}
      title="扫码上传"
      onCancel={cancel}
      footer={
        isSubmitted ? (
          <SubmittedFoot
            isPreviewing={isPreviewing}
            onMore={() => {
              setIsPreviewing(false);
              requestMore(present + received.current.size);
            }}
            onClose={onClose}
          />
        ) : (
          <>
            {fileCount > 0 && <Button onClick={addAndClose}>先添加已收到的 {fileCount} 个</Button>}
            {code && state !== PhoneUploadState.expired && <RefreshButton code={code} onClick={refresh} />}
            <Button onClick={cancel}>取消</Button>
          </>
        )
      }
    >
      {codeState ? (
        <CodeBody {...codeState} onPreview={() => setIsPreviewing(true)} />
      ) : failure === undefined ? (
        <SkeletonRows rows={6} />
      ) : (
        <FailureState compact failure={failure} onRetry={refresh} />
      )}
      {code && failure !== undefined && (
        <p className={styles.error} role="alert">
          二维码未能刷新，请检查网络后重试
        </p>
      )}
    </AppModal>
  );
}

const storedFile = ({ id, filename, size }: QrFiles['rows'][number]): StoredFile => ({
  id,
  name: filename,
  size,
});

function CodeBody(props: CodeStateProps & { onPreview: () => void }) {
  switch (props.state) {
    case 'shown':
      return <WaitingCode {...props} />;
    case 'scanned':
      return <ScannedCode {...props} />;
    case 'submitted':
      return <SubmittedFiles {...props} />;
    case 'expired':
      return <ExpiredCode {...props} />;
    default:
      throw new MissingCase(props.state satisfies never);
  }
}

/** Disables 刷新 for 10 seconds after each code (S0 §9). */
function RefreshButton({ code, onClick }: { code: DisplayedCode; onClick: () => void }) {
  const secondsLeft = useSecondsLeft(code.shownAt + phoneUploadTimes.refreshSeconds * 1000);
  return (
    <Button icon={<ReloadOutlined aria-hidden />} disabled={secondsLeft > 0} onClick={onClick}>
      {secondsLeft > 0 ? `刷新（${secondsLeft} 秒）` : '刷新'}
    </Button>
  );
}

/** Returns to the form automatically, unless more is to be sent or a file is being viewed. */
function SubmittedFoot(props: { isPreviewing: boolean; onMore: () => void; onClose: () => void }) {
  const { isPreviewing, onMore, onClose } = props;
  const [until] = useState(() => Date.now() + phoneUploadTimes.returnSeconds * 1000);
  const secondsLeft = useSecondsLeft(until);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (secondsLeft === 0 && !isPreviewing) close.current();
  }, [secondsLeft, isPreviewing]);
  return (
    <>
      <Button onClick={onMore}>继续上传</Button>
      <Button type="primary" onClick={onClose}>
        {isPreviewing ? '回到表单' : `回到表单（${secondsLeft} 秒）`}
      </Button>
    </>
  );
}
