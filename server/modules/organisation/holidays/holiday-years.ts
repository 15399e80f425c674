import type { holidays } from '#contract/holidays.ts';
import { Permission } from '#domain/access/actor.ts';
import {
  checkHolidayEdit,
  checkHolidaySpan,
  type HolidayEdit,
  holidayEffect,
  isEditableYear,
  listDays,
} from '#domain/calendar/holiday-edit.ts';
import { endOfDay, type LocalDate, localDateOf, startOfDay, yearOf } from '#domain/calendar/local-date.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { type ActingCall, actIfStillAllowed } from '#server/modules/access/audit/service.ts';
import { lockOfficeParts } from '#server/modules/organisation/office/service.ts';
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

/** Describes the effects of an edit of these days, in sentences. */
export async function describeEffect(context: Context, span: Span) {
  const problems = checkHolidaySpan(span, localDateOf(context.now()));
  if (problems.length > 0) return refuse('badInput', { problems });
  const [days, openOrders] = await Promise.all([
    queries.listHolidays(context.db),
    queries.countOpenOrdersAcross(context.db, startOfDay(span.from), endOfDay(span.to)),
  ]);
  const coveredYears = [...new Set(days.map(({ day }) => yearOf(day)))];
  return { sentences: holidayEffect(span, { coveredYears, openOrders }) };
}

const auditRecordOf = (verb: string, { from, to }: Span, detail: Record<string, unknown>) => ({
  chain: 'holiday',
  action: `holiday.${verb}`,
  objectKind: 'holiday',
  objectId: from === to ? from : `${from}..${to}`,
  detail,
});

/** Sets holidays, or make-up working days, and replaces the existing entries of these days. */
export async function setHolidays(call: ActingCall<typeof holidays.set>, input: HolidayEdit) {
  const { context } = call;
  const edit = { ...input, name: input.name.trim() };
  const problems = checkHolidayEdit(edit, localDateOf(context.now()));
  if (problems.length > 0) return refuse('badInput', { problems });
  const answer = await actIfStillAllowed(call, authorization, async (tx) => {
    await queries.lockCalendar(tx);
    const before = await queries.listHolidaysBetween(tx, edit.from, edit.to);
    const days = listDays(edit).map((day) => ({ day, kind: edit.kind, name: edit.name }));
    await queries.upsertHolidays(tx, days);
    const auditRecord = auditRecordOf('set', edit, { kind: edit.kind, name: edit.name, before });
    return { answer: { days: days.length }, auditRecord };
  });
  if (!isRefusal(answer)) clearHolidayCache(context.db);
  return answer;
}

/** Removes entries, so that these days are again ordinary days of the week. */
export async function removeHolidays(call: ActingCall<typeof holidays.remove>, span: Span) {
  const { context } = call;
  const problems = checkHolidaySpan(span, localDateOf(context.now()));
  if (problems.length > 0) return refuse('badInput', { problems });
  const answer = await actIfStillAllowed(call, authorization, async (tx) => {
    await queries.lockCalendar(tx);
    const before = await queries.deleteHolidays(tx, span.from, span.to);
    if (before.length === 0) return refuse('notFound', { message: '所选日期没有放假或调休的安排' });
    return { answer: { days: before.length }, auditRecord: auditRecordOf('remove', span, { before }) };
  });
  if (!isRefusal(answer)) clearHolidayCache(context.db);
  return answer;
}
