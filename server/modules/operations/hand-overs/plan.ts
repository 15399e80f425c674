import type { HandOverPreview } from '#contract/hand-overs.ts';
import { type Actor, mayParticipateInMatters, Permission } from '#domain/access/actor.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { maxHandOverTasks } from '#domain/hand-overs/limits.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { actorForOrder } from '#domain/substitutes/substitution.ts';
import { workKinds } from '#domain/workflow/actions/checks.ts';
import { staffKey } from '#domain/workflow/decision/builder.ts';
import type { OrderState, ProcessDefinition } from '#domain/workflow/model/model.ts';
import { countedHandlerOf } from '#domain/workflow/state/outcomes.ts';
import type { Context } from '#server/framework/context.ts';
import { problemOfReassignment } from '#server/modules/cases/handling/service.ts';
import { listActiveRulesOf } from '#server/modules/cases/substitutes/service.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import { listSharedViews } from '#server/modules/portal/list-views/service.ts';
import * as queries from './queries.ts';
import { listUnattendedTasks } from './unattended.queries.ts';

/** The departing person, and the receivers of the tasks. */
export interface HandOverRequest {
  /**
   * True if the tasks without a candidate in service are handed over, instead of the tasks of a departing
   * person.
   */
  unattended: boolean;
  fromId: string;
  receiverId: string;
  byItem: readonly { taskCode: string; receiverId: string }[];
}

interface PlannedTask extends queries.TaskRow {
  kind: 'open' | 'held' | 'seats';
  /** Empty until a receiver is chosen. */
  receiverId: string;
}

/**
 * Tasks that a hand-over would move, and the numbers of tasks that it would not move; nothing is written yet.
 */
export interface HandOverPlan {
  /** Null for tasks without a handler. */
  from: queries.HandOverPerson | null;
  tasks: PlannedTask[];
  more: boolean;
  shared: number;
  byPosts: number;
  orders: ReadonlyMap<string, OrderOfTask>;
}

interface OrderOfTask {
  state: OrderState;
  definition: ProcessDefinition;
  initiatorId: string;
  taskCode: string;
}

/**
 * Plans a hand-over of the tasks that only this person can handle: no other person in service has their candidate
 * keys. Tasks that others can handle as well are not moved, only counted.
 */
export async function planHandOver(
  context: Context,
  request: HandOverRequest,
): Promise<HandOverPlan | undefined> {
  const { db } = context;
  if (request.unattended) {
    const rows = await listUnattendedTasks(db, maxHandOverTasks + 1);
    return { from: null, shared: 0, byPosts: 0, ...(await assignReceivers(context, request, rows)) };
  }
  const { fromId } = request;
  const from = await queries.findPerson(db, fromId);
  if (!from) return undefined;
  const directory = await currentDirectory(db);
  const ownKey = staffKey(fromId);
  const reachesOthers = (keys: readonly string[]) =>
    directory.peopleOf(keys).some(({ key }) => key !== ownKey);
  const counts = await queries.countByCandidates(db, from.keys);
  const sumOf = (isCounted: (candidates: readonly string[]) => boolean) =>
    counts.filter(({ candidates }) => isCounted(candidates)).reduce((total, { count }) => total + count, 0);
  const soleCandidates = counts
    .filter(({ candidates }) => !reachesOthers(candidates))
    .map(({ candidates }) => candidates);
  const rows =
    soleCandidates.length === 0
      ? []
      : await queries.listTasksOfCandidates(db, soleCandidates, maxHandOverTasks + 1);
  return {
    from,
    shared: sumOf((keys) => keys.includes(ownKey) && reachesOthers(keys)),
    byPosts: sumOf((keys) => !keys.includes(ownKey) && reachesOthers(keys)),
    ...(await assignReceivers(context, request, rows)),
  };
}

/** Assigns tasks to their receivers, at most as many as one hand-over can have. */
async function assignReceivers(
  context: Context,
  { receiverId, byItem }: HandOverRequest,
  allRows: readonly queries.TaskRow[],
): Promise<Pick<HandOverPlan, 'tasks' | 'more' | 'orders'>> {
  const rows = allRows.slice(0, maxHandOverTasks);
  const orders = await loadOrders(context, rows);
  const receivers = new Map(byItem.map((entry) => [entry.taskCode, entry.receiverId]));
  return {
    tasks: rows.map((row) => ({
      ...row,
      kind: kindOf(row, orders.get(row.workorderId)?.state),
      receiverId: receivers.get(row.taskCode) ?? receiverId,
    })),
    more: allRows.length > rows.length,
    orders,
  };
}

async function loadOrders(
  { db }: Context,
  rows: readonly queries.TaskRow[],
): Promise<Map<string, OrderOfTask>> {
  const ordersById = new Map<string, OrderOfTask>();
  const states = await queries.listStates(
    db,
    rows.map(({ workorderId }) => workorderId),
  );
  for (const { id, state, processDefinitionId, initiatorId, taskCode } of states) {
    const { definition } = await getPublishedProcess(db, processDefinitionId);
    ordersById.set(id, { state, definition, initiatorId, taskCode });
  }
  return ordersById;
}

function kindOf({ number, held }: queries.TaskRow, state: OrderState | undefined): PlannedTask['kind'] {
  const task = state?.tasks[number - 1];
  if (task && !workKinds.includes(task.kind)) return 'seats';
  return held ? 'held' : 'open';
}

/** Returns the preview that the page shows before a hand-over begins. */
export async function presentPlan(
  context: Context,
  actor: Actor,
  request: HandOverRequest,
  plan: HandOverPlan,
): Promise<HandOverPreview> {
  const { from, tasks, more, shared, byPosts, orders } = plan;
  const { addressee } = await currentDirectory(context.db);
  const items = new Map<string, HandOverPreview['items'][number]>();
  for (const { taskCode, itemName, kind } of tasks) {
    const item = items.get(taskCode) ?? { taskCode, itemName, open: 0, held: 0, seats: 0 };
    item[kind] += 1;
    items.set(taskCode, item);
  }
  const cannot = tasks.flatMap(({ receiverId, kind: _kind, held: _held, workorderId, number, ...task }) => {
    const order = orders.get(workorderId);
    if (receiverId === '' || !order) return [];
    const reassignment = {
      taskId: number,
      key: staffKey(receiverId),
      actor: actorForOrder(actor, order),
      addressee,
    };
    const reason = problemOfReassignment(context, order, reassignment);
    return reason === null ? [] : [{ ...task, traceId: `${workorderId}.${number}`, reason }];
  });
  const [drafts, rules, views, unfinishedId = null, errors] = await Promise.all([
    from ? queries.countDrafts(context.db, from.id) : 0,
    from ? listActiveRulesOf(context.db, from.id, localDateOf(context.now())) : [],
    from && !from.inOffice ? listSharedViews(context.db, from.id) : [],
    queries.findUnfinishedHandOver(context.db, from?.id ?? null),
    problemsOfReceivers(context, request),
  ]);
  return {
    from: from && { id: from.id, name: from.name, orgName: from.orgName, inOffice: from.inOffice },
    // A missing receiver is reported by the call that starts the hand-over.
    faults: errors.filter(({ isMissing }) => !isMissing).map(({ field, message }) => ({ field, message })),
    twice: countRepeatedHandlings(plan),
    items: [...items.values()],
    total: tasks.length,
    more,
    cannot,
    shared,
    byPosts,
    drafts,
    rules,
    views,
    unfinishedId,
  };
}

/** Returns all problems of a hand-over, each at its field. */
export async function problemsOf(
  context: Pick<Context, 'db'>,
  request: HandOverRequest,
  plan: HandOverPlan | undefined,
): Promise<Problem[]> {
  const { unattended, fromId, byItem } = request;
  const problems: Problem[] = [];
  if (unattended && fromId !== '')
    problems.push({ field: 'fromId', message: '移交无人可办的待办时不选移交人' });
  else if (unattended) {
    if (plan?.tasks.length === 0) problems.push({ field: 'fromId', message: '没有无人可办的待办' });
  } else if (fromId === '') problems.push({ field: 'fromId', message: '请选择移交人' });
  else if (!plan?.from) problems.push({ field: 'fromId', message: '移交人不存在' });
  else if (plan.tasks.length === 0)
    problems.push({ field: 'fromId', message: `“${plan.from.name}”没有需要移交的待办` });
  byItem.forEach(({ taskCode }, index) => {
    if (byItem.findIndex((entry) => entry.taskCode === taskCode) < index)
      problems.push({ field: `byItem.${index}.taskCode`, message: '同一事项只能有一个接收人' });
  });
  const errors = await problemsOfReceivers(context, request);
  return [...problems, ...errors.map(({ field, message }) => ({ field, message }))];
}

/** Returns the problems of the receivers; `isMissing` is true for a receiver that is not chosen yet. */
async function problemsOfReceivers(
  { db }: Pick<Context, 'db'>,
  { fromId, receiverId, byItem }: HandOverRequest,
): Promise<(Problem & { isMissing: boolean })[]> {
  const receivers = [
    { field: 'receiverId', id: receiverId },
    ...byItem.map((entry, index) => ({ field: `byItem.${index}.receiverId`, id: entry.receiverId })),
  ];
  const problems: (Problem & { isMissing: boolean })[] = [];
  for (const { field, id } of receivers) {
    const message = problemOfReceiver(fromId, id, id === '' ? undefined : await queries.findPerson(db, id));
    if (message !== null) problems.push({ field, message, isMissing: id === '' });
  }
  return problems;
}

/** Counts the tasks by which one person would handle two nodes of one order: allowed in small offices, but reported. */
function countRepeatedHandlings({ tasks, orders }: HandOverPlan): number {
  return tasks.filter(({ workorderId, number, receiverId }) => {
    if (receiverId === '') return false;
    const hasHandled = orders
      .get(workorderId)
      ?.state.tasks.some((task) => countedHandlerOf(task)?.staffId === receiverId);
    const another = tasks.some(
      (task) => task.workorderId === workorderId && task.number !== number && task.receiverId === receiverId,
    );
    return hasHandled === true || another;
  }).length;
}

function problemOfReceiver(
  fromId: string,
  id: string,
  receiver: queries.HandOverPerson | undefined,
): string | null {
  if (id === '') return '请选择接收人';
  if (!receiver) return '接收人不存在';
  if (id === fromId) return '不能移交给本人';
  if (!receiver.inOffice) return `“${receiver.name}”已停用，不能接收`;
  const permissions = new Set(receiver.permissions as Permission[]);
  const mayHandle = mayParticipateInMatters({ permissions }) && permissions.has(Permission.handle);
  return mayHandle ? null : `“${receiver.name}”没有办理权限，不能接收`;
}
