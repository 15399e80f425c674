import type { Deadline, ScheduleEntry } from '#contract/schedule.ts';
import { dueLight } from '#domain/calendar/due-light.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import type { DeadlineRow, ScheduleEntryRow } from './queries.ts';

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);
export const dateOf = (seconds: number): Date => new Date(seconds * 1000);

export function presentEntry(row: ScheduleEntryRow, now: Date): ScheduleEntry {
  return {
    id: row.id,
    scheduleName: row.name,
    address: row.address,
    startDate: secondsOf(row.starts_at),
    endDate: secondsOf(row.ends_at),
    remark: row.remark,
    isRemind: row.remind_minutes !== null,
    remindAdvance: row.remind_minutes,
    reminded: row.remind_at !== null && row.remind_at <= now,
  };
}

interface Span {
  from: Date;
  until: Date;
}

/**
 * Returns the deadlines of the span by time; the deadline of an order appears only once, even if several of
 * its tasks wait for the person; each task has its own.
 */
export function presentDeadlines(
  rows: readonly DeadlineRow[],
  { from, until }: Span,
  holidays: HolidayTable,
  now: Date,
): Deadline[] {
  const orders = new Set<string>();
  const deadlines = rows.flatMap((row): Deadline[] => {
    const deadlineOf = (kind: Deadline['kind'], dueAt: Date | null): Deadline[] => {
      if (dueAt === null || dueAt < from || dueAt >= until) return [];
      const { light, text } = dueLight(dueAt, holidays, now);
      return [
        {
          kind,
          dueDate: secondsOf(dueAt),
          workorderCode: row.code,
          workorderTraceId: `${row.workorder_id}.${row.number}`,
          title: row.title,
          nodeName: row.node_name,
          light,
          lightText: text,
        },
      ];
    };
    const isFirst = !orders.has(row.workorder_id);
    const orderDeadline = isFirst ? deadlineOf('order', row.order_due_at) : [];
    if (orderDeadline.length > 0) orders.add(row.workorder_id);
    return [...deadlineOf(row.isRequested ? 'asked' : 'task', row.task_due_at), ...orderDeadline];
  });
  return deadlines.sort((one, other) => one.dueDate - other.dueDate);
}
