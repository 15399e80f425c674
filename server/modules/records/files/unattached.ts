import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { foldBytes, releaseBytes, sweepBlobs } from './blobs.ts';
import { dropStaleUploads } from './chunks.ts';
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
 * Deletes the rows of a person's own files that no order has taken, in the caller's transaction; their bytes are in doubt until
 * `removeBytes`, or until the nightly job looks whether a row names them. Answers which bytes those are: an order may have
 * taken a file in that very moment.
 */
export async function dropUnattached(
  tx: Tx,
  { files }: Pick<Context, 'files'>,
  staffId: string,
  ids: readonly string[],
): Promise<string[]> {
  return await doubtBytes(files, await queries.deleteOwnUnattached(tx, staffId, ids));
}

/**
 * The bytes of files whose rows are gone for sure, unless another file has the same. Answers whether all of them went: while
 * a backup reads none goes.
 */
export async function removeBytes(
  context: Pick<Context, 'db' | 'files'>,
  bytesIds: readonly string[],
): Promise<boolean> {
  let haveAllGone = true;
  for (const id of new Set(bytesIds)) haveAllGone = (await releaseBytes(context, id)) && haveAllGone;
  return haveAllGone;
}

async function doubtBytes(
  files: Context['files'],
  deleted: readonly queries.DeletedFile[],
): Promise<string[]> {
  for (const { bytesId } of deleted) await files.doubt(bytesId);
  return deleted.map(({ bytesId }) => bytesId);
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
    const gone = await inTransaction(context.db, async (tx) =>
      doubtBytes(context.files, await queries.deleteUnattached(tx, before, batch)),
    );
    await removeBytes(context, gone);
    removed += gone.length;
    if (gone.length < batch) break;
  }
  // By the clock of the disk, which wrote the times of its files.
  const yesterday = new Date(Date.now() - dayMs);
  const leftovers =
    (await context.files.removeLeftovers(yesterday)) +
    (await settleDoubts(context, yesterday)) +
    (await sweepBlobs(context, new Date(context.now().getTime() - dayMs)));
  await dropStaleUploads(context);
  await foldBytes(context);
  if (removed + leftovers > 0)
    context.log.info({ removed, leftovers }, 'Files that nobody took were removed');
  return removed;
}

/**
 * Settles files that have been in doubt too long for a running upload: keeps those with a row, removes the
 * others.
 */
async function settleDoubts(context: Context, before: Date): Promise<number> {
  let gone = 0;
  for (const id of await context.files.listDoubtful(before)) if (await releaseBytes(context, id)) gone += 1;
  return gone;
}
