import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { secondFactor } from '#contract/second-factor.ts';
import { call } from '#web/api/call.ts';
import { textOfFailure } from '#web/api/call-error.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { encryptPasswords } from './encrypt-passwords.ts';

/**
 * Verifies the person (验证本人身份): asks for a code if the person has a second factor, else for the password;
 * shows an error at the field.
 */
export function ConfirmIdentityDialog(props: {
  reason: string;
  onConfirmed: () => void;
  onCancel: () => void;
}) {
  const { reason, onConfirmed, onCancel } = props;
  const factor = useQuery({ ...queryOf(secondFactor.mine, {}), gcTime: 0 });
  const [form] = Form.useForm<{ proof: string }>();
  const [running, setRunning] = useState(false);
  const asksCode = factor.isSuccess && factor.data.enrolledAt !== null;

  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (values === undefined || running) return;
    setRunning(true);
    try {
      await call(secondFactor.confirmIdentity, { body: await bodyOf(values.proof, asksCode) });
      onConfirmed();
    } catch (failure) {
      form.setFields([{ name: 'proof', errors: [textOfFailure(failure)] }]);
    }
    setRunning(false);
  };
  return (
    <AppModal
      open
      title="验证本人身份"
      width={460}
      okText="验证并继续"
      okButtonProps={{ disabled: !factor.isSuccess }}
      confirmLoading={running}
      onOk={() => void submit()}
      onCancel={onCancel}
    >
      <p>{reason}。</p>
      <p>修改后，该人员已登录的会话随即结束，并通知其本人和安全管理员。</p>
      {factor.isPending && <SkeletonRows rows={2} />}
      {factor.isError && <FailureState failure={factor.error} onRetry={() => void factor.refetch()} />}
      {factor.isSuccess && (
        <Form form={form} layout="vertical" validateTrigger="onBlur" requiredMark={false}>
          {asksCode ? (
            <Form.Item
              name="proof"
              label="动态口令或恢复码"
              rules={[{ required: true, whitespace: true, message: '请输入动态口令' }]}
            >
              <Input autoComplete="one-time-code" maxLength={32} onPressEnter={() => void submit()} />
            </Form.Item>
          ) : (
            <Form.Item name="proof" label="登录密码" rules={[{ required: true, message: '请输入密码' }]}>
              <Input.Password autoComplete="current-password" onPressEnter={() => void submit()} />
            </Form.Item>
          )}
        </Form>
      )}
    </AppModal>
  );
}

async function bodyOf(proof: string, isCode: boolean) {
  if (isCode) return { code: proof.trim() };
  const { ticket, encrypted } = await encryptPasswords(proof);
  return { password: encrypted[0] ?? '', ticket };
}
