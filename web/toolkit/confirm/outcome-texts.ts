import type { ActionOutcome } from '#contract/action-preview.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { toneOfStatus } from '../status/status-tone.ts';

/** The way in which an action ends an order: with a regular result, or before it. */
export type EndKind = 'concluded' | 'terminated';

/** Returns how an action ends the order; undefined if the order continues. */
export function endKindOf(outcome: Pick<ActionOutcome, 'ends' | 'to'> | null): EndKind | undefined {
  if (outcome === null || !outcome.ends) return undefined;
  return toneOfStatus(outcome.to.status) === 'success' ? 'concluded' : 'terminated';
}

/**
 * Returns the post, person or unit that gets a task, with the units of its people if they are few and not
 * named already.
 */
export function assigneeText({
  orgNames,
  handlerNames,
}: Pick<ActionOutcome['opens'][number], 'orgNames' | 'handlerNames'>): string {
  const units = orgNames.length <= 2 ? orgNames.filter((name) => !handlerNames.includes(name)) : [];
  return [...units, handlerNames.join('、')].join(' ');
}

/** Returns the people who hold a post; only some of them if they are many. */
export function peopleOf({ people, peopleCount }: ActionOutcome['opens'][number]): string {
  const names = people.join('、');
  return peopleCount > people.length ? `${names} 等 ${peopleCount} 人` : names;
}

/**
 * Returns the people who hold a post; if there are several, with the rule that any of them can handle the task.
 */
export function peopleText(node: ActionOutcome['opens'][number]): string {
  return node.peopleCount > 1 ? `${peopleOf(node)}，任一人办理` : peopleOf(node);
}

/**
 * Returns the next step after an action that opens no task: a finished countersign returns to its requester;
 * otherwise the order waits for other branches or other people.
 */
export function nextStepText({
  from,
  to,
  waitsAt,
  countersign,
}: Pick<ActionOutcome, 'from' | 'to' | 'waitsAt' | 'countersign'>): string {
  const requester = countersign?.returnsTo ?? null;
  if (requester !== null) return `返回会签发起人 ${requester} 继续办理`;
  const { awaitingCountersign } = WorkOrderStatus;
  if (from.status === awaitingCountersign && to.status !== awaitingCountersign) return '由会签发起人继续办理';
  return waitsAt.length > 0 ? '待其他分支办结' : '待其他人员办结本环节';
}

/** Returns the result of a countersign as the users name it (S1 §4). */
export function countersignResultText({ passed }: { passed: boolean }): string {
  return passed ? '会签通过' : '会签不通过';
}
