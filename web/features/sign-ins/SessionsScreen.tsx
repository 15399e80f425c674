import { useState } from 'react';
import { type SessionRow, sessions } from '#contract/sign-ins.ts';
import { labelOfLoginType } from '#web/features/sign-ins/sign-in-texts.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, type ListFilter, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { labelOfBrowser } from '#web/toolkit/status/browser-label.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '人员', placeholder: '姓名、账号或地址' },
  {
    kind: 'select',
    name: 'state',
    label: '状态',
    initial: 'living',
    options: [
      { value: 'living', label: '在线' },
      { value: 'ended', label: '已结束（近一个月）' },
    ],
  },
];

const columns: readonly ListColumn<SessionRow>[] = [
  { key: 'name', title: '姓名', width: 84, wraps: true, render: (row) => row.name },
  { key: 'account', title: '账号', width: 114, wraps: true, minWidth: 114, render: (row) => row.account },
  {
    key: 'org',
    title: '机构',
    width: 196,
    wraps: true,
    minWidth: 110,
    grows: true,
    render: (row) => row.orgName,
  },
  {
    key: 'state',
    title: '状态',
    width: 80,
    hint: (row) => row.endText,
    render: (row) =>
      row.living ? (
        <StatusTag tone="success" label={row.own ? '本会话' : '在线'} />
      ) : (
        <StatusTag label={row.endText} />
      ),
  },
  { key: 'address', title: '地址', width: 116, render: (row) => row.address },
  {
    key: 'browser',
    title: '浏览器',
    width: 116,
    wraps: true,
    hint: (row) => row.userAgent,
    render: (row) => labelOfBrowser(row.userAgent),
  },
  {
    key: 'type',
    title: '登录方式',
    width: 120,
    hiddenByDefault: true,
    render: (row) => labelOfLoginType(row.loginType),
  },
  {
    key: 'created',
    title: '登录时间',
    width: 136,
    sort: 'createdAt',
    render: (row) => <DateTime value={row.createdAt} />,
  },
  {
    key: 'seen',
    title: '最近使用',
    width: 136,
    sort: 'seenAt',
    render: (row) => <DateTime value={row.seenAt} />,
  },
];

/**
 * Shows 登录会话: the sessions of people, with address and browser; one session or all of a person can be ended.
 */
export function SessionsScreen() {
  const [openDialog, setOpenDialog] = useState<{ row: SessionRow; all: boolean }>();
  return (
    <>
      <ListPage<SessionRow>
        name="sessions"
        title="登录会话"
        source={(query) => listQueryOf(sessions.list, query)}
        rowKey={(row) => row.id}
        filters={filters}
        columns={columns}
        rowActions={(row) =>
          row.living && !row.own
            ? [
                { key: 'end', label: '结束', danger: true, onRun: () => setOpenDialog({ row, all: false }) },
                {
                  key: 'all',
                  label: '结束全部',
                  danger: true,
                  onRun: () => setOpenDialog({ row, all: true }),
                },
              ]
            : []
        }
        empty={{ title: '没有登录会话' }}
      />
      {openDialog && <EndSessionDialog {...openDialog} onClose={() => setOpenDialog(undefined)} />}
    </>
  );
}

function EndSessionDialog({ row, all, onClose }: { row: SessionRow; all: boolean; onClose: () => void }) {
  const endOne = useReportedMutation(sessions.end);
  const endAll = useReportedMutation(sessions.endAllOf);
  const submit = async () => {
    const answer = all
      ? await endAll.mutation({ params: { id: row.staffId } }, `已结束${row.name}的全部会话`)
      : await endOne.mutation({ params: { id: row.id } }, `已结束${row.name}的会话`);
    if (answer) onClose();
  };
  return (
    <AppModal
      open
      title={all ? `结束${row.name}的全部会话` : `结束${row.name}的会话`}
      width={460}
      okText="确认结束"
      okButtonProps={{ danger: true }}
      confirmLoading={endOne.running || endAll.running}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>
        {all
          ? `${row.name}（${row.account}）在所有浏览器上的会话立即结束，记住密码的浏览器也须重新输入密码。`
          : `${row.name}（${row.account}）在 ${row.address} 的会话立即结束。记住密码的浏览器可以再次登录，要避免请选择“结束全部”。`}
        没有保存的内容留在其浏览器中，重新登录后可以继续。
      </p>
    </AppModal>
  );
}
