import type { FirstLine } from '#domain/messages/first-line.ts';
import { MissingCase } from '#domain/missing-case.ts';
import type { OrderState, Task, WorkflowEvent } from '#domain/workflow/model/model.ts';
import type { Panel, SlotKind } from '#domain/workflow/model/panel.ts';

/** Kind and first line of the message about a person's task. */
export type TaskMessageTexts = { kind: 'todo' | 'returned' } & Pick<
  FirstLine,
  'eventText' | 'personName' | 'reasonText'
>;

/** Requests to a person who got a work item from another handler, by the kind of the item. */
const requestTexts: Record<Exclude<SlotKind, 'main' | 'instance'>, string> = {
  before: '请您加签',
  after: '请您加签',
  countersign: '请您会签',
  delegate: '请您办理委派事项',
  returned: '请您重新办理',
};

/** Messages to a person whose request is answered, by the kind of the work item. */
const answerTexts: Record<Exclude<SlotKind, 'main' | 'instance'>, string> = {
  before: '加签已办结',
  after: '加签已办结',
  countersign: '会签已结束',
  delegate: '委派已办结',
  returned: '经办人已重新办理',
};

/** Returns the texts of a message about an opened task: its sender, and the text of a return or a request. */
export function textsOfOpenedTask(
  state: Pick<OrderState, 'panels'>,
  events: readonly WorkflowEvent[],
  task: Task,
): TaskMessageTexts {
  const reassignment = events.find((event) => event.type === 'reassigned' && event.taskId === task.replaces);
  if (reassignment?.type === 'reassigned')
    return {
      kind: 'todo',
      eventText: '新的待办',
      personName: `${reassignment.by.name}改派`,
      reasonText: reassignment.reason,
    };
  const { reason, by } = lastSenderAndReason(events, task);
  if (task.origin === 'return')
    return { kind: 'returned', eventText: '办件被退回', personName: by, reasonText: reason };
  const panel = task.panelId === null ? undefined : state.panels[task.panelId - 1];
  if (panel && panel.kind !== 'instance') {
    const { kind, by: requester } = panel;
    return {
      kind: 'todo',
      eventText: requestTexts[kind],
      personName: requester.name,
      reasonText: panel.reason,
    };
  }
  if (task.onBehalfOf !== null)
    return {
      kind: 'todo',
      eventText: requestTexts.delegate,
      personName: task.onBehalfOf.name,
      reasonText: reason,
    };
  if (events.some((event) => event.type === 'gaveBack' && event.taskId === task.id))
    return { kind: 'todo', eventText: '请继续办理', personName: by, reasonText: reason };
  return { kind: 'todo', eventText: '新的待办', personName: by, reasonText: reason };
}

/**
 * Returns the texts of the message to the person who started an approval round and continues the task,
 * because the result has arrived.
 */
export function textsForRequester(
  { tasks }: Pick<OrderState, 'tasks'>,
  events: readonly WorkflowEvent[],
  panel: Panel,
  taskId: number,
): TaskMessageTexts {
  const gaveBackEvent = events.find((event) => event.type === 'gaveBack' && event.taskId === taskId);
  if (gaveBackEvent?.type === 'gaveBack')
    return { kind: 'todo', eventText: '请继续办理', reasonText: gaveBackEvent.reason };
  return {
    kind: 'todo',
    eventText: '请继续办理',
    personName: nameOfOnlySeat(panel, tasks),
    reasonText: resultOf(panel, tasks),
  };
}

/** Returns the name of the person who answered, if only one was asked. */
function nameOfOnlySeat({ seats }: Panel, tasks: readonly Task[]): string | undefined {
  const [only] = seats;
  return seats.length === 1 && only?.taskId != null ? tasks[only.taskId - 1]?.finishedBy?.name : undefined;
}

/** Returns the result of the round, with the names of the people who voted against it. */
function resultOf({ kind, outcome, seats }: Panel, tasks: readonly Task[]): string {
  if (kind === 'instance') return '';
  if (kind !== 'countersign' || (outcome !== 'passed' && outcome !== 'failed')) return answerTexts[kind];
  if (outcome === 'passed') return '会签通过';
  const opponents = seats.flatMap(({ outcome: vote, taskId }) =>
    vote === 'failed' && taskId !== null ? (tasks[taskId - 1]?.finishedBy?.name ?? []) : [],
  );
  return opponents.length === 0 || seats.length === 1
    ? '会签不通过'
    : `会签不通过，${opponents.join('、')}不同意`;
}

/**
 * Returns the person who acted, and the text that requests something of the next person; an opinion of an
 * ordinary step requests nothing.
 */
function lastSenderAndReason(
  events: readonly WorkflowEvent[],
  task: Task,
): { by: string | undefined; reason: string | undefined } {
  let by: string | undefined;
  let reason: string | undefined;
  for (const event of events) {
    switch (event.type) {
      case 'started':
        by = event.initiator.name;
        break;
      case 'taskFinished':
        by = event.by.name;
        reason = task.origin === 'return' || task.onBehalfOf !== null ? event.opinion : undefined;
        break;
      case 'withdrawn':
      case 'recalled':
        by = event.by.name;
        reason = event.reason;
        break;
      case 'gaveBack':
        if (event.taskId !== task.id) break;
        by = event.by.name;
        reason = event.reason;
        break;
      case 'tokenPlaced':
      case 'fired':
      case 'taskOpened':
      case 'taskClosed':
      case 'panelOpened':
      case 'seatsAdded':
      case 'seatClosed':
      case 'panelClosed':
      case 'rewound':
      case 'restored':
      case 'rollbackOpened':
      case 'rollbackClosed':
      case 'rollbackHandled':
      case 'reassigned':
      case 'copied':
      case 'noted':
      case 'papersAdded':
      case 'urged':
      case 'recordChanged':
      case 'variablesSet':
      case 'resultRecorded':
      case 'serviceAsked':
      case 'ended':
        break;
      default:
        throw new MissingCase(event satisfies never);
    }
  }
  return { by, reason };
}
