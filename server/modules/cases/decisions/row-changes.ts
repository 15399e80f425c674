import type { Person } from '#domain/access/actor.ts';
import { startClock } from '#domain/calendar/clock-ledger.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { HandlerOperation } from '#domain/enumerations/handler-operation.ts';
import { actions, type CommandAction, commandActions } from '#domain/workflow/actions/registry.ts';
import type {
  OrderState,
  ProcessDefinition,
  Task,
  TaskOutcome,
  WorkflowEvent,
} from '#domain/workflow/model/model.ts';
import type { Panel } from '#domain/workflow/model/panel.ts';
import { resultOf } from '#domain/workflow/state/effects.ts';
import { isActionable, panelsWithLimit } from '#domain/workflow/state/panels.ts';
import { areTasksHidden } from '#domain/workflow/state/records.ts';
import { rollbackStatusOf, statusOf } from '#domain/workflow/state/status.ts';
import type { SideRecordRow } from '#server/kernel/database/side-record-row.ts';
import type { RecordDetails } from '#server/kernel/database/work-order-tables.ts';
import { clockOfTask } from './clock-of-task.ts';
import { consequenceIn, reasonIn } from './reason-of-event.ts';
import { detailsOf } from './record-details.ts';
import { movedLimits, sideRecordRows } from './side-record-rows.ts';
import { workingDaysOfOrder } from './working-days.ts';

/** Changes of a decision to the tables, ready for one statement; field names are those of the columns. */
export interface RowChanges {
  order: {
    status: number;
    rollback_status: number;
    result_code: number | null;
    ended_at: Date | null;
    /** Time of an urge by this decision; null without one. */
    urged_at: string | null;
    /** Working days from the start to the end; null while it runs. */
    worked_days: number | null;
  };
  opened: OpenedTrace[];
  finished: FinishedTrace[];
  removedFromInbox: number[];
  addedToInbox: {
    number: number;
    key: string;
    arrived_at: string;
    due_at: string | null;
    node_name: string;
    returned: boolean;
  }[];
  /** Tasks that were open before and still are: their rows show the order's status. */
  remainingInInbox: number[];
  /** Rows of the done list, one for each person in whose name a task was finished. */
  done: { staff_id: string; number: number; node_name: string }[];
  /** Panels whose limit starts now, and those whose limit no longer applies. */
  startedLimits: { panel_id: number; due_at: string }[];
  endedLimits: number[];
  /** A row for an action that visits no node (withdraw, recall, copy, urge …; S1 §4, trace ordering). */
  record: {
    /** Null for an action without a number on the wire. */
    handler_operation: number | null;
    act_name: string;
    opinion: string;
    panel_id: number | null;
    details: RecordDetails | null;
    file_ids: string[];
  } | null;
  /** Side records that were opened or changed. */
  sideRecords: SideRecordRow[];
  /** Open tasks whose clock a side record has changed: their traces and their rows in to-do lists. */
  movedTraces: OpenedTrace[];
  movedInbox: { number: number; due_at: string | null }[];
  /** Keys that get a copy. */
  copiedTo: readonly string[];
  /** Recipients of notifications: candidates of tasks that opened or closed. */
  keys: string[];
}

export interface OpenedTrace {
  number: number;
  node_id: string;
  node_name: string;
  candidates: string[];
  candidate_names: string[];
  /** The requesters of this task; empty if the task is the node's own. */
  asked_by: string[];
  started_at: string;
  due_at: string | null;
  due_provisional: boolean;
}

export interface FinishedTrace {
  number: number;
  outcome: TaskOutcome;
  handler_operation: number | null;
  act_name: string;
  handler_id: string | null;
  handler_name: string;
  handler_org_name: string;
  opinion: string;
  remark: string;
  ended_at: string;
  /** Attachments of the opinion. */
  file_ids: string[];
}

export interface RowChangesInput {
  /** Null for a new order. */
  stateBefore: OrderState | null;
  stateAfter: OrderState;
  events: readonly WorkflowEvent[];
  definition: ProcessDefinition;
  holidays: HolidayTable;
  nameOf(key: string): string;
  /** The action of the command; the next fields are its task and the attachments of its opinion. */
  action: CommandAction;
  taskId: number | undefined;
  /** The absent person in whose name a substitute acts. */
  absentPerson?: Person | null;
  fileIds: readonly string[];
}

/** Texts of an outcome in the trace: code and name of the finishing action, or why the task was closed. */
interface TraceTexts {
  operation?: number | undefined;
  actName?: string;
  remark?: string;
}

/** Texts of outcomes that belong to no single action. */
const outcomeTexts: Partial<Record<TaskOutcome, TraceTexts>> = {
  passed: { operation: HandlerOperation.startCountersign, actName: '会签通过' },
  failed: { operation: HandlerOperation.startCountersign, actName: '会签不通过' },
  closedByEnd: { remark: '办件已办结' },
  closedByDecision: { remark: '已有结论，无需办理' },
  closedByAbsence: { remark: '无人可表态，按未表态计' },
};

/**
 * Returns the texts of the given action if it has this outcome (forward and handle have the same one), else those
 * of the first action with this outcome.
 */
function textsOf(outcome: TaskOutcome, givenAction: CommandAction): TraceTexts {
  const finishes = [givenAction, ...commandActions].find((action) => actions[action].outcome === outcome);
  if (finishes) return { operation: actions[finishes].operation, actName: actions[finishes].label };
  const closes = commandActions
    .map((action) => actions[action].closedTaskTexts)
    .find((one) => one?.outcome === outcome);
  return closes ?? outcomeTexts[outcome] ?? {};
}

/** Turns the events of one decision into rows; makes no decisions itself. */
export function rowChangesOf(input: RowChangesInput): RowChanges {
  const { stateAfter, definition } = input;
  const opened = new Map<number, OpenedTrace>();
  const finished = new Map<number, FinishedTrace>();
  for (const event of input.events) {
    if (event.type === 'taskOpened') opened.set(event.task.id, openedTrace(event.task, input));
    if (event.type === 'taskFinished' || event.type === 'taskClosed') {
      finished.set(event.taskId, finishedTrace(event, taskOf(stateAfter, event.taskId), input));
    }
  }
  const { blockedIds, releases } = blockedAndReleasedTasks(input);
  const waiting = [...opened.values()].filter(({ number }) =>
    isInInbox(stateAfter, taskOf(stateAfter, number)),
  );
  const traces = releases
    .filter(({ taskId }) => !opened.has(taskId))
    .map(({ taskId, at }) => ({ ...openedTrace(taskOf(stateAfter, taskId), input), started_at: at }));
  const taskIds = [...opened.keys(), ...finished.keys(), ...blockedIds, ...traces.map((row) => row.number)];
  const copyKeys = input.events.flatMap((event) => (event.type === 'copied' ? event.keys : []));
  const moved = movedLimits(input).map((task) => openedTrace(task, input));
  const panelsBefore = input.stateBefore ? panelsWithLimit(input.stateBefore) : [];
  const panelsNow = panelsWithLimit(stateAfter);
  return {
    order: {
      status: statusOf(stateAfter, definition),
      rollback_status: rollbackStatusOf(stateAfter, definition),
      result_code: resultOf(stateAfter, definition),
      ended_at: stateAfter.ended ? new Date(stateAfter.ended.at) : null,
      urged_at:
        input.events.find(({ type }) => type === 'urged') === undefined ? null : (stateAfter.urgedAt ?? null),
      worked_days: workingDaysOfOrder(stateAfter, input.holidays),
    },
    opened: [...opened.values()],
    finished: [...finished.values()],
    removedFromInbox: [...finished.keys(), ...blockedIds].filter((number) => !opened.has(number)),
    addedToInbox: [...waiting, ...traces].flatMap((trace) =>
      inboxRows(trace, taskOf(stateAfter, trace.number)),
    ),
    remainingInInbox: stateAfter.tasks
      .filter((task) => isInInbox(stateAfter, task) && !opened.has(task.id))
      .filter(({ id }) => !traces.some(({ number }) => number === id))
      .map(({ id }) => id),
    done: doneRows(input),
    startedLimits: panelsNow
      .filter((panel) => !panelsBefore.some(({ id }) => id === panel.id))
      .flatMap((panel) => limitRow(panel, input.holidays)),
    endedLimits: panelsBefore.map(({ id }) => id).filter((id) => !panelsNow.some((panel) => panel.id === id)),
    record: recordRow(input),
    sideRecords: sideRecordRows(input.events),
    movedTraces: moved.filter(({ number }) => !finished.has(number) && !opened.has(number)),
    movedInbox: moved.filter(({ number }) => isInInbox(stateAfter, taskOf(stateAfter, number))),
    copiedTo: copyKeys,
    keys: [
      ...new Set([
        ...[...taskIds, ...moved.map(({ number }) => number)].flatMap(
          (id) => taskOf(stateAfter, id).candidates,
        ),
        ...copyKeys,
      ]),
    ],
  };
}

/** Returns one row for each key of a task; a task that a return opened is marked as such until it is done. */
function inboxRows(
  { number, candidates, started_at, due_at, node_name }: OpenedTrace,
  { origin }: Task,
): RowChanges['addedToInbox'] {
  const returned = origin === 'return';
  return candidates.map((key) => ({ number, key, arrived_at: started_at, due_at, node_name, returned }));
}

/**
 * Returns a row for each person who finished a task, and for the absent person of a substitute; if a countersign
 * advances automatically, its requester counts as the person who finished the task.
 */
function doneRows({ stateAfter, events, definition }: RowChangesInput): RowChanges['done'] {
  const rows = events.flatMap((event) => {
    if (event.type !== 'taskFinished') return [];
    const { id, nodeId } = taskOf(stateAfter, event.taskId);
    const row = { number: id, node_name: definition.nodes[nodeId]?.name ?? '' };
    // An absent person sees the substitute's actions in their own list.
    return [event.by, ...(event.standsFor ? [event.standsFor] : [])].map(({ staffId }) => ({
      staff_id: staffId,
      ...row,
    }));
  });
  return [...new Map(rows.map((row) => [row.staff_id, row])).values()];
}

function limitRow({ id, limit, startedAt }: Panel, holidays: HolidayTable): RowChanges['startedLimits'] {
  const due = limit && dueDate(startClock(limit, new Date(startedAt)), holidays).dueAt;
  return due ? [{ panel_id: id, due_at: due.toISOString() }] : [];
}

/** Checks whether a task is in to-do lists: a person can act on it, and no side record hides it. */
function isInInbox(state: OrderState, task: Task): boolean {
  return isActionable(state, task) && !areTasksHidden(state);
}

/** Returns open tasks that wait for others from this decision on, and those that no longer wait. */
function blockedAndReleasedTasks({ stateBefore, stateAfter, events }: RowChangesInput): {
  blockedIds: number[];
  releases: { taskId: number; at: string }[];
} {
  const requestingTask = (id: number | null) => (id === null ? undefined : stateAfter.tasks[id - 1]);
  const blockedIds = events.flatMap((event) => {
    const task = event.type === 'panelOpened' ? requestingTask(event.panel.byTaskId) : undefined;
    return task?.outcome === null && !isActionable(stateAfter, task) ? [task.id] : [];
  });
  const [wereHidden, areHidden] = [stateBefore, stateAfter].map(
    (state) => state !== null && areTasksHidden(state),
  );
  if (wereHidden !== areHidden) {
    const tasks = stateAfter.tasks.filter((task) => isActionable(stateAfter, task));
    if (areHidden) return { blockedIds: [...blockedIds, ...tasks.map(({ id }) => id)], releases: [] };
    return { blockedIds, releases: tasks.map(({ id, openedAt }) => ({ taskId: id, at: openedAt })) };
  }
  const releases = events.flatMap((event) => {
    const panel = event.type === 'panelClosed' ? stateAfter.panels[event.panelId - 1] : undefined;
    const task = panel && panel.kind !== 'after' ? requestingTask(panel.byTaskId) : undefined;
    return event.type === 'panelClosed' && task && isInInbox(stateAfter, task)
      ? [{ taskId: task.id, at: event.at }]
      : [];
  });
  return { blockedIds, releases };
}

/** Returns the row of an action that visits no node: its name, with the reason in its event. */
function recordRow({
  events,
  action,
  stateAfter,
  nameOf,
  fileIds,
  absentPerson,
}: RowChangesInput): RowChanges['record'] {
  const { operation = null, traceText } = actions[action];
  if (traceText === undefined) {
    const consequence = consequenceIn(events);
    const emptyFields = { handler_operation: null, panel_id: null, details: null, file_ids: [] };
    return consequence && { ...emptyFields, ...consequence };
  }
  for (const event of events) {
    const reason = reasonIn(event, stateAfter);
    if (reason) {
      const details = detailsOf(event, nameOf, absentPerson);
      return {
        handler_operation: operation,
        act_name: event.type === 'recordChanged' ? event.label : traceText,
        ...reason,
        details,
        file_ids: [...fileIds],
      };
    }
  }
  return null;
}

function taskOf(state: OrderState, id: number): Task {
  const task = state.tasks[id - 1];
  if (!task) throw new Error(`The order has no task ${id}`);
  return task;
}

function openedTrace(task: Task, input: RowChangesInput): OpenedTrace {
  const node = input.definition.nodes[task.nodeId];
  const clock = clockOfTask(task, input);
  const due = clock ? dueDate(clock, input.holidays) : null;
  return {
    number: task.id,
    node_id: task.nodeId,
    node_name: node?.name ?? '',
    candidates: [...task.candidates],
    candidate_names: task.candidates.map(input.nameOf),
    asked_by: [...(input.stateAfter.tasks[task.id - 1]?.askedBy ?? [])],
    started_at: task.openedAt,
    due_at: due?.dueAt?.toISOString() ?? null,
    due_provisional: due?.provisional ?? false,
  };
}

function finishedTrace(
  event: Extract<WorkflowEvent, { type: 'taskFinished' | 'taskClosed' }>,
  task: Task,
  input: RowChangesInput,
): FinishedTrace {
  const { outcome, at } = event;
  const labels = textsOf(outcome, input.action);
  // A task that another person's action closed has no handler.
  const by = event.type === 'taskFinished' ? event.by : null;
  const node = input.definition.nodes[task.nodeId];
  const button =
    event.type === 'taskFinished' && node?.kind === 'userTask'
      ? node.buttons.find(({ id }) => id === event.buttonId)
      : undefined;
  return {
    number: task.id,
    outcome,
    handler_operation: labels.operation ?? null,
    act_name: button?.name ?? labels.actName ?? '',
    handler_id: by?.staffId ?? null,
    handler_name: by?.name ?? '',
    handler_org_name: by?.orgName ?? '',
    opinion: event.type === 'taskFinished' ? event.opinion : '',
    remark: remarkOf(event, task, input) ?? labels.remark ?? '',
    ended_at: at,
    file_ids: event.type === 'taskFinished' && event.taskId === input.taskId ? ownFiles(input) : [],
  };
}

/** Returns the attachments of the task's opinion; none if the action has a trace row of its own with them. */
function ownFiles(input: RowChangesInput): string[] {
  const isElsewhere = actions[input.action].traceText !== undefined && recordRow(input) !== null;
  return isElsewhere ? [] : [...input.fileIds];
}

/**
 * Returns the remark: the receiver of a delegated task, because two branches may be delegated at the same
 * time; for a task handled in the place of another person, also by a substitute, that person (乙 代 甲).
 */
function remarkOf(
  { type, by }: Extract<WorkflowEvent, { type: 'taskFinished' | 'taskClosed' }>,
  { id, onBehalfOf, standsFor }: Task,
  { events, nameOf }: RowChangesInput,
): string | undefined {
  const absentee = standsFor ?? onBehalfOf;
  const substituteTexts = type === 'taskFinished' && absentee ? [`${by.name} 代 ${absentee.name}`] : [];
  const transferTexts = events.flatMap((event) => {
    if (event.type === 'reassigned' && event.taskId === id) return `已改派给${nameOf(event.key)}`;
    const isDelegated = event.type === 'taskOpened' && event.task.replaces === id && event.task.onBehalfOf;
    return isDelegated ? `已委派给${event.task.candidates.map(nameOf).join('、')}` : [];
  });
  const remarks = [...substituteTexts, ...transferTexts.slice(0, 1)];
  return remarks.length > 0 ? remarks.join('；') : undefined;
}
