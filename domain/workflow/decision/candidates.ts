import { isNamedOrganisation } from '../../forms/kinds/organisation/organisation.ts';
import { refuse } from '../../refusals/refusals.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { DecisionContext, FlowNode, OrderState, Task, Token, UserTaskNode } from '../model/model.ts';
import { variablesOf } from '../state/effects.ts';
import { nearestAncestors } from '../state/net.ts';
import { countedHandlerOf, isDone } from '../state/outcomes.ts';
import { type DecisionBuilder, staffKey } from './builder.ts';

/** Lists of preferred handlers of a task; each is used only if no person has a key of the lists before. */
export type PreferredHandlers = readonly (readonly string[])[];

/**
 * Returns the handlers of a task, for every opening (docs/decisions/0033): the first list of names with a
 * person who can do it, else the node's own candidates, else those of the node's rule for missing candidates. The rule
 * `skip` applies only when the flow arrives, because a returned task is never skipped; null if no person is
 * left, which refuses the action. Keys stay keys, so that a change of post takes effect at once.
 */
export function handlersOf(
  { state, context }: Pick<DecisionBuilder, 'state' | 'context'>,
  node: FlowNode,
  preferred: PreferredHandlers,
  arrival: 'byFlow' | 'again',
): readonly string[] | 'skip' | null {
  const ownKeys = node.kind === 'userTask' ? [configuredKeys(state, node, context)] : [];
  const keys = firstListWithAblePerson(context, node, [...preferred, ...ownKeys]);
  if (keys !== undefined) return keys;
  if (node.kind === 'userTask' && node.emptyCandidates === 'refuse') return null;
  if (node.kind === 'userTask' && node.emptyCandidates === 'skip' && arrival === 'byFlow') return 'skip';
  return firstListWithAblePerson(context, node, [[context.definition.administratorKey]]) ?? null;
}

/** Returns the first of the lists with a person in service who may do a task of the node. */
export function firstListWithAblePerson(
  context: DecisionContext,
  node: FlowNode,
  preferred: PreferredHandlers,
): readonly string[] | undefined {
  const keys = preferred.find((list) => list.some((key) => canDoTask(context, node, key)));
  return keys && unique(keys);
}

/**
 * Returns the handlers that the people directly before a token named for its node; after a join, those of all
 * branches.
 */
export function namedHandlersFor(state: OrderState, token: Token): string[] {
  return tasksBefore(state, token).flatMap((task) => task.nextHandlers?.[token.nodeId] ?? []);
}

/**
 * Returns the candidate keys of a node for the token that arrives, before the node's policy: named handlers,
 * else its own candidates; empty if no person in service has any of them.
 */
export function candidatesFor(
  state: OrderState,
  node: UserTaskNode,
  token: Token,
  context: DecisionContext,
): string[] {
  const lists = [namedHandlersFor(state, token), configuredKeys(state, node, context)];
  return [...(firstListWithAblePerson(context, node, lists) ?? [])];
}

/** Checks whether a person in service who may handle matters has the key. */
export function hasAblePerson(context: DecisionContext, key: string): boolean {
  return context.addressee(key)?.availability === 'able';
}

/**
 * Checks whether a person in service who has the key may do a task of the node; at the start, whether that
 * person may resubmit.
 */
export function canDoTask(context: DecisionContext, node: FlowNode, key: string): boolean {
  return node.kind === 'start' ? context.addressee(key)?.mayResubmit === true : hasAblePerson(context, key);
}

/**
 * Returns the refusal of an action after which no person could do a task of the node, with advice
 * on how to continue.
 */
export function refuseWithoutCandidates(node: FlowNode): DecisionRefusal {
  const rules = node.kind === 'userTask' ? node.candidates : [];
  const isNamedInForm = rules.some((rule) => rule.kind === 'variable' && formPathIn(rule.name) !== undefined);
  const advice = isNamedInForm ? '请先在表单中填写由哪个单位办理' : '请联系管理员';
  return refuse('noCandidates', { message: `环节“${node.name}”没有可用的处理人，${advice}` });
}

/** Returns the node's own candidates as keys, including those that no person has. */
export function configuredKeys(state: OrderState, node: UserTaskNode, context: DecisionContext): string[] {
  return node.candidates.flatMap((rule) => {
    if (rule.kind === 'variable') {
      const { name } = rule;
      return keysInForms(name, context.facts) ?? keysIn(variablesOf(state)[name] ?? context.facts[name]);
    }
    if (rule.kind !== 'previousNode') return [`${rule.kind}:${rule.id}`];
    return handlerKeysOf(lastDoneTasks(state, ({ nodeId }) => nodeId === rule.nodeId));
  });
}

/**
 * Returns the keys of the organisations in a form field (`form.field`, `form.table.column`); undefined for
 * another name.
 */
export function keysInForms(name: string, facts: DecisionContext['facts']): string[] | undefined {
  const path = formPathIn(name);
  return path && organisationsAt(facts[path.form], [path.field, ...(path.column ? [path.column] : [])]);
}

/** Returns the parts of the name of a form field; undefined for the name of a variable. */
export function formPathIn(name: string): { form: string; field: string; column?: string } | undefined {
  const [form = '', field, column, ...excess] = name.split('.');
  if (field === undefined || excess.length > 0) return undefined;
  return { form, field, ...(column !== undefined && { column }) };
}

function organisationsAt(value: unknown, [step, ...steps]: readonly string[]): string[] {
  if (Array.isArray(value) && step !== undefined) {
    return value.flatMap((row) => organisationsAt(row, [step, ...steps]));
  }
  if (step === undefined) {
    return (Array.isArray(value) ? value : []).filter(isNamedOrganisation).map(({ id }) => `org:${id}`);
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return [];
  return organisationsAt((value as Readonly<Record<string, unknown>>)[step], steps);
}

/** Returns the keys of a list, or of a text with commas between keys. */
export function keysIn(value: unknown): string[] {
  const values = typeof value === 'string' ? value.split(',').map((key) => key.trim()) : value;
  const keys = Array.isArray(values) ? values : [];
  return keys.filter((key): key is string => typeof key === 'string' && /^[a-z]+:./.test(key));
}

/** Returns the keys of the people who finished the tasks. */
export function handlerKeysOf(tasks: readonly Task[]): string[] {
  return tasks.flatMap((task) => {
    const handler = countedHandlerOf(task);
    return handler ? [staffKey(handler.staffId)] : [];
  });
}

/**
 * Returns the last completed task among those that match; if its node has several instances, all that were
 * completed there.
 */
export function lastDoneTasks(state: OrderState, matches: (task: Task) => boolean): Task[] {
  const last = lastDoneTask(state, matches);
  if (last?.kind !== 'instance') return last ? [last] : [];
  return state.tasks.filter((task) => isDone(task) && task.panelId === last.panelId);
}

/** Returns the last completed task among those that match. */
export function lastDoneTask(state: OrderState, matches: (task: Task) => boolean): Task | undefined {
  let last: Task | undefined;
  for (const task of state.tasks) {
    if (matches(task) && isDone(task) && task.finishedSeq > (last?.finishedSeq ?? 0)) last = task;
  }
  return last;
}

/**
 * Returns the completed tasks that a token came from, the nearest on each of its paths; after a join there
 * are several.
 */
export function tasksBefore(state: OrderState, token: Token): Task[] {
  const doneAt = (id: number) => lastDoneTasks(state, ({ tokenId }) => tokenId === id);
  return nearestAncestors(state, token, (id) => doneAt(id).length > 0).flatMap(doneAt);
}

function unique(keys: readonly string[]): string[] {
  return [...new Set(keys)];
}
