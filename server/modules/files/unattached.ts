import type { Context } from '#server/context/context.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import * as queries from './queries.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const maxDepth = 8;

/** Lets a draft hold on to the files that its content names, in whatever field, and to no others. */
export async function holdForDraft(
  tx: Tx,
  draft: { id: string; staffId: string },
  content: unknown,
): Promise<void> {
  const ids = new Set<string>();
  gatherIds(content, ids, 0);
  await queries.holdForDraft(tx, draft, [...ids]);
}

function gatherIds(value: unknown, ids: Set<string>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return;
  if ('id' in value && typeof value.id === 'string' && uuid.test(value.id)) ids.add(value.id);
  for (const inner of Object.values(value)) gatherIds(inner, ids, depth + 1);
}

const dayMs = 86_400_000;
const batch = 200;

/**
 * Removes files that neither an order nor a draft has taken within the days that the operator allows, and what a killed
 * process left half-written. The bytes go while the rows are locked, so that an order cannot take one meanwhile; when
 * the process dies in between, the rows are still there and the next run removes them.
 */
export async function cleanUpFiles(context: Context): Promise<number> {
  const before = new Date(context.now().getTime() - context.config.uploads.keepDays * dayMs);
  let removed = 0;
  for (;;) {
    const ids = await inTransaction(context.db, async (tx) => {
      const gone = await queries.deleteUnattached(tx, before, batch);
      for (const id of gone) await context.files.remove(id);
      return gone;
    });
    removed += ids.length;
    if (ids.length < batch) break;
  }
  // By the clock of the disk, which wrote the times of its files.
  const leftovers = await context.files.removeLeftovers(new Date(Date.now() - dayMs));
  if (removed + leftovers > 0)
    context.log.info({ removed, leftovers }, 'Files that nobody took were removed');
  return removed;
}
