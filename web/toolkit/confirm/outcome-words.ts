import type { ActionOutcome } from '#contract/action-preview.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';

/** Units beside the post or person, where they are few enough to say something. */
export function whoGets({ orgNames, handlerNames }: ActionOutcome['opens'][number]): string {
  return [...(orgNames.length <= 2 ? orgNames : []), handlerNames.join('、')].join(' ');
}

/** The people behind a post; some of them where they are many. */
export function peopleOf({ people, peopleCount }: ActionOutcome['opens'][number]): string {
  const names = people.join('、');
  return peopleCount > people.length ? `${names} 等 ${peopleCount} 人` : names;
}

/** The same, with the rule among several: whoever comes first does it. */
export function peopleText(node: ActionOutcome['opens'][number]): string {
  return node.peopleCount > 1 ? `${peopleOf(node)}，任一人办理` : peopleOf(node);
}

/** What comes of an action that opens no task: a countersign that is over is its promoter's again. */
export function restsWith({ from, to, waitsAt }: Pick<ActionOutcome, 'from' | 'to' | 'waitsAt'>): string {
  const { awaitingCountersign } = WorkOrderStatus;
  if (from.status === awaitingCountersign && to.status !== awaitingCountersign) return '由会签发起人继续办理';
  return waitsAt.length > 0 ? '等待其他分支办完' : '等待本环节其他人办完';
}
