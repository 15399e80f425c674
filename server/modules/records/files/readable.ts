import { type Actor, mayHaveMatters } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { type FileRow, listFiles } from './queries.ts';

/** Checks whether a person may read the documents of an order; the work-orders module answers. */
export type MayReadOrder = (actor: Actor, workorderId: string) => Promise<boolean>;

/**
 * Returns a file that this person may read: their own, or a document of an order they may read. A file that an order
 * has taken is no longer the own file of a person who has come to administer the portal.
 */
export async function getReadableFile(
  context: Pick<Context, 'db'>,
  actor: Actor,
  id: string,
  mayRead: MayReadOrder,
): Promise<FileRow | Refusal<'notFound'>> {
  const found = await getReadableFiles(context, actor, [id], mayRead);
  if (isRefusal(found)) return found;
  const [file] = found;
  return file ?? refuse('notFound');
}

/** Files in the order named, each checked by itself; one that may not be read is as if none were there. */
export async function getReadableFiles(
  context: Pick<Context, 'db'>,
  actor: Actor,
  ids: readonly string[],
  mayRead: MayReadOrder,
): Promise<FileRow[] | Refusal<'notFound'>> {
  const files = await listReadableFiles(context, actor, ids, mayRead);
  // Files that the person may not read answer like missing ones: ids reveal nothing.
  return files.length < new Set(ids).size ? refuse('notFound') : files;
}

/** Those of these files that the person may read, in the order named: one question for them all, and one for each order. */
export async function listReadableFiles(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  ids: readonly string[],
  mayRead: MayReadOrder,
): Promise<FileRow[]> {
  const rows = new Map((await listFiles(db, ids)).map((row) => [row.id, row]));
  const orders = new Map<string, Promise<boolean>>();
  const mayReadOf = (order: string): Promise<boolean> => {
    const asked = orders.get(order) ?? mayRead(actor, order);
    orders.set(order, asked);
    return asked;
  };
  const files: FileRow[] = [];
  for (const id of new Set(ids)) {
    const file = rows.get(id);
    if (!file) continue;
    const isOwn = file.ownerStaffId === actor.staffId;
    const ofOwn = isOwn && (file.workorderId === null || mayHaveMatters(actor));
    const mayOwn = ofOwn && (await mayReadSources(file, mayReadOf));
    if (mayOwn || (file.workorderId !== null && (await mayReadOf(file.workorderId)))) files.push(file);
  }
  return files;
}

/** The ids of a list that is joined by commas, each once. */
export function readIds(list: string): string[] {
  return [...new Set(list.trim().toLowerCase().split(','))];
}

/**
 * Checks that the person may read each order whose documents this file combines; a file on an order is that
 * order's.
 */
export async function mayReadSources(
  file: Pick<FileRow, 'workorderId' | 'madeOf'>,
  mayRead: (order: string) => Promise<boolean>,
): Promise<boolean> {
  if (file.workorderId !== null) return true;
  for (const order of file.madeOf ?? []) if (!(await mayRead(order))) return false;
  return true;
}
