import { type Fragment, fragment, plainText } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { commonGrams, hitsOf, placesOfChunk } from './combined-query.queries.ts';
import type { TermGroup } from './query-terms.ts';

/**
 * Orders with words of a text, by the pairs of characters and the bitmaps of the combined query
 * (docs/decisions/0144, 0234). The work is bounded: rare pairs first, and a limit of rows.
 */

/** Number of orders with one of the searched pairs from which on the search is limited; the bitmaps filter them. */
const maxRows = 2_000;
/** Maximum number of pairs that are searched, rare ones first. */
const maxPairs = 60;
/** Number of orders that are sorted by how many of the pairs they have. */
const maxRanked = 500;
/** Each further part of the index that is searched is so many times larger, so that a few parts cover all of it. */
const growth = 4;

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

/** Pairs of a text by how they are used. */
export interface SearchedPairs {
  /** The rarest ones: an order must have one of them. */
  rarest: string[];
  /** Estimated number of orders that have one of the rarest pairs. */
  orders: number;
  /** All that are compared to find the orders which have most of them. */
  all: string[];
}

/** Returns the pairs to search: rare ones first, until together they occur in enough orders. */
export function pairsToSearch(pairs: readonly string[], { ordersOf }: PairCounts): SearchedPairs {
  const all = pairs
    .map((pair) => ({ pair, orders: ordersOf.get(pair) ?? 0 }))
    .sort((a, b) => a.orders - b.orders)
    .slice(0, maxPairs);
  let orders = 0;
  const rarest = all.filter((one) => {
    if (orders >= maxRows) return false;
    orders += one.orders;
    return true;
  });
  const namesOf = (counted: readonly { pair: string }[]) => counted.map(({ pair }) => pair);
  return { rarest: namesOf(rarest), orders, all: namesOf(all) };
}

/**
 * Returns the ids of the orders of these groups that have most of the pairs, at most `maxOrders`. If many orders have
 * them, the newest are searched first, and older ones only until enough are found.
 */
export async function findOrdersWithPairs(
  db: Db,
  pairs: SearchedPairs,
  groups: readonly TermGroup[],
  { total, maxOrders }: { total: number; maxOrders: number },
): Promise<string[]> {
  if (pairs.rarest.length === 0 || groups.some((group) => group.length === 0)) return [];
  if (pairs.orders <= maxRows * growth) return findInPlaces(db, pairs, groups, plainText('true'), maxOrders);
  const found: string[] = [];
  let places = Math.ceil((total * maxRows) / pairs.orders);
  for (let until = total + 1; until > 0 && found.length < maxOrders; places *= growth) {
    const from = Math.max(0, until - places);
    const isInPart = fragment`place >= ${from} and place < ${until}`;
    found.push(...(await findInPlaces(db, pairs, groups, isInPart, maxOrders - found.length)));
    until = from;
  }
  return found;
}

async function findInPlaces(
  db: Db,
  { rarest, all }: SearchedPairs,
  groups: readonly TermGroup[],
  // Without a range of places the statement has a better plan for all values.
  isInPart: Fragment,
  limit: number,
): Promise<string[]> {
  const gramsOf = (pairs: readonly string[]) => pairs.flatMap((pair) => [`t${pair}`, `b${pair}`]);
  const size = plainText(String(placesOfChunk));
  // The intersection of the bits is computed once for each chunk, not for each order.
  const { rows } = await fragment<{ workorder_id: string }>`
    with ${hitsOf(groups, { matching: [], notMatching: [] })},
    once as materialized (select chunk, bits from hits),
    found as materialized (
      select place from order_query_places where grams && ${gramsOf(rarest)}::text[]
        and ${isInPart} limit ${plainText(String(maxRows * growth))}
    ),
    permitted as materialized (
      select f.place from found f join once h on h.chunk = f.place / ${size}
      where get_bit(h.bits, f.place % ${size}) = 1 order by f.place desc limit ${plainText(String(maxRanked))}
    )
    select p.workorder_id from permitted join order_query_places p using (place)
    order by (select count(*) from unnest(p.grams) gram where gram = any(${gramsOf(all)}::text[])) desc, p.place desc
    limit ${limit}`.execute(db);
  return rows.map(({ workorder_id }) => workorder_id);
}

/** Changed orders that are looked at for new ones: ids are in the order of time, so that the newest come first. */
const maxChanged = 2_000;

/** Returns the newest orders that the index does not contain yet, at most `maxOrders`. */
export async function listUnplacedOrders(db: Db, maxOrders: number): Promise<string[]> {
  const newest = fragment`order by workorder_id desc limit ${plainText(String(maxChanged))}`;
  const { rows } = await fragment<{ workorder_id: string }>`select workorder_id from (
      (select workorder_id from work_order_outbox ${newest})
      union (select workorder_id from order_query_changes ${newest})
    ) changed where not exists (select from order_query_places p where p.workorder_id = changed.workorder_id)
    order by workorder_id desc limit ${plainText(String(maxOrders))}`.execute(db);
  return rows.map(({ workorder_id }) => workorder_id);
}
