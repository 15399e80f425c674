import { useState } from 'react';
import { type Account, accounts } from '#contract/accounts.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { OneTimePasswordDialog } from './people/OneTimePasswordDialog.tsx';

/**
 * Asks, then shows the one-time password; it is stored nowhere, so closing needs an explicit confirmation.
 */
export function ResetPasswordDialog(props: {
  account: Pick<Account, 'id' | 'account' | 'name'>;
  onClose: () => void;
}) {
  const { account, onClose } = props;
  const { mutation, running } = useReportedMutation(accounts.resetPassword);
  const [password, setPassword] = useState<string>();
  const submit = async () => {
    const answer = await mutation({ params: { id: account.id } });
    if (answer) setPassword(answer.oneTimePassword);
  };

  if (password !== undefined)
    return (
      <OneTimePasswordDialog
        name={account.name}
        account={account.account}
        oneTimePassword={password}
        onClose={onClose}
      />
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
      <p>将生成一次性密码。当前密码随即失效，该账号的全部会话结束，记住密码的浏览器也须重新登录。</p>
    </AppModal>
  );
}
