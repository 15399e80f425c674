import type { documents, PublicDocument } from '#contract/documents.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { manualButtonId } from '#domain/documents/document-validity.ts';
import { isManuallyGenerated, namesOf } from '#domain/documents/manual-documents.ts';
import { codesOfStepsOver } from '#domain/documents/steps-over.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { appendOrderAudit } from '#server/modules/access/audit/service.ts';
import { hasPermissionNow } from '#server/modules/access/rights/service.ts';
import {
  collectFacts,
  digestOfFacts,
  findTemplateOfButton,
  readStoredOrderFacts,
  type StoredOrderFacts,
} from '#server/modules/cases/documents/service.ts';
import { openTaskOf, type ReadableOrder } from '#server/modules/cases/work-orders/service.ts';
import { findItemOfDocuments } from '#server/modules/design/catalogue/service.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { openForms } from '../forms/fill-forms.ts';
import { findOrderForAction, type LoadedOrder, requeueArchiveEntries } from '../order/order.queries.ts';
import { buttonOf } from './document-facts.ts';
import { stateOfDocument } from './document-state.ts';
import { listManualDocuments } from './manual-documents.ts';
import { listOrderDocuments, markVoid, type OrderDocumentRow } from './order-documents.queries.ts';

const stateLabel: Record<PublicDocument['state'], string> = {
  prepared: '待确认',
  valid: '有效',
  void: '已作废',
};

/**
 * Lists the documents of an order for its reader, whether they still agree with the order, those that the
 * reader may make manually at the open task, and those whose steps are over.
 */
export async function listDocuments(
  context: Context,
  actor: Actor,
  readableOrder: ReadableOrder,
): Promise<OutputOf<typeof documents.publicList>> {
  const { id, task_code: taskCode } = readableOrder.order;
  const task = openTaskOf(readableOrder, actor, readableOrder.trace);
  const [rows, configured] = await Promise.all([
    listOrderDocuments(context.db, id, actor.staffId),
    context.documents.documentsOfItem(taskCode),
  ]);
  const { definition } = readableOrder;
  const stepsOver = codesOfStepsOver(configured, definition, readableOrder.order.state);
  const manualDocuments = task ? configured.filter(isManuallyGenerated) : [];
  const order =
    rows.length + manualDocuments.length > 0 ? await findOrderForAction(context.db, { id }) : undefined;
  if (!order) return { rows: [], byHand: [], stepsOver };
  const isConfirmed = rows.some(({ templateId, orderId }) => templateId !== null && orderId !== null);
  const read =
    isConfirmed || manualDocuments.length > 0 ? await readStoredOrderFacts(context, order, actor) : undefined;
  return {
    rows: await Promise.all(rows.map((row) => present(context, actor, order, row, read))),
    byHand:
      task && read
        ? await listManualDocuments(
            { context, actor },
            { order, definition, task, read },
            manualDocuments,
            rows,
          )
        : [],
    stepsOver,
  };
}

async function present(
  context: Context,
  actor: Actor,
  order: LoadedOrder,
  row: OrderDocumentRow,
  read: StoredOrderFacts | undefined,
): Promise<PublicDocument> {
  const state = stateOfDocument(order, row);
  return {
    id: row.id,
    docId: row.previewedId ?? row.id,
    code: row.code,
    name: row.name,
    docName: row.fileName,
    attachmentUrl: `/file/files/${row.id}`,
    attachmentDocxUrl: row.docxId === null ? '' : `/file/files/${row.docxId}`,
    documentNumber: row.documentNumber,
    isActive: row.activatedAt === null ? 0 : 1,
    state,
    stateLabel: stateLabel[state],
    changed: state === 'valid' && read !== undefined && (await isChanged(context, actor, order, row, read)),
    madeAt: row.createdAt.toISOString(),
    verificationCode: row.orderId === null ? '' : (row.verificationCode ?? ''),
    voided: state === 'void' ? voidedBy(order, row) : null,
    can: {
      void: state === 'valid' && can(actor, Permission.administer),
      confirm: state === 'prepared' && row.buttonId === manualButtonId,
    },
  };
}

function voidedBy({ state }: LoadedOrder, row: OrderDocumentRow): PublicDocument['voided'] {
  if (row.voidedAt !== null)
    return { reason: row.voidReason, by: row.voidedBy ?? '', at: row.voidedAt.toISOString() };
  const isVoided = state.ended?.result === WorkOrderStatus.voidedAndConcluded;
  return { reason: isVoided ? '办件已作废' : '生成该文书的环节已撤回或退回', by: '', at: null };
}

/** Checks whether the template of a document would now produce another content from the facts before its step. */
async function isChanged(
  context: Context,
  actor: Actor,
  order: LoadedOrder,
  { templateId, taskNumber, buttonId, lastingFactsDigest }: OrderDocumentRow,
  read: StoredOrderFacts,
): Promise<boolean> {
  const task = order.state.tasks[taskNumber - 1];
  if (templateId === null || task === undefined) return false;
  const { definition } = await getPublishedProcess(context.db, order.processDefinitionId);
  const publishedTemplate = await findTemplateOfButton(context.db, templateId, {
    nodeId: task.nodeId,
    buttonId,
  });
  const gathered = collectFacts(context, read, {
    order,
    definition,
    forms: await openForms(context, order.forms),
    task,
    button: buttonOf(definition.nodes[task.nodeId], buttonId),
    opinion: '',
    actor,
    at: context.now(),
  });
  return digestOfFacts(publishedTemplate, gathered, { lasting: true }) !== lastingFactsDigest;
}

/** Lists the documents of an item, as the configuration table of an order shows them. */
export async function listConfiguredDocuments(
  context: Context,
  business: { businessId?: string | undefined; businessDeployId?: string | undefined },
) {
  const item = await findItemOfDocuments(context.db, business);
  if (isRefusal(item)) return item;
  const { definition } = await getPublishedProcess(context.db, item.processDefinitionId);
  const configured = await context.documents.documentsOfItem(item.taskCode);
  return {
    rows: configured.map(({ code, name, places, byHand }) => ({
      code,
      name,
      byHand: isManuallyGenerated({ places, byHand }),
      madeAt: namesOf(
        definition.nodes,
        places.map(({ nodeId }) => nodeId),
      ),
      isConditional: places.length > 0 && places.every(({ when }) => when !== undefined),
    })),
  };
}

/** Makes a document of an order void; its number is not reused. */
export async function voidDocument(
  { context, actor, requestId }: { context: Context; actor: Actor; requestId: string },
  docId: string,
  { reason }: { reason: string },
): Promise<{ id: string } | Refusal<'notFound' | 'forbidden'>> {
  const result = await inTransaction(context.db, async (tx) => {
    if (!(await hasPermissionNow(tx, actor.staffId, Permission.administer))) return refuse('forbidden');
    const row = await markVoid(tx, docId, { at: context.now(), by: actor.name, reason });
    if (!row) return refuse('notFound');
    const { id, workorderId, name, documentNumber } = row;
    await appendOrderAudit(tx, context, {
      workorderId,
      actor,
      action: 'work-order.void-document',
      detail: { id, name, documentNumber, reason },
      requestId,
    });
    // The archive package must contain this as well.
    await requeueArchiveEntries(tx, [workorderId]);
    return { id };
  });
  context.notifier.wake('archive.make');
  return result;
}
