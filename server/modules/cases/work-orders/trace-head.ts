import { initialTraceRows } from '#domain/workflow/model/limits.ts';
import type { OrderState, Task } from '#domain/workflow/model/model.ts';
import { tasksShownInPanel } from './trace-panels.ts';

/**
 * The rows of a long trace in the page's answer: those shown at first, and those that its other parts need.
 * The others need another call (docs/decisions/0131).
 */

export interface TraceHead {
  /** Numbers of the tasks whose rows are shown. */
  shownTaskIds: ReadonlySet<number>;
  /** Numbers of the tasks whose rows are read, including those of people asked in the shown rows. */
  readTaskIds: ReadonlySet<number>;
  /** Numbers of the shown records. */
  shownRecordNumbers: ReadonlySet<number>;
  shownPanelIds: ReadonlySet<number>;
  totals: { rows: number; answers: number };
}

/**
 * Returns the first part of a trace in the order of S1 §4: pending rows, rows without a node, handled rows,
 * newest first. Answers to a countersign and of signers are inside their panel and are not counted. All pending rows and the
 * newest of each kind of each node are included, for the stages and the diagram.
 */
export function traceHead(
  state: Pick<OrderState, 'tasks' | 'panels'>,
  records: readonly { number: number; at: string }[],
): TraceHead {
  const { tasks } = state;
  const answers = new Set(state.panels.flatMap(tasksShownInPanel));
  const totals = { rows: tasks.length + records.length, answers: answers.size };
  if (totals.rows <= initialTraceRows) {
    const all = new Set(tasks.map(({ id }) => id));
    const panels = new Set(state.panels.map(({ id }) => id));
    return {
      shownTaskIds: all,
      readTaskIds: all,
      shownRecordNumbers: new Set(records.map(({ number }) => number)),
      shownPanelIds: panels,
      totals,
    };
  }

  const pending = tasks.filter(({ outcome }) => outcome === null);
  const spaceForRecords = initialTraceRows - pending.filter(({ id }) => !answers.has(id)).length;
  const newestRecords = firstOf(records, newerRecord, spaceForRecords);
  const handled = tasks.filter(({ id, outcome }) => outcome !== null && !answers.has(id));
  const newestHandled = firstOf(handled, newerTask, spaceForRecords - newestRecords.length);
  const shown = new Set([...pending, ...newestHandled, ...newestOfEachNode(tasks)].map(({ id }) => id));

  const panelIds = new Set([...shown].map((id) => tasks[id - 1]?.panelId));
  const panels = state.panels.filter(
    ({ id, byTaskId, outcome }) =>
      outcome === null || panelIds.has(id) || (byTaskId !== null && shown.has(byTaskId)),
  );
  const seats = panels.flatMap((panel) => panel.seats.flatMap(({ taskId }) => taskId ?? []));
  return {
    shownTaskIds: shown,
    readTaskIds: new Set([...shown, ...seats]),
    shownRecordNumbers: new Set(newestRecords.map(({ number }) => number)),
    shownPanelIds: new Set(panels.map(({ id }) => id)),
    totals,
  };
}

function firstOf<Row>(rows: readonly Row[], compare: (one: Row, other: Row) => number, space: number): Row[] {
  return space <= 0 ? [] : rows.toSorted(compare).slice(0, space);
}

function newerRecord(one: { number: number; at: string }, other: { number: number; at: string }): number {
  return Date.parse(other.at) - Date.parse(one.at) || other.number - one.number;
}

function newerTask(one: Task, other: Task): number {
  const [at, then] = [one.finishedAt ?? '', other.finishedAt ?? ''];
  return at === then ? other.id - one.id : at < then ? 1 : -1;
}

function newestOfEachNode(tasks: readonly Task[]): Task[] {
  // The last entry with a key is kept.
  const kindOf = ({ outcome, nodeId, panelId }: Task) => `${outcome} ${nodeId} ${panelId === null}`;
  return [...new Map(tasks.map((task) => [kindOf(task), task])).values()];
}
