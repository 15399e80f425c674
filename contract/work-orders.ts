import { z } from 'zod';
import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { RequestOperation } from '#domain/enumerations/handler-operation.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import {
  doneColumns,
  initiatedColumns,
  orderColumns,
  overdueColumns,
  todoColumns,
} from '#domain/lists/order-columns.ts';
import { todoTabs } from '#domain/lists/todo-tabs.ts';
import { traceIdPattern } from '#domain/workflow/trace-id.ts';
import { Applicant } from './applicant.ts';
import { endpoint, pageOf, pageQuery, requiredText } from './endpoint.ts';
import { fieldsOf, sortQuery } from './list-columns.ts';
import { documentedFilters, filterDay, numberChoice } from './list-filters.ts';
import { documentedNames, partFields } from './my-order-names.ts';
import { OpenTask } from './open-task.ts';
import { orderOrigin } from './order-origin.ts';
import { OrderProcess } from './order-process.ts';
import { OwnCopy } from './out-of-flow-events.ts';
import { PanelView } from './panels.ts';
import { RecordOffer } from './record-offer.ts';
import { TaskButton } from './task-button.ts';
import { TodoCounts } from './todo-counts.ts';
import { Trace, TracesResult } from './traces.ts';
import { DocumentedForm, FormHistoryEntry, WorkOrderForm } from './work-order-form.ts';

/** Reading work orders: lists, the detail page in one call, and the specification's separate reads (S1 §7). */

export const workOrderCode = z.string().regex(/^\d{10,20}$/, '办件流水号格式不正确');
export const workOrderId = z.uuid('办件标识不正确').toLowerCase();
export const traceId = z.string().toLowerCase().regex(traceIdPattern, '轨迹标识不正确');
const instant = z.iso.datetime();

/** An order as a row of a list: a field for each column, and values without a column. */
export const WorkOrderRow = z.object({
  id: workOrderId,
  taskCode: z.string(),
  statusLabel: z.string(),
  updatedAt: instant,
  endedAt: instant.nullable(),
  ...fieldsOf(orderColumns),
});
export type WorkOrderRow = z.output<typeof WorkOrderRow>;

export const TodoRow = WorkOrderRow.extend({
  traceId,
  nodeId: z.string(),
  /** `due`, `handlerNames` and `stepOverdueDays` refer to this task; in lists of orders to all open steps. */
  /** Owner of the limit in `due`: the node (环节) or, if that has no limit, the order (全程). */
  dueOf: z.enum(['node', 'order']),
  /** True if the task was opened by a return. */
  returned: z.boolean(),
  /** True if the initiator recalled the order (撤回), so that it waits at its start. */
  recalled: z.boolean(),
  /** The operation by which another handler asked for it; null for a task of the node itself. */
  askedFor: z.enum(RequestOperation).nullable(),
  /** The absent person for whom this substitute does the task; empty for an own task. */
  standsFor: z.string(),
  ...fieldsOf(todoColumns),
});
export type TodoRow = z.output<typeof TodoRow>;

/** `doneBy`: the substitute who did it for this person; empty if the person did it. */
export const DoneRow = WorkOrderRow.extend({ traceId, doneBy: z.string(), ...fieldsOf(doneColumns) });
export type DoneRow = z.output<typeof DoneRow>;

/** A matter of the person, with the specification's names (S1 §2, §3); handlers and step limits are of its task, if any. */
export const MyOrderRow = WorkOrderRow.extend({ ...fieldsOf(overdueColumns), ...documentedNames });
export type MyOrderRow = z.output<typeof MyOrderRow>;

export const InitiatedRow = WorkOrderRow.extend(fieldsOf(initiatedColumns));
export type InitiatedRow = z.output<typeof InitiatedRow>;

/** An order found by the search in the header, with the person's list that matches it best. */
export const FoundOrder = WorkOrderRow.extend({
  list: z.enum(['todo', 'done', 'initiated']),
  traceId: traceId.nullable(),
});
export type FoundOrder = z.output<typeof FoundOrder>;

/** Words that must all occur, each in number, title or applicant's name; or, by right, a certificate number. */
const keyword = z.string().max(100);

/** Filters of the lists; empty ones are not sent (S0 §5). */
export const orderFilters = {
  ...documentedFilters,
  keyword: keyword.optional(),
  taskCode: z.string().max(60).optional(),
  status: numberChoice(Object.values(WorkOrderStatus)).optional(),
  startDate: filterDay.optional(),
  endDate: filterDay.optional(),
  /** By calendar day: before today, today, or up to the last day of the warning period. */
  due: z.enum(['overdue', 'today', 'soon']).optional(),
  /** Only orders that are due on this day. */
  dueDay: filterDay.optional(),
};

/** The phase of the order, for lists that contain ended orders too. */
export const phase = z.enum(['open', 'ended']).optional();

/** An action on the order besides the task's buttons; each needs a confirmation. */
export const OrderOffer = z.object({
  action: z.enum(['withdraw', 'recall', 'reassign', 'callOffCountersign', 'copy', 'urge', 'addPapers']),
  /** Label of its button, and title of its dialog. */
  name: z.string(),
  reason: z.enum(['required', 'optional', 'none']),
  /** Objects of the action with their questions: tasks by trace, or the whole order. */
  about: z.array(z.object({ traceId: traceId.nullable(), nodeName: z.string(), question: z.string() })),
  /** Reason why it cannot be done now; empty if it can. */
  whyNot: z.string(),
});
export type OrderOffer = z.output<typeof OrderOffer>;

export { NodeButtonResult as NodeButtonAnswer, TaskButton } from './task-button.ts';
export { Trace } from './traces.ts';

/** All content of the detail page, in one response. */
export const WorkOrderPage = z.object({
  order: WorkOrderRow.extend({
    version: z.number().int(),
    rollbackStatus: z.number().int(),
    ...orderOrigin,
    /** The item's term for its applicant. */
    applicantWord: z.enum(ApplicantTerm),
    /** True for a petition, whose petitioner has a history (`petitionHistory`). */
    isPetition: z.boolean(),
    resultLabel: z.string(),
    extFields: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  applicant: Applicant.nullable(),
  forms: z.array(WorkOrderForm),
  /** True if typed values were stored outside the order's forms, or a form was marked as deleted. */
  hasFormHistory: z.boolean(),
  /** True if the item makes documents, which the page loads on request. */
  makesPapers: z.boolean(),
  /** The materials of an item that lists some: the result of their last check, and whether this task may check them. */
  materials: z.object({ summary: z.string(), hasProblems: z.boolean(), checkable: z.boolean() }).nullable(),
  process: OrderProcess,
  /** The trace, newest first; of a long one the first shown rows and the newest of each node; `traces` returns all (0131). */
  traces: z.array(Trace),
  /** Number of all rows of the trace, and of rows that belong to a countersign's panel. */
  traceTotals: z.object({ rows: z.number().int(), answers: z.number().int() }),
  /** External system whose trace replaces the portal's, loaded with `traces`; null if there is none. */
  traceSource: z.string().nullable(),
  /**
   * The open task that this person acts on: the requested one, else the one open longest. Forms and their
   * authority belong to it. If null, the page shows no handler bar.
   */
  task: OpenTask.extend({
    opinionRequired: z.boolean(),
    buttons: z.array(TaskButton),
    /** Values that this person has staged here (暂存), shown in the forms and the bar. */
    staged: z.object({ stagedAt: instant, opinion: z.string() }).nullable(),
    /** The panel that asked this person, with its limit; null for a normal task of the node. */
    askedBy: PanelView.nullable(),
  }).nullable(),
  /** All open tasks of the order that this person may act on, the longest open first. */
  tasks: z.array(OpenTask),
  /** Open requests of this person to others, the latest first. */
  waitsFor: z.array(PanelView),
  /** The newest copy that this person received; null if there is none. */
  copy: OwnCopy.nullable(),
  /** 撤回 refers first to the requested step if it is done, else to the last one. */
  offers: z.array(OrderOffer),
  /** Number of side records (docs/decisions/0232), which the page loads on request. */
  recordCount: z.number().int(),
  /** Commands on side records: those that open one, and those of a record that blocks a task of this person. */
  recordOffers: z.array(RecordOffer),
  /** The open side record that blocks a task of this person, as `补正（等待申请人提交）`; empty without any. */
  blockedBy: z.string(),
  can: z.object({
    handle: z.boolean(),
    withdraw: z.boolean(),
    recall: z.boolean(),
    reassign: z.boolean(),
    resubmit: z.boolean(),
    copy: z.boolean(),
    urge: z.boolean(),
    reveal: z.boolean(),
    restoreForms: z.boolean(),
  }),
});
export type WorkOrderPage = z.output<typeof WorkOrderPage>;

const byCode = z.strictObject({ workorderCode: workOrderCode });
const byId = z.strictObject({ workorderId: workOrderId });

export const workOrders = {
  todoPage: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorder/todoPage',
    summary: '待办列表',
    query: z.strictObject({
      ...pageQuery,
      ...orderFilters,
      tab: z.enum(todoTabs).default('all'),
      /** Name of the node of the task. */
      nodeName: z.string().max(100).optional(),
      sort: sortQuery(todoColumns).default('dueAt'),
    }),
    output: pageOf(TodoRow),
  }),
  todoCounts: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/todo-counts',
    summary: '待办各页签件数',
    output: TodoCounts,
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/work-orders/search',
    summary: '在本人的办件中查找',
    query: z.strictObject({ keyword: requiredText('请输入要查找的内容').max(100) }),
    output: z.object({ rows: z.array(FoundOrder) }),
  }),
  donePage: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorder/donePage',
    summary: '已办列表',
    query: z.strictObject({
      ...pageQuery,
      ...orderFilters,
      phase,
      sort: sortQuery(doneColumns).default('handledAt'),
    }),
    output: pageOf(DoneRow),
  }),
  initiatedPage: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorder/initiatedPage',
    summary: '我发起的办件',
    query: z.strictObject({
      ...pageQuery,
      ...orderFilters,
      phase,
      sort: sortQuery(initiatedColumns).default('startedAt'),
    }),
    output: pageOf(InitiatedRow),
  }),
  myWorkOrderPage: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorder/myWorkOrderPage',
    summary: '我参与的办件',
    /** Lists waiting matters, or by `traceType` those done, initiated, or copied to the person. */
    query: z.strictObject({
      ...pageQuery,
      ...orderFilters,
      phase,
      ...partFields,
      /** Key of a column of the requested part. */
      sort: z.string().max(40).optional(),
    }),
    output: pageOf(MyOrderRow),
  }),
  detailPage: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/:workorderCode/page',
    summary: '办件详情（一次取齐）',
    carriesForms: true,
    params: byCode,
    query: z.strictObject({ traceId: traceId.optional() }),
    output: WorkOrderPage,
  }),
  info: endpoint({
    method: 'GET',
    path: '/workorder/workorders/:workorderCode',
    summary: '按流水号取办件',
    params: byCode,
    query: z.strictObject({ mark: z.literal('select').optional() }),
    output: z.object({
      id: workOrderId,
      workorderId: workOrderId,
      workorderCode: z.string(),
      bizCode: z.string(),
      /** True if the caller may withdraw the last step. */
      withdraw: z.boolean(),
      rollbackStatus: z.number().int(),
      procInsId: z.string(),
      ...orderOrigin,
      taskCode: z.string(),
      name: z.string(),
      areaName: z.string(),
      orgName: z.string(),
      workorderState: z.number().int(),
      /** Fields that the item selects, as this reader may see them. */
      extFields: z.array(z.object({ label: z.string(), value: z.string() })),
    }),
  }),
  items: endpoint({
    method: 'GET',
    path: '/workorder/workorders/:workorderId/items',
    summary: '办件基本信息',
    params: byId,
    output: z.object({
      baseInfo: z.object({
        name: z.string(),
        workorderCode: z.string(),
        areaName: z.string(),
        orgName: z.string(),
        extFields: z.array(z.object({ label: z.string(), value: z.string() })),
      }),
    }),
  }),
  applicantInfo: endpoint({
    method: 'GET',
    path: '/workorder/workorders/:workorderCode/applyers/info',
    summary: '申请人信息',
    params: byCode,
    output: z.object({ applyer: Applicant.nullable(), operator: z.object({ name: z.string() }) }),
  }),
  revealApplicant: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/work-orders/:workorderCode/applicant/reveal',
    summary: '查看申请人敏感信息',
    params: byCode,
    output: Applicant,
    refusals: ['notFound', 'forbidden', 'tooManyRequests'],
  }),
  revealForms: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/work-orders/:workorderCode/forms/reveal',
    summary: '查看表单敏感信息',
    carriesForms: true,
    params: byCode,
    /** Forms with masked values, unmasked as far as the reader may see them. */
    output: z.object({
      rows: z.array(z.object({ formCode: z.string(), content: z.record(z.string(), z.unknown()) })),
    }),
    refusals: ['forbidden', 'tooManyRequests'],
  }),
  restoreForms: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/api/work-orders/:workorderCode/forms/restore',
    summary: '恢复已删除的表单内容',
    params: byCode,
    output: z.object({ restored: z.number().int() }),
    refusals: ['forbidden'],
  }),
  formHistory: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/:workorderCode/forms/history',
    summary: '历史表单',
    carriesForms: true,
    params: byCode,
    output: z.object({ rows: z.array(FormHistoryEntry) }),
  }),
  forms: endpoint({
    method: 'GET',
    path: '/workorder/workorders/:workorderId/forms',
    summary: '办件表单',
    carriesForms: true,
    params: byId,
    query: z.strictObject({ traceId: traceId.optional(), isWindowSpecific: z.literal('1').optional() }),
    output: z.object({ rows: z.array(DocumentedForm) }),
  }),
  process: endpoint({
    method: 'GET',
    path: '/workorder/workorders/:workorderCode/process',
    summary: '办件流程图',
    params: byCode,
    output: z.object({
      xml: z.string(),
      actIds: z.array(z.string()),
      procInsId: z.string(),
      processDefId: z.string(),
    }),
  }),
  traces: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorders/:workorderCode/traces',
    summary: '办件轨迹',
    params: byCode,
    /** `own`: the portal's rows, even if an external trace replaces them (docs/decisions/0115, 0131). */
    query: z.strictObject({ own: z.literal('true').optional() }),
    output: TracesResult,
  }),
  myTrace: endpoint({
    method: 'GET',
    path: '/workorder/workorders/:workorderCode/traces/mine',
    summary: '本人最近轨迹',
    params: byCode,
    output: z.object({ id: z.string(), flowNodeId: z.string() }).nullable(),
  }),
};
