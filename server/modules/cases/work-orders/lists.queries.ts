import type { SortOf } from '#domain/lists/columns.ts';
import { type doneColumns, orderColumns, todoColumns } from '#domain/lists/order-columns.ts';
import { todoCountCap } from '#domain/lists/todo-tabs.ts';
import { type Fragment, fragment, joined, plainText } from '#server/kernel/database/fragment.ts';
import { likePattern } from '#server/kernel/database/like.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { type PresentationFacts, type RecordOf, selectOf, sortedPart } from './columns.ts';
import { type KeyHolder, keyRowsOf, lentPart } from './waiting-keys.ts';

/** Filters of every order list, with our own names; times are bounds of whole days. */
export interface ListFilters {
  /** Words that must all be found. */
  keyword?: string;
  /** True if a part of an applicant's name is sufficient; otherwise the whole name must match. */
  namesInPart?: boolean;
  /** Keyed digest of a certificate number: of the applicant or of the representative. */
  certDigest?: string;
  taskCode?: string;
  status?: number;
  /** Prefixes of region codes: `3301` is the city and all below it. All of them must match. */
  areaPrefixes: readonly string[];
  /** Part of the area's name. */
  areaName?: string;
  /** Code or id of an organisation, including those below it. */
  orgCode?: string;
  /** Part of the organisation's name. */
  orgName?: string;
  /** Category of the item. */
  categoryId?: string;
  /** Place where the order was received: hall or window of its starter, or part of the hall's name. */
  hallId?: string;
  hallName?: string;
  windowId?: string;
  from?: Date;
  to?: Date;
  /** Spans that must contain the due date, all of them. */
  due: readonly DueSpan[];
  /** True for ended orders, false for others; undefined for both. */
  ended?: boolean;
  /** Filters of the to-do list: node name, returned tasks, and tasks that arrived from this time on. */
  nodeName?: string;
  returned?: boolean;
  arrivedSince?: Date;
}

/** Maximum number of searched words of a keyword; further ones are ignored. */
const maxWords = 5;

export interface DueSpan {
  from: Date | null;
  before: Date;
}

export const noFilters: ListFilters = { areaPrefixes: [], due: [] };

export interface ListPage {
  limit: number;
  offset: number;
  descending: boolean;
  /** The sort column, if it is not the one of the list's own index. */
  sort?: string | undefined;
  /** Time of the query, for sorting by delay. */
  now: Date;
}

/** Limit of totals (S0 §9: 10,000 and "more"). */
export const countCap = 10_001;

/** Columns that are selected of an order in addition to those of its list. */
export interface OrderFacts extends PresentationFacts {
  id: string;
  task_code: string;
  updated_at: Date;
}

export type ListRecord = RecordOf<typeof orderColumns> & OrderFacts;

export type TodoRecord = ListRecord &
  RecordOf<typeof todoColumns> & {
    number: number;
    node_id: string;
    due_of_order: boolean;
    returned: boolean;
    /** True if the order waits at its start, after a return or a recall. */
    rolled_back: boolean;
    candidates: string[];
    opened_at: Date;
  };

export type DoneRecord = ListRecord &
  RecordOf<typeof doneColumns> & { number: number; done_by: string | null };

export const orderFacts = fragment`o.id, o.task_code, o.updated_at, o.ended_at,
  (select p.applicant_type from work_order_applicants p where p.workorder_id = o.id) as applicant_type`;

const todoSources = {
  node_name: fragment`t.node_name`,
  arrived_at: fragment`k.arrived_at`,
  due_at: fragment`k.due_at`,
  due_provisional: fragment`case when t.due_at is null then o.due_provisional else t.due_provisional end`,
  whole_due_at: fragment`o.due_at`,
  whole_due_provisional: fragment`o.due_provisional`,
  handler_names: fragment`array_to_string(t.candidate_names, '、')`,
  step_overdue_days_since: fragment`t.due_at`,
  overdue_days_since: fragment`o.due_at`,
};

const todoSelect = fragment`${orderFacts}, k.number, t.node_id, t.due_at is null as due_of_order, t.candidates, t.started_at as opened_at,
  exists (select from inbox r where r.workorder_id = k.workorder_id and r.number = k.number and r.returned) as returned,
  o.rollback_status = 1 as rolled_back,
  ${selectOf({ ...orderColumns, ...todoColumns }, todoSources)}`;

/**
 * Returns the condition that finds one word of a keyword in numbers, titles and names of applicants. A word
 * that begins like a number and is longer than the digits after the year is searched as the beginning of a
 * number, by an index; other digits are also searched inside numbers.
 */
function wordPart(word: string, namesInPart: boolean, orderId: Fragment): Fragment {
  if (/^20\d{5,}$/.test(word)) {
    return fragment`exists (select from work_orders k where k.id = ${orderId} and k.code like ${`${likePattern(word)}%`})`;
  }
  const pattern = `%${likePattern(word)}%`;
  const matches = namesInPart
    ? fragment`(k.title || ' ' || k.applicant_name) ilike ${pattern}`
    : fragment`(k.title ilike ${pattern} or k.applicant_name = ${word})`;
  if (/^\d+$/.test(word)) {
    return fragment`exists (select from work_orders k where k.id = ${orderId} and (k.code like ${pattern} or ${matches}))`;
  }
  // The index has pairs of characters, so longer words are checked again.
  return fragment`exists (select from work_order_search g join work_orders k on k.id = g.workorder_id
    where g.workorder_id = ${orderId} and g.grams @> search_grams(${word}) and ${matches})`;
}

function keywordParts({ keyword, namesInPart }: ListFilters, orderId: Fragment): Fragment[] {
  const words = new Set((keyword ?? '').trim().split(/\s+/).slice(0, maxWords));
  return keyword === undefined ? [] : [...words].map((word) => wordPart(word, namesInPart === true, orderId));
}

function certificatePart(digest: string, orderId: Fragment): Fragment {
  // Two branches, so that each one uses its own index.
  return fragment`${orderId} in (
    select p.workorder_id from work_order_applicants p where p.cert_code_digest = ${digest}
    union all
    select p.workorder_id from work_order_applicants p
    where p.represent_cert_digest = ${digest} and p.represent_cert_digest <> '')`;
}

/** Returns the conditions on the order itself, `o`. */
export function orderParts(filters: ListFilters): Fragment[] {
  const parts: Fragment[] = [];
  parts.push(...keywordParts(filters, fragment`o.id`));
  if (filters.certDigest !== undefined) parts.push(certificatePart(filters.certDigest, fragment`o.id`));
  if (filters.taskCode !== undefined) parts.push(fragment`o.task_code = ${filters.taskCode}`);
  if (filters.status !== undefined) parts.push(fragment`o.status = ${filters.status}`);
  parts.push(...areaParts(fragment`o.area_code`, filters), ...orderOnlyParts(fragment`o`, filters));
  for (const span of filters.due)
    parts.push(fragment`o.ended_at is null and ${duePart(fragment`o.due_at`, span)}`);
  if (filters.ended !== undefined) {
    parts.push(filters.ended ? fragment`o.ended_at is not null` : fragment`o.ended_at is null`);
  }
  return parts;
}

function areaParts(column: Fragment, { areaPrefixes }: ListFilters): Fragment[] {
  return areaPrefixes.map((prefix) => fragment`${column} like ${`${likePattern(prefix)}%`}`);
}

/** Returns conditions on fields of the order that its inbox rows do not have. */
function orderOnlyParts(order: Fragment, filters: ListFilters): Fragment[] {
  const parts: Fragment[] = [];
  const { areaName, orgCode, orgName, categoryId } = filters;
  if (areaName !== undefined) parts.push(fragment`strpos(${order}.area_name, ${areaName}) > 0`);
  if (orgName !== undefined) parts.push(fragment`strpos(${order}.org_name, ${orgName}) > 0`);
  if (orgCode !== undefined) {
    parts.push(fragment`${order}.org_id in (
      select below.id from organisations top join organisations below on starts_with(below.path, top.path)
      where top.code = ${orgCode} or top.id = ${orgCode})`);
  }
  if (categoryId !== undefined) {
    parts.push(
      fragment`${order}.business_item_id in (select id from business_items where category_id = ${categoryId})`,
    );
  }
  parts.push(...counterParts(fragment`${order}.initiator_id`, filters));
  return parts;
}

/** Returns conditions on the initiator's counter, by the current posts: an order stores no window. */
function counterParts(initiatorId: Fragment, { hallId, hallName, windowId }: ListFilters): Fragment[] {
  const parts: Fragment[] = [];
  if (windowId !== undefined) parts.push(fragment`w.id = ${windowId}`);
  if (hallId !== undefined) parts.push(fragment`w.hall_id = ${hallId}`);
  if (hallName !== undefined) {
    parts.push(
      fragment`exists (select from halls h where h.id = w.hall_id and strpos(h.name, ${hallName}) > 0)`,
    );
  }
  if (parts.length === 0) return [];
  return [
    fragment`${initiatorId} in (select sw.staff_id from staff_windows sw join windows w on w.id = sw.window_id
      where ${allOf(parts)})`,
  ];
}

function duePart(column: Fragment, due: DueSpan): Fragment {
  return due.from === null
    ? fragment`${column} < ${due.before}`
    : fragment`${column} >= ${due.from} and ${column} < ${due.before}`;
}

export function dateParts(column: Fragment, filters: ListFilters): Fragment[] {
  const parts: Fragment[] = [];
  if (filters.from) parts.push(fragment`${column} >= ${filters.from}`);
  if (filters.to) parts.push(fragment`${column} <= ${filters.to}`);
  return parts;
}

export function allOf(parts: readonly Fragment[]): Fragment {
  return parts.length === 0 ? fragment`true` : joined(parts, ' and ');
}

/** Returns conditions on an inbox row `i`, its own columns first, so that the inbox indexes are used. */
function inboxParts(filters: ListFilters): Fragment {
  const parts = dateParts(fragment`i.arrived_at`, filters);
  if (filters.arrivedSince) parts.push(fragment`i.arrived_at >= ${filters.arrivedSince}`);
  if (filters.taskCode !== undefined) parts.push(fragment`i.task_code = ${filters.taskCode}`);
  parts.push(...areaParts(fragment`i.area_code`, filters));
  for (const span of filters.due) parts.push(duePart(fragment`i.due_at`, span));
  if (filters.returned) parts.push(fragment`i.returned`);
  if (filters.nodeName !== undefined) parts.push(fragment`i.node_name = ${filters.nodeName}`);
  parts.push(...keywordParts(filters, fragment`i.workorder_id`));
  if (filters.certDigest !== undefined)
    parts.push(certificatePart(filters.certDigest, fragment`i.workorder_id`));
  if (filters.status !== undefined) parts.push(fragment`i.status = ${filters.status}`);
  const orderConditions = orderOnlyParts(fragment`w`, filters);
  if (orderConditions.length > 0) {
    parts.push(
      fragment`exists (select from work_orders w where w.id = i.workorder_id and ${allOf(orderConditions)})`,
    );
  }
  return allOf(parts);
}

export type TodoSort = SortOf<typeof todoColumns>;

/** Indexed columns of the inbox; sorting by others reads the whole list, up to `countCap` rows. */
const todoSortColumn = { arrivedAt: 'arrived_at', dueAt: 'due_at' } as const;
type IndexedSort = keyof typeof todoSortColumn;

export function isIndexedTodoSort(sort: TodoSort): sort is IndexedSort {
  return Object.hasOwn(todoSortColumn, sort);
}

function todoOrder(sort: IndexedSort, descending: boolean, row: 'i' | 'x' | 'shown'): Fragment {
  const direction = plainText(descending ? 'desc' : 'asc');
  const column = (name: string) =>
    plainText(row === 'shown' && name === 'workorder_id' ? 'shown.id' : `${row}.${name}`);
  return fragment`${column(todoSortColumn[sort])} ${direction}, ${column('workorder_id')} ${direction}, ${column('number')} ${direction}`;
}

type CountedTodo = Omit<TodoRecord, 'id'> & { id: string | null; total: number };

export interface TodoPage {
  rows: TodoRecord[];
  /** At most `countCap`. */
  total: number;
}

/**
 * Lists a page of the tasks that wait for this person, with their total, in one pass over the keys. Each key
 * with tasks yields its first rows from the index alone, the merged page is cut, and only the rows shown are
 * looked up; so the page costs the same at any size of the table.  A key that reaches the cap alone
 * determines the total, and rows of a single key are already distinct; so the costly `distinct` is only used
 * for people whose work comes by several keys.
 */
export async function listTodo(
  db: Db,
  holder: KeyHolder,
  filters: ListFilters,
  page: ListPage & { sort: TodoSort },
): Promise<TodoPage> {
  const { rows } = await todoStatement(holder, filters, page).execute(db);
  return { rows: rows.filter(isDataRow), total: rows[0]?.total ?? 0 };
}

/** Returns the statement: one row per task; without any, one row without an id that has the total. */
export function todoStatement(
  holder: KeyHolder,
  filters: ListFilters,
  page: ListPage & { sort: TodoSort },
): Fragment<CountedTodo> {
  const { sort, descending } = page;
  if (!isIndexedTodoSort(sort)) return wholeTodoStatement(holder, filters, page);
  const { first, limit, offset } = boundsOf(page);
  const parts = inboxParts(filters);
  return fragment<CountedTodo>`
    with counted as materialized (
      select mine.*, (select count(*) from (
        select from inbox i where i.key = mine.key and ${parts}${lentPart(holder, 'mine')} limit ${plainText(String(countCap))}
      ) found) as n
      from ${keyRowsOf(holder)}
    ), counts as (
      select (case
        when max(n) >= ${plainText(String(countCap))} or count(*) filter (where n > 0) <= 1 then coalesce(max(n), 0)
        else (select count(*) from (
          select distinct x.workorder_id, x.number
          from counted cross join lateral (
            select i.workorder_id, i.number from inbox i
            where i.key = counted.key and ${parts}${lentPart(holder, 'counted')} limit ${plainText(String(countCap))}
          ) x
          where counted.n > 0
          limit ${plainText(String(countCap))}
        ) z)
        end)::int as total
      from counted
    )
    select c.total, shown.* from counts c left join lateral (
      select ${todoSelect}
      from (
        select x.arrived_at, x.due_at, x.workorder_id, x.number
        from counted
        cross join lateral (
          select i.arrived_at, i.due_at, i.workorder_id, i.number from inbox i
          where i.key = counted.key and ${parts}${lentPart(holder, 'counted')}
          order by ${todoOrder(sort, descending, 'i')} limit ${first}
        ) x
        where counted.n > 0
        group by x.arrived_at, x.due_at, x.workorder_id, x.number
        order by ${todoOrder(sort, descending, 'x')} limit ${limit} offset ${offset}
      ) k
      join work_orders o on o.id = k.workorder_id
      join traces t on t.workorder_id = k.workorder_id and t.number = k.number
    ) shown on true
    order by ${todoOrder(sort, descending, 'shown')}`;
}

/** Builds the same list sorted by a column without an index: of up to `countCap` tasks, like the total. */
function wholeTodoStatement(
  holder: KeyHolder,
  filters: ListFilters,
  { sort, descending, now, limit, offset }: ListPage & { sort: TodoSort },
): Fragment<CountedTodo> {
  const cap = plainText(String(countCap));
  return fragment<CountedTodo>`
    with mine as materialized (select * from ${keyRowsOf(holder)}),
    waiting as materialized (
      select distinct x.arrived_at, x.due_at, x.workorder_id, x.number
      from mine cross join lateral (
        select i.arrived_at, i.due_at, i.workorder_id, i.number from inbox i
        where i.key = mine.key and ${inboxParts(filters)}${lentPart(holder, 'mine')} limit ${cap}
      ) x
      limit ${cap}
    )
    select c.total, shown.* from (select count(*)::int as total from waiting) c left join lateral (
      select ${todoSelect} from waiting k
      join work_orders o on o.id = k.workorder_id
      join traces t on t.workorder_id = k.workorder_id and t.number = k.number
      order by ${sortedPart(todoColumns, sort, { descending, now, sources: todoSources })}, k.workorder_id, k.number limit ${limit} offset ${offset}
    ) shown on true
    order by ${sortedPart(todoColumns, sort, { descending, now, row: 'shown' })}, shown.id, shown.number`;
}

/**
 * Counts the tasks that wait under each set of filters, up to `todoCountCap`: for every key and set a few
 * entries of an index. Duplicates are possible only for a person whose tasks come by several keys.
 */
export async function countTodo(
  db: Db,
  holder: KeyHolder,
  filters: readonly ListFilters[],
): Promise<number[]> {
  const cap = plainText(String(todoCountCap));
  const counts = filters.map(
    (filter) => fragment`(select count(*)::int from (
      select distinct x.workorder_id, x.number from mine cross join lateral (
        select i.workorder_id, i.number from inbox i where i.key = mine.key and ${inboxParts(filter)}${lentPart(holder, 'mine')} limit ${cap}
      ) x limit ${cap}
    ) found)`,
  );
  const { rows } = await fragment<{ counts: number[] }>`
    with mine as materialized (select * from ${keyRowsOf(holder)})
    select array[${joined(counts)}] as counts`.execute(db);
  return rows[0]?.counts ?? [];
}

/** Checks for a real row; an empty page still has a row with its total. */
export function isDataRow<Row extends { id: string | null }>(row: Row): row is Row & { id: string } {
  return row.id !== null;
}

/**
 * Returns the bounds; those of the first page are part of the text: PostgreSQL then sees how few rows are
 * requested when it chooses between one plan for all values and planning each time, which costs more than the
 * page. There are few page sizes, and so few texts.
 */
function boundsOf({ limit, offset }: ListPage) {
  return offset === 0
    ? { first: plainText(String(limit)), limit: plainText(String(limit)), offset: plainText(String(0)) }
    : { first: fragment`${limit + offset}`, limit: fragment`${limit}`, offset: fragment`${offset}` };
}
