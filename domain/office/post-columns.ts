import type { ImportColumn } from '../sheets/import-sheet.ts';
import { officeLimits } from './office-limits.ts';

/** Posts as a sheet; organisations are named by their code. */
export const postColumns: readonly ImportColumn[] = [
  {
    key: 'code',
    title: '岗位编码',
    kind: 'code',
    required: true,
    hint: '关键列：已有的编码为修改，没有的为新增。流程按编码指定岗位，建立后不能改。',
    example: 'petition-examiner',
  },
  {
    key: 'name',
    title: '岗位名称',
    kind: 'text',
    required: true,
    limit: officeLimits.name,
    hint: '选择处理人时显示的名称。',
    example: '信访受理审查岗',
  },
  {
    key: 'orgId',
    title: '所属机构编码',
    kind: 'code',
    hint: '岗位所属的机构；不属于任何一个机构的不填。',
    example: '330127-xfj',
  },
  {
    key: 'sortBy',
    title: '顺序',
    kind: 'number',
    max: officeLimits.order,
    hint: '小的在前；不填为 0。',
    example: '1',
  },
];
