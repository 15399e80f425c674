import { MissingCase } from '#domain/missing-case.ts';
import 'antd-mobile/es/global';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { phoneUploadText } from '#domain/uploads/phone-upload.ts';
import { ChooseStep } from './ChooseStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { PageHead } from './PageHead.tsx';
import { PhoneNotice } from './PhoneNotice.tsx';
import styles from './phone.module.css';
import { createPhoneCalls } from './phone-calls.ts';
import { createPhoneUpload, type PhoneUpload } from './phone-upload.ts';
import { SendStep } from './SendStep.tsx';

/**
 * Shows the page of a phone that scanned a code: choosing, sending, done, or a message that the code is no
 * longer valid (S0 §4).
 */
export function PhonePage({ code, upload: uploadForTest }: { code: string; upload?: PhoneUpload }) {
  const [upload] = useState(() => uploadForTest ?? createPhoneUpload(code, createPhoneCalls(code)));
  const state = useSyncExternalStore(upload.subscribe, upload.read);
  useEffect(() => {
    void upload.open();
    addEventListener('online', upload.resume);
    document.addEventListener('visibilitychange', upload.resume);
    return () => {
      removeEventListener('online', upload.resume);
      document.removeEventListener('visibilitychange', upload.resume);
    };
  }, [upload]);
  return (
    <div className={styles.page}>
      <PageHead state={state} />
      <main className={styles.main}>
        <PageBody state={state} upload={upload} />
      </main>
    </div>
  );
}

function PageBody({ state, upload }: { state: ReturnType<PhoneUpload['read']>; upload: PhoneUpload }) {
  switch (state.step) {
    case 'opening':
      return (
        <p className={styles.quiet} role="status">
          正在打开…
        </p>
      );
    case 'unreachable':
      return (
        <PhoneNotice
          kind="warning"
          title="网络中断，页面没有打开"
          text="请检查手机网络。网络恢复后会自动再试。"
          button={{ text: '重试', onClick: () => void upload.open() }}
        />
      );
    case 'expired':
      return (
        <PhoneNotice
          kind="warning"
          title={phoneUploadText.expired}
          text="请在电脑上刷新二维码后重新扫码。电脑已收到的文件不会丢失。"
        />
      );
    case 'alreadyUsed':
      return (
        <PhoneNotice
          kind="warning"
          title="该二维码已由另一部手机使用"
          text="要换这部手机上传，请在电脑上刷新二维码后重新扫码。"
        />
      );
    case 'choosing':
      return <ChooseStep state={state} upload={upload} />;
    case 'sending':
      return <SendStep state={state} upload={upload} />;
    case 'done':
      return <DoneStep state={state} />;
    default:
      throw new MissingCase(state.step satisfies never);
  }
}
