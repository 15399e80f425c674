import { archiveDestructions, type DestructionItem } from '#contract/archive-destructions.ts';
import { Permission } from '#domain/access/actor.ts';
import { periodText } from '#domain/archive/appraisal.ts';
import { destructionStateLabel } from '#domain/archive/archive-state.ts';
import { type ExportableList, exportableList } from '#server/framework/lists/exportable-list.ts';
import { permission } from '#server/framework/routing/access.ts';
import { readByPages } from '#server/kernel/database/read-cursor.ts';
import { pageOfDestructionItems } from './destructions.queries.ts';
import { listDestructionItems, presentDestructionItem } from './destructions.ts';
import { textColumn } from './exportable-archive.ts';

const text = textColumn<DestructionItem>;

/** 销毁清册 as a file: one list, or all of them. */
export const exportableDestructions: ExportableList = exportableList({
  name: 'archive-destruction',
  title: '档案销毁清册',
  endpoint: archiveDestructions.items,
  access: permission(Permission.manageArchive),
  mayTruncate: true,
  columns: [
    text('register', '清册号', 120, (row) => row.register),
    { key: 'place', title: '序号', width: 60, kind: 'count', cell: (row: DestructionItem) => row.place },
    text('number', '档号', 210, (row) => row.number),
    text('title', '题名', 320, (row) => row.title),
    text('item', '事项', 180, (row) => row.itemName),
    text('code', '流水号', 120, (row) => row.code),
    text('org', '立档单位', 180, (row) => row.orgName),
    { key: 'year', title: '年度', width: 70, kind: 'count', cell: (row: DestructionItem) => row.year },
    text('concludedOn', '办结日期', 110, (row) => row.concludedOn),
    text('period', '保管期限', 150, (row) => periodText(row.period, row.prolonged)),
    text('keptUntil', '保管至', 110, (row) => row.keptUntil),
    { key: 'files', title: '文件数', width: 80, kind: 'count', cell: (row: DestructionItem) => row.files },
    { key: 'size', title: '字节数', width: 100, kind: 'count', cell: (row: DestructionItem) => row.size },
    text('reason', '销毁理由', 240, (row) => row.reason),
    text('appraisedBy', '鉴定人', 90, (row) => row.appraisedBy),
    text('madeBy', '编制人', 90, (row) => row.madeBy),
    text('decidedBy', '审批人', 90, (row) => row.decidedBy),
    text('state', '状态', 90, (row) => destructionStateLabel[row.state]),
    {
      key: 'doneAt',
      title: '销毁时间',
      width: 140,
      kind: 'instant',
      cell: (row: DestructionItem) => (row.doneAt === null ? null : new Date(row.doneAt)),
    },
    text('handedOver', '移交批次', 140, (row) => row.handedOver),
    text('sha256', '档案包SHA-256', 460, (row) => row.sha256),
  ],
  filters: [
    { name: 'register', label: '清册号' },
    { name: 'keyword', label: '关键词' },
  ],
  rowKey: (row: DestructionItem) => row.id,
  async request(context, actor, { sort, order, page: _page, size: _size, ...filters }) {
    return {
      count: async () => (await listDestructionItems(context, actor, { page: 1, size: 5, ...filters })).total,
      rows: (db, maxRows) =>
        readByPages(
          db,
          async (snapshot, { limit, offset }) => {
            const paging = { page: Math.floor(offset / limit) + 1, size: limit, sort, order: order ?? 'asc' };
            const { rows } = await pageOfDestructionItems(snapshot, actor.orgId, filters, paging);
            return rows.map(presentDestructionItem);
          },
          maxRows,
        ),
    };
  },
});
