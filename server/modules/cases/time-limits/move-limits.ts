import { firstChangedDay, type StoredHoliday, tableOf } from '#domain/calendar/calendar-change.ts';
import type { ClockLedger } from '#domain/calendar/clock-ledger.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import type { Context } from '#server/framework/context.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import {
  appendAudit,
  appendOrderAudit,
  type Digests,
  digestOfOpened,
  digestOfStatus,
} from '#server/modules/access/audit/service.ts';
import { clockOfTask } from '#server/modules/cases/decisions/service.ts';
import { recordChangedOrder } from '#server/modules/cases/work-orders/service.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { listHolidays } from '#server/modules/organisation/holidays/service.ts';
import * as queries from './queries.ts';

/** Orders in one transaction: a process that is killed repeats at most these. */
const batchSize = 100;

/**
 * Time for which the calendar must be unchanged before the due dates move: by then every process has dropped the
 * calendar that it holds for thirty seconds, and writes no due date by the old one.
 */
const waitMs = 40_000;

/**
 * Moves the due dates of open orders and tasks to the calendar of days off if it has changed, in batches. The
 * progress is stored with each batch, so that another process goes on after an interruption, and an edit meanwhile
 * begins the move again. A due date that was moved already stays where it is (docs/decisions/0233).
 */
export async function moveDueDates(context: JobContext): Promise<void> {
  let isMoving = true;
  while (isMoving) {
    if (context.stopSignal?.aborted) return context.notifier.wake('work-order.calendar');
    isMoving = await inTransaction(context.db, (tx) => moveBatch(tx, context));
  }
}

/** Moves one batch; returns whether there is more to do now. */
async function moveBatch(tx: Tx, context: Context): Promise<boolean> {
  const move = await queries.lockMove(tx);
  if (move === undefined) return false;
  const calendar = (await listHolidays(tx)).map(({ day, kind, name }) => ({ day, kind, name }));
  const begun = beginMove(move, calendar, context.now());
  if (begun !== move) await queries.saveMove(tx, begun);
  const { target, targetAt, fromDay } = begun;
  if (target === null || targetAt === null || fromDay === null) return false;
  if (context.now().getTime() - targetAt.getTime() < waitMs) return false;
  const ids = await queries.listOrdersDueFrom(tx, { from: fromDay, last: begun.lastOrder, limit: batchSize });
  let { moved } = begun;
  const holidays = tableOf(target);
  for (const id of ids) if (await moveOrder(tx, context, { id, holidays })) moved += 1;
  if (moved > begun.moved) context.notifier.wake('work-order.index');
  if (ids.length === batchSize) {
    await queries.saveMove(tx, { ...begun, lastOrder: ids.at(-1) ?? null, moved });
    return true;
  }
  await queries.saveMove(tx, { ...unmoved(target), moved: 0 });
  await appendAudit(tx, context, {
    chain: 'holiday',
    actor: undefined,
    action: 'holiday.moved',
    objectKind: 'holiday',
    objectId: fromDay,
    detail: { orders: moved },
    requestId: '',
  });
  return false;
}

const unmoved = (applied: StoredHoliday[]): queries.CalendarMove => ({
  applied,
  target: null,
  targetAt: null,
  fromDay: null,
  lastOrder: null,
  moved: 0,
});

/** Returns the move to the present calendar: as it is if it leads there already, else from its beginning. */
function beginMove(move: queries.CalendarMove, calendar: StoredHoliday[], now: Date): queries.CalendarMove {
  const isSame = (one: readonly StoredHoliday[] | null) =>
    one !== null && firstChangedDay(one, calendar) === undefined;
  if (isSame(move.target)) return move;
  const days = [
    firstChangedDay(move.applied, calendar),
    move.target && firstChangedDay(move.target, calendar),
  ];
  // An interrupted move has changed due dates from its own first day on.
  const fromDay = [...days, move.fromDay].filter((day) => typeof day === 'string').sort()[0];
  if (fromDay === undefined) return move;
  return { ...unmoved(move.applied), target: calendar, targetAt: now, fromDay, moved: move.moved };
}

/** Calculates the due dates of one order again; returns whether any has changed. */
async function moveOrder(
  tx: Tx,
  context: Context,
  { id, holidays }: { id: string; holidays: HolidayTable },
): Promise<boolean> {
  const found = await queries.lockOrder(tx, id);
  if (found === undefined) return false;
  const { order, state, traces } = found;
  const { definition } = await getPublishedProcess(tx, found.processDefinitionId);
  const dueOf = (clock: ClockLedger | null) => {
    const due = clock && dueDate(clock, holidays);
    return { dueAt: due?.dueAt ?? null, provisional: due?.provisional ?? false };
  };
  const orderDue = dueOf(found.clock);
  const tasks = traces.flatMap(({ number }) => {
    const task = state.tasks[number - 1];
    const clock = task ? clockOfTask(task, { stateAfter: state, definition }) : null;
    return task ? [{ number, panelId: task.panelId, ...dueOf(clock) }] : [];
  });
  const digests: Digests = {};
  const changes: Record<string, unknown>[] = [];
  const compare = (
    object: string,
    row: DueColumns,
    due: queries.StoredDue,
    digest: (row: object) => unknown,
  ) => {
    if (row.due_at?.getTime() === due.dueAt?.getTime() && row.due_provisional === due.provisional) return;
    const text = digest({ ...row, due_at: due.dueAt, due_provisional: due.provisional });
    if (typeof text === 'string') digests[object] = text;
    changes.push({ of: object, before: dayOf(row.due_at), after: dayOf(due.dueAt) });
  };
  compare('status', order, orderDue, (row) => digestOfStatus({ ...row }));
  for (const trace of traces) {
    const due = tasks.find(({ number }) => number === trace.number);
    if (due) compare(`opened:${trace.number}`, trace, due, (row) => digestOfOpened({ ...row }));
  }
  if (changes.length === 0) return false;
  await queries.writeDueDates(tx, { id, order: orderDue, tasks });
  await recordChangedOrder(tx, id);
  await appendOrderAudit(tx, context, {
    workorderId: id,
    actor: undefined,
    action: 'work-order.calendar',
    detail: { changes },
    digests,
    requestId: '',
  });
  context.notifier.notify({ topics: [`order:${id}`], event: 'work-order', id });
  return true;
}

interface DueColumns {
  due_at: Date | null;
  due_provisional: boolean;
}

const dayOf = (at: Date | null) => (at === null ? null : localDateOf(at));
