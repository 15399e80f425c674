import type { holidays } from '#contract/holidays.ts';
import { Permission } from '#domain/access/actor.ts';
import type { CalendarEdit } from '#domain/calendar/calendar-change.ts';
import {
  checkHolidayEdit,
  checkHolidaySpan,
  type HolidayEdit,
  isEditableYear,
  listDays,
} from '#domain/calendar/holiday-edit.ts';
import { type LocalDate, localDateOf, yearOf } from '#domain/calendar/local-date.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { type ActingCall, actIfStillAllowed } from '#server/modules/access/audit/service.ts';
import { lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import { effectKey } from './effect-key.ts';
import * as queries from './queries.ts';
import { clearHolidayCache } from './service.ts';

const authorization = { permission: Permission.manageCalendar, office: lockOfficeParts };

interface Span {
  from: LocalDate;
  to: LocalDate;
}

/** Returns the published days of one year, and the years that have any. */
export async function readYear(context: Context, year: number) {
  const all = await queries.listHolidays(context.db);
  return {
    year,
    coveredYears: [...new Set(all.map(({ day }) => yearOf(day)))],
    editable: isEditableYear(year, localDateOf(context.now())),
    days: all.filter(({ day }) => yearOf(day) === year),
  };
}

/** Returns the refusal of an edit whose effect was shown for another calendar or edit; null without one. */
async function refuseUnseen(tx: Tx, edit: CalendarEdit, key: string) {
  return effectKey(await queries.listHolidays(tx), edit) === key
    ? null
    : refuse('dataChanged', { message: '日历或所选日期已变动，请重新查看影响' });
}

const auditRecordOf = (verb: string, { from, to }: Span, detail: Record<string, unknown>) => ({
  chain: 'holiday',
  action: `holiday.${verb}`,
  objectKind: 'holiday',
  objectId: from === to ? from : `${from}..${to}`,
  detail,
});

/** Drops the held calendar of this process, and starts the job that moves due dates. */
function announceChange({ db, notifier }: Context): void {
  clearHolidayCache(db);
  notifier.wake('work-order.calendar');
}

/** Sets holidays, or make-up working days, and replaces the existing entries of these days. */
export async function setHolidays(
  call: ActingCall<typeof holidays.set>,
  input: HolidayEdit & { effectKey: string },
) {
  const { context } = call;
  const edit = { ...input, name: input.name.trim() };
  const problems = checkHolidayEdit(edit, localDateOf(context.now()));
  if (problems.length > 0) return refuse('badInput', { problems });
  const answer = await actIfStillAllowed(call, authorization, async (tx) => {
    await queries.lockCalendar(tx);
    const refusal = await refuseUnseen(tx, edit, input.effectKey);
    if (refusal) return refusal;
    const before = await queries.listHolidaysBetween(tx, edit.from, edit.to);
    const days = listDays(edit).map((day) => ({ day, kind: edit.kind, name: edit.name }));
    await queries.upsertHolidays(tx, days);
    const auditRecord = auditRecordOf('set', edit, { kind: edit.kind, name: edit.name, before });
    return { answer: { days: days.length }, auditRecord };
  });
  if (!isRefusal(answer)) announceChange(context);
  return answer;
}

/** Removes entries, so that these days are again ordinary days of the week. */
export async function removeHolidays(
  call: ActingCall<typeof holidays.remove>,
  span: Span & { effectKey: string },
) {
  const { context } = call;
  const problems = checkHolidaySpan(span, localDateOf(context.now()));
  if (problems.length > 0) return refuse('badInput', { problems });
  const answer = await actIfStillAllowed(call, authorization, async (tx) => {
    await queries.lockCalendar(tx);
    const refusal = await refuseUnseen(tx, { ...span, kind: 'none' }, span.effectKey);
    if (refusal) return refusal;
    const before = await queries.deleteHolidays(tx, span.from, span.to);
    if (before.length === 0) return refuse('notFound', { message: '所选日期没有放假或调休的安排' });
    return { answer: { days: before.length }, auditRecord: auditRecordOf('remove', span, { before }) };
  });
  if (!isRefusal(answer)) announceChange(context);
  return answer;
}
