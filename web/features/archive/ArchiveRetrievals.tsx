import { archive, type UsageRecord } from '#contract/archive.ts';
import { usageKindLabel } from '#domain/archive/archive-state.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, type ListFilter, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { archiveCrumbs } from './archive-texts.ts';

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '档号、题名、利用人或目的' },
  { kind: 'daySpan', name: 'days', label: '日期', from: 'startDate', to: 'endDate' },
];

const columns: readonly ListColumn<UsageRecord>[] = [
  { key: 'at', title: '时间', width: 138, sort: 'at', render: ({ at }) => <DateTime value={at} /> },
  { key: 'who', title: '利用人', width: 90, render: ({ staffName }) => staffName },
  { key: 'org', title: '单位', width: 160, wraps: true, render: ({ orgName }) => orgName },
  { key: 'kind', title: '方式', width: 90, render: ({ kind }) => usageKindLabel[kind] },
  { key: 'number', title: '档号', width: 216, hint: ({ number }) => number, render: ({ number }) => number },
  {
    key: 'title',
    title: '题名',
    width: 220,
    grows: true,
    wraps: true,
    hint: ({ title }) => title,
    render: ({ title }) => title,
  },
  { key: 'version', title: '版次', width: 60, align: 'right', render: ({ version }) => version },
  {
    key: 'purpose',
    title: '目的',
    width: 220,
    wraps: true,
    hint: ({ purpose }) => purpose,
    render: ({ purpose }) => purpose,
  },
];

/** Shows 利用登记: the people who opened packages, and their purposes. */
export function ArchiveRetrievals() {
  return (
    <ListPage<UsageRecord>
      name="archive-retrievals"
      title="利用登记"
      crumbs={archiveCrumbs}
      source={(query) => listQueryOf(archive.usageRecords, query)}
      rowKey={({ id }) => id}
      filters={filters}
      columns={columns}
      defaultSorting={{ sort: 'at', order: 'desc' }}
      empty={{ title: '没有利用记录', hint: '有人查阅或下载档案时，利用人、时间和目的列在这里。' }}
    />
  );
}
