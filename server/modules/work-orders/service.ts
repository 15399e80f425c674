import type { Applicant, WorkOrderPage } from '#contract/work-orders.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { isProcessResult, processResultLabel } from '#domain/enumerations/process-result.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { availableActions } from '#domain/workflow/available-actions.ts';
import type { ProcessDefinition, Task } from '#domain/workflow/model.ts';
import { activeNodeIds } from '#domain/workflow/queries.ts';
import { readerAuthority } from '#domain/workflow/reader-authority.ts';
import type { Context } from '#server/context/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { appendOrderAudit } from '#server/modules/audit/service.ts';
import { authorityAt, getPublishedForm, openForm, presentForm } from '#server/modules/forms/service.ts';
import { getPublishedProcess, type PublishedProcess } from '#server/modules/processes/service.ts';
import { currentHolidays, explainDue } from '#server/modules/supervision/service.ts';
import { extFieldsOf, originOf } from './order-origin.ts';
import { presentRow, presentTraces } from './present.ts';
import { presentApplicant } from './present-applicant.ts';
import {
  findAreas,
  findOrder,
  findOrderPage,
  type OrderPageRecord,
  type OrderRecord,
  type OrderRef,
} from './queries.ts';

export { donePage, initiatedPage, todoPage } from './lists.ts';
export type { ApplicantDetails } from './present-applicant.ts';

/** An order that this person may read, with the definition it runs on. */
export interface ReadableOrder {
  order: OrderRecord;
  definition: ProcessDefinition;
  process: PublishedProcess;
}

/** An order that is not there and one that is not theirs are told apart only by who may know that it is there. */
export async function readOrder(
  context: Context,
  actor: Actor,
  ref: OrderRef,
): Promise<ReadableOrder | Refusal> {
  const order = await findOrder(context.db, actor, ref);
  if (!order) return refuse('notFound');
  if (!order.readable) return refuse('forbidden');
  const process = await getPublishedProcess(context.db, order.process_definition_id);
  return { order, definition: process.definition, process };
}

async function readPage(context: Context, actor: Actor, ref: OrderRef): Promise<OrderPageRecord | Refusal> {
  const order = await findOrderPage(context.db, actor, ref);
  if (!order) return refuse('notFound');
  return order.readable ? order : refuse('forbidden');
}

/** The open task of the order that this person may act on, longest open first. */
export function openTaskOf(order: Pick<OrderRecord, 'state'>, actor: Actor): Task | undefined {
  return order.state.tasks.find(
    ({ outcome, candidates }) => outcome === null && candidates.some((key) => actor.keys.includes(key)),
  );
}

async function presentForms(
  context: Context,
  order: OrderPageRecord,
  definition: ProcessDefinition,
  actor: Actor,
) {
  const task = openTaskOf(order, actor);
  return Promise.all(
    order.forms.map(async ({ form_definition_id, content }) => {
      const form = await getPublishedForm(context.db, form_definition_id);
      const authority = task
        ? authorityAt(definition, task.nodeId, form.code)
        : readerAuthority(order.state, definition, actor, form.code);
      return presentForm(openForm(form, content, context.crypto), authority);
    }),
  );
}

async function applicantOf(
  context: Context,
  order: OrderPageRecord,
  mayReveal: boolean,
): Promise<Applicant | null> {
  if (!order.applicant) return null;
  const areas = await findAreas(context.db, order.applicant.region);
  return presentApplicant(order.applicant, areas, context.crypto, mayReveal);
}

/** Everything that the detail page shows, in one answer; `traceId` chooses among several open tasks of mine. */
export async function detailPage(
  context: Context,
  actor: Actor,
  ref: OrderRef,
): Promise<WorkOrderPage | Refusal> {
  const order = await readPage(context, actor, ref);
  if (isRefusal(order)) return order;
  const now = context.now();
  const [published, holidays] = await Promise.all([
    getPublishedProcess(context.db, order.process_definition_id),
    currentHolidays(context.db),
  ]);
  const { definition } = published;
  const actions = availableActions(order.state, definition, actor);
  const task = openTaskOf(order, actor);
  const bar = actions.bars.find(({ taskId, opType }) => opType === 1 && taskId === task?.id);
  const node = task ? definition.nodes[task.nodeId] : undefined;
  const withdrawTask = actions.withdrawableTaskIds.at(-1);
  const resubmits = bar?.buttons.some(({ code }) => code === '14') ?? false;
  const [forms, applicant] = await Promise.all([
    presentForms(context, order, definition, actor),
    applicantOf(context, order, false),
  ]);
  const lit = activeNodeIds(order.state);
  return {
    order: {
      ...presentRow(rowOf(order, holidays), holidays, now),
      version: order.version,
      rollbackStatus: order.rollback_status,
      ...originOf(order, published),
      applicantWord: order.applicant_word,
      resultLabel: resultOf(order),
      extFields: [...extFieldsOf(order, published, forms), ...resultFields(order)],
      dueExplanation: explainDue(order.clock, holidays),
    },
    applicant,
    forms,
    process: {
      definitionId: order.process_definition_id,
      activeNodeIds: lit,
      doneNodeIds: [...new Set(order.state.firings.map(({ nodeId }) => nodeId))].filter(
        (id) => !lit.includes(id),
      ),
    },
    traces: tracesOf(order, holidays, now),
    task:
      task && bar && bar.buttons.length > 0
        ? {
            traceId: `${order.id}.${task.id}`,
            nodeId: task.nodeId,
            nodeName: node?.name ?? '',
            opinionRequired: node?.kind === 'userTask' && node.opinionRequired,
            buttons: bar.buttons,
          }
        : null,
    withdrawTraceId: withdrawTask === undefined ? null : `${order.id}.${withdrawTask}`,
    can: {
      handle: bar !== undefined && !resubmits,
      withdraw: withdrawTask !== undefined,
      recall: actions.canRecall,
      resubmit: resubmits,
      reveal: can(actor, Permission.revealApplicant),
    },
  };
}

function rowOf(order: OrderRecord, holidays: HolidayTable) {
  const due = order.clock ? dueDate(order.clock, holidays) : { dueAt: null, provisional: false };
  return { ...order, due_at: due.dueAt, due_provisional: due.provisional };
}

function tracesOf(order: OrderPageRecord, holidays: HolidayTable, now: Date) {
  return presentTraces({ ...order, ended: order.ended_at !== null }, holidays, now);
}

function resultOf(order: OrderRecord): string {
  return isProcessResult(order.result_code) ? processResultLabel[order.result_code] : '';
}

/** The result of an order that has one, as a field of its own; the page names everything else itself. */
function resultFields(order: OrderRecord): { label: string; value: string }[] {
  const result = resultOf(order);
  return order.ended_at === null || result === '' ? [] : [{ label: '办理结果', value: result }];
}

/** Work order by code (S1 §7 "Work order info"). */
export async function orderInfo(context: Context, actor: Actor, ref: OrderRef) {
  const found = await readOrder(context, actor, ref);
  if (isRefusal(found)) return found;
  const { order, definition, process } = found;
  return {
    id: order.id,
    workorderCode: order.code,
    bizCode: order.code,
    withdraw: availableActions(order.state, definition, actor).withdrawableTaskIds.length > 0,
    rollbackStatus: order.rollback_status,
    procInsId: order.id,
    ...originOf(order, process),
    taskCode: order.task_code,
    name: order.item_name,
    areaName: order.area_name,
    orgName: order.org_name,
    workorderState: order.status,
  };
}

export async function orderItems(context: Context, actor: Actor, ref: OrderRef) {
  const order = await readPage(context, actor, ref);
  if (isRefusal(order)) return order;
  const process = await getPublishedProcess(context.db, order.process_definition_id);
  const forms = await presentForms(context, order, process.definition, actor);
  return {
    baseInfo: {
      name: order.item_name,
      workorderCode: order.code,
      areaName: order.area_name,
      orgName: order.org_name,
      // What the four named fields of the specification leave out (S1 §7).
      extFields: [
        { label: '发起人', value: order.initiator_name },
        { label: '办件标题', value: order.title },
        ...extFieldsOf(order, process, forms),
        ...resultFields(order),
      ],
    },
  };
}

export async function orderApplicant(context: Context, actor: Actor, ref: OrderRef) {
  const order = await readPage(context, actor, ref);
  if (isRefusal(order)) return order;
  return { applyer: await applicantOf(context, order, false), operator: { name: order.initiator_name } };
}

/** The applicant in the clear, for who may; each look leaves an audit link on the order's own chain. */
export async function revealApplicant(
  context: Context,
  actor: Actor,
  ref: OrderRef,
  requestId: string,
): Promise<Applicant | Refusal> {
  const order = await readPage(context, actor, ref);
  if (isRefusal(order)) return order;
  if (!can(actor, Permission.revealApplicant)) return refuse('forbidden');
  const applicant = await applicantOf(context, order, true);
  if (!applicant) return refuse('notFound');
  await inTransaction(context.db, (tx) =>
    appendOrderAudit(tx, context, {
      workorderId: order.id,
      actor,
      action: 'work-order.reveal-applicant',
      detail: {},
      requestId,
    }),
  );
  return applicant;
}

export async function orderForms(context: Context, actor: Actor, ref: OrderRef) {
  const order = await readPage(context, actor, ref);
  if (isRefusal(order)) return order;
  const { definition } = await getPublishedProcess(context.db, order.process_definition_id);
  return { rows: await presentForms(context, order, definition, actor) };
}

export async function orderProcess(context: Context, actor: Actor, ref: OrderRef) {
  const found = await readOrder(context, actor, ref);
  if (isRefusal(found)) return found;
  const { order } = found;
  const { xml } = await getPublishedProcess(context.db, order.process_definition_id);
  return {
    xml,
    actIds: activeNodeIds(order.state),
    procInsId: order.id,
    processDefId: order.process_definition_id,
  };
}

export async function orderTraces(context: Context, actor: Actor, ref: OrderRef) {
  const order = await readPage(context, actor, ref);
  if (isRefusal(order)) return order;
  return { rows: tracesOf(order, await currentHolidays(context.db), context.now()) };
}

/** The latest trace of this person: the open task, else the one handled last. */
export async function myTrace(context: Context, actor: Actor, ref: OrderRef) {
  const found = await readOrder(context, actor, ref);
  if (isRefusal(found)) return found;
  const { order } = found;
  const mine =
    openTaskOf(order, actor) ??
    order.state.tasks.findLast(({ finishedBy }) => finishedBy?.staffId === actor.staffId);
  return mine ? { id: `${order.id}.${mine.id}`, flowNodeId: mine.nodeId } : null;
}
