import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { type Account, accounts } from '#contract/accounts.ts';
import { people } from '#contract/people.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import boxes from '#web/toolkit/styles/warning-box.module.css';
import { textOfOnlyTheirs } from './people/offboarding-texts.ts';

interface Props {
  account: Pick<Account, 'id' | 'account' | 'name'>;
  onClose: () => void;
}

/** Asks for the reason, which is stored in the audit log, and shows the consequences. */
export function DisableAccountDialog({ account, onClose }: Props) {
  const { mutation, running } = useReportedMutation(accounts.disable);
  const [form] = Form.useForm<{ reason: string }>();
  const offboarding = useQuery({
    ...queryOf(people.offboardingCheck, { params: { id: account.id } }),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const onlyTheirs = offboarding.data && textOfOnlyTheirs(offboarding.data, account.name);
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (values === undefined) return;
    const input = { params: { id: account.id }, body: { reason: values.reason } };
    if (await mutation(input, `已停用账号 ${account.account}`)) onClose();
  };
  return (
    <EditingModal
      open
      title={`停用账号 ${account.name}（${account.account}）`}
      width={480}
      okText="确认停用"
      okButtonProps={{ danger: true }}
      confirmLoading={running}
      onOk={() => void submit()}
      unsaved={() => form.isFieldsTouched()}
      onCancel={onClose}
    >
      <p>
        停用后该账号不能登录，正在使用的会话立即结束，其待办留在原处，由其他候选人或办件管理员处理。停用后可以再启用。
      </p>
      {onlyTheirs !== undefined && (
        <p className={boxes.warning} role="status">
          {onlyTheirs}
        </p>
      )}
      <Form form={form} layout="vertical" validateTrigger="onBlur">
        <Form.Item
          name="reason"
          label="停用原因"
          rules={[{ required: true, whitespace: true, message: '请输入原因' }]}
        >
          <Input.TextArea rows={3} maxLength={200} showCount />
        </Form.Item>
      </Form>
    </EditingModal>
  );
}

export function EnableAccountDialog({ account, onClose }: Props) {
  const { mutation, running } = useReportedMutation(accounts.enable);
  const submit = async () => {
    if (await mutation({ params: { id: account.id } }, `已启用账号 ${account.account}`)) onClose();
  };
  return (
    <AppModal
      open
      title={`启用账号 ${account.name}（${account.account}）`}
      width={440}
      okText="确认启用"
      confirmLoading={running}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>启用后可以用原来的密码登录，角色和岗位与停用前相同。忘记密码的，启用后请再重置密码。</p>
    </AppModal>
  );
}

export function UnlockAccountDialog({ account, onClose }: Props) {
  const { mutation, running } = useReportedMutation(accounts.unlock);
  const submit = async () => {
    if (await mutation({ params: { id: account.id } }, `已解除账号 ${account.account} 的锁定`)) onClose();
  };
  return (
    <AppModal
      open
      title={`解除锁定 ${account.name}（${account.account}）`}
      width={440}
      okText="确认解锁"
      confirmLoading={running}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>密码输错次数过多的账号锁定 15 分钟。请先向本人核实是本人输错，再解除锁定；解除后可立即登录。</p>
    </AppModal>
  );
}
