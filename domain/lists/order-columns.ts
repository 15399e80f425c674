import type { DeclaredColumns } from './columns.ts';

/** First columns of an order's row in every list. */
const firstColumns = {
  code: { title: '流水号', kind: 'text', width: 116 },
  title: { title: '办件名称', kind: 'text', width: 280, grows: true },
  itemName: { title: '事项', kind: 'text', width: 112 },
  applicantName: { title: '申请人', kind: 'maskedName', width: 74, hiddenUnder: 1400 },
  status: { title: '办理状态', kind: 'status', width: 108 },
} as const satisfies DeclaredColumns;

/** Columns that are hidden at first and that a person may show. */
const furtherColumns = {
  areaName: { title: '所属区划', kind: 'text', width: 140, hiddenByDefault: true },
  orgName: { title: '受理机构', kind: 'text', width: 170, hiddenByDefault: true },
  initiatorName: { title: '发起人', kind: 'text', width: 100, hiddenByDefault: true },
  urgeCount: { title: '催办次数', kind: 'count', width: 84, hiddenByDefault: true },
} as const satisfies DeclaredColumns;

/**
 * The same columns with sorting, for lists of a person's own, which are sorted by an index or read whole up
 * to 10,000 rows. The applicant's name is not sortable, because its order would reveal the masked name.
 */
const sortableFirstColumns = {
  code: { ...firstColumns.code, sort: 'code' },
  title: { ...firstColumns.title, sort: 'title' },
  itemName: { ...firstColumns.itemName, sort: 'itemName' },
  applicantName: firstColumns.applicantName,
  status: { ...firstColumns.status, sort: 'status' },
} as const satisfies DeclaredColumns;

const sortableFurtherColumns = {
  areaName: { ...furtherColumns.areaName, sort: 'areaName' },
  orgName: { ...furtherColumns.orgName, sort: 'orgName' },
  initiatorName: { ...furtherColumns.initiatorName, sort: 'initiatorName' },
  urgeCount: { ...furtherColumns.urgeCount, width: 100, sort: 'urgeCount' },
} as const satisfies DeclaredColumns;

/**
 * Columns for the current handlers of an order at any step, and for the delay of the step, besides the delay
 * of the whole order. The step with the nearest limit counts; one without a limit is never late. Lists of
 * tasks use the title 本环节 for the step of the row (`todoColumns`), so that no title has two meanings.
 */
export const overdueColumns = {
  handlerNames: {
    title: '当前处理人',
    kind: 'text',
    width: 112,
    hiddenByDefault: true,
    sort: 'handlerNames',
  },
  stepDue: {
    title: '环节时限',
    kind: 'due',
    width: 178,
    minWidth: 130,
    hiddenByDefault: true,
    sort: 'stepDueAt',
  },
  stepOverdueDays: {
    title: '环节超期天数',
    kind: 'overdueDays',
    width: 116,
    hiddenByDefault: true,
    sort: 'stepOverdueDays',
  },
  overdueDays: {
    title: '全程超期天数',
    kind: 'overdueDays',
    width: 116,
    hiddenByDefault: true,
    sort: 'overdueDays',
  },
} as const satisfies DeclaredColumns;

const startedAt = { title: '发起时间', kind: 'instant', width: 138 } as const;
const due = { title: '全程时限', kind: 'due', width: 178 } as const;

/** Columns of an order that every list has. */
export const orderColumns = {
  ...firstColumns,
  startedAt: { ...startedAt, sort: 'startedAt' },
  due,
  ...furtherColumns,
} as const satisfies DeclaredColumns;

const { hiddenByDefault: _handlerHidden, ...visibleHandlerNames } = overdueColumns.handlerNames;
const { hiddenByDefault: _stepDueHidden, ...visibleStepDue } = overdueColumns.stepDue;
const { hiddenByDefault: _stepOverdueHidden, ...visibleStepOverdueDays } = overdueColumns.stepOverdueDays;

export { visibleHandlerNames, visibleStepDue, visibleStepOverdueDays };

/** Columns of 我发起的: current handlers and step limit are shown at first, because the initiator may urge the handlers. */
export const initiatedColumns = {
  ...sortableFirstColumns,
  itemName: { ...sortableFirstColumns.itemName, hiddenUnder: 1500 },
  handlerNames: visibleHandlerNames,
  stepDue: visibleStepDue,
  startedAt: { ...orderColumns.startedAt, hiddenUnder: 1280 },
  due: { ...due, sort: 'dueAt' },
  stepOverdueDays: overdueColumns.stepOverdueDays,
  overdueDays: overdueColumns.overdueDays,
  ...sortableFurtherColumns,
} as const satisfies DeclaredColumns;

/** Columns of 我的申请; the current step of an order is shown besides the columns of every list. */
export const myColumns = {
  ...sortableFirstColumns,
  nodeName: { title: '当前环节', kind: 'text', width: 96 },
  startedAt: orderColumns.startedAt,
  due: { ...due, sort: 'dueAt' },
  ...overdueColumns,
  ...sortableFurtherColumns,
} as const satisfies DeclaredColumns;

/** Columns of 待办. */
export const todoColumns = {
  ...sortableFirstColumns,
  // The node column contains the same with more detail.
  itemName: { ...sortableFirstColumns.itemName, hiddenByDefault: true },
  status: { ...sortableFirstColumns.status, hiddenByDefault: true },
  nodeName: { title: '当前环节', kind: 'text', width: 92, sort: 'nodeName' },
  arrivedAt: { title: '到达时间', kind: 'instant', width: 148, sort: 'arrivedAt', hiddenUnder: 1280 },
  due: { title: '本环节时限', kind: 'due', width: 190, minWidth: 170, sort: 'dueAt' },
  /** The limit of the order as a whole. */
  wholeDue: { ...due, width: 192, minWidth: 176, sort: 'wholeDueAt' },
  startedAt: { ...orderColumns.startedAt, hiddenByDefault: true },
  handlerNames: { ...overdueColumns.handlerNames, title: '本环节处理人' },
  stepOverdueDays: { ...overdueColumns.stepOverdueDays, title: '本环节超期天数', width: 130 },
  overdueDays: overdueColumns.overdueDays,
  ...sortableFurtherColumns,
} as const satisfies DeclaredColumns;

/** Columns of 已办. */
export const doneColumns = {
  ...sortableFirstColumns,
  nodeName: { title: '办理环节', kind: 'text', width: 92, sort: 'nodeName' },
  handledAt: { title: '办理时间', kind: 'instant', width: 138, sort: 'handledAt' },
  due: { ...due, sort: 'dueAt' },
  startedAt: { ...orderColumns.startedAt, hiddenByDefault: true },
  ...overdueColumns,
  ...sortableFurtherColumns,
} as const satisfies DeclaredColumns;

/** Columns of 抄送我的. */
export const copiedColumns = {
  ...sortableFirstColumns,
  byName: { title: '抄送人', kind: 'text', width: 84, sort: 'byName' },
  copiedAt: { title: '抄送时间', kind: 'instant', width: 138, sort: 'copiedAt' },
  due: { ...due, sort: 'dueAt' },
  startedAt: { ...orderColumns.startedAt, hiddenByDefault: true },
  ...overdueColumns,
  ...sortableFurtherColumns,
} as const satisfies DeclaredColumns;
