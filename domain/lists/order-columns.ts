import type { DeclaredColumns } from './columns.ts';

/** First columns of an order's row in every list. */
const head = {
  code: { title: '流水号', kind: 'text', width: 116 },
  title: { title: '办件名称', kind: 'text', width: 280, grows: true },
  itemName: { title: '事项', kind: 'text', width: 112 },
  applicantName: { title: '申请人', kind: 'maskedName', width: 74, hiddenUnder: 1400 },
  status: { title: '办理状态', kind: 'status', width: 108 },
} as const satisfies DeclaredColumns;

/** Columns that are hidden at first and that a person may show. */
const further = {
  areaName: { title: '所属区划', kind: 'text', width: 140, hiddenAtFirst: true },
  orgName: { title: '受理机构', kind: 'text', width: 170, hiddenAtFirst: true },
  initiatorName: { title: '发起人', kind: 'text', width: 100, hiddenAtFirst: true },
  urgeCount: { title: '催办次数', kind: 'count', width: 84, hiddenAtFirst: true },
} as const satisfies DeclaredColumns;

/**
 * The same columns with sorting, for lists of a person's own, which are sorted by an index or read whole up
 * to 10,000 rows. The applicant's name is not sortable, because its order would reveal the masked name.
 */
const sortedHead = {
  code: { ...head.code, sort: 'code' },
  title: { ...head.title, sort: 'title' },
  itemName: { ...head.itemName, sort: 'itemName' },
  applicantName: head.applicantName,
  status: { ...head.status, sort: 'status' },
} as const satisfies DeclaredColumns;

const sortedFurther = {
  areaName: { ...further.areaName, sort: 'areaName' },
  orgName: { ...further.orgName, sort: 'orgName' },
  initiatorName: { ...further.initiatorName, sort: 'initiatorName' },
  urgeCount: { ...further.urgeCount, width: 100, sort: 'urgeCount' },
} as const satisfies DeclaredColumns;

/**
 * Columns for the current handlers of an order at any step, and for the delay of the step, besides the delay
 * of the whole order. The step with the nearest limit counts; one without a limit is never late. Lists of
 * tasks use the title 本环节 for the step of the row (`todoColumns`), so that no title has two meanings.
 */
export const overdueColumns = {
  handlerNames: { title: '当前处理人', kind: 'text', width: 112, hiddenAtFirst: true, sort: 'handlerNames' },
  stepDue: {
    title: '环节时限',
    kind: 'due',
    width: 178,
    minWidth: 130,
    hiddenAtFirst: true,
    sort: 'stepDueAt',
  },
  stepOverdueDays: {
    title: '环节超期天数',
    kind: 'overdueDays',
    width: 116,
    hiddenAtFirst: true,
    sort: 'stepOverdueDays',
  },
  overdueDays: {
    title: '全程超期天数',
    kind: 'overdueDays',
    width: 116,
    hiddenAtFirst: true,
    sort: 'overdueDays',
  },
} as const satisfies DeclaredColumns;

const startedAt = { title: '发起时间', kind: 'instant', width: 138 } as const;
const due = { title: '全程时限', kind: 'due', width: 178 } as const;

/** Columns of an order that every list has. */
export const orderColumns = {
  ...head,
  startedAt: { ...startedAt, sort: 'startedAt' },
  due,
  ...further,
} as const satisfies DeclaredColumns;

const { hiddenAtFirst: _handlerHidden, ...shownHandlers } = overdueColumns.handlerNames;
const { hiddenAtFirst: _stepDueHidden, ...shownStepDue } = overdueColumns.stepDue;
const { hiddenAtFirst: _stepOverdueHidden, ...shownStepOverdueDays } = overdueColumns.stepOverdueDays;

export { shownHandlers, shownStepDue, shownStepOverdueDays };

/** Columns of 我发起的: current handlers and step limit are shown at first, because the initiator may urge the handlers. */
export const ownColumns = {
  ...sortedHead,
  itemName: { ...sortedHead.itemName, hiddenUnder: 1500 },
  handlerNames: shownHandlers,
  stepDue: shownStepDue,
  startedAt: { ...orderColumns.startedAt, hiddenUnder: 1280 },
  due: { ...due, sort: 'dueAt' },
  stepOverdueDays: overdueColumns.stepOverdueDays,
  overdueDays: overdueColumns.overdueDays,
  ...sortedFurther,
} as const satisfies DeclaredColumns;

/** Columns of 我的申请; the current step of an order is shown besides the columns of every list. */
export const myColumns = {
  ...sortedHead,
  nodeName: { title: '当前环节', kind: 'text', width: 96 },
  startedAt: orderColumns.startedAt,
  due: { ...due, sort: 'dueAt' },
  ...overdueColumns,
  ...sortedFurther,
} as const satisfies DeclaredColumns;

/** Columns of 待办. */
export const todoColumns = {
  ...sortedHead,
  // The node column contains the same with more detail.
  itemName: { ...sortedHead.itemName, hiddenAtFirst: true },
  status: { ...sortedHead.status, hiddenAtFirst: true },
  nodeName: { title: '当前环节', kind: 'text', width: 92, sort: 'nodeName' },
  arrivedAt: { title: '到达时间', kind: 'instant', width: 148, sort: 'arrivedAt', hiddenUnder: 1280 },
  due: { title: '本环节时限', kind: 'due', width: 190, minWidth: 170, sort: 'dueAt' },
  /** The limit of the order as a whole. */
  wholeDue: { ...due, width: 192, minWidth: 176, sort: 'wholeDueAt' },
  startedAt: { ...orderColumns.startedAt, hiddenAtFirst: true },
  handlerNames: { ...overdueColumns.handlerNames, title: '本环节处理人' },
  stepOverdueDays: { ...overdueColumns.stepOverdueDays, title: '本环节超期天数', width: 130 },
  overdueDays: overdueColumns.overdueDays,
  ...sortedFurther,
} as const satisfies DeclaredColumns;

/** Columns of 已办. */
export const doneColumns = {
  ...sortedHead,
  nodeName: { title: '办理环节', kind: 'text', width: 92, sort: 'nodeName' },
  handledAt: { title: '办理时间', kind: 'instant', width: 138, sort: 'handledAt' },
  due: { ...due, sort: 'dueAt' },
  startedAt: { ...orderColumns.startedAt, hiddenAtFirst: true },
  ...overdueColumns,
  ...sortedFurther,
} as const satisfies DeclaredColumns;

/** Columns of 抄送我的. */
export const copiedColumns = {
  ...sortedHead,
  byName: { title: '抄送人', kind: 'text', width: 84, sort: 'byName' },
  copiedAt: { title: '抄送时间', kind: 'instant', width: 138, sort: 'copiedAt' },
  due: { ...due, sort: 'dueAt' },
  startedAt: { ...orderColumns.startedAt, hiddenAtFirst: true },
  ...overdueColumns,
  ...sortedFurther,
} as const satisfies DeclaredColumns;
