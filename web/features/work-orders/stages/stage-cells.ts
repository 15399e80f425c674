import type { Trace, WorkOrderPage } from '#contract/work-orders.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { nameOfBranches } from '#domain/texts/name-of-branches.ts';
import { isPending } from '../trace/trace-order.ts';
import { durationOf, handlerText, isClosed, isMomentary, latenessOf } from '../trace/trace-texts.ts';

type Process = Pick<WorkOrderPage, 'process' | 'traces' | 'task'>;
type StageNode = WorkOrderPage['process']['nodes'][number];
export type StageState = WorkOrderPage['process']['stages'][number]['state'];

/** One stage of an order as text. */
export interface StageCell {
  key: string;
  name: string;
  state: StageState;
  /** The person who did the task, has it, or will get it. */
  handlerText: string;
  /** Time when it was done or arrived, or its limit. */
  timeOrLimit: string;
  /** Duration; empty while it is not finished. */
  duration: string;
  /** Text such as `超期 2 天` of a stage that was finished late; else empty. */
  lateness: string;
  /** Trace row of the stage. */
  traceId: string | undefined;
  /** Stages folded into this one: branches whose choice is still open. */
  branches: readonly StageCell[];
}

export const stageStateLabel: Record<StageState, string> = {
  done: '已办理',
  active: '办理中',
  ahead: '未到达',
};

/** Returns the stages of an order as the strip shows them, in their order. */
export function stageCells(page: Process): StageCell[] {
  return page.process.stages.map(({ nodeIds, state }) => {
    const cells = nodeIds.map((id) => cellOf(page, id, state));
    const [first] = cells;
    return first !== undefined && cells.length === 1 ? first : foldedCell(cells);
  });
}

/** Returns every node with human tasks, for the table next to the diagram. */
export function nodeCells(page: Process): StageCell[] {
  const states = new Map(
    page.process.stages.flatMap(({ nodeIds, state }) => nodeIds.map((id) => [id, state])),
  );
  return page.process.nodes.map(({ id }) => cellOf(page, id, states.get(id) ?? 'ahead'));
}

/**
 * Returns the latest row about a node: an open one, else the last that its own handler did; the answers of
 * people who were asked at the node (会签, 加签, 委派) count only if there is no other.
 */
function traceOfNode(traces: readonly Trace[], nodeId: string): Trace | undefined {
  const rows = traces.filter(({ flowNodeId }) => flowNodeId === nodeId);
  const newestOf = (candidates: readonly Trace[]) =>
    candidates.toSorted((one, other) => other.number - one.number)[0];
  const completed = rows.filter((row) => !isClosed(row));
  const ownRows = completed.filter(({ seatOf }) => seatOf === null);
  return newestOf(rows.filter(isPending)) ?? newestOf(ownRows) ?? newestOf(completed) ?? newestOf(rows);
}

function cellOf(page: Process, nodeId: string, state: StageState): StageCell {
  const node = page.process.nodes.find(({ id }) => id === nodeId);
  const trace = state === 'ahead' ? undefined : traceOfNode(page.traces, nodeId);
  return {
    key: nodeId,
    name: node?.name ?? '',
    state,
    handlerText: trace === undefined ? intendedHandlers(node) : handlerTextOf(page, trace, nodeId),
    timeOrLimit: trace === undefined ? limitOf(node) : timeOf(trace),
    duration:
      trace === undefined || isPending(trace) || isMomentary(trace) ? '' : roundedDuration(durationOf(trace)),
    lateness: trace === undefined ? '' : latenessOf(trace),
    traceId: trace?.id,
    branches: [],
  };
}

function foldedCell(branches: readonly StageCell[]): StageCell {
  return {
    key: branches.map(({ key }) => key).join('+'),
    name: nameOfBranches(branches.map(({ name }) => name)),
    state: 'ahead',
    handlerText: `${branches.length} 个环节可选`,
    timeOrLimit: commonText(branches.map(({ timeOrLimit }) => timeOrLimit)),
    duration: '',
    lateness: '',
    traceId: undefined,
    branches,
  };
}

/** Returns the text that all have in common; empty if the texts differ. */
function commonText(texts: readonly string[]): string {
  const distinct = [...new Set(texts.filter((text) => text !== ''))];
  return distinct.length === 1 ? (distinct[0] ?? '') : '';
}

function handlerTextOf(page: Process, trace: Trace, nodeId: string): string {
  if (!isPending(trace) || page.task?.nodeId !== nodeId) return handlerText(trace);
  // The reader's own row counts where several people are asked at a node.
  const ownRow = page.traces.find(({ id }) => id === page.task?.traceId) ?? trace;
  return `待您办理（${handlerText(ownRow)}）`;
}

function intendedHandlers(node: StageNode | undefined): string {
  return node?.candidateNames.join('、') ?? '';
}

/** Returns `5 小时` for `5 小时 35 分钟`: a cell is narrow, and the trace shows the exact duration. */
function roundedDuration(duration: string | undefined): string {
  return duration?.split(' ').slice(0, 2).join(' ') ?? '';
}

function limitOf(node: StageNode | undefined): string {
  return node === undefined || node.limit === '' ? '' : `限 ${node.limit}`;
}

function timeOf(trace: Trace): string {
  const timeText = (text: string) => minuteText(new Date(text)).slice('2026-'.length);
  return trace.endTime === null ? `${timeText(trace.startTime)} 到达` : timeText(trace.endTime);
}
