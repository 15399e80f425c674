import { startClock, type TimeLimit } from '#domain/calendar/clock-ledger.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import { holidayTableOf } from '#domain/calendar/holiday-table.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { DayUnit } from '#domain/enumerations/day-unit.ts';
import { orderLedger } from '#domain/records/clock.ts';
import type { ExtensionData } from '#domain/records/extension.ts';
import type { SideRecord } from '#domain/records/side-record.ts';
import type { SpecialData } from '#domain/records/special.ts';
import { SpecialClock } from '#domain/records/special-settings.ts';
import { limitRunOf } from '#domain/workflow/limit-run.ts';
import type { OrderState, ProcessDefinition } from '#domain/workflow/model/model.ts';
import { timeLimitOf } from '#domain/workflow/model/step-limit.ts';
import { statusOf } from '#domain/workflow/state/status.ts';
import { type NaiveCalendar, naiveDueDay } from './naive-due-day.ts';
import { factsOf, kindsBeyondVisits, kindsOpenOnce, kindsOpenOncePerVisit } from './record-facts.ts';

/** One action of a walk, with the order before and after it. */
export interface WalkedStep {
  before: OrderState;
  after: OrderState;
  definition: ProcessDefinition;
  now: string;
  startedAt: string;
}

/** Holidays of the spring of 2026: days off, and weekend days on which people work. */
const off = ['2026-04-06', '2026-05-01', '2026-05-04', '2026-05-05', '2026-06-19'];
const madeUp = ['2026-05-09'];
const calendar: NaiveCalendar = { off: new Set(off), madeUp: new Set(madeUp) };
export const holidays = holidayTableOf([
  ...off.map((date) => ({ date, kind: 'holiday' as const, name: '放假' })),
  ...madeUp.map((date) => ({ date, kind: 'workday' as const, name: '调休' })),
]);

const recordsOf = ({ records = [] }: OrderState) => records;
const tokenOf = (state: OrderState, { taskId }: SideRecord) =>
  taskId === null ? null : state.tasks[taskId - 1]?.tokenId;

/** Returns the rules about side records that an action broke; empty if there is none. */
export function brokenRecordRules(step: WalkedStep): string[] {
  return [
    ...brokenNumbers(step),
    ...brokenOpenRecords(step),
    ...brokenPauses(step),
    ...brokenCompletion(step),
    ...brokenStatus(step),
    ...brokenDueDays(step),
  ];
}

function brokenNumbers({ before, after }: WalkedStep): string[] {
  const records = recordsOf(after);
  const broken = records.every(({ id }, index) => id === index + 1)
    ? []
    : ['records are numbered without gaps'];
  const isKept = recordsOf(before).every(({ id, kind, openedAt, taskId }) => {
    const now = records[id - 1];
    return now?.kind === kind && now.openedAt === openedAt && now.taskId === taskId;
  });
  return isKept ? broken : [...broken, 'a record keeps its kind, its task and its opening'];
}

/** At most one open record of a kind; an ended order has none that holds it, and none that stops its clock. */
function brokenOpenRecords({ after }: WalkedStep): string[] {
  const open = recordsOf(after).filter((record) => factsOf(record).isOpen);
  const broken = kindsOpenOnce
    .filter((kind) => open.filter((record) => record.kind === kind).length > 1)
    .map((kind) => `at most one open ${kind} in an order`);
  for (const kind of kindsOpenOncePerVisit) {
    const visits = open.filter((record) => record.kind === kind).map((record) => tokenOf(after, record));
    if (new Set(visits).size < visits.length) broken.push(`at most one open ${kind} at a visit`);
  }
  if (after.ended === null) {
    const openTokens = after.tasks.filter(({ outcome }) => outcome === null).map(({ tokenId }) => tokenId);
    const lost = open.filter((record) => {
      const token = tokenOf(after, record);
      const endsWithVisit = !kindsBeyondVisits.includes(record.kind);
      return endsWithVisit && token !== null && token !== undefined && !openTokens.includes(token);
    });
    return [...broken, ...lost.map(({ id }) => `open record ${id} belongs to a visit that is not over`)];
  }
  const left = open.filter((record) => factsOf(record).holds !== undefined || record.kind === 'merge');
  return [...broken, ...left.map(({ id }) => `no record that holds the order is open after its end: ${id}`)];
}

/** A record pauses the clock exactly while its state stops it, and no pause reaches beyond now. */
function brokenPauses({ after, now }: WalkedStep): string[] {
  return recordsOf(after).flatMap((record) => {
    const { id, pauses } = record;
    const isPaused = pauses.some(({ until }) => until === null);
    const broken =
      isPaused === (factsOf(record).stopsClock === true) ? [] : [`record ${id} pauses by its state`];
    const inOrder = pauses.every(({ from, until }, index) => {
      const next = pauses[index + 1];
      return (
        from <= (until ?? now) && (until ?? now) <= now && (!next || (until !== null && until <= next.from))
      );
    });
    return inOrder ? broken : [...broken, `the pauses of record ${id} are in order`];
  });
}

/** No task is completed and no order ended that an open record blocks or holds. */
function brokenCompletion({ before, after }: WalkedStep): string[] {
  const openBefore = recordsOf(before).filter((record) => factsOf(record).isOpen);
  const completed = after.tasks.filter(
    ({ id, kind, outcome }) =>
      (kind === 'main' || kind === 'instance') &&
      outcome !== null &&
      ['handled', 'resubmitted'].includes(outcome) &&
      before.tasks[id - 1]?.outcome === null,
  );
  const broken = completed
    .filter((task) =>
      openBefore.some(
        (record) =>
          factsOf(record).blocksTask && [null, task.tokenId].includes(tokenOf(before, record) ?? null),
      ),
    )
    .map(({ id }) => `task ${id} was completed although a record blocks it`);
  if (before.ended !== null || after.ended === null) return broken;
  const changedRecord = recordsOf(after).some((record) => record !== recordsOf(before)[record.id - 1]);
  const endsByFlow = after.ended.nodeId !== null;
  const holding = openBefore.filter((record) => {
    const { holds } = factsOf(record);
    return holds === 'all' || (holds === 'flow' && endsByFlow && !changedRecord);
  });
  return [...broken, ...holding.map(({ id }) => `the order ended although record ${id} holds it`)];
}

const recordStatuses = [7, 8, 33, 34, 36, 37];
const noteStatuses = [17, 18, 19];

/** The oldest open visit decides: its newest open record gives the status. */
function brokenStatus({ before, after, definition }: WalkedStep): string[] {
  if (after.ended !== null || after.rollbacks.length > 0) return [];
  const status = statusOf(after, definition);
  const [oldest] = after.tasks
    .filter(({ outcome }) => outcome === null)
    .toSorted((one, other) => one.openedAt.localeCompare(other.openedAt) || one.id - other.id);
  const expected = recordsOf(after)
    .filter((record) => [null, oldest?.tokenId].includes(tokenOf(after, record) ?? null))
    .flatMap((record) => factsOf(record).status ?? [])
    .at(-1);
  if (expected !== undefined) return status === expected ? [] : [`the status is ${expected}, not ${status}`];
  if (recordStatuses.includes(status)) return [`status ${status} without an open record`];
  if (!noteStatuses.includes(status)) return [];
  const changed = recordsOf(after).filter((record) => record !== recordsOf(before)[record.id - 1]);
  const notes = changed.map((record) => factsOf(record).note);
  const isNew = notes.includes(status);
  const isKept = changed.length === 0 && statusOf(before, definition) === status;
  return isNew || isKept ? [] : [`status ${status} only after its record`];
}

/** Returns the days that a record adds to the limit of the order, from its content. */
function daysAddedBy({ kind, state, data, extension }: SideRecord): number {
  if (kind === 'extension') return state === 'granted' ? (data as ExtensionData).days : 0;
  if (kind === 'special') {
    const { clock, startedAt, limit } = data as SpecialData;
    return clock === SpecialClock.adds && startedAt !== undefined ? limit.amount : 0;
  }
  // The content of a main order does not say by how much its limit is shortened.
  return kind === 'merge' ? (extension?.days ?? 0) : 0;
}

/** Every due day equals the one that is counted day by day. */
function brokenDueDays({ after, definition, startedAt }: WalkedStep): string[] {
  const records = recordsOf(after);
  const broken: string[] = [];
  const compare = (name: string, limit: TimeLimit, ledger: Parameters<typeof dueDate>[0], extra: number) => {
    const due = dueDate(ledger, holidays).dueAt;
    const expected = naiveDueDay(
      {
        startedAt: ledger.startedAt,
        days: limit.amount + extra,
        isWorkingDays: limit.unit === DayUnit.workingDays,
        pauses: ledger.pauses,
      },
      calendar,
    );
    const found = due && localDateOf(due);
    if (found !== expected) broken.push(`${name} is due on ${expected}, not on ${found}`);
  };
  if (definition.limit) {
    const limit = timeLimitOf(definition.limit);
    const ledger = orderLedger(startClock(limit, new Date(startedAt)), after.records);
    const extra = records.reduce((sum, record) => sum + daysAddedBy(record), 0);
    const pauses = records.flatMap((record) => record.pauses);
    if (pauses.length !== ledger.pauses.length) broken.push('all pauses stop the clock of the order');
    compare('the order', limit, ledger, extra);
    const isPaused = records.some((record) => factsOf(record).stopsClock);
    if (isPaused && after.ended === null && dueDate(ledger, holidays).daysLeft > 0) {
      const due = dueDate(ledger, holidays).dueAt;
      if (due !== null) broken.push('a paused order with days left has no due day');
    }
  }
  for (const task of after.tasks.filter(({ outcome, kind }) => outcome === null && kind === 'main')) {
    const node = definition.nodes[task.nodeId];
    if (node?.kind !== 'userTask' || !node.limit) continue;
    const limit = timeLimitOf(node.limit);
    const run = limitRunOf(task, after);
    const own = records.filter((record) => [null, task.tokenId].includes(tokenOf(after, record) ?? null));
    const missing = own
      .flatMap(({ pauses }) => pauses)
      .filter(({ from }) => !run.pauses.some((pause) => pause.from === from));
    if (missing.length > 0) broken.push(`the records of task ${task.id} stop its clock`);
    const foreign = run.pauses.filter(
      ({ key, from }) =>
        key.startsWith('record.') &&
        !records.some(
          (record) =>
            record.pauses.some((pause) => pause.from === from) &&
            (record.taskId === null || after.tasks[record.taskId - 1]?.nodeId === task.nodeId),
        ),
    );
    if (foreign.length > 0) broken.push(`no record of a sibling stops the clock of task ${task.id}`);
    const added = own.reduce((sum, record) => sum + (record.kind === 'special' ? daysAddedBy(record) : 0), 0);
    compare(`task ${task.id}`, limit, { limit, ...run }, added);
  }
  return broken;
}
