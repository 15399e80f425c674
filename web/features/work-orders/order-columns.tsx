import type { WorkOrderRow } from '#contract/work-orders.ts';
import type { ListCard } from '#web/toolkit/list/ListCards.tsx';
import type { ListColumn } from '#web/toolkit/list/list-types.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { toneOfStatus } from '#web/toolkit/status/status-tone.ts';

type Column = ListColumn<WorkOrderRow>;

/** The columns that every list of work orders is put together from. */
export const orderColumn = {
  title: { key: 'title', title: '办件名称', width: 280, grows: true, render: (row) => row.title },
  item: { key: 'item', title: '事项', width: 112, render: (row) => row.itemName },
  applicant: { key: 'applicant', title: '申请人', width: 74, render: (row) => row.applicantName || '—' },
  status: {
    key: 'status',
    title: '办理状态',
    width: 108,
    render: (row) => <StatusTag label={row.statusLabel} tone={toneOfStatus(row.status)} />,
    hint: (row) => row.statusLabel,
  },
  area: { key: 'area', title: '所属区划', width: 140, render: (row) => row.areaName, hiddenAtFirst: true },
  org: { key: 'org', title: '受理机构', width: 170, render: (row) => row.orgName, hiddenAtFirst: true },
  initiator: {
    key: 'initiator',
    title: '发起人',
    width: 100,
    render: (row) => row.initiatorName,
    hiddenAtFirst: true,
  },
  started: {
    key: 'started',
    title: '发起时间',
    width: 138,
    sort: 'startedAt',
    render: (row) => <DateTime value={row.startedAt} />,
  },
} satisfies Record<string, Column>;

/** The code as the link that opens an order; `url` is where this list leads. */
export function codeColumn<Row extends WorkOrderRow>(url: (row: Row) => string): ListColumn<Row> {
  return { key: 'code', title: '流水号', width: 116, render: (row) => row.code, link: url };
}

/** An order as a phone shows it in a list. */
export function orderCard(row: WorkOrderRow, url: string): ListCard {
  return {
    url,
    title: row.title,
    second: `${row.code}　${row.itemName}`,
    tag: <StatusTag label={row.statusLabel} tone={toneOfStatus(row.status)} />,
    light: row.endedAt === null ? <DueLight due={row.due} /> : '已办结',
  };
}

/** The due light; an order that has ended is not measured any more. */
export function dueColumn(sort?: string): Column {
  return {
    key: 'due',
    title: '全程时限',
    width: 178,
    sort,
    render: (row) => (row.endedAt === null ? <DueLight due={row.due} /> : '已办结'),
    hint: (row) => row.due.text,
  };
}
