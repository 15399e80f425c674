import type { DeclaredColumns } from './columns.ts';
import { orderColumns } from './order-columns.ts';

const { code, title, itemName, applicantName, status, startedAt, due, ...further } = orderColumns;

/** 综合查询; where an order is now stands beside what every list shows. */
export const queryColumns = {
  code,
  title,
  itemName,
  applicantName,
  status,
  nodeName: { title: '当前环节', kind: 'text', width: 96 },
  startedAt,
  due,
  ...further,
} as const satisfies DeclaredColumns;
