import { type LoginEvent, loginEvents } from '#contract/sign-ins.ts';
import { labelOfLoginEvent, loginEventOptions } from '#web/features/sign-ins/sign-in-texts.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, type ListFilter, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { labelOfBrowser } from '#web/toolkit/status/browser-label.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '人员', placeholder: '账号、姓名或地址' },
  { kind: 'select', name: 'event', label: '事件', options: loginEventOptions },
  { kind: 'daySpan', name: 'days', label: '日期', from: 'startDate', to: 'endDate' },
];

const columns: readonly ListColumn<LoginEvent>[] = [
  { key: 'at', title: '时间', width: 160, render: (row) => <DateTime withSeconds value={row.at} /> },
  {
    key: 'event',
    title: '事件',
    width: 140,
    hint: (row) => labelOfLoginEvent(row.event).label,
    render: (row) => <StatusTag {...labelOfLoginEvent(row.event)} />,
  },
  {
    key: 'account',
    title: '账号',
    width: 150,
    wraps: true,
    hint: (row) => (row.account.startsWith('unknown:') ? '没有这个账号；填写的内容不保存' : row.account),
    render: (row) => (row.account.startsWith('unknown:') ? '不存在的账号' : row.account || '—'),
  },
  { key: 'name', title: '姓名', width: 90, wraps: true, render: (row) => row.staffName || '—' },
  { key: 'address', title: '地址', width: 140, render: (row) => row.address || '—' },
  {
    key: 'browser',
    title: '浏览器',
    width: 160,
    wraps: true,
    hint: (row) => row.userAgent,
    render: (row) => labelOfBrowser(row.userAgent),
  },
  {
    key: 'count',
    title: '次数',
    width: 72,
    align: 'right',
    render: (row) => String(row.count),
  },
  {
    key: 'request',
    title: '请求编号',
    width: 270,
    hiddenByDefault: true,
    render: (row) => row.requestId,
  },
];

/** Shows 登录安全事件: logins and changes of passwords, most importantly the failed ones. */
export function LoginEventsScreen() {
  return (
    <ListPage<LoginEvent>
      name="login-events"
      title="登录安全事件"
      source={(query) => listQueryOf(loginEvents.list, query)}
      rowKey={(row) => String(row.seq)}
      filters={filters}
      columns={columns}
      empty={{ title: '暂无登录安全事件' }}
    />
  );
}
