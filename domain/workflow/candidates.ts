import { refuse } from '../refusals/refusals.ts';
import type { DecisionRefusal } from './decision-refusals.ts';
import { staffKey } from './draft.ts';
import { variablesOf } from './effects.ts';
import type { DecisionContext, FlowNode, OrderState, Task, Token, UserTaskNode } from './model.ts';
import { ancestorsOf } from './net.ts';

/**
 * Candidate keys of a node for the token that arrives: handlers that the people directly before named for it, else the
 * node's own candidates. Empty when nobody in office answers to any of them; keys stay keys, so that a change of post
 * takes effect at once.
 */
export function candidatesFor(
  state: OrderState,
  node: UserTaskNode,
  token: Token,
  context: DecisionContext,
): string[] {
  const named = tasksBefore(state, token).flatMap((task) => task.nextHandlers?.[node.id] ?? []);
  const keys = unique(named.length > 0 ? named : configuredKeys(state, node, context));
  return keys.some((key) => reaches(context, key)) ? keys : [];
}

/** Whether somebody in office who may handle matters answers to the key. */
export function reaches(context: DecisionContext, key: string): boolean {
  return context.addressee(key)?.standing === 'able';
}

/** Whether somebody in office who answers to the key may do a task of the node: at the start that is to hand in again. */
export function canTake(context: DecisionContext, node: FlowNode, key: string): boolean {
  return node.kind === 'start' ? context.addressee(key)?.initiates === true : reaches(context, key);
}

/** Nobody would be there to do a task of the node. */
export function refuseWithoutCandidates(node: FlowNode): DecisionRefusal {
  return refuse('noCandidates', { message: `环节“${node.name}”没有可用的处理人，请联系管理员` });
}

/** The node's own candidates as keys, whether anybody answers to them or not. */
export function configuredKeys(state: OrderState, node: UserTaskNode, context: DecisionContext): string[] {
  return node.candidates.flatMap((rule) => {
    if (rule.kind === 'variable') return keysOf(variablesOf(state)[rule.name] ?? context.facts[rule.name]);
    if (rule.kind !== 'previousNode') return [`${rule.kind}:${rule.id}`];
    const last = lastDoneTask(state, ({ nodeId }) => nodeId === rule.nodeId);
    return last?.finishedBy ? [staffKey(last.finishedBy.staffId)] : [];
  });
}

function keysOf(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((key): key is string => typeof key === 'string' && /^[a-z]+:./.test(key));
}

/** A task that its person carried on: started, handled, submitted again, or voided. */
export function isDone({ outcome }: Task): boolean {
  return outcome === 'started' || outcome === 'handled' || outcome === 'resubmitted' || outcome === 'voided';
}

/** The task finished last among those that were done and fit. */
export function lastDoneTask(state: OrderState, fits: (task: Task) => boolean): Task | undefined {
  return state.tasks
    .filter((task) => isDone(task) && fits(task))
    .reduce<Task | undefined>(
      (last, task) => (last === undefined || task.finishedSeq > last.finishedSeq ? task : last),
      undefined,
    );
}

/** The done tasks that a token came from with no other task between; a join has several. */
export function tasksBefore(state: OrderState, token: Token): Task[] {
  const found: Task[] = [];
  const covered = new Set<number>();
  for (const ancestor of ancestorsOf(state, token)) {
    if (covered.has(ancestor.id)) continue;
    const task = lastDoneTask(state, ({ tokenId }) => tokenId === ancestor.id);
    if (task === undefined) continue;
    found.push(task);
    for (const earlier of ancestorsOf(state, ancestor)) covered.add(earlier.id);
  }
  return found;
}

function unique(keys: readonly string[]): string[] {
  return [...new Set(keys)];
}
