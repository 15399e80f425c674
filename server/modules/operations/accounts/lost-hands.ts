import { type Hand, lostHands, textOfLost } from '#domain/access/hands.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { listPageTitles } from './hands.queries.ts';

/** Why the hands may not become those: the first right that nobody would be left to use; undefined where there is none. */
export async function faultOfLost(tx: Tx, before: readonly Hand[], after: readonly Hand[]) {
  const [lost] = lostHands(before, after);
  return lost && `修改后${textOfLost(lost, await listPageTitles(tx))}`;
}
