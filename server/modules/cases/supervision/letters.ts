import type { z } from 'zod';
import type { OutputOf } from '#contract/endpoint.ts';
import { supervision as calls, type SupervisionRow } from '#contract/supervision.ts';
import { type Actor, Permission } from '#domain/access/actor.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { addDays, endOfDay, localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import { problemsOfSpan } from '#domain/lists/date-span.ts';
import { offsetOf } from '#domain/lists/paging.ts';
import { supervisionTabLabel } from '#domain/lists/supervision-tabs.ts';
import { supervisionCardLabel } from '#domain/records/card-rule.ts';
import { stateRulesOf } from '#domain/records/registry.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { type ExportableList, exportableList } from '#server/framework/lists/exportable-list.ts';
import { permission } from '#server/framework/routing/access.ts';
import { readByPages } from '#server/kernel/database/read-cursor.ts';
import { currentHolidays, presentDueDate } from '#server/modules/organisation/holidays/service.ts';
import * as queries from './letters.queries.ts';

type Query = z.output<typeof calls.page.query>;
type Filters = Omit<Query, 'page' | 'size' | 'sort' | 'order'>;

/** People who see the page: supervisors and leaders; they see the orders that they may read. */
export const supervises = permission(Permission.supervise);

function filtersOf(query: Filters, now: Date): queries.LetterFilters | Refusal<'badInput'> {
  const { startDate, endDate, tab, keyword, card } = query;
  const fields = { from: 'startDate', until: 'endDate' };
  const problems = problemsOfSpan(fields, { from: startDate, until: endDate }, localDateOf(now));
  if (problems.length > 0) return refuse('badInput', { problems });
  return {
    tab,
    keyword,
    card,
    from: startDate === undefined ? undefined : startOfDay(startDate),
    until: endDate === undefined ? undefined : endOfDay(endDate),
  };
}

export async function pageOfLetters(context: Context, actor: Actor, query: Query) {
  const now = context.now();
  const filters = filtersOf(query, now);
  if (isRefusal(filters)) return filters;
  const page = { limit: query.size, offset: offsetOf(query), newestFirst: query.sort === 'openedAt' };
  const [rows, total, holidays] = await Promise.all([
    queries.listLetters(context.db, actor, filters, page),
    queries.countLetters(context.db, actor, filters),
    currentHolidays(context.db),
  ]);
  return { rows: rows.map((row) => presentLetter(row, holidays, now)), total };
}

function presentLetter(row: queries.LetterRow, holidays: HolidayTable, now: Date): SupervisionRow {
  const state = row.state;
  const isWaiting = row.is_open && state !== 'answered';
  return {
    id: `${row.workorder_id}.${row.is_letter ? '' : 'card.'}${row.number}`,
    workorderId: row.workorder_id,
    code: row.code,
    title: row.title,
    itemName: row.item_name,
    orgName: row.org_name,
    handlerNames: row.handler_names,
    card: row.card,
    state,
    stateName: row.is_letter
      ? stateRulesOf({ kind: RecordKind.supervision, state }).label
      : supervisionTabLabel.demanded,
    recordId: row.is_letter ? row.number : null,
    due: presentDueDate({ at: row.due_at, provisional: false, ended: !isWaiting }, holidays, now),
    openedAt: row.opened_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    openedBy: row.opened_by,
  };
}

export async function supervisionFigures(
  context: Context,
  actor: Actor,
): Promise<OutputOf<typeof calls.figures>> {
  const now = context.now();
  const firstOfMonth = `${localDateOf(now).slice(0, 7)}-01`;
  const lastMonth = `${addDays(firstOfMonth, -1).slice(0, 7)}-01`;
  const times = { now, thisMonth: startOfDay(firstOfMonth), lastMonth: startOfDay(lastMonth) };
  const found = await queries.countLetterFigures(context.db, actor, times);
  const { demanded, awaiting, late, answered, settled } = found;
  return {
    demanded,
    awaiting,
    late,
    answered,
    settled,
    yellow: { thisMonth: found.yellowNow, lastMonth: found.yellowBefore },
    red: { thisMonth: found.redNow, lastMonth: found.redBefore },
    inTime: { answered: found.inTime, total: found.answeredOrDue },
  };
}

const column = (key: string, title: string, width: number, cell: (row: SupervisionRow) => string) => ({
  key,
  title,
  width,
  kind: 'text' as const,
  cell,
});

/** The page 督办 as a file. */
export const exportableLetters: ExportableList = exportableList({
  name: 'supervision',
  title: '督办',
  endpoint: calls.page,
  access: supervises,
  mayTruncate: true,
  columns: [
    column('code', '流水号', 120, (row) => row.code),
    column('title', '办件名称', 320, (row) => row.title),
    column('item', '事项', 180, (row) => row.itemName),
    column('org', '受理机构', 180, (row) => row.orgName),
    column('handlers', '负责答复', 180, (row) => row.handlerNames),
    column('card', '亮牌', 70, (row) => (row.card === 'none' ? '' : supervisionCardLabel[row.card])),
    column('state', '督办状态', 120, (row) => row.stateName),
    {
      key: 'due',
      title: '答复期限',
      width: 140,
      kind: 'instant',
      cell: (row: SupervisionRow) => (row.due.dueAt === null ? null : new Date(row.due.dueAt)),
    },
    {
      key: 'openedAt',
      title: '发出时间',
      width: 140,
      kind: 'instant',
      cell: (row: SupervisionRow) => new Date(row.openedAt),
    },
    column('openedBy', '督办人', 90, (row) => row.openedBy),
  ],
  filters: [
    { name: 'tab', label: '分类', valueLabels: supervisionTabLabel },
    { name: 'keyword', label: '关键词' },
    { name: 'card', label: '亮牌', valueLabels: supervisionCardLabel },
    { name: 'startDate', label: '发出日期', endParameter: 'endDate' },
  ],
  rowKey: (row: SupervisionRow) => row.id,
  async request(context, actor, { page: _page, size: _size, sort, order: _order, ...query }) {
    const now = context.now();
    const filters = filtersOf(query, now);
    if (isRefusal(filters)) return filters;
    const holidays = await currentHolidays(context.db);
    const newestFirst = sort === 'openedAt';
    return {
      count: () => queries.countLetters(context.db, actor, filters),
      rows: (db, maxRows) =>
        readByPages(
          db,
          async (snapshot, { limit, offset }) =>
            (await queries.listLetters(snapshot, actor, filters, { limit, offset, newestFirst })).map((row) =>
              presentLetter(row, holidays, now),
            ),
          maxRows,
        ),
    };
  },
});
