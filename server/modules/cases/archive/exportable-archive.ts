import { type ArchiveEntry, archive } from '#contract/archive.ts';
import { Permission } from '#domain/access/actor.ts';
import { appraisalOutcomeLabel, periodText } from '#domain/archive/appraisal.ts';
import { retentionLabel } from '#domain/archive/archive-record.ts';
import { archiveFindingLabel, archiveStateLabel } from '#domain/archive/archive-state.ts';
import type { SheetColumn } from '#server/adapters/spreadsheets/sheet-column.ts';
import { type ExportableList, exportableList } from '#server/framework/lists/exportable-list.ts';
import { permission } from '#server/framework/routing/access.ts';
import { readByPages } from '#server/kernel/database/read-cursor.ts';
import { pageOfEntries } from './catalogue.queries.ts';
import { listEntries, scopeOf } from './catalogue.ts';
import { presentEntry } from './present.ts';

/** Returns a column of texts. */
export const textColumn = <Row>(
  key: string,
  title: string,
  width: number,
  cell: (row: Row) => string,
): SheetColumn<Row> => ({ key, title, width, kind: 'text', cell });
const text = textColumn<ArchiveEntry>;

/** The columns of 案卷目录 and of 移交清单. */
export const catalogueColumns: readonly SheetColumn<ArchiveEntry>[] = [
  text('number', '档号', 210, (row) => row.number ?? ''),
  text('title', '题名', 320, (row) => row.title),
  text('item', '事项', 180, (row) => row.itemName),
  text('code', '流水号', 120, (row) => row.code),
  text('org', '立档单位', 180, (row) => row.orgName),
  { key: 'year', title: '年度', width: 70, kind: 'count', cell: (row: ArchiveEntry) => row.year },
  text('period', '保管期限', 90, (row) => (row.period === null ? '' : periodText(row.period, row.prolonged))),
  text('concludedOn', '办结日期', 110, (row) => row.concludedOn),
  text('keptUntil', '保管至', 110, (row) => row.keptUntil ?? ''),
  { key: 'files', title: '文件数', width: 80, kind: 'count', cell: (row: ArchiveEntry) => row.files },
  { key: 'size', title: '字节数', width: 100, kind: 'count', cell: (row: ArchiveEntry) => row.size },
  text('state', '状态', 100, (row) => archiveStateLabel[row.state]),
  text('found', '完整性', 100, (row) => (row.found === null ? '' : archiveFindingLabel[row.found])),
  text('handOver', '移交批次', 140, (row) => row.handOver?.number ?? ''),
  text('appraisal', '鉴定', 100, ({ appraisal }) =>
    appraisal ? appraisalOutcomeLabel[appraisal.outcome] : '',
  ),
  text('destroyedOn', '销毁日期', 110, (row) => row.destroyedOn ?? ''),
];

/** 档案目录 as a file (docs/decisions/0142). */
export const exportableArchive: ExportableList = exportableList({
  name: 'archive',
  title: '档案目录',
  endpoint: archive.page,
  access: permission(Permission.readArchive),
  mayTruncate: true,
  columns: catalogueColumns,
  filters: [
    { name: 'keyword', label: '关键词' },
    { name: 'year', label: '年度' },
    { name: 'period', label: '保管期限', valueLabels: retentionLabel },
    { name: 'taskCode', label: '事项', recordKind: 'items' },
    { name: 'state', label: '状态', valueLabels: archiveStateLabel },
    { name: 'handOver', label: '移交', valueLabels: { none: '未移交', prepared: '待移交', done: '已移交' } },
    { name: 'batch', label: '移交批次' },
    {
      name: 'tab',
      label: '范围',
      valueLabels: { all: '全部', trouble: '需处理', expired: '到期鉴定', doomed: '拟销毁' },
    },
  ],
  rowKey: (row: ArchiveEntry) => row.id,
  async request(context, actor, { sort, order, page: _page, size: _size, ...filters }) {
    const scope = scopeOf(context, actor);
    return {
      count: async () => (await listEntries(context, actor, { page: 1, size: 5, ...filters })).total,
      rows: (db, maxRows) =>
        readByPages(
          db,
          async (snapshot, { limit, offset }) => {
            const paging = { page: Math.floor(offset / limit) + 1, size: limit };
            const { rows } = await pageOfEntries(snapshot, scope, filters, { sort, order }, paging);
            return rows.map((row) => presentEntry(row, scope.today));
          },
          maxRows,
        ),
    };
  },
});
