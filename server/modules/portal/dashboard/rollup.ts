import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { addChangesToSums, correctFigures, deleteEmptySums, lockFigures } from './rollup.queries.ts';

/**
 * Adds the changes since the last run to the sums; figures are the same before and after
 * (docs/decisions/0146).
 */
export async function updateFigures({ db }: Pick<Context, 'db'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockFigures(tx);
    if ((await addChangesToSums(tx)) > 0) await deleteEmptySums(tx);
  });
}

/**
 * Counts all orders again and corrects the sums, while people continue to work: orders, sums and changes are read in
 * one snapshot. Returns the number of wrong figures, which is 0 unless the tables were changed manually.
 */
export async function rebuildFigures({ db }: Pick<Context, 'db'>): Promise<number> {
  return await inTransaction(db, async (tx) => {
    await lockFigures(tx);
    return await correctFigures(tx);
  });
}

/** Runs the nightly count and reports corrected figures to the operator. */
export async function checkFigures(context: Pick<Context, 'db' | 'log'>): Promise<void> {
  const corrected = await rebuildFigures(context);
  if (corrected > 0)
    context.log.warn({ corrected }, 'Figures of the dashboard did not match the orders and were corrected');
}
