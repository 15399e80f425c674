import { initiation } from '#contract/initiation.ts';
import { Permission } from '#domain/access/actor.ts';
import { draftName } from '#domain/drafts/draft-name.ts';
import { type ExportableList, exportableList } from '#server/framework/lists/exportable-list.ts';
import { permission } from '#server/framework/routing/access.ts';
import { readByPages } from '#server/kernel/database/read-cursor.ts';
import { listDrafts, pageOfDrafts } from './drafts.ts';

type Row = Awaited<ReturnType<typeof pageOfDrafts>>['rows'][number];

/** 草稿箱 as a file, with the columns of its page (docs/decisions/0142). */
export const exportableDrafts: ExportableList = exportableList({
  name: 'drafts',
  title: '草稿箱',
  endpoint: initiation.draftList,
  access: permission(Permission.initiate),
  mayTruncate: false,
  columns: [
    {
      key: 'title',
      title: '办件名称',
      width: 320,
      kind: 'text',
      cell: draftName,
    },
    { key: 'item', title: '事项', width: 180, kind: 'text', cell: (row: Row) => row.itemName },
    { key: 'applicant', title: '申请人', width: 120, kind: 'text', cell: (row: Row) => row.applicantName },
    {
      key: 'created',
      title: '创建时间',
      width: 150,
      kind: 'instant',
      cell: (row: Row) => new Date(row.createdAt),
    },
    {
      key: 'updated',
      title: '最近保存',
      width: 150,
      kind: 'instant',
      cell: (row: Row) => new Date(row.updatedAt),
    },
  ],
  filters: [
    { name: 'keyword', label: '关键词' },
    { name: 'status', label: '草稿状态', valueLabels: { '0': '未提交', '-1': '已删除' } },
  ],
  permanentFilters: ['status'],
  rowKey: (row: Row) => row.id,
  async request(context, actor, query) {
    return {
      count: async () => (await listDrafts(context, actor, query)).total,
      rows: (db, maxRows) =>
        readByPages(
          db,
          async (snapshot, page) =>
            (await pageOfDrafts({ ...context, db: snapshot }, actor, query, page)).rows,
          maxRows,
        ),
    };
  },
});
