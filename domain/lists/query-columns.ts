import type { DeclaredColumns } from './columns.ts';
import {
  orderColumns,
  overdueColumns,
  visibleHandlerNames,
  visibleStepDue,
  visibleStepOverdueDays,
} from './order-columns.ts';

const { code, title, itemName, applicantName, status, startedAt, due, ...further } = orderColumns;
/** Width of a window below which the columns before the limits leave no space for them. */
const narrowWindow = 1200;

// The combined query cannot sort by handlers.
const { sort: _sort, ...handlerNames } = visibleHandlerNames;

/**
 * Columns of 综合查询 and of the orders behind a statistics figure: the columns of every list, the current
 * handlers and both limits, which also say by how many days they are exceeded. In a narrow window, columns such as
 * item, status and start are hidden, so that the limit of the whole order stays in view.
 */
export const queryColumns = {
  code,
  title,
  itemName: { ...itemName, hiddenUnder: 1600 },
  applicantName: { ...applicantName, hiddenUnder: 1500 },
  status: { ...status, hiddenUnder: 1400 },
  nodeName: { title: '当前环节', kind: 'text', width: 96, hiddenUnder: narrowWindow },
  handlerNames,
  stepDue: visibleStepDue,
  // A leader sorts by it; on a laptop at 125 % it would push the limit of the whole order out of view.
  stepOverdueDays: { ...visibleStepOverdueDays, hiddenUnder: narrowWindow },
  due: { ...due, sort: 'dueAt' },
  overdueDays: overdueColumns.overdueDays,
  startedAt: { ...startedAt, hiddenUnder: 1800 },
  ...further,
} as const satisfies DeclaredColumns;
