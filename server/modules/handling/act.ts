import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, refusalRow, refuse } from '#domain/refusals/refusals.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import type { OrderState, ProcessDefinition } from '#domain/workflow/model.ts';
import { hasPart } from '#domain/workflow/queries.ts';
import type { Context } from '#server/context/context.ts';
import { brokenKey } from '#server/database/broken-key.ts';
import { inShortTransaction, type Tx } from '#server/database/transaction.ts';
import type { AnswerText } from '#server/http/envelope.ts';
import { answerAgain, derivedKey } from '#server/http/idempotency.ts';
import type { NamedOrder } from '#server/http/named-order.ts';
import { announce, decideAndRecord, orderFacts, writeDecision } from '#server/modules/decisions/service.ts';
import { fileJustTaken, lookUpFiles, noFiles } from '#server/modules/files/service.ts';
import {
  factsOf,
  getPublishedForm,
  type MergedForms,
  mergeForms,
  newFileIds,
  openForm,
  type SentForm,
} from '#server/modules/forms/service.ts';
import { getPublishedProcess } from '#server/modules/processes/service.ts';
import { currentHolidays } from '#server/modules/supervision/service.ts';
import { isNamed, mayRead } from '#server/modules/work-orders/service.ts';
import { currentDirectory } from './directory.ts';
import { findAnswered, type LoadedOrder, lockOrder } from './order.queries.ts';

/** Who acts, by which call: what the audit link and the idempotency key need to know. */
export interface Caller {
  context: Context;
  actor: Actor;
  endpoint: { path: string };
  idempotencyKey: string | undefined;
  requestHash: string;
  requestId: string;
}

/** One action on an order that is there. */
export interface Act {
  /** What the call named; that it is one order and that the person may see it is checked with the lock in hand. */
  named: NamedOrder;
  /** The command, once the order is read; a refusal when the input does not fit it. */
  command(order: LoadedOrder, definition: ProcessDefinition): Command | Refusal;
  /** Tells a request that came again from one that is rightly the same, where its body does not name the visit. */
  visit?: string;
  /** Forms that came with the action; null where the action takes none (return, withdraw …). */
  forms: readonly SentForm[] | null;
  /** The action fills no form in; what was typed is kept beside them (return, terminate, void). */
  keepsTyped?: boolean;
  /** S1 §4 code for the trace where it says more than the outcome. */
  operation: number | null;
  /** Writes the whole answer, so that a repeated key is answered byte for byte. */
  answer(done: Done): string;
}

/** What an action came to. */
export interface Done {
  order: LoadedOrder;
  definition: ProcessDefinition;
  before: OrderState;
  after: OrderState;
  command: Command;
  status: number;
}

/**
 * Acts on an order, once: lock, decide, write, in one transaction of two reads and one write. The same key again gets
 * the first answer; a second handler is refused by the state that the first one left.
 */
export async function act(caller: Caller, asked: Act): Promise<AnswerText | Refusal> {
  const { context, actor } = caller;
  const key = caller.idempotencyKey ?? derivedKey(caller, asked.visit);
  try {
    return await actOnce(caller, asked, key);
  } catch (error) {
    // The order's lock does not stand between two orders: one key used for both at once meets at the key itself.
    const constraint = brokenKey(error);
    if (constraint === 'files_of_one_order') return fileJustTaken;
    if (constraint !== 'idempotency_keys_pkey') throw error;
    return answerAgain(await findAnswered(context.db, actor.staffId, key), caller.requestHash);
  }
}

async function actOnce(caller: Caller, asked: Act, key: string): Promise<AnswerText | Refusal> {
  const { context } = caller;
  const [directory, holidays] = await Promise.all([
    currentDirectory(context.db),
    currentHolidays(context.db),
  ]);
  return inShortTransaction<LoadedOrder | undefined, AnswerText | Refusal>(
    context.db,
    (tx) => lockOrder(tx, asked.named, { staffId: caller.actor.staffId, key }),
    async (order, tx) => {
      // What the person was answered before is theirs to hear again, whatever has become of the task since.
      if (order?.answered) return { result: answerAgain(order.answered, caller.requestHash) };
      if (!order || !isNamed(order, asked.named) || !(await mayKnow(tx, caller.actor, order))) {
        return { result: refuse('notFound') };
      }
      const { definition } = await getPublishedProcess(context.db, order.processDefinitionId, tx);
      const command = asked.command(order, definition);
      if (isRefusal(command)) return { result: command };
      const now = context.now();
      const merged = await mergeOrderForms(tx, caller, order, definition, command, asked, now);
      const decision = decideAndRecord({
        order,
        command,
        definition,
        actor: caller.actor,
        at: now,
        facts: { ...factsOf(merged.forms), order: orderFacts(order) },
        directory,
        holidays,
        forms: merged,
        operation: asked.operation,
        requestId: caller.requestId,
        signer: context.crypto,
        answer: ({ after, status }) => ({
          key,
          endpoint: caller.endpoint.path,
          requestHash: caller.requestHash,
          answer: asked.answer({ order, definition, before: order.state, after, command, status }),
        }),
      });
      if (isRefusal(decision)) return { result: withFormProblems(decision, merged) };
      if (merged.problems.length > 0) return { result: refuse('formInvalid', { problems: merged.problems }) };
      return {
        result: { answerText: decision.idempotency?.answer ?? '' },
        write: (tx) => writeDecision(tx, decision),
        afterCommit: () => announce(context, decision),
      };
    },
  );
}

/** Who has or had a part in the order is told by its state; who reads it from above costs a question of its own. */
async function mayKnow(tx: Tx, actor: Actor, order: LoadedOrder): Promise<boolean> {
  return hasPart(order.state, actor) || (await mayRead(tx, actor, order));
}

async function mergeOrderForms(
  tx: Tx,
  caller: Caller,
  order: LoadedOrder,
  definition: ProcessDefinition,
  command: Command,
  { forms: submitted, keepsTyped }: Pick<Act, 'forms' | 'keepsTyped'>,
  now: Date,
): Promise<MergedForms> {
  const { context } = caller;
  const open = (forms: LoadedOrder['forms']) =>
    Promise.all(
      forms.map(async ({ formDefinitionId, content }) =>
        openForm(await getPublishedForm(context.db, formDefinitionId, tx), content, context.crypto),
      ),
    );
  const forms = await open(order.forms.filter(({ deleted }) => !deleted));
  // Conditions go on reading what was deleted: the flow came here by it.
  const deleted = await open(order.forms.filter((form) => form.deleted));
  const task = 'taskId' in command ? order.state.tasks[command.taskId - 1] : undefined;
  const mayEdit = task?.candidates.some((candidate) => caller.actor.keys.includes(candidate));
  // A stranger, or the second of two handlers, is refused by the decision and learns nothing about the form.
  if (submitted === null || !task || task.outcome !== null || !mayEdit)
    return { forms: [...forms, ...deleted], changed: [], typed: [], problems: [], claimedFileIds: [] };
  const ids = newFileIds(forms, submitted);
  const files =
    ids.length > 0 ? await lookUpFiles(tx, context, caller.actor, { workorderId: order.id, ids }) : noFiles;
  const merged = mergeForms(forms, submitted, {
    definition,
    nodeId: task.nodeId,
    now,
    crypto: context.crypto,
    files,
    keepsTyped,
  });
  return { ...merged, forms: [...merged.forms, ...deleted] };
}

/** All problems at once: a missing opinion does not hide what is wrong with the forms. */
function withFormProblems(refusal: Refusal, merged: MergedForms): Refusal {
  if (merged.problems.length === 0) return refusal;
  if (refusal.refused === 'opinionRequired') {
    const opinion = { field: 'handlerOpinion', message: refusalRow.opinionRequired.text };
    return refuse('badInput', { problems: [opinion, ...merged.problems] });
  }
  if (refusal.refused === 'badInput') {
    return refuse('badInput', { problems: [...(refusal.problems ?? []), ...merged.problems] });
  }
  return refusal;
}
