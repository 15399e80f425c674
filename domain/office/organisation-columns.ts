import type { ImportColumn } from '../sheets/import-sheet.ts';
import { officeLimits } from './office-limits.ts';
import { organisationKindLabel } from './organisation-tree.ts';

/**
 * Columns of the organisation spreadsheet: parents by code, which may be in the same spreadsheet, regions by
 * code.
 */
export const organisationColumns: readonly ImportColumn[] = [
  {
    key: 'code',
    title: '机构编码',
    kind: 'code',
    required: true,
    hint: '关键列：已有的编码为修改，没有的为新增；流程和人员按编码指定，建立后不能改。',
    example: '330127-xfj',
  },
  {
    key: 'name',
    title: '机构名称',
    kind: 'text',
    required: true,
    limit: officeLimits.name,
    hint: '在选择和列表中显示的名称。',
    example: '淳安县信访局',
  },
  {
    key: 'kind',
    title: '类别',
    kind: 'choice',
    required: true,
    choices: Object.values(organisationKindLabel),
    hint: '部门下不能再设机构或部门。',
    example: '机构',
  },
  {
    key: 'parent',
    title: '上级机构编码',
    nameTitle: '上级机构',
    kind: 'code',
    hint: '已有的或本表中的机构编码；只有最上级的机构不填。',
    example: '10002',
  },
  {
    key: 'areaCode',
    title: '行政区划代码',
    kind: 'text',
    limit: 12,
    hint: '六位或更长的区划代码；新增时不填则与上级相同。',
    example: '330127',
  },
  {
    key: 'address',
    title: '地址',
    kind: 'text',
    limit: officeLimits.address,
    hint: '写入文书。',
    example: '千岛湖镇环湖北路 1 号',
  },
  {
    key: 'phone',
    title: '电话',
    kind: 'text',
    limit: officeLimits.phone,
    hint: '写入文书。',
    example: '0571-64812345',
  },
  {
    key: 'sortBy',
    title: '顺序',
    kind: 'number',
    max: officeLimits.order,
    hint: '同一上级之下数字小的排在前面；不填为 0。',
    example: '1',
  },
];
