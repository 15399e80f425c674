import type { documents, PreparedDocument } from '#contract/documents.ts';
import type { RefusalOf } from '#contract/endpoint.ts';
import type { Actor } from '#domain/access/actor.ts';
import { hasReturned } from '#domain/documents/counted-opinions.ts';
import { manualButtonId } from '#domain/documents/document-validity.ts';
import {
  alreadyGeneratedMessage,
  isGeneratedOnce,
  manualRefusalReason,
} from '#domain/documents/manual-documents.ts';
import { reachableNodeIds } from '#domain/documents/steps-over.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { isCandidateFor } from '#domain/substitutes/substitution.ts';
import type { ProcessDefinition, Task } from '#domain/workflow/model/model.ts';
import type {
  ConfiguredDocument,
  DocumentOfItem,
} from '#server/adapters/gateways/documents/document-source.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { appendOrderAudit } from '#server/modules/access/audit/service.ts';
import {
  type CollectedFacts,
  collectFacts,
  type DocumentCall,
  deleteMadeDocuments,
  type StoredOrderFacts,
} from '#server/modules/cases/documents/service.ts';
import { claimFiles } from '../attachments/opinion-attachments.queries.ts';
import { openForms } from '../forms/fill-forms.ts';
import type { OrderForAction } from '../order/access.ts';
import { findOrderForAction, type LoadedOrder } from '../order/order.queries.ts';
import { documentFacts } from './document-facts.ts';
import { stateOfDocument } from './document-state.ts';
import { listOrderDocuments, type OrderDocumentRow } from './order-documents.queries.ts';
import {
  makeOrRefuse,
  maxAttempts,
  presentPreparedDocuments,
  storePreparedDocuments,
} from './prepared-documents.ts';
import {
  listOwnPreparedDocuments,
  listPreparedDocuments,
  type PreparedDocumentRow,
} from './step-documents.queries.ts';

/**
 * Makes a document manually (S1 §2, 生成 of the configuration table): any person who may act on the order makes
 * it from the order's current state at a permitted step, previews it, and adds it to the order by confirming
 * it.
 */
export async function generateDocument(
  call: DocumentCall,
  order: OrderForAction,
  task: Task,
  { code }: { code: string },
): Promise<{ rows: PreparedDocument[] } | RefusalOf<typeof documents.generate>> {
  const { context, actor } = call;
  if (task.outcome !== null) return refuse('taskAlreadyHandled');
  if (!isCandidateFor(actor, task)) return refuse('notYourTask');
  const configured = (await context.documents.documentsOfItem(order.taskCode)).find(
    (one) => one.code === code,
  );
  if (!configured) return refuse('notFound');
  const at = context.now();
  const command = { action: 'handle', taskId: task.id, buttonId: manualButtonId, opinion: '' } as const;
  const factsRequest = {
    command,
    rule: 'unchanged',
    forms: [],
    buttonId: manualButtonId,
    opinion: '',
  } as const;
  const { gathered } = await documentFacts(call, order, task, factsRequest, at);
  const existingDocuments = await listOrderDocuments(context.db, order.id, actor.staffId);
  const message = currentRefusalReason(configured, {
    order,
    definition: order.definition,
    task,
    gathered,
    existingDocuments,
  });
  if (message !== undefined) return refuse('actionNotAllowed', { message });
  const ownTask = {
    workorderId: order.id,
    number: task.id,
    staffId: actor.staffId,
    buttonId: manualButtonId,
  };
  const isReplaced = (row: PreparedDocumentRow) => row.code === code && row.buttonId === manualButtonId;
  const before = (await listPreparedDocuments(context.db, ownTask)).find(isReplaced);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const replaces = () => (attempt === 1 ? before?.id : undefined);
    const createdDocuments = await makeOrRefuse(call, [configured], { gathered, at, replaces });
    if (isRefusal(createdDocuments)) return createdDocuments;
    if (await storePreparedDocuments(call, ownTask, createdDocuments, isReplaced)) {
      const rows = await listPreparedDocuments(context.db, ownTask);
      return { rows: presentPreparedDocuments(rows.filter(isReplaced), createdDocuments) };
    }
    await deleteMadeDocuments(call, createdDocuments);
  }
  return refuse('documentNotMade');
}

/**
 * Lists the documents that the person may make manually at the task, each with the reason why it cannot be
 * made now; the reason is empty if it can.
 */
export async function listManualDocuments(
  { context, actor }: { context: Context; actor: Actor },
  {
    order,
    definition,
    task,
    read,
  }: Omit<ManualContext, 'gathered' | 'existingDocuments'> & { read: StoredOrderFacts },
  manualDocuments: readonly DocumentOfItem[],
  existingDocuments: readonly OrderDocumentRow[],
): Promise<{ code: string; whyNot: string }[]> {
  const forms = await openForms(context, order.forms);
  const at = context.now();
  const subject = { order, definition, forms, task, button: undefined, opinion: '', actor, at };
  const gathered = collectFacts(context, read, subject);
  const manualContext = { order, definition, task, gathered, existingDocuments };
  return manualDocuments.map((document) => ({
    code: document.code,
    whyNot: currentRefusalReason(document, manualContext) ?? '',
  }));
}

/** The order at the task of the person who would make a document manually. */
interface ManualContext {
  order: LoadedOrder;
  definition: ProcessDefinition;
  task: Task;
  gathered: CollectedFacts;
  existingDocuments: readonly OrderDocumentRow[];
}

function currentRefusalReason(
  document: DocumentOfItem,
  { order, definition, task, gathered, existingDocuments }: ManualContext,
): string | undefined {
  return manualRefusalReason(document, definition, {
    nodeId: task.nodeId,
    reachableIds: reachableNodeIds(definition, order.state),
    facts: () => gathered.facts(document.template?.sensitive),
    isGenerated: existingDocuments.some((row) => row.code === document.code && excludesSecond(order, row)),
  });
}

/**
 * Checks whether the document excludes a second one: it is in force, and the order was not returned to the node
 * that made it, which then makes another one.
 */
function excludesSecond(order: LoadedOrder, row: OrderDocumentRow): boolean {
  const maker = row.buttonId === manualButtonId ? undefined : order.state.tasks[row.taskNumber - 1];
  if (maker && hasReturned(order.state, maker)) return false;
  return stateOfDocument(order, row) === 'valid';
}

const keyOf = ({ workorderId, code }: Pick<PreparedDocumentRow, 'workorderId' | 'code'>) =>
  `${workorderId} ${code}`;

/**
 * Finds those of the manually confirmed documents that are made only once. Called before the transaction,
 * which occupies one connection and must not wait for a second.
 */
export async function findGeneratedOnce(
  { context: { db, documents }, actor }: { context: Context; actor: { staffId: string } },
  docIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const row of await listOwnPreparedDocuments(db, actor.staffId, docIds)) {
    if (row.buttonId !== manualButtonId) continue;
    const order = await findOrderForAction(db, { id: row.workorderId });
    const configured = order && (await documents.documentsOfItem(order.taskCode));
    if (configured?.some((one) => one.code === row.code && isGeneratedOnce(one))) names.add(keyOf(row));
  }
  return names;
}

/**
 * Adds confirmed documents without a button to their order, with a record in the order's audit chain; the
 * order must be locked.
 */
export async function addManualDocuments(
  tx: Tx,
  {
    context,
    actor,
    requestId,
  }: { context: Context; actor: { staffId: string; name: string }; requestId: string },
  rows: readonly PreparedDocumentRow[],
  generatedOnce: ReadonlySet<string>,
): Promise<Refusal<'notFound' | 'actionNotAllowed'> | undefined> {
  for (const row of rows) {
    if (generatedOnce.has(keyOf(row)) && (await wasMadeMeanwhile(tx, actor, row)))
      return refuse('actionNotAllowed', { message: alreadyGeneratedMessage });
    const ids = row.docxId === null ? [row.id] : [row.id, row.docxId];
    const claimedCount = await claimFiles(tx, { workorderId: row.workorderId, staffId: actor.staffId, ids });
    if (claimedCount < ids.length) return refuse('notFound');
    const { id, name, sha256, documentNumber } = row;
    await appendOrderAudit(tx, context, {
      workorderId: row.workorderId,
      actor,
      action: 'work-order.add-document',
      detail: {
        task: row.number,
        documents: [{ id, name, sha256, ...(documentNumber !== '' && { documentNumber }) }],
      },
      digests: Object.fromEntries(ids.map((one) => [`file:${one}`, ''])),
      requestId,
    });
  }
  return undefined;
}

/**
 * Checks whether another document that is made only once was added to the order since this one was made; the
 * order must be locked.
 */
async function wasMadeMeanwhile(
  tx: Tx,
  { staffId }: { staffId: string },
  { workorderId, code }: PreparedDocumentRow,
): Promise<boolean> {
  const order = await findOrderForAction(tx, { id: workorderId });
  if (!order) return false;
  const existingDocuments = await listOrderDocuments(tx, workorderId, staffId);
  return existingDocuments.some((row) => row.code === code && excludesSecond(order, row));
}

/**
 * Returns those of a button's documents that must still be made: a document that is made only once and was
 * made manually before is left out. Each return makes a document of its own, unless one was made manually at this
 * task.
 */
export async function missingButtonDocuments(
  { context, actor }: { context: Context; actor: Actor },
  order: LoadedOrder,
  task: Task,
  documents: readonly ConfiguredDocument[],
  { isReturn }: { isReturn: boolean },
): Promise<ConfiguredDocument[]> {
  const existingDocuments = (await listOrderDocuments(context.db, order.id, actor.staffId)).filter(
    (row) =>
      row.buttonId === manualButtonId &&
      (row.taskNumber === task.id || !isReturn) &&
      stateOfDocument(order, row) === 'valid',
  );
  return documents.filter(
    ({ code, template }) =>
      template?.numbering === undefined || !existingDocuments.some((row) => row.code === code),
  );
}
