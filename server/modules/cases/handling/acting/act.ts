import type { RefusalOf } from '#contract/endpoint.ts';
import type { handling } from '#contract/handling.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { RecordContext } from '#domain/records/record-rules.ts';
import {
  isRefusal,
  type Problem,
  type Refusal,
  type RefusalCode,
  refuse,
} from '#domain/refusals/refusals.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import type { OrderState, ProcessDefinition } from '#domain/workflow/model/model.ts';
import { availableChannels } from '#server/adapters/gateways/messages/available-channels.ts';
import type { Context } from '#server/framework/context.ts';
import { inSharedTransaction } from '#server/kernel/database/shared-transaction.ts';
import { violatedKey } from '#server/kernel/database/violated-key.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import {
  type DecisionRequest,
  decideAndRecord,
  notifyClients,
  orderFacts,
  type RemainingTaskDraft,
  writeDecision,
} from '#server/modules/cases/decisions/service.ts';
import { encryptTaskDraft } from '#server/modules/cases/work-orders/service.ts';
import {
  factsOf,
  type MergedForms,
  ruleValuesOf,
  type SubmittedForm,
} from '#server/modules/design/forms/service.ts';
import {
  createInterfaceCalls,
  createRuleResults,
  createRuleRunner,
  type InterfaceCalls,
} from '#server/modules/design/rules/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { clearDirectoryCache, currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import { fileAttachedElsewhere } from '#server/modules/records/files/service.ts';
import { checkOpinionFiles } from '../attachments/opinion-files.ts';
import { documentFacts } from '../documents/document-facts.ts';
import { type ConfirmedDocuments, problemsOfDocuments } from '../documents/step-documents.ts';
import { fillForms, refuseForms, withFormProblems } from '../forms/fill-forms.ts';
import { refuseRules } from '../forms/refuse-rules.ts';
import { problemsOfNextRecipients, type SubmissionNotice } from '../notices/notice-block.ts';
import { findEarlierAnswer, type OrderForAction } from '../order/access.ts';
import { findOrderForAction, type LoadedOrder } from '../order/order.queries.ts';

/** The person who acts, and the call, for the audit record and the idempotency key. */
export interface Caller {
  context: Context;
  actor: Actor;
  endpoint: { path: string };
  idempotencyKey: string | undefined;
  requestHash: string;
  requestId: string;
}

type ActRefusal = RefusalOf<typeof handling.withdraw>;

/** One action on an existing order. */
export interface ActionRequest<Code extends RefusalCode = never> {
  /** The order that the call found; it is read again if another action came first. */
  order: OrderForAction;
  /** Returns the command for the order as read; a refusal if the input does not fit it. */
  command(order: LoadedOrder, definition: ProcessDefinition): Command | Refusal<Code>;
  /** Forms that came with the action; null if the action has no forms (withdraw, recall). */
  forms: readonly SubmittedForm[] | null;
  /**
   * True if the action fills in no form and the typed content is stored apart from the forms (return, terminate,
   * void).
   */
  allowsIncomplete?: boolean;
  /**
   * Set if the task stays with the person who acts: the typed content is stored there, with the other input of the
   * handler bar.
   */
  remainingDraft?: { opinion: string };
  /** Ids of the attachments of the opinion. */
  fileIds?: readonly string[];
  /** True if the files must be new to the order. */
  requiresNewFiles?: boolean;
  /** Notice that the handler sends with the action. */
  notice?: SubmissionNotice | null;
  /** Settings and calendar, for a command on a side record. */
  records?: RecordContext;
  /** Documents of the action that the person confirmed. */
  documents?: ConfirmedDocuments;
  /** Writes the complete answer, so that a request that repeats the key gets the same bytes. */
  answer(done: ActionResult): string;
}

/** Result of an action, for the function that writes the answer. */
export interface ActionResult {
  order: LoadedOrder;
  definition: ProcessDefinition;
  stateBefore: OrderState;
  stateAfter: OrderState;
  command: Command;
  status: number;
}

/** Number of attempts to decide on an order that others change meanwhile, including the first. */
const maxDecisions = 3;

/**
 * Acts on an order once: decides on the state that was read, then writes everything in one statement that
 * depends on the version read. If another action came first, nothing is written and the order is read and
 * decided again: a second handler is refused because of the state after the first action. A repeated key gets
 * the first answer.
 */
export async function act<Code extends RefusalCode = never>(
  caller: Caller,
  request: ActionRequest<Code>,
): Promise<AnswerText | ActRefusal | Refusal<Code>> {
  let { order } = request;
  const interfaces = createInterfaceCalls(caller.context, caller.actor.staffId);
  for (let attempt = 1; attempt <= maxDecisions; attempt += 1) {
    const outcome = await decideAndWrite(caller, { ...request, order }, interfaces);
    if (outcome)
      return isRefusal(outcome)
        ? ((await findEarlierAnswer(caller, order.idempotencyKeys)) ?? outcome)
        : outcome;
    const current = await findOrderForAction(caller.context.db, order);
    if (!current) return refuse('notFound');
    order = { ...order, ...current };
  }
  return (await findEarlierAnswer(caller, order.idempotencyKeys)) ?? refuse('orderBusy');
}

/**
 * Decides and writes once; returns undefined, with nothing written, if the order has changed meanwhile or a
 * named person has left.
 */
async function decideAndWrite<Code extends RefusalCode>(
  caller: Caller,
  request: ActionRequest<Code>,
  interfaces: InterfaceCalls,
): Promise<AnswerText | ActRefusal | Refusal<Code> | undefined> {
  const { context } = caller;
  const { order } = request;
  const { definition } = order;
  const command = request.command(order, definition);
  if (isRefusal(command)) return command;
  const [directory, holidays] = await Promise.all([
    currentDirectory(context.db),
    currentHolidays(context.db),
  ]);
  const at = context.now();
  const merged = await fillForms(
    caller,
    order,
    command,
    { ...request, allowsIncomplete: request.allowsIncomplete || !!request.remainingDraft },
    at,
  );
  const opinionFiles = await checkOpinionFiles(context, caller.actor, {
    workorderId: order.id,
    ids: request.fileIds ?? [],
    mustBeNew: request.requiresNewFiles ?? false,
  });
  const facts = factsOf(merged.forms, { order: orderFacts(order) });
  const runner = createRuleRunner(context, caller.actor.staffId, interfaces);
  const rules = createRuleResults(runner, () => ruleValuesOf(merged.forms));
  const decisionRequest: DecisionRequest = {
    order,
    command,
    definition,
    actor: caller.actor,
    at,
    facts,
    findRuleResult: rules.find,
    directory,
    holidays,
    forms: request.remainingDraft ? { changed: [], pending: [], fileIdsToAttach: [] } : merged,
    remainingDraft: request.remainingDraft ? remainingDraftOf(caller, command, request, merged) : null,
    urgeAgainHours: context.config.urgeAgainHours,
    configuredChannels: availableChannels(context),
    ...(request.records && { records: request.records }),
    opinionFiles,
    notice: request.notice ?? null,
    documents: request.documents?.rows ?? [],
    requestId: caller.requestId,
    signer: context.crypto,
    answer: ({ stateAfter, status }) => ({
      key: order.idempotencyKeys[0],
      endpoint: caller.endpoint.path,
      requestHash: caller.requestHash,
      answer: request.answer({ order, definition, stateBefore: order.state, stateAfter, command, status }),
    }),
  };
  const decision = await rules.settle(() => decideAndRecord(decisionRequest));
  const otherProblems = [
    ...opinionFiles.problems,
    ...(request.notice?.problems ?? []),
    ...(await problemsOfConfirmedDocuments(caller, request, command, at)),
  ];
  if (isRefusal(decision)) return withFormProblems(decision, merged, otherProblems);
  const refusal = refuseForms(merged, [
    ...otherProblems,
    ...problemsOfNextRecipients(request.notice, decision.state, decision.events),
  ]);
  const ruleRefusal = refusal ?? (await refuseRules(runner, order, command, merged));
  if (ruleRefusal) return ruleRefusal;
  try {
    const written = await inSharedTransaction(context.db, (tx) => writeDecision(tx, decision));
    if (!written) {
      // The next decision must use a directory without the people who have left meanwhile.
      if (decision.namedIds.length > 0) clearDirectoryCache(context.db);
      return undefined;
    }
  } catch (error) {
    const constraint = violatedKey(error);
    if (constraint === 'files_of_one_order') return fileAttachedElsewhere;
    // One key for two orders, or for another request: the first user of the key has the answer.
    if (constraint === 'idempotency_keys_pkey') return refuse('stillRunning');
    throw error;
  }
  notifyClients(context, decision);
  return { answerText: decision.idempotency?.answer ?? '' };
}

/** Returns the problems of the documents that the person confirmed. */
async function problemsOfConfirmedDocuments(
  caller: Caller,
  {
    order,
    documents,
    forms,
    allowsIncomplete,
    remainingDraft,
  }: Pick<ActionRequest, 'order' | 'documents' | 'forms' | 'allowsIncomplete' | 'remainingDraft'>,
  command: Command,
  at: Date,
): Promise<Problem[]> {
  const task = 'taskId' in command ? order.state.tasks[command.taskId - 1] : undefined;
  if (!documents || !task) return [];
  const rule = remainingDraft ? 'draft' : allowsIncomplete ? 'pending' : 'store';
  const factsRequest = { command, rule, forms: forms ?? [], ...documents } as const;
  return problemsOfDocuments(caller.context, documents, task, async () => {
    const { gathered } = await documentFacts(caller, order, task, factsRequest, at);
    return gathered;
  });
}

/** Returns the person's draft at the task after the action; null if there is no content to store. */
function remainingDraftOf(
  { context }: Caller,
  command: Command,
  { forms, remainingDraft }: Pick<ActionRequest, 'forms' | 'remainingDraft'>,
  merged: MergedForms,
): RemainingTaskDraft | null {
  const opinion = remainingDraft?.opinion.trim() ?? '';
  if (!('taskId' in command) || (forms?.length === 0 && opinion === '')) return null;
  const isEmpty = merged.pending.length === 0 && opinion === '';
  return {
    number: command.taskId,
    id: context.newId(),
    sealed: isEmpty ? null : encryptTaskDraft(context, { opinion, forms: merged.pending }),
    fileIds: merged.fileIdsToAttach,
  };
}
