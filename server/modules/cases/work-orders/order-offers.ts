import type { OrderOffer } from '#contract/work-orders.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { Refusal } from '#domain/refusals/refusals.ts';
import { refuseAddingPapers } from '#domain/workflow/actions/add-papers.ts';
import { canCallOff } from '#domain/workflow/actions/call-off-countersign.ts';
import { mayReassign } from '#domain/workflow/actions/reassign.ts';
import { actionOfCompletedTaskButton, actions, mayPerform } from '#domain/workflow/actions/registry.ts';
import { mayUrge, tasksToUrge } from '#domain/workflow/actions/urge.ts';
import type { AvailableActions } from '#domain/workflow/available-actions.ts';
import type { Task } from '#domain/workflow/model/model.ts';
import { isActionable, openPanelsOf } from '#domain/workflow/state/panels.ts';
import { openTasks } from '#domain/workflow/state/status.ts';
import type { Context } from '#server/framework/context.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import type { ReadableOrder } from './access.ts';
import { openTasksOf, presentTask, withdrawableTasks } from './own-tasks.ts';

/**
 * Returns the actions that the person may take on the order apart from the buttons of a task, with their
 * labels.
 */
export async function offersOf(
  context: Context,
  actor: Actor,
  readableOrder: ReadableOrder,
  { withdrawableTaskIds, canRecall, bars }: AvailableActions,
): Promise<OrderOffer[]> {
  const { order, trace } = readableOrder;
  const withdrawTasks = withdrawableTasks(order, actor, withdrawableTaskIds, trace);
  const cancelTasks = tasksWithOwnCountersign(actor, readableOrder);
  const reassignTasks = await reassignableTasks(context, actor, readableOrder);
  const open = mayPerform(actor, 'copy')
    ? openTasksOf(readableOrder, actor).filter(
        (task) => isActionable(order.state, task) && task.nodeId !== readableOrder.definition.startId,
      )
    : [];
  const copyTasks = [...open, ...tasksWithFinisherButton(readableOrder, bars, 'copy')];
  const urgeTasks =
    mayPerform(actor, 'urge') && mayUrge(order.state, actor) ? tasksToUrge(order.state, actor) : [];
  // Other handlers add materials at registration; handlers attach files to their opinions, and so does an
  // initiator to whom the order was returned, whose bar has only 提交 (S1 §4).
  const addsPapers =
    mayPerform(actor, 'addPapers') &&
    order.ended_at === null &&
    order.state.initiator.staffId === actor.staffId &&
    !openTasks(order.state).some(({ nodeId }) => nodeId === readableOrder.definition.startId);
  const offers = [
    ...(withdrawTasks.length > 0 ? presentOffer('withdraw', readableOrder, actor, withdrawTasks) : []),
    ...(canRecall ? presentOffer('recall', readableOrder, actor, [null]) : []),
    ...(reassignTasks.length > 0 ? presentOffer('reassign', readableOrder, actor, reassignTasks) : []),
    ...(cancelTasks.length > 0 ? presentOffer('callOffCountersign', readableOrder, actor, cancelTasks) : []),
    ...(copyTasks.length > 0 ? presentOffer('copy', readableOrder, actor, copyTasks) : []),
    ...(addsPapers
      ? presentOffer('addPapers', readableOrder, actor, [null]).map(
          withReason(refuseAddingPapers(order.state, actor)),
        )
      : []),
    ...(urgeTasks.length > 0
      ? presentOffer('urge', readableOrder, actor, [null]).map(withNodes(readableOrder, urgeTasks))
      : []),
  ];
  return offers.map((offer) => ({ ...offer, name: nameOfFinisherButton(bars, offer.action) ?? offer.name }));
}

type Bars = AvailableActions['bars'];

/**
 * Returns the completed tasks whose node has a button of the action for the person who finished them (opType 2),
 * the last completed first.
 */
function tasksWithFinisherButton({ order }: ReadableOrder, bars: Bars, action: OrderOffer['action']): Task[] {
  return bars
    .filter(
      ({ opType, buttons }) =>
        opType === 2 && buttons.some(({ code }) => actionOfCompletedTaskButton(code) === action),
    )
    .flatMap(({ taskId }) => order.state.tasks[taskId - 1] ?? [])
    .sort((left, right) => right.finishedSeq - left.finishedSeq);
}

/** Returns the name that the definition gives the action on a completed task. */
function nameOfFinisherButton(bars: Bars, action: OrderOffer['action']): string | undefined {
  return bars
    .filter(({ opType }) => opType === 2)
    .flatMap(({ buttons }) => buttons)
    .find(({ code }) => actionOfCompletedTaskButton(code) === action)?.name;
}

/**
 * Returns the tasks that the person may reassign; the directory is read only for people with the permission.
 */
async function reassignableTasks(context: Context, actor: Actor, { order }: ReadableOrder): Promise<Task[]> {
  if (!mayPerform(actor, 'reassign')) return [];
  const { addressee } = await currentDirectory(context.db);
  return openTasks(order.state).filter((task) => mayReassign(task, actor, addressee));
}

/** Returns the tasks whose countersign this person has started and may cancel. */
function tasksWithOwnCountersign(actor: Actor, { order }: ReadableOrder): Task[] {
  if (!mayPerform(actor, 'callOffCountersign')) return [];
  return openPanelsOf(order.state, actor)
    .filter(canCallOff)
    .flatMap(({ byTaskId }) => order.state.tasks[(byTaskId ?? 0) - 1] ?? []);
}

/** Adds the reason why an offer cannot be used now, if there is one. */
function withReason(refusal: Refusal | null) {
  return (offer: OrderOffer): OrderOffer => ({ ...offer, whyNot: refusal?.message ?? '' });
}

/** Adds the node names to an urge, which is about the order as a whole. */
function withNodes({ definition, order }: ReadableOrder, tasks: readonly Task[]) {
  const names = [...new Set(tasks.map(({ nodeId }) => definition.nodes[nodeId]?.name ?? ''))];
  const question = actions.urge.offer?.question({ code: order.code, nodeName: names.join('、') }) ?? '';
  return (offer: OrderOffer): OrderOffer => ({
    ...offer,
    about: offer.about.map((one) => ({ ...one, nodeName: names.join('、'), question })),
  });
}

function presentOffer(
  action: OrderOffer['action'],
  readableOrder: ReadableOrder,
  actor: Actor,
  tasks: readonly (Task | null)[],
): OrderOffer[] {
  const { offer } = actions[action];
  if (offer === undefined) return [];
  const { code } = readableOrder.order;
  const about = tasks.map((task) => {
    const { traceId, nodeName } = task
      ? presentTask(readableOrder, task, actor)
      : { traceId: null, nodeName: '' };
    // A task that a substitute did and withdrew belongs to the absent person again.
    const owner = task?.standsFor?.staffId === actor.staffId ? undefined : task?.standsFor;
    const question = offer.question({ code, nodeName, ...(owner && { ownerName: owner.name }) });
    return { traceId, nodeName, question };
  });
  return [{ action, name: offer.name, reason: offer.reason, about, whyNot: '' }];
}
