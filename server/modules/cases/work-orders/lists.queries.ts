import type { doneColumns, orderColumns } from '#domain/lists/order-columns.ts';
import { type Fragment, fragment, joinFragments } from '#server/kernel/database/fragment.ts';
import { likePattern } from '#server/kernel/database/like.ts';
import type { PresentationFacts, RecordOf } from './columns.ts';

/** Filters of every order list, with our own names; times are bounds of whole days. */
export interface ListFilters {
  /** Words that must all be found. */
  keyword?: string;
  /** True if a part of an applicant's name is sufficient; otherwise the whole name must match. */
  matchesPartOfName?: boolean;
  /** Keyed digest of a certificate number: of the applicant or of the representative. */
  certDigest?: string;
  taskCode?: string;
  status?: number;
  /** Prefixes of region codes: `3301` is the city and all below it. All of them must match. */
  regionPrefixes: readonly string[];
  /** Part of the region's name. */
  regionName?: string;
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

export const noFilters: ListFilters = { regionPrefixes: [], due: [] };

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

export type DoneRecord = ListRecord &
  RecordOf<typeof doneColumns> & { number: number; done_by: string | null };

export const orderFacts = fragment`o.id, o.task_code, o.updated_at, o.ended_at,
  (select p.applicant_type from work_order_applicants p where p.workorder_id = o.id) as applicant_type,
  (select b.light_days from business_items b where b.id = o.business_item_id) as light_days`;

/**
 * Returns the condition that finds one word of a keyword in numbers, titles and names of applicants. A word
 * that begins like a number and is longer than the digits after the year is searched as the beginning of a
 * number, by an index; other digits are also searched inside numbers.
 */
function wordPart(word: string, matchesPartOfName: boolean, orderId: Fragment): Fragment {
  if (/^20\d{5,}$/.test(word)) {
    return fragment`exists (select from work_orders k where k.id = ${orderId} and k.code like ${`${likePattern(word)}%`})`;
  }
  const pattern = `%${likePattern(word)}%`;
  const matches = matchesPartOfName
    ? fragment`(k.title || ' ' || k.applicant_name) ilike ${pattern}`
    : fragment`(k.title ilike ${pattern} or k.applicant_name = ${word})`;
  if (/^\d+$/.test(word)) {
    return fragment`exists (select from work_orders k where k.id = ${orderId} and (k.code like ${pattern} or ${matches}))`;
  }
  // The index has pairs of characters, so longer words are checked again.
  return fragment`exists (select from work_order_search g join work_orders k on k.id = g.workorder_id
    where g.workorder_id = ${orderId} and g.grams @> search_grams(${word}) and ${matches})`;
}

export function keywordParts({ keyword, matchesPartOfName }: ListFilters, orderId: Fragment): Fragment[] {
  const words = new Set((keyword ?? '').trim().split(/\s+/).slice(0, maxWords));
  return keyword === undefined
    ? []
    : [...words].map((word) => wordPart(word, matchesPartOfName === true, orderId));
}

export function certificatePart(digest: string, orderId: Fragment): Fragment {
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
  parts.push(...regionParts(fragment`o.area_code`, filters), ...orderOnlyParts(fragment`o`, filters));
  for (const span of filters.due)
    parts.push(fragment`o.ended_at is null and ${duePart(fragment`o.due_at`, span)}`);
  if (filters.ended !== undefined) {
    parts.push(filters.ended ? fragment`o.ended_at is not null` : fragment`o.ended_at is null`);
  }
  return parts;
}

export function regionParts(column: Fragment, { regionPrefixes }: ListFilters): Fragment[] {
  return regionPrefixes.map((prefix) => fragment`${column} like ${`${likePattern(prefix)}%`}`);
}

/** Returns conditions on fields of the order that its inbox rows do not have. */
export function orderOnlyParts(order: Fragment, filters: ListFilters): Fragment[] {
  const parts: Fragment[] = [];
  const { regionName, orgCode, orgName, categoryId } = filters;
  if (regionName !== undefined) parts.push(fragment`strpos(${order}.area_name, ${regionName}) > 0`);
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

export function duePart(column: Fragment, due: DueSpan): Fragment {
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
  return parts.length === 0 ? fragment`true` : joinFragments(parts, ' and ');
}

/** Checks for a real row; an empty page still has a row with its total. */
export function isDataRow<Row extends { id: string | null }>(row: Row): row is Row & { id: string } {
  return row.id !== null;
}
