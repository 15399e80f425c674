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

/**
 * Deletes the rows of a person's own files that no order has taken, in the caller's transaction; the bytes are in doubt until
 * `removeBytes`, or until the nightly job looks whether a row names them. Answers whose rows went: an order may have taken
 * one in that very moment.
 */
export async function dropUnattached(
  tx: Tx,
  { files }: Pick<Context, 'files'>,
  staffId: string,
  ids: readonly string[],
): Promise<string[]> {
  const deleted = await queries.deleteOwnUnattached(tx, staffId, ids);
  for (const id of deleted) await files.doubt(id);
  return deleted;
}

/** The bytes of files whose rows are gone for sure. */
export async function removeBytes({ files }: Pick<Context, 'files'>, ids: readonly string[]): Promise<void> {
  for (const id of ids) await files.remove(id);
}

const dayMs = 86_400_000;
const batch = 200;

/**
 * Removes files that neither an order nor a draft has taken within the days that the operator allows, and what a killed
 * process left half-written or in doubt. The bytes go after the rows are gone for sure; when the process dies in between,
 * the doubt stays, and a later run removes them.
 */
export async function cleanUpFiles(context: Context): Promise<number> {
  const before = new Date(context.now().getTime() - context.config.uploads.keepDays * dayMs);
  let removed = 0;
  for (;;) {
    const ids = await inTransaction(context.db, async (tx) => {
      const deleted = await queries.deleteUnattached(tx, before, batch);
      for (const id of deleted) await context.files.doubt(id);
      return deleted;
    });
    for (const id of ids) await context.files.remove(id);
    removed += ids.length;
    if (ids.length < batch) break;
  }
  // By the clock of the disk, which wrote the times of its files.
  const yesterday = new Date(Date.now() - dayMs);
  const leftovers =
    (await context.files.removeLeftovers(yesterday)) + (await settleDoubts(context, yesterday));
  if (removed + leftovers > 0)
    context.log.info({ removed, leftovers }, 'Files that nobody took were removed');
  return removed;
}

/** Files in doubt for so long that nobody is at work on them: a row names them, or they go. Answers how many went. */
async function settleDoubts({ db, files }: Context, before: Date): Promise<number> {
  const ids = await files.listDoubtful(before);
  const named = new Set(await queries.listExisting(db, ids));
  for (const id of ids) await (named.has(id) ? files.confirm(id) : files.remove(id));
  return ids.length - named.size;
}
