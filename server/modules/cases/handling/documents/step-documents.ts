import type { DocumentPreviewInput, documents } from '#contract/documents.ts';
import type { OutputOf, RefusalOf } from '#contract/endpoint.ts';
import type { Actor } from '#domain/access/actor.ts';
import { manualButtonId } from '#domain/documents/document-validity.ts';
import { isRefusal, type Problem, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { isCandidateFor } from '#domain/substitutes/substitution.ts';
import { actions, type CommandAction } from '#domain/workflow/actions/registry.ts';
import { availableActions, meaningOf, usesHandlerBar } from '#domain/workflow/available-actions.ts';
import type { DecisionContext, Task } from '#domain/workflow/model/model.ts';
import { messageOfSeat, votingSeat } from '#domain/workflow/slots/shared-seats.ts';
import type { ConfiguredDocument } from '#server/adapters/gateways/documents/document-source.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import { type ActingCall, actOnce } from '#server/modules/access/audit/service.ts';
import {
  applicableDocuments,
  type CollectedFacts,
  type DocumentCall,
  deleteMadeDocuments,
  digestOfFacts,
  findTemplateOfButton,
} from '#server/modules/cases/documents/service.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import { removeBytes } from '#server/modules/records/files/service.ts';
import { fillForms, refuseForms } from '../forms/fill-forms.ts';
import type { OrderForAction } from '../order/access.ts';
import { buttonOf, documentFacts } from './document-facts.ts';
import {
  deleteFinishedDocuments,
  type FinishedDocument,
  finishDocuments,
  lockSteps,
  replacePreviews,
} from './finished-documents.ts';
import { addManualDocuments, findGeneratedOnce, missingButtonDocuments } from './manual-documents.ts';
import {
  deletePreparedDocuments,
  makeOrRefuse,
  maxAttempts,
  type OwnTask,
  presentDocument,
  presentPreparedDocuments,
  storePreparedDocuments,
} from './prepared-documents.ts';
import {
  listOwnPreparedDocuments,
  listPreparedDocuments,
  lockOwnDocuments,
  lockOwnDocumentsOfTasks,
  lockPreparedDocuments,
  markActive,
  type PreparedDocumentRow,
} from './step-documents.queries.ts';

/**
 * The document step of an action (S1 §4): documents are made for a preview, confirmed, and used by the
 * submission; docs/decisions/0096.
 */

/**
 * Makes the documents of a button from the forms as filled in, for any person who may press it. Documents
 * that the same person had prepared at the task before are removed; none of them belongs to the order yet.
 */
export async function previewDocuments(
  call: DocumentCall,
  order: OrderForAction,
  task: Task,
  input: DocumentPreviewInput,
): Promise<OutputOf<typeof documents.preview> | RefusalOf<typeof documents.preview>> {
  const { context, actor } = call;
  const { addressee } = await currentDirectory(context.db);
  const buttonAction = pressedAction(order, task, { actor, addressee }, input.buttonId);
  if (isRefusal(buttonAction)) return buttonAction;
  const ownTask = {
    workorderId: order.id,
    number: task.id,
    staffId: actor.staffId,
    buttonId: input.buttonId,
  };
  const configured = await documentsOfButton(context, order, task, input.buttonId);
  if (configured.length === 0) return { rows: [], notMade: [] };
  const prepared = await listPreparedDocuments(context.db, ownTask);
  const namedDocument = prepared.find(({ id, previewedId }) => [id, previewedId].includes(input.docId ?? ''));
  const requested = namedDocument ? configured.filter(({ code }) => code === namedDocument.code) : configured;
  const isReturn = buttonAction.action === 'return';
  if (requested.length === 0 || (input.docId && !namedDocument)) return refuse('notFound');
  const at = context.now();
  const command = { action: 'handle', taskId: task.id, buttonId: input.buttonId, opinion: '' } as const;
  const { rule } = buttonAction;
  const { gathered, mergedForms } = await documentFacts(
    call,
    order,
    task,
    { command, rule, forms: input.formContent, buttonId: input.buttonId, opinion: input.handlerOpinion },
    at,
  );
  // Content for a draft may still be incomplete.
  const checkedForms =
    rule === 'draft'
      ? await fillForms(call, order, command, { forms: input.formContent, allowsIncomplete: true }, at)
      : mergedForms;
  const refusal = refuseForms(checkedForms);
  if (refusal) return refusal;
  const missing = await missingButtonDocuments(call, order, task, applicableDocuments(requested, gathered), {
    isReturn,
  });
  const toMake = missing.filter(({ isDisabled }) => !isDisabled);
  const notMade = missing
    .filter(({ isDisabled }) => isDisabled)
    .map(({ name }) => ({ name, reason: '文书模板已停用' }));
  if (toMake.length === 0) {
    // Removes documents that the changed forms would no longer make.
    await discardPreparedDocuments(context, actor, ownTask);
    return { rows: [], notMade };
  }
  const replaces = (code: string) => prepared.find((row) => row.code === code)?.id;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const createdDocuments = await makeOrRefuse(call, toMake, {
      gathered,
      at,
      replaces: attempt === 1 ? replaces : () => undefined,
    });
    if (isRefusal(createdDocuments)) return createdDocuments;
    const isReplaced = (row: PreparedDocumentRow) =>
      namedDocument
        ? row.code === namedDocument.code && row.buttonId === ownTask.buttonId
        : row.buttonId !== manualButtonId;
    if (await storePreparedDocuments(call, ownTask, createdDocuments, isReplaced)) {
      return {
        rows: presentPreparedDocuments(await listPreparedDocuments(context.db, ownTask), createdDocuments),
        notMade,
      };
    }
    await deleteMadeDocuments(call, createdDocuments);
  }
  return refuse('documentNotMade');
}

/**
 * Returns the action of the button, for a person who may press it now: for a seat of a countersign the
 * directory decides, as in the action itself (docs/decisions/0105).
 */
function pressedAction(
  { state, definition }: OrderForAction,
  task: Task,
  { actor, addressee }: Pick<DecisionContext, 'actor' | 'addressee'>,
  buttonId: string,
) {
  const seat = votingSeat({ state, context: { definition, addressee } }, task, actor);
  if (isRefusal(seat)) {
    const { refused, ...details } = seat;
    return refuse(refused === 'taskHeld' ? 'actionNotAllowed' : refused, details);
  }
  if (seat !== task) return refuse('notYourTask', { message: messageOfSeat.ownSeat });
  if (task.outcome !== null) return refuse('taskAlreadyHandled');
  if (!isCandidateFor(actor, task)) return refuse('notYourTask');
  const node = definition.nodes[task.nodeId];
  const bar = availableActions(state, definition, actor, addressee).bars.find(
    ({ taskId, opType }) => opType === 1 && taskId === task.id,
  );
  const button = bar?.buttons.find(({ id }) => id === buttonId);
  const meaning = button && node && meaningOf(button, node);
  if (!meaning || meaning.action === 'validateForm' || !usesHandlerBar(meaning))
    return refuse('actionNotAllowed');
  return { rule: actions[meaning.action].forms, action: meaning.action };
}

async function discardPreparedDocuments(context: Context, actor: Actor, ownTask: OwnTask): Promise<void> {
  const bytesIds = await inTransaction(context.db, async (tx) => {
    await lockOwnDocuments(tx, ownTask);
    return deletePreparedDocuments(tx, context, actor, await listPreparedDocuments(tx, ownTask));
  });
  await removeBytes(context, bytesIds);
}

const remadeMessage = '文书已在其他页面重新生成或取消，请重新预览文书';

/**
 * Confirms or discards the caller's own prepared documents that no action has used yet. A document that was
 * already confirmed is found by either of its ids.
 */
export async function activateDocuments(
  call: ActingCall<typeof documents.activateAll> & { actor: Actor },
  { docIds, isActive }: { docIds: readonly string[]; isActive: 0 | 1 },
): Promise<AnswerText | RefusalOf<typeof documents.activateAll>> {
  const { context, actor } = call;
  let bytesIds: string[] = [];
  const generatedOnce = isActive === 1 ? await findGeneratedOnce(call, docIds) : new Set<string>();
  const finished = isActive === 1 ? await finishDocuments(call, docIds) : [];
  if (isRefusal(finished)) return finished;
  let usedFiles: readonly FinishedDocument[] = [];
  const answer = await actOnce(call, async (tx) => {
    // Locks the order first, as everywhere; then the person's documents at its tasks, so that none is renamed or
    // replaced meanwhile.
    const prepared = await listOwnPreparedDocuments(tx, actor.staffId, docIds);
    const stepRefusal = isActive === 1 ? await lockSteps(tx, prepared) : undefined;
    if (stepRefusal) return stepRefusal;
    await lockOwnDocumentsOfTasks(tx, actor.staffId, prepared);
    const preview = await lockPreparedDocuments(tx, actor.staffId, docIds);
    const knownIds = new Set(preview.flatMap(({ id, previewedId }) => [id, previewedId]));
    if (isActive === 1 && docIds.some((id) => !knownIds.has(id)))
      return refuse('notFound', { message: remadeMessage });
    // Already confirmed in another window: the file sealed there is kept.
    const unconfirmedIds = new Set(preview.filter((row) => row.activatedAt === null).map(({ id }) => id));
    usedFiles = finished.filter(({ replacesId }) => unconfirmedIds.has(replacesId));
    bytesIds = await replacePreviews(tx, call, usedFiles);
    const rows = await lockPreparedDocuments(tx, actor.staffId, docIds);
    const [first] = rows;
    if (!first) return refuse('notFound');
    const at = context.now();
    if (isActive === 1) {
      await markActive(
        tx,
        rows.map(({ id }) => id),
        at,
      );
      const refusal = await addManualDocuments(
        tx,
        call,
        rows.filter(({ buttonId }) => buttonId === manualButtonId),
        generatedOnce,
      );
      if (isRefusal(refusal)) return refusal;
    } else bytesIds = await deletePreparedDocuments(tx, context, actor, rows);
    return {
      answer: {
        rows: isActive === 1 ? rows.map((row) => presentDocument({ ...row, activatedAt: at })) : [],
      },
      auditRecord: {
        chain: `draft:${actor.staffId}`,
        action: isActive === 1 ? 'document.confirm' : 'document.discard',
        objectKind: 'work-order',
        objectId: first.workorderId,
        detail: { documents: rows.map(({ id, name, sha256 }) => ({ id, name, sha256 })) },
      },
    };
  });
  // A repetition or a refusal: the files sealed for it are not needed.
  if (isRefusal(answer)) usedFiles = [];
  else await removeBytes(context, bytesIds);
  await deleteFinishedDocuments(
    call,
    finished.filter((one) => !usedFiles.includes(one)),
  );
  return answer;
}

/**
 * Documents that a submission uses: those that the person confirmed for the button, with the input from which
 * they were made.
 */
export interface ConfirmedDocuments {
  rows: readonly PreparedDocumentRow[];
  /**
   * True if the caller named other documents than the confirmed ones, which were remade or removed elsewhere
   * meanwhile.
   */
  isOther: boolean;
  /** The pressed button and the opinion, from which documents are made. */
  buttonId: string;
  opinion: string;
}

/**
 * Finds the confirmed documents; only an item that configures documents for the button needs a query. Only the
 * button's own action uses them, not another one sent with the button, such as a delegation or a withdrawal.
 */
export async function confirmedDocuments(
  context: Context,
  actor: Actor,
  order: OrderForAction,
  task: Task,
  {
    buttonId,
    action,
    namedIds,
    opinion,
  }: {
    buttonId: string;
    action: CommandAction | undefined;
    namedIds: readonly string[] | undefined;
    opinion: string;
  },
): Promise<ConfirmedDocuments> {
  const none = { rows: [], isOther: false, buttonId, opinion };
  const node = order.definition.nodes[task.nodeId];
  const button = buttonOf(node, buttonId);
  if (!action || !node || !button || meaningOf(button, node)?.action !== action) return none;
  const hasDocuments =
    namedIds !== undefined || (await documentsOfButton(context, order, task, buttonId)).length > 0;
  if (!hasDocuments) return none;
  const ownTask = { workorderId: order.id, number: task.id, staffId: actor.staffId, buttonId };
  const rows = (await listPreparedDocuments(context.db, ownTask)).filter(
    ({ activatedAt }) => activatedAt !== null,
  );
  const knownIds = new Set(rows.flatMap(({ id, previewedId }) => [id, previewedId]));
  const isOther =
    namedIds !== undefined && (namedIds.length !== rows.length || namedIds.some((id) => !knownIds.has(id)));
  return { ...none, rows, isOther };
}

const formsChangedMessage = '预览文书后表单内容有改动，请重新预览文书';

/** Checks whether a submission was refused because its documents no longer match it. */
export function isRefusedAsChanged({ problems = [] }: Refusal): boolean {
  return problems.some(({ message }) => message === formsChangedMessage);
}

/**
 * Returns a problem if the facts have changed since the person previewed the documents, or if the named
 * documents are not the confirmed ones: both need another preview.
 */
export async function problemsOfDocuments(
  { db }: Pick<Context, 'db'>,
  { rows, isOther }: ConfirmedDocuments,
  { nodeId }: Task,
  gatherFacts: () => Promise<CollectedFacts>,
): Promise<Problem[]> {
  if (isOther) {
    return [{ field: 'workorderDocIdList', message: remadeMessage }];
  }
  if (rows.length === 0) return [];
  const facts = await gatherFacts();
  for (const { templateId, buttonId, factsDigest } of rows) {
    const publishedTemplate = await findTemplateOfButton(db, templateId, { nodeId, buttonId });
    if (digestOfFacts(publishedTemplate, facts) !== factsDigest)
      return [{ field: 'workorderForms', message: formsChangedMessage }];
  }
  return [];
}

async function documentsOfButton(
  { documents: source }: Context,
  { taskCode }: OrderForAction,
  { nodeId }: Task,
  buttonId: string,
): Promise<readonly ConfiguredDocument[]> {
  const byButton = await source.documentsByButton({ taskCode, nodeId });
  return byButton[buttonId] ?? [];
}
