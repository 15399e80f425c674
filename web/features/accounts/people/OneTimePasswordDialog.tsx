import { CopyOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { createPortal } from 'react-dom';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { copyText } from '#web/toolkit/page/copy-text.ts';
import paper from '#web/toolkit/page/print.module.css';
import { usePrinting } from '#web/toolkit/page/use-printing.ts';
import styles from './people.module.css';
import { useSignInAddress } from './use-sign-in-address.ts';

interface CredentialSheet {
  /** Undefined until it is loaded. */
  address: string | undefined;
  name: string;
  account: string;
  oneTimePassword: string;
}

/** The note below each credential sheet. */
export const credentialSheetHint = '本人首次登录须先修改密码，才能使用其他功能。请勿通过群聊发送。';

/**
 * Shows the credential sheet for a person's first login; the password is stored nowhere, so closing needs an
 * explicit confirmation.
 */
export function OneTimePasswordDialog({
  onClose,
  ...person
}: Omit<CredentialSheet, 'address'> & { onClose: () => void }) {
  const credentialSheet = { ...person, address: useSignInAddress() };
  const isKnown = credentialSheet.address !== undefined;
  const feedback = useFeedback();
  const { printing, print } = usePrinting();
  const copy = async () => {
    if (await copyText(textOf(credentialSheet))) feedback.success('已复制');
    else feedback.warn('浏览器不允许复制，请手工抄录');
  };
  return (
    <AppModal
      open
      title="一次性密码"
      width={480}
      closable={false}
      keyboard={false}
      footer={
        <div className={styles.foot}>
          <Button icon={<CopyOutlined aria-hidden />} disabled={!isKnown} onClick={() => void copy()}>
            复制
          </Button>
          <Button icon={<PrinterOutlined aria-hidden />} disabled={!isKnown} onClick={() => print()}>
            打印登录须知
          </Button>
          <Button type="primary" onClick={onClose}>
            我已告知本人
          </Button>
        </div>
      }
    >
      <p>
        {credentialSheet.name}（{credentialSheet.account}）的一次性密码，只显示这一次：
      </p>
      <CredentialSheetLines {...credentialSheet} />
      <p>{credentialSheetHint}</p>
      {printing &&
        createPortal(
          <article className={paper.sheet}>
            <h1>登录须知</h1>
            <CredentialSheetLines {...credentialSheet} />
            <p>{credentialSheetHint}</p>
          </article>,
          document.body,
        )}
    </AppModal>
  );
}

/** Shows the address, name, account and one-time password of a first login. */
export function CredentialSheetLines({ address, name, account, oneTimePassword }: CredentialSheet) {
  return (
    <dl className={styles.credentials}>
      <dt>地址</dt>
      <dd>{address ?? '…'}</dd>
      <dt>姓名</dt>
      <dd>{name}</dd>
      <dt>账号</dt>
      <dd>{account}</dd>
      <dt>一次性密码</dt>
      <dd>
        <output aria-label="一次性密码">{oneTimePassword}</output>
      </dd>
    </dl>
  );
}

function textOf({ address, name, account, oneTimePassword }: CredentialSheet): string {
  return [
    '登录须知',
    `地址：${address}`,
    `姓名：${name}`,
    `账号：${account}`,
    `一次性密码：${oneTimePassword}`,
    credentialSheetHint,
  ].join('\n');
}
