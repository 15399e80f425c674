import type { Applicant } from '#contract/applicant.ts';
import type { OrderOffer, WorkOrderPage, workOrders } from '#contract/work-orders.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { isProcessResult, processResultLabel } from '#domain/enumerations/process-result.ts';
import { withFileItems } from '#domain/forms/attached-files.ts';
import { fileItemOf } from '#domain/forms/file-item.ts';
import { formMetaOf } from '#domain/forms/form-meta.ts';
import { completeSummary } from '#domain/materials/material-check.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { endOfHandling } from '#domain/workflow/action-preview.ts';
import { activeNodeIds, lastFinishedBy } from '#domain/workflow/actions/queries.ts';
import { actionOf } from '#domain/workflow/actions/registry.ts';
import { availableActions, meaningOf, usesHandlerBar } from '#domain/workflow/available-actions.ts';
import { isMaterialTask } from '#domain/workflow/checkable-task.ts';
import { openPanelsOf } from '#domain/workflow/state/panels.ts';
import { recordThatBlocks } from '#domain/workflow/state/records.ts';
import type { Context } from '#server/framework/context.ts';
import type { WrapField } from '#server/framework/routing/form-key.ts';
import type { Call } from '#server/framework/routing/route.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import { appendOrderAudit } from '#server/modules/access/audit/service.ts';
import { presentForm, wrapForm } from '#server/modules/design/forms/service.ts';
import { evaluateCondition } from '#server/modules/design/processes/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import { asReader, type ReadableOrder } from './access.ts';
import { offersOf } from './order-offers.ts';
import { extFieldsOf, originOf } from './order-origin.ts';
import { progressOf } from './order-progress.ts';
import { panelsOf, readTraces, tracesOf } from './order-traces.ts';
import { openTaskOf, openTasksOf, presentTask } from './own-tasks.ts';
import { pausedDue } from './paused-due.ts';
import { presentRow } from './present.ts';
import { presentApplicant } from './present-applicant.ts';
import { newestCopyTo } from './present-copies.ts';
import { findRegions, type OrderPageRecord, type OrderRecord } from './queries.ts';
import { openFormsForReader, presentForms, type ReadablePage } from './reader-forms.ts';
import { recordsForBar } from './record-offers.ts';
import { findTaskDraft, presentTaskDraft } from './task-draft.ts';
import { traceHead } from './trace-head.ts';

export {
  asReader,
  isNamed,
  mayRead,
  type ReadableOrder,
  readOrder,
  readOrderPage,
  readsOrder,
} from './access.ts';
export { countOverdue, queryPage } from './combined-query.ts';
export { countCopiesToRead, pageOfCopies } from './copied-list.ts';
export { exportableOrderLists, exportFilteredOrders } from './exportable-lists.ts';
export { exportableQueries, exportOfFilteredOrders } from './exportable-queries.ts';
export {
  donePage,
  initiatedPage,
  pageOfFilteredOrders,
  searchOwnLists,
  todoCounts,
  todoPage,
} from './lists.ts';
export { findMaterials, type MaterialsRow, type StoredCheck } from './materials.queries.ts';
export { papersOfOrder, readMaterials, refuseReceipt } from './materials.ts';
export { countOrdersBySteps, type OverdueHandler } from './overdue-steps.ts';
export { openTaskOf } from './own-tasks.ts';
export { searchOrders } from './page-search.ts';
export { statusLabelOf } from './present.ts';
export { type ApplicantDetails, maskApplicantName } from './present-applicant.ts';
export { presentSideRecords } from './present-side-records.ts';
export { findRegions, readableBy } from './queries.ts';
export { recordChangedOrder } from './query-index.queries.ts';
export { indexOrders, reindexSearchTexts } from './query-index.ts';
export { presentRecordOffers } from './record-offers.ts';
export { correctionsOf, rareSupplementsOf } from './records-of-trace.ts';
export { findSimilarCandidates } from './similar-orders.ts';
export { specialsOf } from './specials-of-trace.ts';
export { decryptTaskDraft, encryptTaskDraft } from './task-draft.ts';
export { type KeyHolder, keyRowsOf, lentPart, orLentTask } from './waiting-keys.ts';
export { completeFormChanges, completeTrace, unmaskedApplicant } from './whole-order.ts';

async function applicantOf(
  context: Context,
  order: OrderPageRecord,
  mayReveal: boolean,
): Promise<Applicant | null> {
  if (!order.applicant) return null;
  const areas = await findRegions(context.db, order.applicant.region);
  return presentApplicant(order.applicant, areas, context.crypto, mayReveal);
}

/**
 * Returns everything that the detail page shows, in one answer; `traceId` selects one of several open tasks
 * of the person.
 */
export async function detailPage(
  context: Context,
  actor: Actor,
  readableOrder: ReadablePage,
  wrapField?: WrapField,
): Promise<WorkOrderPage> {
  const { order, definition, process, trace } = readableOrder;
  const now = context.now();
  const holidays = await currentHolidays(context.db);
  const { addressee } = await currentDirectory(context.db);
  const actions = availableActions(order.state, definition, actor, addressee);
  const task = openTaskOf(readableOrder, actor, trace, addressee);
  const bar = actions.bars.find(({ taskId, opType }) => opType === 1 && taskId === task?.id);
  const node = task ? definition.nodes[task.nodeId] : undefined;
  const resubmits = bar?.buttons.some(({ code }) => actionOf(code) === 'resubmit') ?? false;
  const staged = task && findTaskDraft(context, order, task);
  const head = traceHead(order.state, order.records);
  const traces = await readTraces(context, order, head);
  const panels = await panelsOf(
    context,
    actor,
    { ...readableOrder, order: { ...order, traces } },
    holidays,
    now,
    head,
  );
  const documents = task
    ? await context.documents.documentsByButton({ taskCode: order.task_code, nodeId: task.nodeId })
    : {};
  if (Object.keys(documents).length > 0) context.documents.makeReady();
  const [forms, applicant, offers] = await Promise.all([
    presentForms(context, readableOrder, actor),
    applicantOf(context, order, false),
    offersOf(context, actor, readableOrder, actions),
  ]);
  const isOffered = (action: OrderOffer['action']) => offers.some((offer) => offer.action === action);
  return {
    order: {
      ...presentRow(rowOf(order, holidays), holidays, now),
      ...pausedDue(order, holidays),
      version: order.version,
      rollbackStatus: order.rollback_status,
      ...originOf(order, process),
      applicantWord: order.applicant_word,
      isPetition: order.is_petition,
      resultLabel: resultOf(order),
      extFields: [...extFieldsOf(order, process, forms), ...resultFields(order)],
    },
    applicant,
    forms: forms.map(({ presentation, compiled }) => wrapForm(presentation, compiled, wrapField)),
    hasFormHistory: order.pendingForms.length > 0 || order.deleted_forms > 0,
    makesPapers: (await context.documents.documentsOfItem(order.task_code)).length > 0,
    materials: order.has_materials
      ? {
          summary: order.material_summary ?? '',
          hasProblems: (order.material_summary ?? completeSummary) !== completeSummary,
          checkable: task !== undefined && isMaterialTask(definition, task),
        }
      : null,
    process: progressOf(order.process_definition_id, definition, order.state),
    traces: tracesOf({ ...order, traces }, panels, holidays, now, head),
    traceTotals: head.totals,
    traceSource: order.trace_source?.name ?? null,
    task:
      task && bar && bar.buttons.length > 0 && recordThatBlocks(order.state, task) === undefined
        ? {
            ...presentTask(readableOrder, task, actor),
            opinionRequired: node?.kind === 'userTask' && node.opinionRequired,
            buttons: bar.buttons.flatMap((button) => {
              const meaning = node && meaningOf(button, node);
              if (meaning === undefined) return [];
              const pressedButton = { taskId: task.id, buttonId: button.id };
              const endStatus =
                meaning.action === 'handle'
                  ? (endOfHandling(order.state, pressedButton, {
                      definition,
                      actor,
                      now,
                      evaluateCondition,
                    }) ?? null)
                  : meaning.endStatus;
              const makesDocuments = usesHandlerBar(meaning) && (documents[button.id] ?? []).length > 0;
              return [
                {
                  ...button,
                  ...meaning,
                  resultCode: button.resultCode ?? null,
                  ends: endStatus !== null,
                  endStatus,
                  makesDocuments,
                  binds: [...(button.binds ?? [])],
                },
              ];
            }),
            staged: presentTaskDraft(staged),
            askedBy: panels.find(({ id }) => id === task.panelId) ?? null,
          }
        : null,
    tasks: openTasksOf(readableOrder, actor)
      .filter(({ id }) => actions.bars.some(({ taskId, opType }) => opType === 1 && taskId === id))
      .map((open) => presentTask(readableOrder, open, actor)),
    waitsFor: openPanelsOf(order.state, actor).flatMap(
      (panel) => panels.find(({ id }) => id === panel.id) ?? [],
    ),
    copy: newestCopyTo(actor, order, definition),
    offers,
    recordCount: order.state.records?.length ?? 0,
    ...recordsForBar(readableOrder, asReader(actor, readableOrder), holidays, now),
    can: {
      handle: bar !== undefined && !resubmits,
      withdraw: isOffered('withdraw'),
      recall: isOffered('recall'),
      reassign: isOffered('reassign'),
      resubmit: resubmits,
      copy: isOffered('copy'),
      urge: isOffered('urge'),
      reveal: can(actor, Permission.revealApplicant),
      restoreForms: order.deleted_forms > 0 && can(actor, Permission.administer),
    },
  };
}

function rowOf(order: OrderRecord, holidays: HolidayTable) {
  const due = order.clock ? dueDate(order.clock, holidays) : { dueAt: null, provisional: false };
  return { ...order, due_at: due.dueAt, due_provisional: due.provisional };
}

function resultOf(order: OrderRecord): string {
  return isProcessResult(order.result_code) ? processResultLabel[order.result_code] : '';
}

/** Returns the result of an order as a field; the page has fields of its own for everything else. */
function resultFields(order: OrderRecord): { label: string; value: string }[] {
  const result = resultOf(order);
  return order.ended_at === null || result === '' ? [] : [{ label: '办理结果', value: result }];
}

/** Returns a work order by code (S1 §7 "Work order info"). */
export async function orderInfo(context: Context, actor: Actor, readableOrder: ReadablePage) {
  const { order, definition, process } = readableOrder;
  return {
    id: order.id,
    workorderId: order.id,
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
    extFields: extFieldsOf(order, process, await presentForms(context, readableOrder, actor)),
  };
}

export async function orderItems(context: Context, actor: Actor, readableOrder: ReadablePage) {
  const { order, process } = readableOrder;
  const forms = await presentForms(context, readableOrder, actor);
  return {
    baseInfo: {
      name: order.item_name,
      workorderCode: order.code,
      areaName: order.area_name,
      orgName: order.org_name,
      // Values beyond the four named fields of the specification (S1 §7).
      extFields: [
        { label: '发起人', value: order.initiator_name },
        { label: '办件标题', value: order.title },
        ...extFieldsOf(order, process, forms),
        ...resultFields(order),
      ],
    },
  };
}

export async function orderApplicant(context: Context, { order }: ReadablePage) {
  return { applyer: await applicantOf(context, order, false), operator: { name: order.initiator_name } };
}

/** More than a service counter needs, and too few for collecting applicants. */
const revealsAnHour = 60;

/** Refuses to show masked values to a person without the permission, or too often within an hour. */
export async function refuseReveal(
  context: Context,
  actor: Actor,
): Promise<Refusal<'forbidden' | 'tooManyRequests'> | null> {
  if (!can(actor, Permission.revealApplicant)) return refuse('forbidden');
  const limit = { bucket: `reveal:${actor.staffId}`, limit: revealsAnHour, windowSeconds: 3600 };
  return (await reserveHits(context.db, [limit], context.now())) ? null : refuse('tooManyRequests');
}

/** Writes an audit record on the order's own chain for each view of masked values. */
async function auditReveal(
  context: Context,
  entry: {
    workorderId: string;
    actor: Actor;
    action: 'work-order.reveal-applicant' | 'work-order.reveal-forms';
    detail: Record<string, unknown>;
    requestId: string;
  },
): Promise<void> {
  await inTransaction(context.db, (tx) => appendOrderAudit(tx, context, entry));
}

/** Returns the unmasked applicant to a person with the permission (S1 §6). */
export async function revealApplicant(
  context: Context,
  actor: Actor,
  { order }: ReadablePage,
  requestId: string,
): Promise<Applicant | Refusal<'forbidden' | 'notFound' | 'tooManyRequests'>> {
  const refusal = await refuseReveal(context, actor);
  if (refusal) return refusal;
  const applicant = await applicantOf(context, order, true);
  if (!applicant) return refuse('notFound');
  const action = 'work-order.reveal-applicant';
  await auditReveal(context, { workorderId: order.id, actor, action, detail: {}, requestId });
  return applicant;
}

/**
 * Returns the unmasked secret fields of the order's forms to a person with the permission; fields that the
 * reader's authority hides stay hidden.
 */
export async function revealForms(
  context: Context,
  actor: Actor,
  readableOrder: ReadablePage,
  { requestId, wrapField }: Pick<Call<typeof workOrders.revealForms>, 'requestId' | 'wrapField'>,
): Promise<
  | { rows: { formCode: string; content: Record<string, unknown> }[] }
  | Refusal<'forbidden' | 'tooManyRequests'>
> {
  const refusal = await refuseReveal(context, actor);
  if (refusal) return refusal;
  const opened = await openFormsForReader(context, readableOrder, actor);
  const masked = opened.filter(({ form, authority }) => presentForm(form, authority).masked.length > 0);
  const action = 'work-order.reveal-forms';
  const unmaskedForms = masked.map(({ form, authority }) =>
    wrapForm(presentForm(form, authority, true), form.form.compiled, wrapField),
  );
  const detail = { forms: unmaskedForms.map(({ formCode }) => formCode) };
  await auditReveal(context, { workorderId: readableOrder.order.id, actor, action, detail, requestId });
  return { rows: unmaskedForms.map(({ formCode, content }) => ({ formCode, content })) };
}

export async function orderForms(
  context: Context,
  actor: Actor,
  readableOrder: ReadablePage,
  wrapField?: WrapField,
) {
  const forms = await presentForms(context, readableOrder, actor);
  const rows = forms.map(({ presentation, compiled, model }) => {
    const form = wrapForm(presentation, compiled, wrapField);
    const values = withFileItems(compiled, form.content);
    const { elementFiles = {} } = form;
    const fileItems = Object.entries(elementFiles).map(([code, file]) => [code, fileItemOf(file)] as const);
    return {
      ...form,
      ...(fileItems.length > 0 && { elementFiles: Object.fromEntries(fileItems) }),
      metaData: formMetaOf(compiled, model, {
        content: presentation.content,
        values,
        authority: presentation.authority,
      }),
      formStructure: JSON.stringify(form.formStructure),
      content: JSON.stringify(values),
      initContent: JSON.stringify(form.initContent),
    };
  });
  return { rows };
}

export function orderProcess({ order, process: { xml } }: ReadableOrder) {
  return {
    xml,
    actIds: activeNodeIds(order.state),
    procInsId: order.id,
    processDefId: order.process_definition_id,
  };
}

/** Returns the latest trace of this person: the open task, else the one handled last. */
export function myTrace(actor: Actor, readableOrder: ReadableOrder) {
  const { order } = readableOrder;
  const mine = openTaskOf(readableOrder, actor) ?? lastFinishedBy(order.state, actor);
  return mine ? { id: `${order.id}.${mine.id}`, flowNodeId: mine.nodeId } : null;
}
