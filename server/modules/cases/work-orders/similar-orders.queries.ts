import { fragment, plainText } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { commonGrams, hitsOf, placesOfChunk } from './combined-query.queries.ts';
import type { TermGroup } from './query-terms.ts';

/**
 * Orders with words of a text, by the pairs of characters and the bitmaps of the combined query
 * (docs/decisions/0144, 0234). The work is bounded: rare pairs first, and a limit of rows.
 */

/** Maximum number of orders whose texts contain one of the searched pairs; the bitmaps filter them. */
const maxRows = 2_000;
/** Maximum number of pairs that are searched, rare ones first. */
const maxPairs = 60;

/** How many orders contain a pair of characters, in the title or in the forms. */
export interface PairCounts {
  /** Rare pairs are missing. */
  ordersOf: ReadonlyMap<string, number>;
  /** All indexed orders. */
  total: number;
}

const cache = new WeakMap<Db, { counts: PairCounts; at: number }>();
const cacheMs = 10 * 60_000;
const minCountedOrders = 50;

/** Returns the counts of common pairs by the statistics of the database; read again every ten minutes. */
export async function countPairs(db: Db): Promise<PairCounts> {
  const now = performance.now();
  const known = cache.get(db);
  if (known !== undefined && now - known.at < cacheMs) return known.counts;
  const ordersOf = new Map<string, number>();
  for (const [gram, count] of await commonGrams(db, minCountedOrders)) {
    const pair = gram.slice(1);
    ordersOf.set(pair, Math.max(ordersOf.get(pair) ?? 0, count));
  }
  const { rows } = await fragment<{
    total: number;
  }>`select next_place as total from order_query_state`.execute(db);
  const counts = { ordersOf, total: rows[0]?.total ?? 0 };
  cache.set(db, { counts, at: now });
  return counts;
}

/**
 * Returns the pairs to search: the rarest, as long as together they occur in few orders; the rarest three in any
 * case.
 */
export function rarePairs(pairs: readonly string[], { ordersOf }: PairCounts): string[] {
  const rarestFirst = pairs
    .map((pair) => ({ pair, orders: ordersOf.get(pair) ?? 0 }))
    .sort((a, b) => a.orders - b.orders)
    .slice(0, maxPairs);
  let sum = 0;
  return rarestFirst
    .filter(({ orders }, index) => {
      sum += orders;
      return index < 3 || sum <= maxRows;
    })
    .map(({ pair }) => pair);
}

/** Returns the ids of the orders of these groups that have most of the pairs, at most `maxOrders`. */
export async function findOrdersWithPairs(
  db: Db,
  pairs: readonly string[],
  groups: readonly TermGroup[],
  maxOrders: number,
): Promise<string[]> {
  if (pairs.length === 0 || groups.some((group) => group.length === 0)) return [];
  const grams = pairs.flatMap((pair) => [`t${pair}`, `b${pair}`]);
  const size = plainText(String(placesOfChunk));
  const { rows } = await fragment<{ workorder_id: string }>`
    with ${hitsOf(groups, { matching: [], notMatching: [] })},
    found as materialized (
      select place from order_query_places where grams && ${grams}::text[] limit ${plainText(String(maxRows))}
    ),
    permitted as materialized (
      select f.place from found f join hits h on h.chunk = f.place / ${size}
      where get_bit(h.bits, f.place % ${size}) = 1
    )
    select p.workorder_id from permitted join order_query_places p using (place)
    order by (select count(*) from unnest(p.grams) gram where gram = any(${grams}::text[])) desc, p.place desc
    limit ${maxOrders}`.execute(db);
  return rows.map(({ workorder_id }) => workorder_id);
}

/** Returns orders that the index does not contain yet, at most `maxOrders`. */
export async function listUnplacedOrders(db: Db, maxOrders: number): Promise<string[]> {
  const limit = plainText(String(maxOrders));
  const { rows } = await fragment<{ workorder_id: string }>`select workorder_id from (
      (select workorder_id from work_order_outbox limit ${limit})
      union (select workorder_id from order_query_changes limit ${limit})
    ) changed where not exists (select from order_query_places p where p.workorder_id = changed.workorder_id)
    limit ${limit}`.execute(db);
  return rows.map(({ workorder_id }) => workorder_id);
}
