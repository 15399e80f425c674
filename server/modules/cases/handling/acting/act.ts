import type { RefusalOf } from '#contract/endpoint.ts';
import type { handling } from '#contract/handling.ts';
import type { Actor } from '#domain/access/actor.ts';
import {
  isRefusal,
  type Problem,
  type Refusal,
  type RefusalCode,
  refuse,
} from '#domain/refusals/refusals.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import type { OrderState, ProcessDefinition } from '#domain/workflow/model/model.ts';
import { openChannels } from '#server/adapters/gateways/messages/open-channels.ts';
import type { Context } from '#server/framework/context.ts';
import { brokenKey } from '#server/kernel/database/broken-key.ts';
import { inOneStatement } from '#server/kernel/database/transaction.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import {
  announce,
  decideAndRecord,
  orderFacts,
  type StagingLeft,
  writeDecision,
} from '#server/modules/cases/decisions/service.ts';
import { sealStaging } from '#server/modules/cases/work-orders/service.ts';
import { factsOf, type MergedForms, type SentForm } from '#server/modules/design/forms/service.ts';
import { currentDirectory, forgetDirectory } from '#server/modules/organisation/organisations/service.ts';
import { currentHolidays } from '#server/modules/organisation/supervision/service.ts';
import { fileJustTaken } from '#server/modules/records/files/service.ts';
import { checkOpinionFiles } from '../attachments/opinion-files.ts';
import { documentFacts } from '../documents/document-facts.ts';
import { type ConfirmedDocuments, problemsOfDocuments } from '../documents/step-documents.ts';
import { fillForms, refuseForms, withFormProblems } from '../forms/fill-forms.ts';
import { problemsOfNext, type SubmissionNotice } from '../notices/notice-block.ts';
import { answeredBefore, type OrderToAct } from '../order/access.ts';
import { findOrderToAct, type LoadedOrder } from '../order/order.queries.ts';

/** The person who acts, and the call, as the audit link and the idempotency key need them. */
export interface Caller {
  context: Context;
  actor: Actor;
  endpoint: { path: string };
  idempotencyKey: string | undefined;
  requestHash: string;
  requestId: string;
}

type ActRefusal = RefusalOf<typeof handling.withdraw>;

/** One action on an order that is there. */
export interface Act<Code extends RefusalCode = never> {
  /** The order that the call found; it is read anew when another action was first. */
  order: OrderToAct;
  /** The command upon the order as it was read; a refusal when the input does not fit it. */
  command(order: LoadedOrder, definition: ProcessDefinition): Command | Refusal<Code>;
  /** Forms that came with the action; null where the action takes none (withdraw, recall). */
  forms: readonly SentForm[] | null;
  /**
   * True where the action fills no form in and the typed content is kept beside the forms (return, terminate, void).
   */
  keepsTyped?: boolean;
  /** Set where the task stays with the person who acts: the typed content is staged there, with the rest of the bar. */
  stages?: { opinion: string };
  /** Ids of the attachments of the opinion. */
  fileIds?: readonly string[];
  /** The order has none of these files yet. */
  newFiles?: boolean;
  /** Notice that the handler sends with the action. */
  notice?: SubmissionNotice | null;
  /** Documents of the action that the person confirmed. */
  documents?: ConfirmedDocuments;
  /** Writes the whole answer, so that a repeated key is answered byte for byte. */
  answer(done: Done): string;
}

/** Result of an action, for the function that writes the answer. */
export interface Done {
  order: LoadedOrder;
  definition: ProcessDefinition;
  before: OrderState;
  after: OrderState;
  command: Command;
  status: number;
}

/**
 * The number of times an order that others moved meanwhile is read and decided upon, the first time included.
 */
const maxDecisions = 3;

/**
 * Acts on an order, once: decide upon the state that was read, then write all of it in one statement that
 * depends on the version read. If another action came first, nothing is written and the order is read and
 * decided anew: a second handler is refused by the state that the first one left. The same key again gets the
 * first answer.
 */
export async function act<Code extends RefusalCode = never>(
  caller: Caller,
  asked: Act<Code>,
): Promise<AnswerText | ActRefusal | Refusal<Code>> {
  let { order } = asked;
  for (let attempt = 1; attempt <= maxDecisions; attempt += 1) {
    const outcome = await decideAndWrite(caller, { ...asked, order });
    if (outcome)
      return isRefusal(outcome) ? ((await answeredBefore(caller, order.keys)) ?? outcome) : outcome;
    const read = await findOrderToAct(caller.context.db, order);
    if (!read) return refuse('notFound');
    order = { ...order, ...read };
  }
  return (await answeredBefore(caller, order.keys)) ?? refuse('orderBusy');
}

/** Returns undefined, with nothing written, if the order has moved meanwhile or a named person has left. */
async function decideAndWrite<Code extends RefusalCode>(
  caller: Caller,
  asked: Act<Code>,
): Promise<AnswerText | ActRefusal | Refusal<Code> | undefined> {
  const { context } = caller;
  const { order } = asked;
  const { definition } = order;
  const command = asked.command(order, definition);
  if (isRefusal(command)) return command;
  const [directory, holidays] = await Promise.all([
    currentDirectory(context.db),
    currentHolidays(context.db),
  ]);
  const at = context.now();
  const filled = await fillForms(
    caller,
    order,
    command,
    { ...asked, keepsTyped: asked.keepsTyped || !!asked.stages },
    at,
  );
  const opinionFiles = await checkOpinionFiles(context, caller.actor, {
    workorderId: order.id,
    ids: asked.fileIds ?? [],
    mustBeNew: asked.newFiles ?? false,
  });
  const facts = factsOf(filled.forms, { order: orderFacts(order) });
  const decision = decideAndRecord({
    order,
    command,
    definition,
    actor: caller.actor,
    at,
    facts,
    directory,
    holidays,
    forms: asked.stages ? { changed: [], typed: [], claimedFileIds: [] } : filled,
    staging: asked.stages ? stagingOf(caller, command, asked, filled) : null,
    urgeAgainHours: context.config.urgeAgainHours,
    openChannels: openChannels(context),
    opinionFiles,
    notice: asked.notice ?? null,
    documents: asked.documents?.rows ?? [],
    requestId: caller.requestId,
    signer: context.crypto,
    answer: ({ after, status }) => ({
      key: order.keys[0],
      endpoint: caller.endpoint.path,
      requestHash: caller.requestHash,
      answer: asked.answer({ order, definition, before: order.state, after, command, status }),
    }),
  });
  const beside = [
    ...opinionFiles.problems,
    ...(asked.notice?.problems ?? []),
    ...(await errorsOfDocuments(caller, asked, command, at)),
  ];
  if (isRefusal(decision)) return withFormProblems(decision, filled, beside);
  const refusal = refuseForms(filled, [
    ...beside,
    ...problemsOfNext(asked.notice, decision.state, decision.events),
  ]);
  if (refusal) return refusal;
  try {
    const written = await inOneStatement(context.db, (tx) => writeDecision(tx, decision));
    if (!written) {
      // The next decision sees people who have left meanwhile.
      if (decision.namedIds.length > 0) forgetDirectory(context.db);
      return undefined;
    }
  } catch (error) {
    const constraint = brokenKey(error);
    if (constraint === 'files_of_one_order') return fileJustTaken;
    // One key for two orders, or for another request: the first user of the key has the answer.
    if (constraint === 'idempotency_keys_pkey') return refuse('stillRunning');
    throw error;
  }
  announce(context, decision);
  return { answerText: decision.idempotency?.answer ?? '' };
}

/** Returns the problems that stand against taking along the documents that the person confirmed. */
async function errorsOfDocuments(
  caller: Caller,
  {
    order,
    documents,
    forms,
    keepsTyped,
    stages,
  }: Pick<Act, 'order' | 'documents' | 'forms' | 'keepsTyped' | 'stages'>,
  command: Command,
  at: Date,
): Promise<Problem[]> {
  const task = 'taskId' in command ? order.state.tasks[command.taskId - 1] : undefined;
  if (!documents || !task) return [];
  const rule = stages ? 'stage' : keepsTyped ? 'keep' : 'fill';
  const pressed = { command, rule, forms: forms ?? [], ...documents } as const;
  return problemsOfDocuments(caller.context, documents, task, async () => {
    const { gathered } = await documentFacts(caller, order, task, pressed, at);
    return gathered;
  });
}

/** Returns the task draft that the person has at the task from here on; null where nothing came that could be kept. */
function stagingOf(
  { context }: Caller,
  command: Command,
  { forms, stages }: Pick<Act, 'forms' | 'stages'>,
  filled: MergedForms,
): StagingLeft | null {
  const opinion = stages?.opinion.trim() ?? '';
  if (!('taskId' in command) || (forms?.length === 0 && opinion === '')) return null;
  const isEmpty = filled.typed.length === 0 && opinion === '';
  return {
    number: command.taskId,
    id: context.newId(),
    sealed: isEmpty ? null : sealStaging(context, { opinion, forms: filled.typed }),
    fileIds: filled.claimedFileIds,
  };
}
