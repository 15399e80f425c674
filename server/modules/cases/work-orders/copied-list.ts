import type { z } from 'zod';
import type { CopiedRow, copies } from '#contract/copies.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { copiedColumns } from '#domain/lists/order-columns.ts';
import { todoCountCap } from '#domain/lists/todo-tabs.ts';
import { isRefusal, type Refusal } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { presentColumns } from './columns.ts';
import {
  areCopiesSortedByIndex,
  type CopiedRecord,
  countCopiesTo,
  countUnreadCopies,
  listCopiesTo,
} from './copied-list.queries.ts';
import { countCap } from './lists.queries.ts';
import { filtersOf, pageOf, tooManyToSort } from './lists.ts';
import { presentRow } from './present.ts';

export type CopiedQuery = z.output<typeof copies.page.query>;

/**
 * 抄送我的: returns the copies that others sent to this person, unread first, then newest first unless requested
 * otherwise.
 */
export async function pageOfCopies(
  context: Context,
  actor: Actor,
  query: CopiedQuery,
): Promise<{ rows: CopiedRow[]; total: number } | Refusal<'badInput'>> {
  const now = context.now();
  const filters = await filtersOf(context, actor, query, now);
  if (isRefusal(filters)) return filters;
  const unread = unreadOf(query);
  const count = countCopiesTo(context.db, actor, filters, unread);
  if (!areCopiesSortedByIndex(query.sort) && (await count) === countCap) return tooManyToSort;
  const [rows, total, holidays] = await Promise.all([
    listCopiesTo(context.db, actor, filters, {
      ...pageOf(query, context.now()),
      ...(unread !== undefined && { unread }),
    }),
    count,
    currentHolidays(context.db),
  ]);
  return { rows: rows.map((row) => presentCopied(row, holidays, now)), total };
}

/** Returns whether only unread or only read copies are requested; undefined for both. */
export function unreadOf({ unread }: Pick<CopiedQuery, 'unread'>): boolean | undefined {
  return unread === undefined ? undefined : unread === 'true';
}

export function presentCopied(row: CopiedRecord, holidays: HolidayTable, now: Date): CopiedRow {
  return {
    ...presentRow(row, holidays, now),
    ...presentColumns(copiedColumns, row, holidays, now),
    traceId: `${row.id}.r${row.number}`,
    readAt: row.read_at?.toISOString() ?? null,
    note: row.note,
  };
}

/** Counts the unread copies, up to `todoCountCap`, for the menu and the dashboard. */
export function countCopiesToRead({ db }: Pick<Context, 'db'>, actor: Actor): Promise<number> {
  return countUnreadCopies(db, actor, todoCountCap);
}
