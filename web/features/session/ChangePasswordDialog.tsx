import { Form, Input } from 'antd';
import { useState } from 'react';
import { type CurrentUser, session } from '#contract/session.ts';
import { checkPassword, passwordMessage, passwordProfiles } from '#domain/passwords/password-rule.ts';
import { isCallError } from '#web/api/call-error.ts';
import { useAction } from '#web/api/use-action.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { submitOnEnter } from '#web/toolkit/dialog/submit-on-enter.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import styles from './change-password.module.css';
import { encryptPasswords } from './encrypt-passwords.ts';

/** Only the server refuses common passwords: their list would be larger than the dialog. */
const withoutPasswordList = new Set<string>();

const titles = {
  own: '修改密码',
  first: '首次登录，请先修改密码',
  expired: '密码已到期，请先修改密码',
} as const;

interface Passwords {
  oldpassword: string;
  password: string;
  confirmation: string;
}

interface Props {
  me: Pick<CurrentUser, 'username' | 'passwordProfile'>;
  /**
   * Reason for a forced change: a one-time password, or one that is too old; the dialog can then only be
   * completed or left by logging out.
   */
  forcedReason?: 'first' | 'expired';
  onClose: () => void;
  onDone: () => void;
}

/** Changes the user's own password; the old and the new one are sent encrypted (S0 §5). */
export function ChangePasswordDialog(props: Props) {
  const profile = passwordProfiles[props.me.passwordProfile];
  const rule = { profile, common: withoutPasswordList, account: props.me.username };
  const [form] = Form.useForm<Passwords>();
  const { run, running } = useAction(session.changePassword);
  const [isEncrypting, setEncrypting] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const isFirst = props.forcedReason === 'first';
  const feedback = useFeedback();

  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (values === undefined || isEncrypting) return;
    setEncrypting(true);
    try {
      const { ticket, encrypted } = await encryptPasswords(values.oldpassword, values.password);
      const [oldpassword = '', password = ''] = encrypted;
      const outcome = await run({
        query: { mark: 'password', method: 'put' },
        body: { oldpassword, password, ticket },
      });
      if (outcome.kind === 'done') {
        feedback.success('密码修改成功');
        props.onDone();
      }
      if (outcome.kind === 'failed') showAtFields(outcome.failure);
    } catch (failure) {
      feedback.failure(failure);
    } finally {
      setEncrypting(false);
    }
  };

  const showAtFields = (failure: unknown) => {
    const problems = isCallError(failure) ? failure.problems : [];
    if (problems.length === 0) return feedback.failure(failure);
    setRefused(problems.some(({ field }) => field !== 'oldpassword'));
    form.setFields(
      problems.map(({ field, message }) => ({
        name: field === 'oldpassword' ? 'oldpassword' : 'password',
        errors: [message],
      })),
    );
  };

  return (
    <AppModal
      open
      title={titles[props.forcedReason ?? 'own']}
      width={460}
      okText="确认修改"
      confirmLoading={running || isEncrypting}
      onOk={submit}
      onCancel={props.onClose}
      closable={!props.forcedReason}
      keyboard={!props.forcedReason}
      cancelText={props.forcedReason ? '退出登录' : '取消'}
    >
      <Form
        className={styles.changePassword}
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        onFieldsChange={() => setRefused(form.getFieldError('password').length > 0)}
        scrollToFirstError
        onKeyDown={submitOnEnter(running ? undefined : () => void submit())}
      >
        <Form.Item
          name="oldpassword"
          label="当前密码"
          {...(isFirst && { extra: '填写发放给您的一次性密码' })}
          rules={[{ required: true, message: passwordMessage.oldRequired }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="password"
          label="新密码"
          // A refusal states the rule itself.
          extra={!isRefused && profile.hint}
          rules={[
            { required: true, message: passwordMessage.newRequired },
            ({ getFieldValue }) => ({
              validator: async (_rule, value: string) => {
                if (!value) return;
                const problem = checkPassword(value, rule)[0]?.message;
                if (problem !== undefined) throw new Error(problem);
                if (value === getFieldValue('oldpassword')) throw new Error(passwordMessage.unchanged);
              },
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="confirmation"
          label="确认新密码"
          dependencies={['password']}
          rules={[
            { required: true, message: passwordMessage.confirmationRequired },
            ({ getFieldValue }) => ({
              validator: async (_rule, value) => {
                if (value && value !== getFieldValue('password')) throw new Error(passwordMessage.notEqual);
              },
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      </Form>
    </AppModal>
  );
}
