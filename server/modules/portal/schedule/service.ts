import type { ScheduleEntryInput, schedule } from '#contract/schedule.ts';
import { type Actor, mayParticipateInMatters } from '#domain/access/actor.ts';
import { isWorkingDay } from '#domain/calendar/holiday-table.ts';
import { addDays, type LocalDate, localDateOf } from '#domain/calendar/local-date.ts';
import { type Problem, refuse } from '#domain/refusals/refusals.ts';
import { type EntryRequest, problemsOfEntry, remindAt } from '#domain/schedule/entry.ts';
import {
  maxDeleted,
  maxEntries,
  maxEntryDays,
  maxQueriedDays,
  restorableSeconds,
} from '#domain/schedule/limits.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { notify } from '#server/kernel/http/notify.ts';
import { type ActingCall, actOnce } from '#server/modules/access/audit/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { dateOf, presentDeadlines, presentEntry } from './present.ts';
import * as queries from './queries.ts';
import { auditRecordOf } from './schedule-audit.ts';

export { deleteFeed as endFeed } from './queries.ts';

const maxShown = { entries: 1_000, deadlines: 500, reminders: 20 } as const;
const msPerDay = 86_400_000;

/** Lists the person's own entries in a span, and the waiting tasks of the person that are due in it. */
export async function listSchedule(
  context: Context,
  actor: Actor,
  range: { startDate: number; endDate: number },
) {
  const [from, until] = [dateOf(range.startDate), dateOf(range.endDate)];
  const problems = problemsOfSpan(from, until);
  if (problems.length > 0) return refuse('badInput', { problems });
  const now = context.now();
  const [entries, deadlines, holidays] = await Promise.all([
    queries.listEntries(context.db, actor.staffId, {
      from,
      until,
      maxDays: maxEntryDays,
      limit: maxShown.entries,
    }),
    mayParticipateInMatters(actor)
      ? queries.listDeadlines(context.db, actor, { from, until, limit: maxShown.deadlines })
      : [],
    currentHolidays(context.db),
  ]);
  return {
    rows: entries.map((row) => presentEntry(row, now)),
    deadlines: presentDeadlines(deadlines, { from, until }, holidays, now),
    daysOff: daysBetween(from, until).filter((day) => !isWorkingDay(day, holidays)),
    today: localDateOf(now),
  };
}

function problemsOfSpan(from: Date, until: Date): Problem[] {
  if (until <= from) return [{ field: 'endDate', message: '结束时间须晚于开始时间' }];
  if (until.getTime() - from.getTime() > maxQueriedDays * msPerDay) {
    return [{ field: 'endDate', message: '查询的时间段不能超过一年' }];
  }
  return [];
}

function daysBetween(from: Date, until: Date): LocalDate[] {
  const days: LocalDate[] = [];
  const last = localDateOf(new Date(until.getTime() - 1));
  for (let day = localDateOf(from); day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns the reminders that the header shows now (S0 §4). */
export async function listReminders(context: Context, actor: Actor) {
  const now = context.now();
  const rows = await queries.listDueReminders(context.db, actor.staffId, now, maxShown.reminders);
  return { rows: rows.map((row) => presentEntry(row, now)) };
}

function readEntry(input: ScheduleEntryInput): EntryRequest {
  return {
    scheduleName: input.scheduleName?.trim() ?? '',
    address: input.address?.trim() ?? '',
    startDate: input.startDate ?? null,
    endDate: input.endDate ?? null,
    remark: input.remark?.trim() ?? '',
    isRemind: input.isRemind ?? false,
    remindAdvance: input.remindAdvance ?? null,
  };
}

/** Returns the columns of a valid entry. */
function columnsOf(entry: EntryRequest) {
  const startDate = entry.startDate ?? 0;
  const remindSeconds = remindAt({ ...entry, startDate });
  return {
    name: entry.scheduleName,
    address: entry.address,
    starts_at: dateOf(startDate),
    ends_at: dateOf(entry.endDate ?? 0),
    remark: entry.remark,
    remind_minutes: entry.isRemind ? entry.remindAdvance : null,
    remind_at: remindSeconds === null ? null : dateOf(remindSeconds),
  };
}

/** Adds an entry to the own schedule; if its reminder is already due, it is sent at once. */
export async function createEntry(call: ActingCall<typeof schedule.create>, input: ScheduleEntryInput) {
  const { context, actor } = call;
  const entry = readEntry(input);
  const problems = problemsOfEntry(entry);
  if (problems.length === 0 && (await queries.countEntries(context.db, actor.staffId)) >= maxEntries) {
    problems.push({
      field: 'scheduleName',
      message: `最多保留 ${maxEntries} 项日程，请先删除不再需要的日程`,
    });
  }
  if (problems.length > 0) return refuse('badInput', { problems });
  return actOnce(call, async (tx) => {
    const now = context.now();
    const row = await queries.insertEntry(tx, {
      id: context.newId(),
      staff_id: actor.staffId,
      ...columnsOf(entry),
      created_at: now,
      updated_at: now,
    });
    await notifyOwner(tx, actor.staffId);
    return {
      answer: presentEntry(row, now),
      auditRecord: auditRecordOf(actor.staffId, 'create', { id: row.id }),
    };
  });
}

/** Changes an own entry; if its time changes, its reminder is sent again. */
export async function changeEntry(
  call: ActingCall<typeof schedule.change>,
  id: string,
  input: ScheduleEntryInput,
) {
  const { context, actor } = call;
  const entry = readEntry(input);
  const problems = problemsOfEntry(entry);
  if (problems.length > 0) return refuse('badInput', { problems });
  return actOnce(call, async (tx) => {
    const now = context.now();
    const before = await queries.findEntry(tx, actor.staffId, id);
    if (!before) return refuse('notFound');
    const columns = columnsOf(entry);
    const isTimeChanged = before.remind_at?.getTime() !== columns.remind_at?.getTime();
    const row = await queries.updateEntry(tx, actor.staffId, id, {
      ...columns,
      ...(isTimeChanged && { told_at: null, dismissed_at: null }),
      updated_at: now,
    });
    if (!row) return refuse('notFound');
    await notifyOwner(tx, actor.staffId);
    return { answer: presentEntry(row, now), auditRecord: auditRecordOf(actor.staffId, 'change', { id }) };
  });
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Deletes own entries by `dailyList`, ids joined by comma (S0 §7): all of them, or none if one does not
 * exist.
 */
export function removeEntries(call: ActingCall<typeof schedule.remove>, dailyList: string) {
  const { context, actor } = call;
  const ids = [...new Set(dailyList.split(',').map((id) => id.trim().toLowerCase()))].filter(Boolean);
  const problem = problemOfIds(ids);
  if (problem !== undefined) {
    return refuse('badInput', { problems: [{ field: 'dailyList', message: problem }] });
  }
  return actOnce(call, async (tx) => {
    // The check comes before the change, because a refusal does not roll the transaction back.
    if ((await queries.lockEntries(tx, actor.staffId, ids)) < ids.length) return refuse('notFound');
    const deleted = await queries.setEntriesDeleted(tx, actor.staffId, ids, context.now());
    await notifyOwner(tx, actor.staffId);
    return { answer: { deleted }, auditRecord: auditRecordOf(actor.staffId, 'delete', { ids }) };
  });
}

/** Restores deleted entries within the time for which they can be restored: all of them, or none if one does not exist. */
export function restoreEntries(call: ActingCall<typeof schedule.restore>, requestedIds: readonly string[]) {
  const { context, actor } = call;
  const ids = [...new Set(requestedIds)];
  return actOnce(call, async (tx) => {
    if ((await queries.lockEntries(tx, actor.staffId, ids, restorableSince(context))) < ids.length) {
      return refuse('notFound', { message: '已超过可恢复的时间' });
    }
    const restored = await queries.setEntriesDeleted(tx, actor.staffId, ids, null);
    await notifyOwner(tx, actor.staffId);
    return { answer: { restored }, auditRecord: auditRecordOf(actor.staffId, 'restore', { ids }) };
  });
}

const restorableSince = ({ now }: Pick<Context, 'now'>) =>
  new Date(now().getTime() - restorableSeconds * 1000);

function problemOfIds(ids: readonly string[]): string | undefined {
  if (ids.length === 0) return '请选择要删除的日程';
  if (!ids.every((id) => idPattern.test(id))) return '格式不正确';
  return ids.length > maxDeleted ? `一次最多删除 ${maxDeleted} 项日程` : undefined;
}

/** Dismisses reminders: no screen of the person shows them again. */
export function dismissReminders(call: ActingCall<typeof schedule.dismiss>, ids: readonly string[]) {
  const { context, actor } = call;
  return actOnce(call, async (tx) => {
    const dismissed = await queries.dismissEntries(tx, actor.staffId, ids, context.now());
    if (dismissed > 0) await notifyOwner(tx, actor.staffId);
    return { answer: { dismissed }, auditRecord: auditRecordOf(actor.staffId, 'dismiss', { ids }) };
  });
}

/**
 * Notifies the open screens of every person with a due reminder, once for each entry; it runs each minute.
 * Permanently deletes entries that can no longer be restored.
 */
export async function sendReminders(context: Context): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await queries.purgeDeletedEntries(tx, restorableSince(context));
    const people = await queries.markRemindersSent(tx, context.now());
    await notify(tx, { topics: people.map(topicOf), event: 'schedule', id: '' });
  });
}

const topicOf = (staffId: string) => `staff:${staffId}`;

async function notifyOwner(tx: Tx, staffId: string): Promise<void> {
  await notify(tx, { topics: [topicOf(staffId)], event: 'schedule', id: '' });
}
