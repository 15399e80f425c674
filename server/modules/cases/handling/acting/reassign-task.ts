import { createHash } from 'node:crypto';
import { handling } from '#contract/handling.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, refusalRow } from '#domain/refusals/refusals.ts';
import { actorForOrder } from '#domain/substitutes/substitution.ts';
import { decide } from '#domain/workflow/decide.ts';
import type { DecisionContext, OrderState, ProcessDefinition } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import { evaluateCondition, getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { findOrderForAction } from '../order/order.queries.ts';
import { act, type Caller } from './act.ts';
import { writeResult } from './present.ts';

/** One task of a hand-over, which reassigns many (docs/decisions/0110). */
export interface TaskReassignment {
  workorderId: string;
  taskId: number;
  /** Key of the recipient. */
  key: string;
  reason: string;
  idempotencyKey: string;
}

/** Outcome for one task; `gone` if the task or its order is done, closed or no longer exists. */
export interface ReassignmentOutcome {
  state: 'moved' | 'gone' | 'failed';
  reason: string;
}

/**
 * Reassigns one task like the call `reassign`, once for its key. After a refusal the outcome is read from the
 * order, so that a reassignment whose answer was lost, or that another call made, counts as made.
 */
export async function reassignTask(
  caller: Pick<Caller, 'context' | 'requestId'> & { actor: Actor },
  { workorderId, taskId, key, reason, idempotencyKey }: TaskReassignment,
): Promise<ReassignmentOutcome> {
  const { context, actor, requestId } = caller;
  const loaded = await findOrderForAction(context.db, { id: workorderId });
  if (!loaded) return goneOutcome('办件已不存在');
  const { definition } = await getPublishedProcess(context.db, loaded.processDefinitionId);
  const outcome = await act(
    {
      context,
      actor: actorForOrder(actor, loaded),
      endpoint: handling.reassign,
      idempotencyKey,
      requestHash: createHash('sha256')
        .update(JSON.stringify([workorderId, taskId, key, reason]))
        .digest('hex'),
      requestId,
    },
    {
      order: { ...loaded, definition, idempotencyKeys: [idempotencyKey] },
      command: () => ({ action: 'reassign', taskId, key, reason }),
      forms: null,
      answer: writeResult,
    },
  );
  if (!isRefusal(outcome)) return { state: 'moved', reason: '' };
  const after = await findOrderForAction(context.db, { id: workorderId });
  return (after && outcomeOfClosedTask(after.state, taskId, key)) ?? failedOutcome(textOf(outcome), key);
}

/** Returns a failed outcome; a key in its reason is replaced, because people cannot read it. */
const failedOutcome = (reason: string, key: string): ReassignmentOutcome => ({
  state: 'failed',
  reason: reason.replaceAll(`“${key}”`, '所选接收人'),
});

const goneOutcome = (reason: string): ReassignmentOutcome => ({ state: 'gone', reason });

/** Returns the outcome of a task that is no longer open; undefined if it still is. */
function outcomeOfClosedTask(
  { tasks, ended }: OrderState,
  taskId: number,
  key: string,
): ReassignmentOutcome | undefined {
  const task = tasks[taskId - 1];
  const replacement = tasks.find(({ replaces }) => replaces === taskId);
  if (
    task?.outcome === 'closedByReassign' &&
    replacement?.candidates.length === 1 &&
    replacement.candidates[0] === key
  )
    return { state: 'moved', reason: '' };
  if (ended) return goneOutcome('办件已办结');
  return task?.outcome === null ? undefined : goneOutcome('已由他人办理或已关闭');
}

/** Returns the reason why a task cannot be reassigned to a person, by the decision itself; null if it can. */
export function problemOfReassignment(
  { now }: Pick<Context, 'now'>,
  order: { state: OrderState; definition: ProcessDefinition },
  reassignment: Pick<TaskReassignment, 'taskId' | 'key'> & {
    actor: Actor;
    addressee: DecisionContext['addressee'];
  },
): string | null {
  const { taskId, key, actor, addressee } = reassignment;
  const decision = decide(
    order.state,
    { action: 'reassign', taskId, key, reason: '—' },
    {
      definition: order.definition,
      actor,
      now: now(),
      facts: {},
      evaluateCondition,
      addressee,
    },
  );
  return isRefusal(decision) ? textOf(decision) : null;
}

function textOf({ refused, message, problems = [] }: Refusal): string {
  if (problems.length > 0) return problems.map((problem) => problem.message).join('；');
  return message ?? refusalRow[refused].text;
}
