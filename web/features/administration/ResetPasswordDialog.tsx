import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { type Account, accounts } from '#contract/administration.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import styles from './administration.module.css';
import { useDeed } from './use-deed.ts';

/** Asks, then shows the one-time password; it is kept nowhere, so the dialog is left by a deliberate word only. */
export function ResetPasswordDialog(props: {
  account: Pick<Account, 'id' | 'account' | 'name'>;
  onClose: () => void;
}) {
  const { account, onClose } = props;
  const { deed, running } = useDeed(accounts.resetPassword);
  const [password, setPassword] = useState<string>();
  const feedback = useFeedback();
  const submit = async () => {
    const answer = await deed({ params: { id: account.id } });
    if (answer) setPassword(answer.oneTimePassword);
  };
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(password ?? '').then(
      () => true,
      () => false,
    );
    if (isCopied) feedback.success('已复制');
    else feedback.warn('浏览器不允许复制，请手工抄写');
  };

  if (password !== undefined)
    return (
      <AppModal
        open
        title="一次性密码"
        width={460}
        closable={false}
        keyboard={false}
        footer={
          <Button type="primary" onClick={onClose}>
            我已告知本人
          </Button>
        }
      >
        <p>
          {account.name}（{account.account}）的一次性密码，只显示这一次：
        </p>
        <div className={styles.secret}>
          <output aria-label="一次性密码">{password}</output>
          <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
            复制
          </Button>
        </div>
        <p>请当面或电话告知本人，不要通过群聊发送。本人登录后须先修改密码，才能使用其他功能。</p>
      </AppModal>
    );
  return (
    <AppModal
      open
      title={`重置密码 ${account.name}（${account.account}）`}
      width={460}
      okText="确认重置"
      confirmLoading={running}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>将生成一次性密码。原密码随即失效，该账号的全部会话结束，记住密码的浏览器也须重新登录。</p>
    </AppModal>
  );
}
