import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { type Account, accounts } from '#contract/accounts.ts';
import { type OffboardingCheck, people } from '#contract/people.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import boxes from '#web/toolkit/styles/warning-box.module.css';
import { factsOfOffboarding } from './offboarding-texts.ts';
import styles from './people.module.css';

/**
 * Asks for confirmation before a person leaves (离职): shows the open responsibilities first, with the people
 * who can take care of them; then disables the account and ends the sessions.
 */
export function OffboardingDialog(props: {
  account: Pick<Account, 'id' | 'account' | 'name'>;
  onClose: () => void;
}) {
  const { account, onClose } = props;
  const { mutation, running } = useReportedMutation(accounts.disable);
  const [form] = Form.useForm<{ reason: string }>();
  const offboarding = useQuery({
    ...queryOf(people.offboardingCheck, { params: { id: account.id } }),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const problem = offboarding.data?.fault ?? null;
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (values === undefined) return;
    const input = { params: { id: account.id }, body: { reason: values.reason } };
    if (await mutation(input, `已办理${account.name}的离职，账号已停用`)) onClose();
  };
  return (
    <EditingModal
      open
      title={`办理离职 ${account.name}（${account.account}）`}
      width={600}
      okText="确认离职并停用"
      okButtonProps={{ danger: true, disabled: !offboarding.isSuccess || problem !== null }}
      confirmLoading={running}
      onOk={() => void submit()}
      unsaved={() => form.isFieldsTouched()}
      onCancel={onClose}
    >
      {offboarding.isPending && <SkeletonRows rows={5} rowHeight={32} />}
      {offboarding.isError && (
        <FailureState failure={offboarding.error} onRetry={() => void offboarding.refetch()} />
      )}
      {problem !== null && (
        <p className={boxes.warning} role="alert">
          {problem}
        </p>
      )}
      {offboarding.isSuccess && <Facts offboarding={offboarding.data} name={account.name} />}
      <Form form={form} layout="vertical" validateTrigger="onBlur">
        <Form.Item
          name="reason"
          label="离职说明"
          rules={[{ required: true, whitespace: true, message: '请输入原因' }]}
        >
          <Input.TextArea
            rows={2}
            maxLength={200}
            showCount
            placeholder="请写明原因和依据，例如 调离、退休；写入审计记录"
          />
        </Form.Item>
      </Form>
    </EditingModal>
  );
}

function Facts({ offboarding, name }: { offboarding: OffboardingCheck; name: string }) {
  const facts = factsOfOffboarding(offboarding, name);
  return (
    <>
      <h3 className={styles.heading}>离职前核对</h3>
      <ul className={styles.facts}>
        {facts.map(({ text, urgent }) => (
          <li key={text} className={urgent ? styles.urgent : undefined}>
            {text}
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        确认后账号立即停用，正在使用的会话结束，日程订阅失效；岗位和角色保留在账号上，以便移交，重新启用时恢复。
      </p>
    </>
  );
}
