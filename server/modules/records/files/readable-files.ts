import { type Actor, mayParticipateInMatters } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { type FileRow, listElementFiles, listFiles } from './queries.ts';

/** Checks whether a person may read the documents of an order; the work-orders module provides it. */
export type MayReadOrder = (actor: Actor, workorderId: string) => Promise<boolean>;

/**
 * Returns a file that this person may read: the person's own file, a document of an order that the person may read,
 * or the file of a shared element of forms. A person who has become a portal administrator may no longer read own
 * files that are attached to an order.
 */
export async function getReadableFile(
  context: Pick<Context, 'db'>,
  actor: Actor,
  id: string,
  mayRead: MayReadOrder,
): Promise<FileRow | Refusal<'notFound'>> {
  const files = await getReadableFiles(context, actor, [id], mayRead);
  if (isRefusal(files)) return files;
  const [file] = files;
  return file ?? refuse('notFound');
}

/**
 * Returns files in the given order, each checked separately; one that may not be read is treated as missing.
 */
export async function getReadableFiles(
  context: Pick<Context, 'db'>,
  actor: Actor,
  ids: readonly string[],
  mayRead: MayReadOrder,
): Promise<FileRow[] | Refusal<'notFound'>> {
  const files = await listReadableFiles(context, actor, ids, mayRead);
  // Files that the person may not read are answered like missing ones, so that ids reveal nothing.
  return files.length < new Set(ids).size ? refuse('notFound') : files;
}

/**
 * Returns the files that the person may read, in the given sequence: one query for all files, one for each order, and
 * one for files that the person reads neither as owner nor by an order: a file of a shared element is readable by
 * every signed-in person.
 */
export async function listReadableFiles(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  ids: readonly string[],
  mayRead: MayReadOrder,
): Promise<FileRow[]> {
  const rows = new Map((await listFiles(db, ids)).map((row) => [row.id, row]));
  const answers = new Map<string, Promise<boolean>>();
  const mayReadOrder = (order: string): Promise<boolean> => {
    const answer = answers.get(order) ?? mayRead(actor, order);
    answers.set(order, answer);
    return answer;
  };
  const readable = new Set<string>();
  for (const [id, file] of rows) {
    const isOwn = file.ownerStaffId === actor.staffId;
    const mayReadOwn = isOwn && (file.workorderId === null || mayParticipateInMatters(actor));
    const isReadableOwn = mayReadOwn && (await mayReadSources(file, mayReadOrder));
    if (isReadableOwn || (file.workorderId !== null && (await mayReadOrder(file.workorderId))))
      readable.add(id);
  }
  const others = [...rows.keys()].filter((id) => !readable.has(id));
  if (others.length > 0) for (const id of await listElementFiles(db, others)) readable.add(id);
  return [...new Set(ids)].flatMap((id) => (readable.has(id) ? (rows.get(id) ?? []) : []));
}

/** Returns the ids of a comma-separated list, each once. */
export function readIds(list: string): string[] {
  return [...new Set(list.trim().toLowerCase().split(','))];
}

/**
 * Checks that the person may read each order whose documents this file combines; a file attached to an order
 * belongs to that order.
 */
export async function mayReadSources(
  file: Pick<FileRow, 'workorderId' | 'sourceOrderIds'>,
  mayRead: (order: string) => Promise<boolean>,
): Promise<boolean> {
  if (file.workorderId !== null) return true;
  for (const order of file.sourceOrderIds ?? []) if (!(await mayRead(order))) return false;
  return true;
}
