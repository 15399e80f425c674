import type { ActionPreviewInput } from '#contract/action-preview.ts';
import { type IdempotencyRefusal, idempotencyRefusals } from '#contract/endpoint.ts';
import type { HandleInput } from '#contract/handle-input.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { actorForOrder, isCandidateFor } from '#domain/substitutes/substitution.ts';
import { lastFinishedBy, participates } from '#domain/workflow/actions/queries.ts';
import { availableActions } from '#domain/workflow/available-actions.ts';
import type { OrderState, ProcessDefinition, Task } from '#domain/workflow/model/model.ts';
import type { Panel } from '#domain/workflow/model/panel.ts';
import { votesAtSeat } from '#domain/workflow/slots/shared-seats.ts';
import { isHandledBy } from '#domain/workflow/state/outcomes.ts';
import type { Context } from '#server/framework/context.ts';
import { type Access, type OrderFinderCall, order } from '#server/framework/routing/access.ts';
import type { OrderReference } from '#server/framework/routing/order-reference.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import { derivedKey, derivedKeysByTime, repeatAnswer } from '#server/kernel/http/idempotency.ts';
import {
  asReader,
  isNamed,
  mayRead,
  type ReadableOrder,
  readOrder,
} from '#server/modules/cases/work-orders/service.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { findOrderForAction, findStoredAnswer, type LoadedOrder } from './order.queries.ts';

/** The order and task of a call of this module: checked once, before any service runs. */

const actingRefusals = [
  'traceRequired',
  'orderEnded',
  'taskAlreadyHandled',
  'notYourTask',
  'withdrawNotAllowed',
  ...idempotencyRefusals,
] as const;
type ActingRefusal = (typeof actingRefusals)[number];

/** An order that a person acts on, as read, with its process. */
export interface OrderForAction extends LoadedOrder {
  definition: ProcessDefinition;
  /** Keys under which this request may have been answered before, its own first. See docs/decisions/0060. */
  idempotencyKeys: readonly [string, ...string[]];
}

/**
 * Access to the task that the call names; a call that names only the order means this person's only open
 * task.
 */
export const actsOnTask: Access<Actor, OrderForAction, Task> = createActAccess(openTask, countAnswers);

/** Access for calls that cancel requests to others from the task. */
export const cancelsRequestOnTask: Access<Actor, OrderForAction, Task> = createActAccess(
  openTask,
  countPanels,
);

function openTask({ state, definition }: OrderForAction, actor: Actor, { trace, node }: OrderReference) {
  const isAtNamedNode = ({ nodeId }: Task) => node === undefined || nodeId === node;
  if (trace !== undefined)
    return state.tasks.filter(isAtNamedNode).find(({ id }) => id === trace) ?? refuse('notFound');
  const ownOpenTasks = ownTasks({ state, definition }, state.tasks.filter(isAtNamedNode), actor);
  if (ownOpenTasks.length > 1) return refuse('traceRequired');
  if (ownOpenTasks[0]) return ownOpenTasks[0];
  if (state.ended) return refuse('orderEnded');
  return refuse(lastFinishedBy(state, actor) ? 'taskAlreadyHandled' : 'notYourTask');
}

/**
 * Access to the task that is withdrawn: the one that the call names, else the only one that this person may
 * withdraw.
 */
export const actsOnFinishedTask: Access<Actor, OrderForAction, Task> = createActAccess(
  (order, actor, names) => {
    const { withdrawableTaskIds } = availableActions(order.state, order.definition, actor);
    return withdrawnTask(order, names, withdrawableTaskIds, 'traceId');
  },
);

/**
 * Access to the task of a submission of the handler bar. Its operation 6 withdraws a finished step or, if
 * the initiator recalls, the start; every other operation is about an open task.
 */
export const actsBySubmission: Access<Actor, OrderForAction, Task> = createActAccess(
  (order, actor, names, body) => {
    const { handlerOperation } = body as HandleInput;
    if (handlerOperation === '7') return urgedTask(order, names);
    if (handlerOperation !== '6') return openTask(order, actor, names);
    const { state, definition } = order;
    const { withdrawableTaskIds, canRecall } = availableActions(state, definition, actor);
    const start = state.tasks.findLast(({ nodeId }) => nodeId === definition.startId);
    const taskIds = canRecall && start ? [...withdrawableTaskIds, start.id] : withdrawableTaskIds;
    return withdrawnTask(order, names, taskIds, 'workorderTraceId');
  },
  countAnswers,
);

/**
 * Returns the task of an urge, which is about the order as a whole and needs no task of the caller: the named
 * one or an open one.
 */
function urgedTask({ state }: OrderForAction, { trace }: OrderReference) {
  if (trace !== undefined) return state.tasks[trace - 1] ?? refuse('notFound');
  return state.tasks.findLast(({ outcome }) => outcome === null) ?? refuse('orderEnded');
}

function withdrawnTask(
  { state }: OrderForAction,
  names: OrderReference,
  taskIds: readonly number[],
  field: string,
) {
  if (names.trace !== undefined) return state.tasks[names.trace - 1] ?? refuse('notFound');
  const [only, ...more] = taskIds;
  if (more.length > 0) return refuse('traceRequired', { message: `请指明要撤回的环节（${field}）` });
  return state.tasks[(only ?? 0) - 1] ?? refuse('withdrawNotAllowed');
}

/**
 * Access to the order as a whole, whatever its tasks; a resubmitted order may be recalled again at any time.
 */
export const actsOnOrder: Access<Actor, OrderForAction, undefined> = createActAccess(
  () => undefined,
  ({ state }) => ({
    count: state.tasks.filter(({ outcome }) => outcome === 'started' || outcome === 'resubmitted').length,
    isSufficient: true,
  }),
);

/** Access for out-of-flow actions: the same text may be sent for the next copy, or after some time. */
export const actsOutOfFlow: Access<Actor, OrderForAction, undefined> = createActAccess(
  () => undefined,
  ({ state: { copies = [] } }) => ({ count: copies.length }),
);

/** Access for commands on side records: the order, and the task of a new record if the call names a trace. */
export const changesRecord: Access<Actor, OrderForAction, Task | undefined> = createActAccess<
  Task | undefined
>(({ state }, _actor, { trace }) =>
  trace === undefined ? undefined : (state.tasks[trace - 1] ?? refuse('notFound')),
);

/**
 * Counts the answers, which distinguish two equal requests about one task: a person may ask others again with
 * the same text after the request was answered, cancelled or removed. Asking alone is not counted, so that a
 * repeated request is recognised.
 */
function countAnswers(
  { state }: LoadedOrder,
  actor: Actor,
  { trace }: OrderReference,
  body: unknown,
): RequestCount {
  const panels = panelsStartedFrom(state, actor, trace);
  const seats = panels.flatMap((panel) => panel.seats.filter(({ outcome }) => outcome !== null));
  const isWithdrawal = (body as Partial<HandleInput> | undefined)?.handlerOperation === '6';
  const returnCount = trace === undefined && !isWithdrawal ? countReturns(state, actor) : 0;
  return { count: returnCount + seats.length + panels.filter(({ outcome }) => outcome !== null).length };
}

/**
 * Counts how often the order was returned and how often other people did a returned task: after that the same
 * text may be sent again. Returns by this person, and returned tasks that this person did, are not counted.
 */
function countReturns({ tasks }: OrderState, { staffId }: Actor): number {
  const isByOthers = (task: Task) => task.finishedBy !== null && !isHandledBy(task, staffId);
  return tasks.filter(
    (task) =>
      task.origin === 'withdraw' ||
      task.origin === 'recall' ||
      (isByOthers(task) && (task.outcome === 'returned' || task.origin === 'return')),
  ).length;
}

/**
 * Counts the approval rounds and their participants so far: a round that ended may be started and ended
 * again; its end is not counted.
 */
function countPanels({ state }: LoadedOrder, actor: Actor, { trace }: OrderReference): RequestCount {
  const panels = panelsStartedFrom(state, actor, trace);
  return { count: panels.length + panels.flatMap(({ seats }) => seats).length };
}

function panelsStartedFrom({ panels }: OrderState, { staffId }: Actor, trace: number | undefined): Panel[] {
  return panels.filter(({ byTaskId, by }) =>
    trace === undefined ? byTaskId !== null && by.staffId === staffId : byTaskId === trace,
  );
}

/** Access for the dialogs of an action: the order and the task that the call names by trace or by node. */
export const readsTask: Access<Actor, ReadableOrder, Task> = order('read', {
  refusals: ['traceRequired'],
  async find({ context, actor }, names) {
    const readableOrder = await readOrder(context, actor, names);
    if (isRefusal(readableOrder)) return readableOrder;
    const reader = asReader(actor, readableOrder);
    const task = namedTask(readableOrder, reader, names);
    return isRefusal(task) ? task : { order: readableOrder, task, actor: reader };
  },
});

/** Access for the preview of an action; a recall is about the whole order, so that it may name any task. */
export const previewsTask: Access<Actor, ReadableOrder, Task> = order('read', {
  refusals: ['traceRequired'],
  async find({ context, actor, body }, names) {
    const readableOrder = await readOrder(context, actor, names);
    if (isRefusal(readableOrder)) return readableOrder;
    const { tasks } = readableOrder.order.state;
    const reader = asReader(actor, readableOrder);
    const concernsWholeOrder = (body as ActionPreviewInput).offer === 'recall' && names.trace === undefined;
    const task = concernsWholeOrder
      ? (tasks.at(-1) ?? refuse('notFound'))
      : namedTask(readableOrder, reader, names);
    return isRefusal(task) ? task : { order: readableOrder, task, actor: reader };
  },
});

/**
 * Returns the task at the named node: the one that this person may act on, else the latest visit; if there
 * are two of them, the trace is required.
 */
function namedTask(
  { order: { state }, definition }: ReadableOrder,
  actor: Actor,
  { trace, node }: OrderReference,
): Task | Refusal<'traceRequired' | 'notFound'> {
  const matchingTasks = state.tasks.filter(
    ({ id, nodeId }) => (trace === undefined || id === trace) && (node === undefined || nodeId === node),
  );
  const ownOpenTasks = ownTasks({ state, definition }, matchingTasks, actor);
  if (ownOpenTasks.length > 1) return refuse('traceRequired', { message: '请指明要办理的环节（traceId）' });
  return ownOpenTasks[0] ?? matchingTasks.at(-1) ?? refuse('notFound');
}

/**
 * Returns the open tasks among these that the person may act on. Among the tasks of a countersign these are
 * the ones at which the person has a vote; if there are none, the first one is taken, and acting on it is
 * refused with the reason.
 */
function ownTasks(
  { state, definition }: { state: OrderState; definition: ProcessDefinition },
  tasks: readonly Task[],
  actor: Actor,
): Task[] {
  const candidateTasks = tasks.filter((task) => task.outcome === null && isCandidateFor(actor, task));
  const votingTasks = candidateTasks.filter((task) =>
    votesAtSeat({ state, context: { definition } }, task, actor),
  );
  return votingTasks.length > 0 ? votingTasks : candidateTasks.slice(0, 1);
}

/** A number that distinguishes a repeated request from a new one with the same content. */
interface RequestCount {
  count: number;
  /** Set if the number is sufficient without the time, although no trace is named. */
  isSufficient?: true;
}

/**
 * Loads the order together with the session and decides by that single read. `countEarlier` distinguishes a repeated
 * request from a new one with the same content (docs/decisions/0060).
 */
function createActAccess<T extends Task | undefined>(
  choose: (
    order: OrderForAction,
    actor: Actor,
    named: OrderReference,
    body: unknown,
  ) => T | Refusal<ActingRefusal | 'notFound'>,
  countEarlier: (
    loaded: LoadedOrder,
    actor: Actor,
    named: OrderReference,
    body: unknown,
  ) => RequestCount = () => ({
    count: 0,
  }),
): Access<Actor, OrderForAction, T> {
  return order<OrderForAction, T, LoadedOrder | undefined, ActingRefusal>('act', {
    refusals: actingRefusals,
    load: findOrderForAction,
    async find(call, names, loaded) {
      const { context } = call;
      const actor = loaded ? actorForOrder(call.actor, loaded) : call.actor;
      if (!loaded || !isNamed(loaded, names) || !(await mayReadOrder(context, actor, loaded))) {
        return (await findEarlierAnswer(call, idempotencyKeysOf(call, names))) ?? refuse('notFound');
      }
      const keys = idempotencyKeysOf(call, names, countEarlier(loaded, actor, names, call.body));
      const repeatedAnswer = keys.length > 1 ? await findEarlierAnswer(call, keys) : undefined;
      if (repeatedAnswer) return repeatedAnswer;
      const { definition } = await getPublishedProcess(context.db, loaded.processDefinitionId);
      const orderForAction = { ...loaded, definition, idempotencyKeys: keys };
      const task = choose(orderForAction, actor, names, call.body);
      // A person may repeat a request and get the same answer, whatever the state of the task.
      if (isRefusal(task)) return (await findEarlierAnswer(call, orderForAction.idempotencyKeys)) ?? task;
      return { order: orderForAction, task, actor };
    },
  });
}

/**
 * Checks that a person may read the order. The state lists its participants; the permission to read it as a
 * superior needs a query.
 */
async function mayReadOrder(context: Context, actor: Actor, loaded: LoadedOrder): Promise<boolean> {
  return participates(loaded.state, actor) || (await mayRead(context.db, actor, loaded));
}

/**
 * Returns the keys of a request: its trace distinguishes it from the next one, or the time if it names no
 * trace.
 */
function idempotencyKeysOf(
  call: OrderFinderCall,
  names: OrderReference,
  { count, isSufficient }: RequestCount = { count: 0 },
): [string, ...string[]] {
  if (call.idempotencyKey !== undefined) return [call.idempotencyKey];
  const countKey = count === 0 ? '' : String(count);
  // An order can be urged again with the same text, on the same task.
  const isUrge = (call.body as Partial<HandleInput> | undefined)?.handlerOperation === '7';
  const isKnown = isSufficient || (names.trace !== undefined && !isUrge);
  return isKnown ? [derivedKey(call, countKey)] : derivedKeysByTime(call, call.context.now(), countKey);
}

/** Returns the first answer to this request, if there was one. */
export async function findEarlierAnswer(
  { context, actor, requestHash }: OrderFinderCall,
  keys: readonly string[],
): Promise<AnswerText | IdempotencyRefusal | undefined> {
  const answered = await findStoredAnswer(context.db, actor.staffId, ...keys);
  return answered && repeatAnswer(answered, requestHash);
}
