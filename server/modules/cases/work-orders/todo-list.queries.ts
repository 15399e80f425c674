import { RequestOperation } from '#domain/enumerations/handler-operation.ts';
import type { SortOf } from '#domain/lists/columns.ts';
import { orderColumns, todoColumns } from '#domain/lists/order-columns.ts';
import { todoCountCap } from '#domain/lists/todo-tabs.ts';
import { type Fragment, fragment, joinFragments, plainText } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { orderByPart, type RecordOf, selectOf } from './columns.ts';
import {
  allOf,
  certificatePart,
  countCap,
  dateParts,
  duePart,
  isDataRow,
  keywordParts,
  type ListFilters,
  type ListPage,
  type ListRecord,
  orderFacts,
  orderOnlyParts,
  regionParts,
} from './lists.queries.ts';
import { type KeyHolder, keyRowsOf, lentPart } from './waiting-keys.ts';

export type TodoRecord = ListRecord &
  RecordOf<typeof todoColumns> & {
    number: number;
    node_id: string;
    due_of_order: boolean;
    returned: boolean;
    /** True if the order waits at its start, after a return or a recall. */
    rolled_back: boolean;
    candidates: string[];
    /** The operation by which another handler asked for the task; null for a task of the node. */
    asked_for: RequestOperation | null;
    opened_at: Date;
  };

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

/**
 * Selects the operation that asked for a task: the requester's last one when the task opened. A person who waits for
 * answers starts no further request at the same task.
 */
const requestOfTask = fragment`case when cardinality(t.asked_by) > 0 then (
    select r.handler_operation from work_order_records r
    where r.workorder_id = k.workorder_id and r.panel_id is not null and r.handler_id = any(t.asked_by)
      and r.at <= t.started_at and r.handler_operation = any(${Object.values(RequestOperation)}::smallint[])
    order by r.number desc limit 1) end`;

const todoSelect = fragment`${orderFacts}, k.number, t.node_id, t.due_at is null as due_of_order, t.candidates, ${requestOfTask} as asked_for, t.started_at as opened_at,
  exists (select from inbox r where r.workorder_id = k.workorder_id and r.number = k.number and r.returned) as returned,
  o.rollback_status = 1 as rolled_back,
  ${selectOf({ ...orderColumns, ...todoColumns }, todoSources)}`;

/** Returns conditions on an inbox row `i`, its own columns first, so that the inbox indexes are used. */
function inboxParts(filters: ListFilters): Fragment[] {
  const parts = dateParts(fragment`i.arrived_at`, filters);
  if (filters.arrivedSince) parts.push(fragment`i.arrived_at >= ${filters.arrivedSince}`);
  if (filters.taskCode !== undefined) parts.push(fragment`i.task_code = ${filters.taskCode}`);
  parts.push(...regionParts(fragment`i.area_code`, filters));
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
  return parts;
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

type CountedTodo = Omit<TodoRecord, 'id'> & {
  id: string | null;
  total: number;
  /** Keys with more tasks than the total shows, by `spareCount`; null if there are none or they are not counted. */
  full_keys: string[] | null;
};

export interface TodoPage {
  rows: TodoRecord[];
  /** At most `countCap`. */
  total: number;
}

/**
 * A key with this many tasks more than `countCap` still has `countCap` of them after `fullKeyLifetimeMs`: no portal
 * handles so many tasks of one role in that time.
 */
const spareCount = 5_000;
const fullKeyLifetimeMs = 1_000;

/** For each database, the keys that have more tasks than the total shows, and until when this is certain. */
const fullKeys = new WeakMap<Db, Map<string, number>>();

function isFull(db: Db, { keys }: KeyHolder, now: number): boolean {
  const known = fullKeys.get(db);
  return known !== undefined && keys.some((key) => (known.get(key) ?? 0) > now);
}

function recordFullKeys(db: Db, keys: readonly string[], until: number): void {
  const known = fullKeys.get(db) ?? new Map<string, number>();
  fullKeys.set(db, known);
  for (const key of keys) known.set(key, until);
}

/**
 * Lists a page of the tasks that wait for this person, with their total, in one pass over the keys. Each key
 * with tasks yields its first rows from the index alone, the merged page is cut, and only the rows shown are
 * looked up; so the page costs the same at any size of the table. A key that reaches the cap alone
 * determines the total, and rows of a single key are already distinct; so the costly `distinct` is only used
 * for people whose work comes by several keys. A key with far more tasks than the cap is counted once a second
 * for all calls of this process.
 */
export async function listTodo(
  db: Db,
  holder: KeyHolder,
  filters: ListFilters,
  page: ListPage & { sort: TodoSort },
): Promise<TodoPage> {
  const now = performance.now();
  // Filters reduce the number of tasks, and a lent key counts only in part.
  const isWhole = inboxParts(filters).length === 0 && !holder.substitutions?.length;
  const hasCount = isWhole && isFull(db, holder, now);
  const { rows } = await todoStatement(holder, filters, { ...page, hasCount }).execute(db);
  if (isWhole && !hasCount) recordFullKeys(db, rows[0]?.full_keys ?? [], now + fullKeyLifetimeMs);
  return { rows: rows.filter(isDataRow), total: rows[0]?.total ?? 0 };
}

/**
 * Returns the statement: one row per task; without any, one row without an id that has the total. `hasCount` is
 * true if the total is known to be `countCap`.
 */
export function todoStatement(
  holder: KeyHolder,
  filters: ListFilters,
  page: ListPage & { sort: TodoSort; hasCount?: boolean },
): Fragment<CountedTodo> {
  const { sort, descending } = page;
  if (!isIndexedTodoSort(sort)) return wholeTodoStatement(holder, filters, page);
  const { first, limit, offset } = boundsOf(page);
  const conditions = inboxParts(filters);
  const parts = allOf(conditions);
  // Only the whole list looks for full keys, and counts further for that.
  const maxCount = conditions.length === 0 ? countCap + spareCount : countCap;
  return fragment<CountedTodo>`
    with ${page.hasCount ? knownCount(holder) : todoCount(holder, parts, maxCount)}
    select c.total, c.full_keys, shown.* from counts c left join lateral (
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

/** Returns the parts of the statement that count the tasks of each key, and of the person. */
function todoCount(holder: KeyHolder, parts: Fragment, maxCount: number): Fragment {
  const cap = plainText(String(countCap));
  const fullCount = plainText(String(maxCount));
  return fragment`counted as materialized (
      select mine.*, (select count(*) from (
        select from inbox i where i.key = mine.key and ${parts}${lentPart(holder, 'mine')} limit ${fullCount}
      ) found) as n
      from ${keyRowsOf(holder)}
    ), counts as (
      select (case
        when max(n) >= ${cap} then ${cap}
        when count(*) filter (where n > 0) <= 1 then coalesce(max(n), 0)
        else (select count(*) from (
          select distinct x.workorder_id, x.number
          from counted cross join lateral (
            select i.workorder_id, i.number from inbox i
            where i.key = counted.key and ${parts}${lentPart(holder, 'counted')} limit ${cap}
          ) x
          where counted.n > 0
          limit ${cap}
        ) z)
        end)::int as total, array_agg(key) filter (where n >= ${fullCount}) as full_keys
      from counted
    )`;
}

/** Returns the parts of `todoCount` for a person with a full key, whose tasks need not be counted. */
function knownCount(holder: KeyHolder): Fragment {
  return fragment`counted as materialized (select mine.*, 1 as n from ${keyRowsOf(holder)}),
    counts as (select ${plainText(String(countCap))}::int as total, null::text[] as full_keys)`;
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
        where i.key = mine.key and ${allOf(inboxParts(filters))}${lentPart(holder, 'mine')} limit ${cap}
      ) x
      limit ${cap}
    )
    select c.total, null::text[] as full_keys, shown.* from (select count(*)::int as total from waiting) c left join lateral (
      select ${todoSelect} from waiting k
      join work_orders o on o.id = k.workorder_id
      join traces t on t.workorder_id = k.workorder_id and t.number = k.number
      order by ${orderByPart(todoColumns, sort, { descending, now, sources: todoSources })}, k.workorder_id, k.number limit ${limit} offset ${offset}
    ) shown on true
    order by ${orderByPart(todoColumns, sort, { descending, now, row: 'shown' })}, shown.id, shown.number`;
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
        select i.workorder_id, i.number from inbox i where i.key = mine.key and ${allOf(inboxParts(filter))}${lentPart(holder, 'mine')} limit ${cap}
      ) x limit ${cap}
    ) found)`,
  );
  const { rows } = await fragment<{ counts: number[] }>`
    with mine as materialized (select * from ${keyRowsOf(holder)})
    select array[${joinFragments(counts)}] as counts`.execute(db);
  return rows[0]?.counts ?? [];
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
