import { holidays, type MovedOrder } from '#contract/holidays.ts';
import { Permission } from '#domain/access/actor.ts';
import type { CalendarEdit } from '#domain/calendar/calendar-change.ts';
import { holidayKindLabel } from '#domain/calendar/holiday-edit.ts';
import { listLimits } from '#domain/lists/limits.ts';
import { isRefusal, type Refusal } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import {
  type ExportableList,
  exportableList,
  type ListRequest,
} from '#server/framework/lists/exportable-list.ts';
import { permission } from '#server/framework/routing/access.ts';
import { readByCursor } from '#server/kernel/database/read-cursor.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { groupsMoved, newDueDayOf, planEdit, presentMoved } from './calendar-effect.ts';
import * as queries from './queries.ts';

/** Rows that a cursor fetches at a time. */
const batchRows = 500;

/**
 * Returns the open orders whose due day an edit of the calendar moves, by their present due day. They are read by a
 * cursor and calculated one by one, so that memory does not grow with their number; orders whose clock always ran are
 * read only if their group moves.
 */
async function requestMoved(
  context: Context,
  edit: CalendarEdit,
): Promise<ListRequest<MovedOrder> | Refusal<'badInput'>> {
  const planned = await planEdit(context, edit);
  if (isRefusal(planned)) return planned;
  const { from, today, after } = planned;
  if (from === undefined) return { count: async () => 0, async *rows() {} };
  const groups = groupsMoved(await queries.groupOrders(context.db, from), after);
  async function* read(db: Db, ofGroups: typeof groups): AsyncGenerator<MovedOrder[], void, void> {
    if (from === undefined) return;
    for await (const orders of readByCursor(db, queries.selectMovable(from, ofGroups), batchRows)) {
      const moved = orders.flatMap((order) => {
        const day = newDueDayOf(order, order.clock, after);
        return day ? [presentMoved({ ...order, ...day }, today)] : [];
      });
      if (moved.length > 0) yield moved;
    }
  }
  return {
    async count() {
      let count = groups.reduce((sum, { orders }) => sum + orders, 0);
      if (count > listLimits.maxExportRows) return count;
      for await (const { length } of read(context.db, [])) {
        count += length;
        if (count > listLimits.maxExportRows) break;
      }
      return count;
    },
    async *rows(db, maxRows) {
      let left = maxRows;
      for await (const batch of read(db, groups)) {
        yield batch.slice(0, left);
        left -= batch.length;
        if (left <= 0) return;
      }
    },
  };
}

/** Returns a page of the orders that an edit of the calendar moves; no page begins beyond what can be exported. */
export async function listMoved(
  context: Context,
  { page, size, ...edit }: CalendarEdit & { page: number; size: number },
) {
  const request = await requestMoved(context, edit);
  if (isRefusal(request)) return request;
  const rows: MovedOrder[] = [];
  const total = Math.min(await request.count(), listLimits.maxCountedRows);
  const offset = (page - 1) * size;
  let passed = 0;
  if (offset < total)
    for await (const batch of request.rows(context.db, offset + size)) {
      rows.push(...batch.slice(Math.max(0, offset - passed)));
      passed += batch.length;
    }
  return { total, rows };
}

const column = (key: string, title: string, width: number, cell: (row: MovedOrder) => string) => ({
  ...{ key, title, width, cell },
  kind: 'text' as const,
});

/** The orders that an edit of the calendar moves, as a file. */
export const exportableMoved: ExportableList = exportableList({
  name: 'calendar-moved',
  title: '到期日变动的办件',
  endpoint: holidays.moved,
  access: permission(Permission.manageCalendar),
  mayTruncate: true,
  columns: [
    column('code', '流水号', 130, ({ code }) => code),
    column('itemName', '事项', 240, ({ itemName }) => itemName),
    column('orgName', '受理机构', 180, ({ orgName }) => orgName),
    column('dueOn', '现在到期', 100, ({ dueOn }) => dueOn),
    column('newDueOn', '改后到期', 100, ({ newDueOn }) => newDueOn),
    column('days', '相差（天）', 90, ({ days }) => `${days > 0 ? '+' : ''}${days}`),
    column('note', '说明', 150, noteOf),
  ],
  filters: [
    { name: 'from', label: '开始日期' },
    { name: 'to', label: '结束日期' },
    { name: 'kind', label: '安排', valueLabels: { ...holidayKindLabel, none: '取消安排' } },
  ],
  permanentFilters: ['from', 'to', 'kind'],
  rowKey: ({ code }: MovedOrder) => code,
  request: (context, _actor, { from, to, kind }) => requestMoved(context, { from, to, kind }),
});

/** Says that the order becomes overdue, and that the new day is not final. */
function noteOf({ becomesOverdue, provisional }: MovedOrder): string {
  return [becomesOverdue ? '变动后即超期' : '', provisional ? '暂定' : ''].filter(Boolean).join('、');
}
