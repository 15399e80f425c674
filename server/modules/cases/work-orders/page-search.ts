import type { QueriedOrder, SearchedOrder } from '#contract/order-query.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { isCodePrefix, searchWordsOf } from '#domain/lists/query-texts.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import * as queries from './combined-query.queries.ts';
import { findByTime, presentResult, type QueryResult } from './combined-query.ts';
import { type TermGroup, termsOfReadableOrders } from './query-terms.ts';

const maxShownOrders = 6;

interface FoundOrders {
  rows: SearchedOrder[];
  total: number;
}

/**
 * Returns the orders that a keyword finds among those that the person may read, for the search in the header:
 * first those that wait for the person, then the other open ones, then the ended ones.
 */
export async function searchOrders(context: Context, actor: Actor, keyword: string): Promise<FoundOrders> {
  const text = keyword.trim();
  if (/^\d{4,20}$/.test(text)) {
    const code = isCodePrefix(text) ? { prefix: text } : { suffix: text };
    return presentFoundOrders(context, actor, [await findFirst(context, actor, { code })]);
  }
  const words = searchWordsOf(text);
  if (words.some((one) => [...one].length < 2)) return { rows: [], total: 0 };
  const found = await Promise.all([
    findFirst(context, actor, { titleWords: words }),
    findFirst(context, actor, {
      applicant: { name: text, byBeginning: can(actor, Permission.revealApplicant) },
    }),
  ]);
  return presentFoundOrders(context, actor, found);
}

/**
 * Finds the first orders by these conditions. If there are more than the search shows, those that wait for the
 * person and the other open ones are found separately, because they may be older than the newest.
 */
async function findFirst(
  context: Context,
  actor: Actor,
  conditions: Partial<queries.RowConditions>,
): Promise<QueryResult> {
  const find = async (groups: readonly TermGroup[]) =>
    findByTime(
      context.db,
      {
        groups: [termsOfReadableOrders(actor), ...groups],
        rowConditions: { titleWords: [], contentWords: [], ...conditions },
      },
      { offset: 0, limit: maxShownOrders, descending: true, now: context.now() },
    );
  const newest = await find([]);
  if (newest.total <= maxShownOrders) return newest;
  const keys = new Set<number | string>();
  for (const group of [actor.keys.map((key) => `waits-for:${key}`), ['open']]) {
    if (keys.size < maxShownOrders) for (const key of (await find([group])).keys) keys.add(key);
  }
  return { ...newest, keys: [...new Set([...keys, ...newest.keys])].slice(0, maxShownOrders) };
}

async function presentFoundOrders(
  context: Context,
  actor: Actor,
  found: readonly QueryResult[],
): Promise<FoundOrders> {
  const pages = await Promise.all(found.map((result) => presentResult(context, result)));
  const rowsById = new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row]));
  const rows = await withOwnTasks(context.db, actor, [...rowsById.values()]);
  const shown = rows.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, maxShownOrders);
  return { rows: shown, total: Math.max(shown.length, ...pages.map(({ total }) => total)) };
}

function rankOf({ traceId, endedAt }: SearchedOrder): number {
  if (traceId !== null) return 0;
  return endedAt === null ? 1 : 2;
}

/**
 * Adds to each order the term for its applicant, and the task in it that waits for this person, which the link of
 * the order then opens.
 */
async function withOwnTasks(db: Db, actor: Actor, rows: QueriedOrder[]): Promise<SearchedOrder[]> {
  const ids = rows.map(({ id }) => id);
  const tasks = ids.length === 0 ? [] : await queries.applicantTermsAndTasks(db, actor.keys, ids);
  return rows.flatMap((row) => {
    const found = tasks.find(({ id }) => id === row.id);
    if (!found) return [];
    const { term, number } = found;
    return [{ ...row, applicantWord: term, traceId: number === null ? null : `${row.id}.${number}` }];
  });
}
