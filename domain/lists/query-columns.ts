import type { DeclaredColumns } from './columns.ts';
import {
  orderColumns,
  overdueColumns,
  shownHandlers,
  shownStepDue,
  shownStepOverdueDays,
} from './order-columns.ts';

const { code, title, itemName, applicantName, status, startedAt, due, ...further } = orderColumns;
// The combined query cannot sort by handlers.
const { sort: _sort, ...handlerNames } = shownHandlers;

/**
 * Columns of 综合查询 and of the orders behind a statistics figure: the columns of every list, the current
 * handlers and their delay. In a narrow window, columns such as item, status and start are hidden first.
 */
export const queryColumns = {
  code,
  title,
  itemName: { ...itemName, hiddenUnder: 1600 },
  applicantName: { ...applicantName, hiddenUnder: 1500 },
  status: { ...status, hiddenUnder: 1400 },
  nodeName: { title: '当前环节', kind: 'text', width: 96 },
  handlerNames,
  stepDue: shownStepDue,
  stepOverdueDays: shownStepOverdueDays,
  due: { ...due, sort: 'dueAt' },
  overdueDays: overdueColumns.overdueDays,
  startedAt: { ...startedAt, hiddenUnder: 1800 },
  ...further,
} as const satisfies DeclaredColumns;
