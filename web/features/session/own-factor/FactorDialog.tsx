import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { isCallError, textOfFailure } from '#web/api/call-error.ts';
import { useMe } from '#web/api/use-me.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { AuthenticatorSetUp } from '../second-step/AuthenticatorSetUp.tsx';
import { CodeForm } from '../second-step/CodeForm.tsx';
import { RecoveryCodes } from '../second-step/RecoveryCodes.tsx';
import {
  confirmFactor,
  type FactorMutation,
  type MutationOutcome,
  runMutation,
  textsOfMutation,
} from './factor-mutations.ts';

/**
 * Runs one action on the user's own second factor: the proof, then the result; codes are shown once, and
 * closing needs an explicit confirmation.
 */
export function FactorDialog({ mutation, onClose }: { mutation: FactorMutation; onClose: () => void }) {
  const me = useMe();
  const feedback = useFeedback();
  const [outcome, setOutcome] = useState<MutationOutcome>();
  const [failure, setFailure] = useState<string>();
  const { title } = textsOfMutation[mutation];

  if (outcome === undefined)
    return (
      <ProofDialog
        mutation={mutation}
        onClose={onClose}
        onDone={(result) => {
          if (result !== undefined) return setOutcome(result);
          feedback.success('已关闭二次验证');
          onClose();
        }}
      />
    );
  if ('recoveryCodes' in outcome)
    return (
      <AppModal
        open
        title="请保存恢复码"
        width={460}
        closable={false}
        keyboard={false}
        footer={
          <Button type="primary" onClick={onClose}>
            我已保存
          </Button>
        }
      >
        <RecoveryCodes account={me?.username ?? ''} codes={outcome.recoveryCodes} />
      </AppModal>
    );
  const confirm = async (code: string) => {
    setFailure(undefined);
    try {
      setOutcome({ recoveryCodes: await confirmFactor(code) });
      feedback.success(mutation === 'renew' ? '已更换身份验证器' : '已启用二次验证');
    } catch (cause) {
      setFailure(textOfFailure(cause));
    }
  };
  return (
    <AppModal open title={title} width={480} footer={null} onCancel={onClose}>
      <AuthenticatorSetUp enrolment={outcome.enrolment} />
      <CodeForm label="动态口令" failure={failure} submitText="确认" onSubmit={confirm} />
    </AppModal>
  );
}

/** Asks for the password, and for a code if there is a second factor; shows an error at its field. */
function ProofDialog(props: {
  mutation: FactorMutation;
  onClose: () => void;
  onDone: (outcome: MutationOutcome) => void;
}) {
  const { mutation, onClose, onDone } = props;
  const { title, description: what, okText: ok } = textsOfMutation[mutation];
  const [form] = Form.useForm<{ password: string; code?: string }>();
  const [running, setRunning] = useState(false);
  const feedback = useFeedback();
  const needsCode = mutation !== 'enrol';

  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (values === undefined || running) return;
    setRunning(true);
    try {
      onDone(await runMutation(mutation, { password: values.password, code: values.code ?? '' }));
    } catch (cause) {
      const isPasswordProblem =
        isCallError(cause) && cause.problems.some(({ field }) => field === 'password');
      if (!isCallError(cause)) feedback.failure(cause);
      else
        form.setFields([
          { name: isPasswordProblem || !needsCode ? 'password' : 'code', errors: [cause.message] },
        ]);
    } finally {
      setRunning(false);
    }
  };
  return (
    <AppModal
      open
      title={title}
      width={460}
      okText={ok}
      okButtonProps={{ danger: mutation === 'remove' }}
      confirmLoading={running}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>{what}</p>
      <Form form={form} layout="vertical" validateTrigger="onBlur" requiredMark={false}>
        <Form.Item name="password" label="登录密码" rules={[{ required: true, message: '请输入密码' }]}>
          <Input.Password autoComplete="current-password" onPressEnter={() => void submit()} />
        </Form.Item>
        {needsCode && (
          <Form.Item
            name="code"
            label="动态口令或恢复码"
            rules={[{ required: true, whitespace: true, message: '请输入动态口令' }]}
          >
            <Input autoComplete="one-time-code" maxLength={32} onPressEnter={() => void submit()} />
          </Form.Item>
        )}
      </Form>
    </AppModal>
  );
}
