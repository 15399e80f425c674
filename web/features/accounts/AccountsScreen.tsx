import { KeyOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { type Account, accounts } from '#contract/accounts.ts';
import { peopleSheet } from '#contract/people.ts';
import type { AccountChange } from '#domain/access/account-rules.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import {
  type ListColumn,
  type ListFilter,
  listQueryOf,
  type RowAction,
} from '#web/toolkit/list-model/list-types.ts';
import { choicesFilter, organisationsFilter } from '#web/toolkit/pickers/picker-filters.tsx';
import { SheetImport } from '#web/toolkit/sheet-import/SheetImport.tsx';
import { AccountStateTag } from '#web/toolkit/status/AccountStateTag.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { DisableAccountDialog, EnableAccountDialog, UnlockAccountDialog } from './AccountDialogs.tsx';
import { FirstPasswordsDialog } from './people/FirstPasswordsDialog.tsx';
import { OffboardingDialog } from './people/OffboardingDialog.tsx';
import { NewPersonDialog, PersonDialog } from './people/PersonDialog.tsx';
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx';

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '账号', placeholder: '姓名或账号' },
  {
    kind: 'select',
    name: 'state',
    label: '状态',
    options: [
      { value: 'enabled', label: '启用' },
      { value: 'disabled', label: '停用' },
      { value: 'locked', label: '已锁定' },
      { value: 'one-time', label: '待修改一次性密码' },
      { value: 'no-password', label: '未发放密码' },
      { value: 'no-role', label: '未授予角色' },
    ],
  },
  organisationsFilter('orgId', '管辖机构'),
  choicesFilter('roleCode', 'role'),
  choicesFilter('positionId', 'position'),
  choicesFilter('groupId', 'group'),
  choicesFilter('hallId', 'hall'),
  choicesFilter('windowId', 'window'),
];

/** Returns the text for an account without a recent sign-in: sign-ins are stored for 30 days only. */
function textWithoutSignIn({ withoutPassword }: Account): string {
  return withoutPassword ? '—' : '近 30 天未登录';
}

const columns: readonly ListColumn<Account>[] = [
  { key: 'name', title: '姓名', width: 76, wraps: true, render: (row) => row.name },
  { key: 'account', title: '账号', width: 126, wraps: true, sort: 'account', render: (row) => row.account },
  {
    key: 'org',
    title: '机构',
    width: 190,
    wraps: true,
    render: (row) => [row.orgName, row.departmentName].filter(Boolean).join(' · '),
  },
  {
    key: 'title',
    title: '职务',
    width: 116,
    wraps: true,
    hiddenUnder: 1280,
    render: (row) => row.title || '—',
  },
  {
    key: 'roles',
    title: '角色',
    width: 150,
    wraps: true,
    render: (row) => row.roles.map(({ name }) => name).join('、') || '—',
  },
  {
    key: 'state',
    title: '状态',
    width: 110,
    render: (row) => <AccountStateTag account={row} />,
  },
  {
    key: 'lastSignIn',
    title: '最近登录',
    width: 138,
    sort: 'lastSignInAt',
    render: (row) => (row.lastSignInAt ? <DateTime value={row.lastSignInAt} /> : textWithoutSignIn(row)),
  },
];

const changeLabel: Record<AccountChange, string> = {
  unlock: '解锁',
  resetPassword: '重置密码',
  enable: '启用',
  disable: '停用',
};
const dialogs = {
  edit: PersonDialog,
  leave: OffboardingDialog,
  unlock: UnlockAccountDialog,
  resetPassword: ResetPasswordDialog,
  enable: EnableAccountDialog,
  disable: DisableAccountDialog,
};

/** Shows 账号: the people of the office, the accounts that can log in, and the reasons why others cannot. */
export function AccountsScreen() {
  const [rowDialog, setRowDialog] = useState<{ change: keyof typeof dialogs; account: Account }>();
  const [pageDialog, setPageDialog] = useState<'new' | 'passwords'>();
  const close = () => setPageDialog(undefined);
  const Dialog = rowDialog && dialogs[rowDialog.change];

  const actionsOf = (account: Account): RowAction[] => [
    { key: 'edit', label: '修改', onRun: () => setRowDialog({ change: 'edit', account }) },
    ...(Object.keys(changeLabel) as AccountChange[])
      .filter((change) => account.can.includes(change))
      .map((change) => ({
        key: change,
        label: changeLabel[change],
        danger: change === 'disable',
        onRun: () => setRowDialog({ change, account }),
      })),
    ...(account.disabled
      ? []
      : [
          {
            key: 'leave',
            label: '离职',
            danger: true,
            onRun: () => setRowDialog({ change: 'leave', account }),
          },
        ]),
  ];

  return (
    <>
      <ListPage<Account>
        name="accounts"
        title="账号"
        source={(query) => listQueryOf(accounts.list, query)}
        rowKey={(row) => row.id}
        filters={filters}
        columns={columns}
        rowActions={actionsOf}
        actions={
          <>
            <SheetImport calls={peopleSheet} title="人员" />
            <Button icon={<KeyOutlined aria-hidden />} onClick={() => setPageDialog('passwords')}>
              发放密码
            </Button>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setPageDialog('new')}>
              新建人员
            </Button>
          </>
        }
        empty={{ title: '暂无账号' }}
      />
      {pageDialog === 'new' && <NewPersonDialog onClose={close} />}
      {pageDialog === 'passwords' && <FirstPasswordsDialog onClose={close} />}
      {Dialog && <Dialog account={rowDialog.account} onClose={() => setRowDialog(undefined)} />}
    </>
  );
}
