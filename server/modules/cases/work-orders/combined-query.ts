import type { z } from 'zod';
import type { orderQuery, QueriedOrder } from '#contract/order-query.ts';
import type { Actor } from '#domain/access/actor.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { ListRequest } from '#server/framework/lists/exportable-list.ts';
import { readByPages } from '#server/kernel/database/read-cursor.ts';
import { type Db, inSnapshot } from '#server/kernel/database/transaction.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import * as queries from './combined-query.queries.ts';
import { isSortedByTime } from './filtered-orders.queries.ts';
import { countCap, type ListPage } from './lists.queries.ts';
import { pageOf, tooManyToSort } from './lists.ts';
import { presentQueried } from './present.ts';
import { type OrderQuery, type QueryConditions, queryConditionsOf } from './query-conditions.ts';
import {
  groupsOfScope,
  matchesGroups,
  overdueStepTerms,
  overdueTerms,
  type TermGroup,
} from './query-terms.ts';

type Answer = z.output<typeof orderQuery.page.output>;

/** Maximum number of orders that changed since the index was written and are checked individually. */
export const maxChangedOrders = 300;
/** Maximum number of orders found by a number, a name or rare words; beyond that they count as common. */
const maxFoundOrders = 5_000;
/** Maximum number of orders that are searched for common words. */
const maxSearchedOrders = 3_000;

type Page = ListPage;

export interface QueryResult {
  /** Matching orders in the requested order: places, and the ids of new orders that have no place. */
  keys: (number | string)[];
  total: number;
  lookedThrough: { orders: number; last: number } | null;
  indexing: boolean;
}

/** Returns the conditions of the query, limited to the orders that this person may search. */
export async function queryConditionsOfReader(
  context: Context,
  actor: Actor,
  query: OrderQuery,
): Promise<QueryConditions | Refusal<'badInput' | 'forbidden'>> {
  const scope = groupsOfScope(actor, query.scope);
  if (scope === undefined) return refuse('forbidden');
  const conditions = await queryConditionsOf(context, actor, query);
  if (isRefusal(conditions)) return conditions;
  return { ...conditions, groups: [...scope, ...conditions.groups] };
}

/** 综合查询: returns a page of the orders that match all conditions, newest first unless requested otherwise. */
export async function queryPage(
  context: Context,
  actor: Actor,
  query: OrderQuery,
): Promise<Answer | Refusal<'badInput' | 'forbidden'>> {
  const conditions = await queryConditionsOfReader(context, actor, query);
  if (isRefusal(conditions)) return conditions;
  const found = await find(context.db, conditions, pageOf(query, context.now()));
  return isRefusal(found) ? found : presentResult(context, found);
}

/**
 * Counts the overdue orders among those that match: overdue at a step with a limit of its own, and as a
 * whole. Not counted if common words were searched only in the newest orders, which would be different ones
 * for each count.
 */
export async function countOverdue(
  context: Context,
  actor: Actor,
  query: OrderQuery,
): Promise<z.output<typeof orderQuery.lateCounts.output> | Refusal<'badInput' | 'forbidden'>> {
  const conditions = await queryConditionsOfReader(context, actor, query);
  if (isRefusal(conditions)) return conditions;
  const now = context.now();
  const today = localDateOf(now);
  const { db } = context;
  const isRare = await hasRareWords(db, conditions.rowConditions);
  const first = { offset: 0, limit: 1, descending: true, now };
  return inSnapshot(db, async (snapshot) => {
    const count = async (group: TermGroup) => {
      const late = { ...conditions, groups: [...conditions.groups, group] };
      const { total, lookedThrough } = await findInSnapshot(snapshot, late, first, isRare);
      return lookedThrough === null ? total : null;
    };
    return {
      step: await count(overdueStepTerms(query.nodeName, today)),
      order: await count(overdueTerms('due', today)),
    };
  });
}

/** Returns the orders of `queryPage` for a file: read in batches, in one snapshot (docs/decisions/0142). */
export async function queryForExport(
  context: Context,
  actor: Actor,
  query: OrderQuery,
): Promise<ListRequest<QueriedOrder> | Refusal<'badInput' | 'forbidden'>> {
  const conditions = await queryConditionsOfReader(context, actor, query);
  if (isRefusal(conditions)) return conditions;
  const page = pageOf(query, context.now());
  const first = () => findByTime(context.db, conditions, { ...page, offset: 0, limit: 1 });
  if (!isSortedByTime(page.sort) && (await first()).total === countCap) return tooManyToSort;
  return {
    count: async () => (await first()).total,
    async describeSearchRange() {
      const { lookedThrough } = await presentResult(context, await first());
      return lookedThrough === null
        ? undefined
        : `关键词仅查询了最近的 ${lookedThrough.orders} 件（${localDateOf(new Date(lookedThrough.since))} 及以后）`;
    },
    async *rows(db, maxRows) {
      let found: QueryResult | undefined;
      yield* readByPages(
        db,
        async (snapshot, { offset, limit }) => {
          found ??= await findSorted(snapshot, conditions, { ...page, offset: 0, limit: maxRows });
          const keys = found.keys.slice(offset, offset + limit);
          return (await presentResult({ db: snapshot, now: context.now }, { ...found, keys })).rows;
        },
        maxRows,
      );
    },
  };
}

/**
 * Returns matching orders in the requested order; by other columns than time only up to the limit of list
 * counts.
 */
async function find(
  db: Db,
  conditions: QueryConditions,
  page: Page,
): Promise<QueryResult | Refusal<'badInput'>> {
  if (isSortedByTime(page.sort)) return findByTime(db, conditions, page);
  const found = await findSorted(db, conditions, page);
  return found.total === countCap ? tooManyToSort : found;
}

async function findSorted(db: Db, conditions: QueryConditions, page: Page): Promise<QueryResult> {
  if (isSortedByTime(page.sort)) return findByTime(db, conditions, page);
  const found = await findByTime(db, conditions, {
    offset: 0,
    limit: countCap,
    descending: true,
    now: page.now,
  });
  if (found.total === countCap) return found;
  const { places, newIds } = splitKeys(found.keys);
  return { ...found, keys: await queries.sortKeys(db, places, newIds, page) };
}

/**
 * Finds by time, all in one snapshot: an order that is indexed meanwhile would otherwise be found both as
 * changed and by its bits.
 */
export async function findByTime(db: Db, conditions: QueryConditions, page: Page): Promise<QueryResult> {
  const isRare = await hasRareWords(db, conditions.rowConditions);
  return inSnapshot(db, (snapshot) => findInSnapshot(snapshot, conditions, page, isRare));
}

async function findInSnapshot(
  db: Db,
  conditions: QueryConditions,
  page: Page,
  isRare: boolean,
): Promise<QueryResult> {
  const { rowConditions } = conditions;
  const needsRows = Object.values(rowConditions).some((value) =>
    Array.isArray(value) ? value.length > 0 : true,
  );
  const [changed, candidates] = await Promise.all([
    queries.listChangedOrders(db, maxChangedOrders),
    needsRows ? candidatesOf(db, rowConditions, isRare) : undefined,
  ]);
  const changedOrders = changed.orders.map((order) => ({
    ...order,
    matches: matchesGroups(new Set(order.terms), conditions.groups),
  }));
  const placed = changedOrders.flatMap(({ place, matches }) => (place === null ? [] : [{ place, matches }]));
  const corrections = {
    matching: placed.filter(({ matches }) => matches).map(({ place }) => place),
    notMatching: placed.filter(({ matches }) => !matches).map(({ place }) => place),
  };
  const newOrders = changedOrders.filter(({ place, matches }) => place === null && matches);
  const newest = newOrders.toSorted(
    (a, b) => b.started_at.getTime() - a.started_at.getTime() || (a.id < b.id ? 1 : -1),
  );
  const ids = newest.map(({ id }) => id);
  const matchingIds =
    needsRows && ids.length > 0 ? await queries.filterNewOrders(db, rowConditions, ids) : undefined;
  const newIds = ids.filter((id) => matchingIds?.has(id) ?? true);
  const prepared = { ...conditions, corrections, newIds, page };
  const found =
    candidates === undefined
      ? await placesByBits(db, prepared)
      : candidates === 'common'
        ? await searchNewest(db, prepared)
        : await filterPlacesByBits(db, prepared, candidates);
  return { ...found, indexing: changed.hasMore };
}

interface PreparedQuery extends QueryConditions {
  corrections: queries.IndexCorrections;
  /** Matching new orders without a place, newest first. */
  newIds: readonly string[];
  page: Page;
}

type PartialResult = Omit<QueryResult, 'indexing'>;

/** Returns the places of a page for which the bits are sufficient. */
async function placesByBits(
  db: Db,
  { groups, corrections, newIds, page }: PreparedQuery,
): Promise<PartialResult> {
  const { offset, limit, descending } = page;
  const placedBefore = descending ? Math.max(0, offset - newIds.length) : offset;
  const newOrdersShown = descending ? Math.max(0, Math.min(limit, newIds.length - offset)) : 0;
  const from = placedBefore;
  const to = placedBefore + limit - newOrdersShown;
  const chunks = await queries.readHits(db, groups, corrections, {
    descending,
    firstHit: from,
    endHit: Math.max(to, from),
  });
  const places: number[] = [];
  let before = 0;
  for (const chunk of chunks) {
    if (chunk.bits !== null) {
      const chunkPlaces = placesOf(chunk, descending);
      places.push(...chunkPlaces.slice(Math.max(0, from - before), Math.max(0, to - before)));
    }
    before += chunk.found;
  }
  const newOnPage = descending
    ? newIds.slice(offset, offset + limit)
    : newIds.toReversed().slice(Math.max(0, offset - before), Math.max(0, offset + limit - before));
  const keys = descending ? [...newOnPage, ...places] : [...places, ...newOnPage];
  return { keys, total: limitTotal(before + newIds.length), lookedThrough: null };
}

/** Returns those places found on single rows that the bits contain too. */
async function filterPlacesByBits(
  db: Db,
  query: PreparedQuery,
  candidates: readonly number[],
): Promise<PartialResult> {
  const everything = { descending: true, firstHit: 0, endHit: 2 ** 31 - 1 };
  const chunks =
    candidates.length === 0 ? [] : await queries.readHits(db, query.groups, query.corrections, everything);
  const bits = new Map(chunks.map(({ chunk, bits }) => [chunk, bits]));
  const has = (place: number) =>
    bits.get(Math.floor(place / queries.placesOfChunk))?.[place % queries.placesOfChunk] === '1';
  return { ...cutPage(candidates.filter(has), query), lookedThrough: null };
}

/** Searches common words in the newest orders that match all other conditions. */
async function searchNewest(db: Db, query: PreparedQuery): Promise<PartialResult> {
  const range = { descending: true, firstHit: 0, endHit: maxSearchedOrders };
  const chunks = await queries.readHits(db, query.groups, query.corrections, range);
  const all = chunks.reduce((sum, { found }) => sum + found, 0);
  const searchedPlaces = chunks.flatMap((chunk) => placesOf(chunk, true)).slice(0, maxSearchedOrders);
  const matchingPlaces =
    searchedPlaces.length === 0
      ? new Set()
      : await queries.filterPlaces(db, query.rowConditions, searchedPlaces);
  const part = cutPage(
    searchedPlaces.filter((place) => matchingPlaces.has(place)),
    query,
  );
  const last = searchedPlaces.at(-1);
  const isWhole = all <= searchedPlaces.length || last === undefined;
  return { ...part, lookedThrough: isWhole ? null : { orders: searchedPlaces.length, last } };
}

/** Returns the page of places that are all known, newest first. */
function cutPage(
  places: readonly number[],
  { newIds, page }: PreparedQuery,
): Omit<PartialResult, 'lookedThrough'> {
  const { offset, limit, descending } = page;
  const allKeys: (number | string)[] = [...newIds, ...places];
  const ordered = (descending ? allKeys : allKeys.toReversed()).slice(offset, offset + limit);
  return { keys: ordered, total: limitTotal(allKeys.length) };
}

function limitTotal(total: number): number {
  return Math.min(total, countCap);
}

function placesOf({ chunk, bits }: queries.MatchesOfChunk, descending: boolean): number[] {
  const places: number[] = [];
  if (bits === null) return places;
  const first = chunk * queries.placesOfChunk;
  for (let i = bits.indexOf('1'); i >= 0; i = bits.indexOf('1', i + 1)) places.push(first + i);
  return descending ? places.reverse() : places;
}

/**
 * Returns the places that the database finds by an index on single rows, or `common` if they would be too
 * many.
 */
async function candidatesOf(
  db: Db,
  rowConditions: queries.RowConditions,
  isRare: boolean,
): Promise<number[] | 'common'> {
  const { code, applicant, certDigest, mobileDigest } = rowConditions;
  const isExact =
    code !== undefined || certDigest !== undefined || mobileDigest !== undefined || applicant !== undefined;
  if (!isExact && !isRare) return 'common';
  const found = await queries.findPlaces(db, rowConditions, {
    withGrams: !isExact,
    maxPlaces: maxFoundOrders + 1,
  });
  return found.length > maxFoundOrders ? 'common' : found;
}

const cache = new WeakMap<Db, { grams: Map<string, number>; at: number }>();
const cacheMs = 10 * 60_000;

/**
 * Checks whether any searched word has a rare pair of characters; uses the pool, for which the statistics are
 * cached.
 */
async function hasRareWords(db: Db, rowConditions: queries.RowConditions): Promise<boolean> {
  if (rowConditions.titleWords.length + rowConditions.contentWords.length === 0) return false;
  const now = performance.now();
  let common = cache.get(db);
  if (common === undefined || now - common.at > cacheMs) {
    common = { grams: await queries.commonGrams(db, maxFoundOrders), at: now };
    cache.set(db, common);
  }
  const { grams } = common;
  return queries.gramsOf(rowConditions).some((gram) => !grams.has(gram));
}

function splitKeys(keys: readonly (number | string)[]): { places: number[]; newIds: string[] } {
  return {
    places: keys.filter((key) => typeof key === 'number'),
    newIds: keys.filter((key) => typeof key === 'string'),
  };
}

/** Returns the rows of a result, in its order. */
export async function presentResult(
  context: Pick<Context, 'db' | 'now'>,
  found: QueryResult,
): Promise<Answer> {
  const { db } = context;
  const { keys, lookedThrough } = found;
  const { places, newIds } = splitKeys(keys);
  const [records, holidays, since] = await Promise.all([
    keys.length === 0 ? [] : queries.listOrdersAtPlaces(db, places, newIds),
    currentHolidays(db),
    lookedThrough === null ? undefined : queries.findStartTime(db, lookedThrough.last),
  ]);
  const byPlace = new Map(records.map((row) => [row.place ?? row.id, row]));
  const rows = keys.flatMap((key) => byPlace.get(key) ?? []);
  return {
    rows: rows.map((row) => presentQueried(row, holidays, context.now())),
    total: found.total,
    lookedThrough:
      lookedThrough === null || since === undefined
        ? null
        : { orders: lookedThrough.orders, since: since.toISOString() },
    indexing: found.indexing,
  };
}
