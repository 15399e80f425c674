import { buffer } from 'node:stream/consumers';
import { type Facts, picturesOfFact } from '#domain/documents/placeholders.ts';
import {
  type DocumentPicture,
  type DocumentPictures,
  readPicture,
} from '#server/adapters/typesetting/document-pictures.ts';
import type { Context } from '#server/framework/context.ts';
import { listFiles } from '#server/modules/records/files/service.ts';

/** Limits of the signatures that a document draws; the names of others stand in their place. */
export const pictureLimits = { count: 100, bytes: 1_000_000, bytesOfDocument: 5_000_000 } as const;

/** Reads the signatures among the facts of a document, by the ids of their files, in the order of the facts. */
export async function readPictures(
  { db, files }: Pick<Context, 'db' | 'files'>,
  facts: Facts,
): Promise<DocumentPictures> {
  const ids = [...new Set(picturesOfFact(facts))].slice(0, pictureLimits.count);
  if (ids.length === 0) return {};
  const rows = new Map((await listFiles(db, ids)).map((row) => [row.id, row]));
  const pictures: Record<string, DocumentPicture> = {};
  let left: number = pictureLimits.bytesOfDocument;
  for (const id of ids) {
    const row = rows.get(id);
    if (!row || row.size > Math.min(pictureLimits.bytes, left)) continue;
    const picture = readPicture(await buffer(files.read(row.bytesId)));
    if (picture === undefined) continue;
    left -= row.size;
    pictures[id] = picture;
  }
  return pictures;
}
