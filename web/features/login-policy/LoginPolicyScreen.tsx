import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { type FactorHolder, loginPolicy } from '#contract/login-policy.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, type ListFilter, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { LoginPolicyDialog } from './LoginPolicyDialog.tsx';
import { PolicyInForce } from './PolicyInForce.tsx';

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '人员', placeholder: '姓名或账号' },
  {
    kind: 'select',
    name: 'state',
    label: '二次验证',
    options: [
      { value: 'enrolled', label: '已启用' },
      { value: 'missing', label: '须启用，尚未启用' },
      { value: 'none', label: '未要求，未启用' },
    ],
  },
];

const columns: readonly ListColumn<FactorHolder>[] = [
  { key: 'name', title: '姓名', width: 90, wraps: true, render: (row) => row.name },
  { key: 'account', title: '账号', width: 120, wraps: true, render: (row) => row.account },
  { key: 'org', title: '机构', width: 200, wraps: true, render: (row) => row.orgName },
  { key: 'roles', title: '角色', width: 180, wraps: true, render: (row) => row.roles.join('、') || '—' },
  {
    key: 'state',
    title: '二次验证',
    width: 130,
    hint: stateOf,
    render: (row) => <StatusTag label={stateOf(row)} tone={toneOf(row)} />,
  },
  {
    key: 'enrolled',
    title: '启用时间',
    width: 138,
    render: (row) => (row.enrolledAt ? <DateTime value={row.enrolledAt} /> : '—'),
  },
  {
    key: 'codes',
    title: '可用恢复码',
    width: 110,
    align: 'right',
    render: (row) => (row.enrolledAt ? String(row.recoveryCodesLeft) : '—'),
  },
];

function stateOf({ enrolledAt, obliged }: FactorHolder): string {
  if (enrolledAt) return '已启用';
  return obliged ? '下次登录须启用' : '未启用';
}

function toneOf({ enrolledAt, obliged }: FactorHolder) {
  if (enrolledAt) return 'success';
  return obliged ? 'warning' : 'neutral';
}

/** Shows 登录策略: the office's rules for logins, and the state of each person's second factor. */
export function LoginPolicyScreen() {
  const [isEditing, setEditing] = useState(false);
  const [openDialog, setOpenDialog] = useState<FactorHolder>();
  return (
    <>
      <ListPage<FactorHolder>
        name="login-policy"
        title="登录策略"
        source={(query) => listQueryOf(loginPolicy.people, query)}
        rowKey={(row) => row.staffId}
        filters={filters}
        columns={columns}
        introduction={<PolicyInForce />}
        actions={
          <Button type="primary" onClick={() => setEditing(true)}>
            设置策略
          </Button>
        }
        rowActions={(row) =>
          row.canReset
            ? [{ key: 'reset', label: '重置二次验证', danger: true, onRun: () => setOpenDialog(row) }]
            : []
        }
        empty={{ title: '没有符合条件的人员' }}
      />
      {isEditing && <LoginPolicyDialog onClose={() => setEditing(false)} />}
      {openDialog && <ResetFactorDialog person={openDialog} onClose={() => setOpenDialog(undefined)} />}
    </>
  );
}

/** Asks for the reason, which is sent to the person and stored in the audit log. */
function ResetFactorDialog({ person, onClose }: { person: FactorHolder; onClose: () => void }) {
  const { mutation, running } = useReportedMutation(loginPolicy.reset);
  const [form] = Form.useForm<{ reason: string }>();
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (values === undefined) return;
    const input = { params: { id: person.staffId }, body: { reason: values.reason } };
    if (await mutation(input, `已重置${person.name}的二次验证`)) onClose();
  };
  return (
    <AppModal
      open
      title={`重置二次验证 ${person.name}（${person.account}）`}
      width={480}
      okText="确认重置"
      okButtonProps={{ danger: true }}
      confirmLoading={running}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>
        请先当面或电话核实是本人提出。重置后原来的身份验证器和恢复码作废，记住密码的浏览器须重新输入密码；
        {person.obliged ? '本人下次登录时重新设置。' : '本人登录只需密码，可自行重新启用。'}本人会收到消息。
      </p>
      <Form form={form} layout="vertical" validateTrigger="onBlur">
        <Form.Item
          name="reason"
          label="重置原因"
          rules={[{ required: true, whitespace: true, message: '请输入原因' }]}
        >
          <Input.TextArea rows={3} maxLength={200} showCount />
        </Form.Item>
      </Form>
    </AppModal>
  );
}
