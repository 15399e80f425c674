import { can, Permission, systemActor } from '../../access/actor.ts';
import { startClock } from '../../calendar/clock-ledger.ts';
import { countLimit } from '../../calendar/due-date.ts';
import { endOfDay, fromDayNumber } from '../../calendar/local-date.ts';
import { checksMaterialsAt } from '../../materials/material-check.ts';
import type {
  RecordCommand,
  RecordContext,
  RecordPosition,
  RecordRole,
  RecordRules,
  RecordStep,
} from '../../records/record-rules.ts';
import { recordRules, stateRulesOf } from '../../records/registry.ts';
import { type RecordKind, recordKindLabel, type SideRecord } from '../../records/side-record.ts';
import { isRefusal, refuse } from '../../refusals/refusals.ts';
import { isCandidateFor } from '../../substitutes/substitution.ts';
import { endOrder } from '../advancing/advance.ts';
import type { Action } from '../decision/action.ts';
import { type DecisionBuilder, emit } from '../decision/builder.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { ProcessDefinition, Task } from '../model/model.ts';
import { limitsAt } from '../model/step-limit.ts';
import { openTasksInOrder } from '../state/live-tokens.ts';
import { isActionable } from '../state/panels.ts';
import { areTasksHidden, textOfOpenRecord } from '../state/records.ts';
import { workKinds } from './checks.ts';

export interface ChangeRecordCommand {
  action: 'changeRecord';
  kind: RecordKind;
  /** Name of a command in the table of the kind. */
  command: string;
  /** Number of the record; null to open a new one. */
  recordId: number | null;
  /** The task to which a new record belongs; null for one of the whole order. */
  atTaskId: number | null;
  /** Input of the command, in the shape that the contract has checked. */
  input: unknown;
}

/**
 * Gives a command to a side record of the order (补正, 特别程序, 缴费 …), which runs beside the flow: the table of its kind
 * decides (docs/decisions/0232). The order stays at its node.
 */
export const changeRecordAction: Action<ChangeRecordCommand> = {
  label: '办件记录',
  effect: [
    '登记或推进补正、特别程序、延期、中止、缴费等记录；办件停留在原环节',
    'opens or advances a side record such as a correction, an extension or a payment; the order stays at its node',
  ],
  actorRole: 'byRecord',
  permission: Permission.handle,
  opinion: 'reason',
  forms: 'unchanged',
  traceText: '办件记录',
  refusal: 'actionNotAllowed',
  decide: decideChangeRecord,
};

const permissionOf: Record<Exclude<RecordRole, 'system'>, Permission> = {
  handler: Permission.handle,
  leader: Permission.approve,
  registrar: Permission.initiate,
  supervisor: Permission.supervise,
  administrator: Permission.administer,
};

/** The parts of a decision that decide whether a person may give a command. */
type RecordScope = Pick<DecisionBuilder, 'state' | 'by'> & {
  context: Pick<DecisionBuilder['context'], 'definition' | 'actor' | 'now' | 'records'>;
};
type GivenCommand = Pick<ChangeRecordCommand, 'kind' | 'command' | 'recordId' | 'atTaskId'>;

function decideChangeRecord(builder: DecisionBuilder, given: ChangeRecordCommand): DecisionRefusal | null {
  const found = findCommand(builder, given);
  if (isRefusal(found)) return found;
  const { rules, command, record, taskId, position } = found;
  const step = command.decide(position, given.input);
  if (isRefusal(step)) return step;
  const label = step.label ?? command.label;
  emitChange(builder, { rules, name: given.command, label, record, taskId, step });
  if (step.endsWith !== undefined) endOrder(builder, null, step.endsWith);
  return null;
}

/** Refuses a command that this person may not give now, whatever its input; null if it may be given. */
export function refuseRecordCommand(scope: RecordScope, given: GivenCommand): DecisionRefusal | null {
  const found = findCommand(scope, given);
  return isRefusal(found) ? found : null;
}

function findCommand(scope: RecordScope, given: GivenCommand) {
  const { state, context } = scope;
  const rules = recordRules[given.kind];
  const command = rules?.commands[given.command] as RecordCommand<string, unknown, unknown> | undefined;
  if (!rules || !command || !context.records) return refuse('actionNotAllowed');
  const record = given.recordId === null ? undefined : state.records?.[given.recordId - 1];
  if (given.recordId !== null && record?.kind !== given.kind) return refuse('actionNotAllowed');
  if (state.ended && command.afterEnd !== true) return refuse('orderEnded');
  const taskId = record ? record.taskId : rules.wholeOrder ? null : given.atTaskId;
  const position = positionOf(scope, context.records, record, taskId);
  const refusal =
    refuseFrom(command, record) ??
    refuseActor(scope, command, rules, taskId) ??
    (record === undefined && !rules.isOffered(context.records.settings)
      ? refuse('actionNotAllowed', { message: `该事项未开通${recordKindLabel[given.kind]}` })
      : null) ??
    command.refuse?.(position) ??
    (record === undefined && context.actor !== systemActor ? refuseBesideMerge(state, rules) : null);
  return refusal ?? { rules, command, record, taskId, position };
}

function refuseFrom(
  { from, label }: RecordCommand<string, unknown, unknown>,
  record: SideRecord | undefined,
): DecisionRefusal | null {
  if (from.includes(record?.state ?? 'none')) return null;
  if (!record) return refuse('actionNotAllowed');
  const name = recordKindLabel[record.kind];
  return refuse('recordState', { message: `该${name}目前是“${stateRulesOf(record).label}”，不能“${label}”` });
}

/**
 * Refuses to merge an order that an open record holds, and to open a record that holds a merged order: nobody handles it,
 * so the result of its main order could not end it (docs/decisions/0234).
 */
function refuseBesideMerge(state: RecordScope['state'], { states }: RecordRules): DecisionRefusal | null {
  const ofKind = Object.values(states);
  if (ofKind.some(({ hidesTasks }) => hidesTasks)) {
    const holding = state.records?.find((record) => {
      const { isOpen, holdsOrder } = stateRulesOf(record);
      return isOpen && holdsOrder !== undefined;
    });
    return holding
      ? refuse('recordState', { message: `${textOfOpenRecord(holding)}尚未了结，不能并案` })
      : null;
  }
  return areTasksHidden(state) && ofKind.some(({ holdsOrder }) => holdsOrder !== undefined)
    ? refuse('recordState', { message: '该办件已并案，请在主办件上办理' })
    : null;
}

/**
 * Refuses a person who has none of the command's roles; a handler must have an open task at the record's visit, in which
 * the node's own work is done. Who was only asked there (会签, 加签, 委派) neither stops nor moves the order (0232).
 */
function refuseActor(
  scope: RecordScope,
  { by }: RecordCommand<string, unknown, unknown>,
  { wholeOrder }: RecordRules,
  taskId: number | null,
): DecisionRefusal | null {
  const { actor } = scope.context;
  const refusals = by.map((role): DecisionRefusal | null => {
    if (role === 'system' || actor === systemActor)
      return role === 'system' && actor === systemActor ? null : refuse('forbidden');
    if (!can(actor, permissionOf[role])) return refuse('forbidden');
    return role === 'handler' ? refuseHandler(scope, taskId, wholeOrder === true) : null;
  });
  if (refusals.includes(null)) return null;
  return refusals.find((refusal) => refusal?.refused !== 'forbidden') ?? refuse('forbidden');
}

function refuseHandler(
  { state, context }: RecordScope,
  taskId: number | null,
  isOfWholeOrder: boolean,
): DecisionRefusal | null {
  const own = (task: Task) => isCandidateFor(context.actor, task);
  const task = taskId === null ? undefined : state.tasks[taskId - 1];
  const open = openTasksInOrder(state).filter(({ tokenId }) => taskId === null || tokenId === task?.tokenId);
  if (open.length === 0) return refuse(state.ended ? 'orderEnded' : 'taskAlreadyHandled');
  const ownTasks = open.filter(own);
  if (ownTasks.length === 0) return refuse('notYourTask');
  const inCharge = ownTasks.filter(({ kind }) => workKinds.includes(kind));
  if (inCharge.length === 0)
    return refuse('actionNotAllowed', { message: '您是被征询意见的人员，该操作由本环节处理人办理' });
  // A round of opinions is ended before its visit gets a record; records of the whole order go on beside it.
  return isOfWholeOrder || inCharge.some((one) => isActionable(state, one)) ? null : refuse('taskHeld');
}

/** Returns everything that a command may read about the order. */
function positionOf(
  { state, context, by }: RecordScope,
  { settings, holidays, orderLimit }: RecordContext,
  record: SideRecord | undefined,
  taskId: number | null,
): RecordPosition {
  const endOf: RecordPosition['endOf'] = (limit, from, pauses = []) => {
    const { lastDay } = countLimit({ ...startClock(limit, from), pauses }, holidays);
    return endOfDay(fromDayNumber(lastDay)).toISOString();
  };
  const task = taskId === null ? undefined : state.tasks[taskId - 1];
  return {
    now: context.now,
    actor: context.actor,
    by,
    record,
    records: state.records ?? [],
    taskId,
    tasksOfVisit: tasksOfVisit(state, taskId),
    unacceptedSince: isBeforeAcceptance(context.definition, task) ? receivedAtOf(state) : null,
    results: resultsAt(context.definition, task),
    endedWith: state.ended?.result ?? null,
    limits: { ...limitsAt(context.definition, task), ...(orderLimit && { order: orderLimit }) },
    settings,
    endOf,
  };
}

/** Returns the tasks of the visit of a task: several people may do one visit. */
function tasksOfVisit({ tasks }: RecordScope['state'], taskId: number | null): number[] {
  const tokenId = taskId === null ? undefined : tasks[taskId - 1]?.tokenId;
  return tasks.flatMap((task) => (task.tokenId === tokenId ? task.id : []));
}

/** Returns the results of the buttons with which the task may be handled. */
function resultsAt({ nodes }: Pick<ProcessDefinition, 'nodes'>, task: Task | undefined): number[] {
  const node = task && nodes[task.nodeId];
  if (node?.kind !== 'userTask') return [];
  return node.buttons.flatMap(({ state, opType, resultCode }) =>
    state === 1 && opType === 1 && resultCode !== undefined ? [resultCode] : [],
  );
}

/** Returns the time of the last submission by the initiator: an order that was returned was answered. */
function receivedAtOf({ tasks }: RecordScope['state']): string | null {
  const submitted = tasks.findLast(({ outcome }) => outcome === 'started' || outcome === 'resubmitted');
  return submitted?.finishedAt ?? null;
}

/** Checks whether the task is at a node before the acceptance of the application. */
function isBeforeAcceptance({ nodes }: Pick<ProcessDefinition, 'nodes'>, task: Task | undefined): boolean {
  const node = task && nodes[task.nodeId];
  return node?.kind === 'userTask' && checksMaterialsAt(node.stage);
}

interface Change {
  rules: RecordRules;
  name: string;
  label: string;
  record: SideRecord | undefined;
  taskId: number | null;
  step: RecordStep;
}

function emitChange(builder: DecisionBuilder, { rules, name, label, record, taskId, step }: Change): void {
  const { at, by, state } = builder;
  const stateRules = rules.states[step.state];
  const isSame = record?.state === step.state;
  const changed: SideRecord = {
    id: record?.id ?? (state.records?.length ?? 0) + 1,
    kind: rules.kind,
    taskId,
    state: step.state,
    openedAt: record?.openedAt ?? at,
    openedBy: record?.openedBy ?? by,
    changedAt: at,
    changedBy: by,
    due: step.due === undefined ? (isSame ? (record?.due ?? null) : null) : step.due,
    pauses: pausesAfter(record?.pauses ?? [], stateRules?.stopsClock === true, at, step.resumedAt),
    extension: step.extension ?? record?.extension ?? null,
    data: step.data ?? record?.data,
  };
  emit(builder, {
    type: 'recordChanged',
    at,
    by,
    record: changed,
    command: name,
    label,
    text: step.text,
    ...(stateRules?.noteStatus !== undefined && { noteStatus: stateRules.noteStatus }),
    ...(step.tell !== undefined && step.tell.length > 0 && { tell: step.tell }),
  });
}

/** Opens or ends the pause of the clock; the clock ran again at `resumedAt` if that was earlier than now. */
function pausesAfter(
  pauses: SideRecord['pauses'],
  stops: boolean,
  at: string,
  resumedAt = at,
): SideRecord['pauses'] {
  const last = pauses.at(-1);
  const isPaused = last?.until === null;
  if (stops) return isPaused ? pauses : [...pauses, { from: at, until: null }];
  if (!isPaused) return pauses;
  const until = resumedAt < last.from ? last.from : resumedAt > at ? at : resumedAt;
  return [...pauses.slice(0, -1), { from: last.from, until }];
}

/** Name in the events of the closing of a record with its visit; no person gives it. */
export const closingCommand = 'close';

/**
 * Closes the records whose visit has ended by another action, such as 退回, or whose order has ended, and tells the people
 * who wait for them. They share one trace row, which an action without a row of its own gets.
 */
export function closeRecordsOfEndedVisits(builder: DecisionBuilder, actionLabel: string): void {
  const { records = [], ended } = builder.state;
  if (records.length === 0) return;
  const tokens = new Set(openTasksInOrder(builder.state).map(({ tokenId }) => tokenId));
  for (const record of records) {
    const rules = recordRules[record.kind];
    const closed = rules?.closedWithTask;
    if (!rules || closed === undefined || !stateRulesOf(record).isOpen) continue;
    const tokenId = record.taskId === null ? undefined : builder.state.tasks[record.taskId - 1]?.tokenId;
    const isOver = ended !== null || (tokenId !== undefined && !tokens.has(tokenId));
    if (!isOver) continue;
    const cause = ended === null ? `“${actionLabel}”` : '办件';
    const text = `${textOfOpenRecord(record)}已随${cause}结束`;
    const step = {
      state: closed,
      text,
      tell: rules.tellClosed?.(record, { cause, orderEnded: ended !== null }),
    };
    emitChange(builder, { rules, name: closingCommand, label: '', record, taskId: record.taskId, step });
  }
}

/** Refuses the end of an order that an open record holds: `completion` by its flow, `always` by every action. */
export function refuseHeldEnd(
  { state }: Pick<DecisionBuilder, 'state'>,
  recordsBefore: readonly SideRecord[] | undefined,
  endsByFlow: boolean,
): DecisionRefusal | null {
  if (state.ended === null || recordsBefore === undefined) return null;
  const holding = recordsBefore.filter((record) => {
    const { isOpen, holdsOrder } = stateRulesOf(record);
    return isOpen && (holdsOrder === 'always' || (holdsOrder === 'completion' && endsByFlow));
  });
  if (holding.length === 0) return null;
  const names = [
    ...new Set(holding.map((record) => `${recordKindLabel[record.kind]}（${stateRulesOf(record).label}）`)),
  ];
  return refuse('recordOpen', { message: `${names.join('、')}尚未了结，不能办结` });
}
