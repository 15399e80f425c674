import { createHash } from 'node:crypto';
import type { DocumentPreviewInput, documents, OrderDocument } from '#contract/documents.ts';
import type { RefusalOf } from '#contract/endpoint.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, type Problem, refuse } from '#domain/refusals/refusals.ts';
import { answersTo } from '#domain/substitutes/standing-in.ts';
import type { CommandAction } from '#domain/workflow/actions/registry.ts';
import {
  availableActions,
  goesByBar,
  meaningOf,
  resubmitButton,
} from '#domain/workflow/available-actions.ts';
import type { Task } from '#domain/workflow/model.ts';
import type { Context } from '#server/context/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { ConfiguredDocument } from '#server/gateways/documents/document-source.ts';
import { canonicalJson } from '#server/http/canonical-json.ts';
import type { AnswerText } from '#server/http/envelope.ts';
import { type ActingCall, actOnce } from '#server/modules/audit/service.ts';
import { orderFacts } from '#server/modules/decisions/service.ts';
import { dropUnattached, removeBytes, storeFile } from '#server/modules/files/service.ts';
import { factsOf } from '#server/modules/forms/service.ts';
import type { OrderToAct } from './access.ts';
import { fillForms, refuseForms } from './fill-forms.ts';
import {
  insertDocuments,
  listPrepared,
  lockPrepared,
  lockPreparing,
  markActive,
  type PreparedRow,
} from './step-documents.queries.ts';

/** The document step of an action (S1 §4): made for a look, confirmed, taken by the submission; docs/decisions/0125. */

interface PreviewCall {
  context: Context;
  actor: Actor;
  requestId: string;
}

/**
 * Makes the documents of a button upon the forms as they are filled in, for whoever may press it. What the same person
 * had prepared at the task before is thrown away; none of it is on the order.
 */
export async function previewDocuments(
  call: PreviewCall,
  order: OrderToAct,
  task: Task,
  input: DocumentPreviewInput,
): Promise<{ rows: OrderDocument[] } | RefusalOf<typeof documents.preview>> {
  const { context, actor } = call;
  if (task.outcome !== null) return refuse('taskAlreadyHandled');
  if (!answersTo(actor, task)) return refuse('notYourTask');
  const node = order.definition.nodes[task.nodeId];
  const bar = availableActions(order.state, order.definition, actor).bars.find(
    ({ taskId, opType }) => opType === 1 && taskId === task.id,
  );
  const button = bar?.buttons.find(({ id }) => id === input.buttonId);
  const meaning = button && node && meaningOf(button, node);
  if (!meaning || !goesByBar(meaning)) return refuse('actionNotAllowed');
  const place = { workorderId: order.id, number: task.id, staffId: actor.staffId, buttonId: input.buttonId };
  const configured = await configuredFor(context, order, task, input.buttonId);
  if (configured.length === 0) return { rows: [] };
  const prepared = input.docId ? await listPrepared(context.db, place) : [];
  const again = prepared.find(({ id }) => id === input.docId);
  const asked = again ? configured.filter(({ code }) => code === again.code) : configured;
  if (asked.length === 0 || (input.docId && !again)) return refuse('notFound');
  const at = context.now();
  const press = { action: 'handle', taskId: task.id, buttonId: input.buttonId, opinion: '' } as const;
  const forms = meaning.fillsForms ? input.formContent : null;
  const filled = await fillForms(call, order, press, { forms }, at);
  const refused = refuseForms(filled);
  if (refused) return refused;
  const facts = factsOf(filled.forms, { order: orderFacts(order) });
  const madeOf = digestOf(facts);
  const made: Parameters<typeof insertDocuments>[1] = [];
  for (const { code, name } of asked) {
    const matter = { workorderCode: order.code, taskCode: order.taskCode, ...place, nodeId: task.nodeId };
    const file = await context.documents.make({ code, name }, { ...matter, facts, at });
    const { id } = await storeFile(context, actor, { ...file, name: file.fileName }, call.requestId);
    made.push({
      id,
      code,
      name,
      workorder_id: place.workorderId,
      number: place.number,
      button_id: place.buttonId,
      staff_id: place.staffId,
      made_of: madeOf,
      created_at: at,
    });
  }
  const dropped = await inTransaction(context.db, async (tx) => {
    // Of two that are made at once the later one stands; what an action has taken meanwhile is not among them.
    await lockPreparing(tx, place);
    const before = await listPrepared(tx, { ...place, buttonId: again && place.buttonId });
    const old = again ? before.filter(({ code }) => code === again.code) : before;
    await insertDocuments(tx, made);
    return dropUnattached(
      tx,
      context,
      actor.staffId,
      old.map(({ id }) => id),
    );
  });
  await removeBytes(context, dropped);
  return { rows: (await listPrepared(context.db, place)).map(presentDocument) };
}

/** Confirms what was prepared, or throws it away; either is about the caller's own documents that no action has taken. */
export async function activateDocuments(
  call: ActingCall<typeof documents.activateAll>,
  { docIds, isActive }: { docIds: readonly string[]; isActive: 0 | 1 },
): Promise<AnswerText | RefusalOf<typeof documents.activateAll>> {
  const { context, actor } = call;
  let dropped: string[] = [];
  const answer = await actOnce(call, async (tx) => {
    const rows = await lockPrepared(tx, actor.staffId, docIds);
    const [first] = rows;
    if (!first || rows.length < docIds.length) return refuse('notFound');
    const at = context.now();
    if (isActive === 1) await markActive(tx, docIds, at);
    else dropped = await dropUnattached(tx, context, actor.staffId, docIds);
    return {
      answer: {
        rows: isActive === 1 ? rows.map((row) => presentDocument({ ...row, activatedAt: at })) : [],
      },
      note: {
        chain: `draft:${actor.staffId}`,
        action: isActive === 1 ? 'document.confirm' : 'document.discard',
        objectKind: 'work-order',
        objectId: first.workorderId,
        detail: { documents: rows.map(({ id, name, sha256 }) => ({ id, name, sha256 })) },
      },
    };
  });
  if (!isRefusal(answer)) await removeBytes(context, dropped);
  return answer;
}

/** Documents that a submission takes along: what its person confirmed for the button, and what they were made of. */
export type ConfirmedDocuments = readonly PreparedRow[];

/**
 * Only an item that configures documents for the button costs a question. They go with the button's own action, not with
 * another that names it: a delegation, a withdraw.
 */
export async function confirmedDocuments(
  context: Context,
  actor: Actor,
  order: OrderToAct,
  task: Task,
  { buttonId, action }: { buttonId: string; action: CommandAction | undefined },
): Promise<ConfirmedDocuments> {
  const node = order.definition.nodes[task.nodeId];
  const buttons = node?.kind === 'userTask' ? node.buttons : [resubmitButton];
  const button = buttons.find(({ id }) => id === buttonId);
  if (!action || !node || !button || meaningOf(button, node)?.action !== action) return [];
  if ((await configuredFor(context, order, task, buttonId)).length === 0) return [];
  const at = { workorderId: order.id, number: task.id, staffId: actor.staffId, buttonId };
  return (await listPrepared(context.db, at)).filter(({ activatedAt }) => activatedAt !== null);
}

/** What was looked at is what is done: forms that were changed since ask for another look. */
export function problemsOfDocuments(
  confirmed: ConfirmedDocuments,
  facts: Readonly<Record<string, unknown>>,
): Problem[] {
  if (confirmed.length === 0) return [];
  const madeOf = digestOf(facts);
  return confirmed.every((row) => row.madeOf === madeOf)
    ? []
    : [{ field: 'workorderForms', message: '预览文书后表单内容有改动，请重新预览文书' }];
}

export function presentDocument({ id, name, fileName, activatedAt }: PreparedRow): OrderDocument {
  return {
    id,
    name,
    docName: fileName,
    docId: id,
    attachmentUrl: `/file/files/${id}`,
    attachmentDocxUrl: '',
    isActive: activatedAt === null ? 0 : 1,
  };
}

async function configuredFor(
  { documents: source }: Context,
  { taskCode }: OrderToAct,
  { nodeId }: Task,
  buttonId: string,
): Promise<readonly ConfiguredDocument[]> {
  const byButton = await source.configuredFor({ taskCode, nodeId });
  return byButton[buttonId] ?? [];
}

function digestOf(facts: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(canonicalJson(facts)).digest('hex');
}
