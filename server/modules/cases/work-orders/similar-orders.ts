import type { Actor } from '#domain/access/actor.ts';
import type { LocalDate } from '#domain/calendar/local-date.ts';
import { pairsOf } from '#domain/petitions/similar-words.ts';
import { regionPrefix } from '#domain/regions/region-code.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { termsOfDays, termsOfReadableOrders, termsOfRegion } from './query-terms.ts';
import {
  countPairs,
  findOrdersWithPairs,
  listUnplacedOrders,
  pairsToSearch,
} from './similar-orders.queries.ts';

/** The orders among which similar ones are searched. */
interface SearchedOrders {
  taskCodes: readonly string[];
  areaCode: string;
  from: LocalDate;
  until: LocalDate;
}

/** Orders whose texts are compared, and the pairs of characters that too many orders have to mean anything. */
export interface SimilarCandidates {
  ids: string[];
  isCommonPair: (pair: string) => boolean;
}

/** Orders that are compared word by word. */
const maxCompared = 40;
/** Orders that are newer than the index and are compared by their titles. */
const maxUnplaced = 100;
/** With fewer uncommon pairs the common ones are searched too: many people wrote about the same matter. */
const minUncommon = 4;
/** A pair that one order in so many has is part of the office's language, such as the name of its town. */
const commonShare = 20;

/**
 * Finds orders that this person may read and whose texts have rare pairs of characters of the compared text
 * (`comparedText`). The bits of the index may be older than the tables: the caller checks the rows.
 */
export async function findSimilarCandidates(
  db: Db,
  actor: Actor,
  compared: string,
  { taskCodes, areaCode, from, until }: SearchedOrders,
): Promise<SimilarCandidates> {
  const counts = await countPairs(db);
  const isCommonPair = (pair: string) => (counts.ordersOf.get(pair) ?? 0) * commonShare > counts.total;
  const all = pairsOf(compared);
  const uncommon = all.filter((pair) => !isCommonPair(pair));
  const pairs = pairsToSearch(uncommon.length < minUncommon ? all : uncommon, counts);
  const groups = [
    termsOfReadableOrders(actor),
    taskCodes.map((taskCode) => `item:${taskCode}`),
    termsOfRegion(regionPrefix(areaCode)),
    termsOfDays('started', from, until),
  ];
  const [placed, unplaced] = await Promise.all([
    findOrdersWithPairs(db, pairs, groups, { total: counts.total, maxOrders: maxCompared }),
    listUnplacedOrders(db, maxUnplaced),
  ]);
  return { ids: [...placed, ...unplaced], isCommonPair };
}
