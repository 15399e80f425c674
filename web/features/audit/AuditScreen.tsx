import { SafetyCertificateOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { type AuditEntry, audit } from '#contract/audit.ts';
import { fullNameOfObject, nameOfObject } from '#contract/audit-subjects.ts';
import {
  auditCategoryOptions,
  auditObjectOptions,
  labelOfAction,
  labelOfObjectOf,
} from '#contract/audit-texts.ts';
import { type LocalDate, localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { spanOfLastDays } from '#web/toolkit/list/last-days.ts';
import { type ListColumn, type ListFilter, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { AuditEntryDrawer } from './AuditEntryDrawer.tsx';
import styles from './audit.module.css';
import { actorOf, factsOf, outcomeOf } from './detail-texts.ts';
import { ExportButton } from './ExportButton.tsx';
import { VerifyDialog } from './VerifyDialog.tsx';

/** The list initially shows this number of days, since the audit log is long; the filter shows them. */
const initialDays = 7;

function filtersAt(today: LocalDate): readonly ListFilter[] {
  const initialSpan = spanOfLastDays(initialDays, startOfDay(today));
  return [
    { kind: 'text', name: 'staffName', label: '操作人', placeholder: '姓名或账号' },
    { kind: 'select', name: 'action', label: '操作类别', options: auditCategoryOptions },
    { kind: 'select', name: 'objectKind', label: '对象类型', options: auditObjectOptions },
    {
      kind: 'select',
      name: 'outcome',
      label: '结果',
      options: [
        { value: 'succeeded', label: '成功' },
        { value: 'refused', label: '被拒' },
      ],
    },
    { kind: 'text', name: 'objectName', label: '对象名称', placeholder: '名称、姓名、账号或办件流水号' },
    { kind: 'daySpan', name: 'days', label: '日期', from: 'startDate', to: 'endDate', initial: initialSpan },
    { kind: 'fromLink', name: 'objectId', label: '对象标识', text: (id) => id },
  ];
}

const columns: readonly ListColumn<AuditEntry>[] = [
  { key: 'at', title: '时间', width: 160, render: (row) => <DateTime withSeconds value={row.at} /> },
  {
    key: 'who',
    title: '操作人',
    width: 90,
    wraps: true,
    hint: actorOf,
    render: (row) => row.staffName || '系统',
  },
  { key: 'action', title: '操作', width: 160, wraps: true, render: (row) => labelOfAction(row.action) },
  {
    key: 'object',
    title: '对象',
    width: 240,
    wraps: true,
    grows: true,
    hint: fullNameOfObject,
    render: (row) => (
      <>
        <span className={styles.kind}>{labelOfObjectOf(row)}</span> {nameOfObject(row)}
      </>
    ),
  },
  {
    key: 'outcome',
    title: '结果',
    width: 88,
    render: (row) => {
      const { label, tone } = outcomeOf(row.detail);
      return <StatusTag label={label} tone={tone} />;
    },
  },
  {
    key: 'detail',
    title: '内容',
    width: 260,

    hiddenByDefault: true,
    render: textOfDetail,
  },
  {
    key: 'objectId',
    title: '对象标识',
    width: 290,
    hiddenByDefault: true,
    render: (row) => row.objectId || '—',
  },
  { key: 'chain', title: '记录链', width: 140, hiddenByDefault: true, render: (row) => row.chain },
  {
    key: 'seq',
    title: '序号',
    width: 72,
    align: 'right',
    hiddenByDefault: true,
    render: (row) => String(row.seq),
  },
];

function textOfDetail(row: AuditEntry): string {
  const texts = factsOf(row).map(([name, value]) => `${name} ${value}`);
  return texts.join('；') || '—';
}

/** Shows the days that the list covers; without this note older records would seem to be missing. */
function SpanNote({ from, to }: { from: string | number | undefined; to: string | number | undefined }) {
  if (from === undefined && to === undefined) return null;
  const days = [from ?? '最早', to ?? '今天'].join(' 至 ');
  return <p className={styles.span}>只列出 {days} 的记录，其他日期请修改“日期”筛选。</p>;
}

/** Shows 审计记录: actions and their users, to be read, exported and verified. */
export function AuditScreen() {
  const [shownEntry, setShownEntry] = useState<AuditEntry>();
  const [isVerifying, setVerifying] = useState(false);
  const today = localDateOf(new Date());
  const filters = useMemo(() => filtersAt(today), [today]);
  return (
    <>
      <ListPage<AuditEntry>
        name="audit"
        title="审计记录"
        source={(query) => listQueryOf(audit.list, query)}
        rowKey={(row) => `${row.chain} ${row.seq}`}
        filters={filters}
        columns={columns}
        rowActions={(row) => [{ key: 'show', label: '查看', onRun: () => setShownEntry(row) }]}
        tools={({ query }) => (
          <>
            <Button
              type="text"
              icon={<SafetyCertificateOutlined aria-hidden />}
              onClick={() => setVerifying(true)}
            >
              核对
            </Button>
            <ExportButton query={query} />
          </>
        )}
        note={({ filters: { startDate, endDate } }) => <SpanNote from={startDate} to={endDate} />}
        empty={{ title: '暂无审计记录' }}
      />
      {shownEntry && <AuditEntryDrawer entry={shownEntry} onClose={() => setShownEntry(undefined)} />}
      {isVerifying && <VerifyDialog onClose={() => setVerifying(false)} />}
    </>
  );
}
