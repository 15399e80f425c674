import type { ImportColumn } from '../sheets/import-sheet.ts';
import { officeLimits } from './office-limits.ts';

/**
 * Columns of the spreadsheets of halls, windows, posts and user groups; all other records are given by their
 * codes.
 */

const keyColumn = (title: string, example: string): ImportColumn => ({
  key: 'code',
  title,
  kind: 'code',
  required: true,
  hint: '关键列：已有的编码为修改，没有的为新增；流程和人员按编码指定，建立后不能改。',
  example,
});
const nameColumn = (title: string, example: string): ImportColumn => ({
  key: 'name',
  title,
  kind: 'text',
  required: true,
  limit: officeLimits.name,
  hint: '在选择和列表中显示的名称。',
  example,
});
const orderColumn: ImportColumn = {
  key: 'sortBy',
  title: '顺序',
  kind: 'number',
  max: officeLimits.order,
  hint: '数字小的排在前面；不填为 0。',
  example: '1',
};
const organisationColumn = (required: boolean): ImportColumn => ({
  key: 'orgId',
  title: '所属机构编码',
  nameTitle: '所属机构',
  kind: 'code',
  required,
  hint: required ? '已有机构的编码。' : '已有机构的编码；不属于任何一个机构的不填。',
  example: '330127-xfj',
});

export const hallColumns: readonly ImportColumn[] = [
  keyColumn('大厅编码', 'hall-zw'),
  nameColumn('大厅名称', '县政务服务中心'),
  organisationColumn(true),
  orderColumn,
];

export const windowColumns: readonly ImportColumn[] = [
  keyColumn('窗口编码', 'window-zw-1'),
  nameColumn('窗口名称', '综合受理一号窗口'),
  {
    key: 'number',
    title: '窗口号',
    kind: 'text',
    required: true,
    limit: officeLimits.number,
    hint: '窗口标牌上的号码，在一个大厅内不重复。',
    example: 'A01',
  },
  {
    key: 'hallId',
    title: '所属大厅编码',
    nameTitle: '所属大厅',
    kind: 'code',
    required: true,
    hint: '已有大厅的编码。',
    example: 'hall-zw',
  },
  orderColumn,
];

export const postColumns: readonly ImportColumn[] = [
  keyColumn('岗位编码', 'petition-examiner'),
  nameColumn('岗位名称', '信访受理审查岗'),
  organisationColumn(false),
  orderColumn,
];

export const groupColumns: readonly ImportColumn[] = [
  keyColumn('用户组编码', 'site-inspectors'),
  nameColumn('用户组名称', '现场核查组'),
  {
    key: 'applications',
    title: '业务应用编码',
    nameTitle: '业务应用',
    kind: 'list',
    limit: 64,
    hint: '用于哪些业务应用；所有业务都用的不填。',
    example: 'permit',
  },
  orderColumn,
];
