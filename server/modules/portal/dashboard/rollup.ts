import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { correctFigures, dropEmptyPlaces, foldChanges, lockFigures } from './rollup.queries.ts';

/** Adds up what actions have left since the last run; figures are the same before and after (docs/decisions/0146). */
export async function foldFigures({ db }: Pick<Context, 'db'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockFigures(tx);
    if ((await foldChanges(tx)) > 0) await dropEmptyPlaces(tx);
  });
}

/**
 * Counts all orders anew and puts right what the figures miss, while people go on acting: one snapshot shows orders, sums
 * and changes alike. Answers how many figures were wrong, which is none unless somebody wrote to the tables by hand.
 */
export async function rebuildFigures({ db }: Pick<Context, 'db'>): Promise<number> {
  return await inTransaction(db, async (tx) => {
    await lockFigures(tx);
    return await correctFigures(tx);
  });
}

/** Runs the nightly count and reports a corrected figure to the operator. */
export async function checkFigures(context: Pick<Context, 'db' | 'log'>): Promise<void> {
  const corrected = await rebuildFigures(context);
  if (corrected > 0)
    context.log.warn({ corrected }, 'Figures of the dashboard missed the orders and were put right');
}
