import type { ItemDocument } from '#domain/documents/item-document.ts';
import type { Db } from '#server/database/transaction.ts';
import { listPublished } from './templates.queries.ts';

/** A document of an item as it counts now. */
export interface PublishedDocument extends ItemDocument {
  id: string;
}

interface Kept {
  readAt: number;
  documents: Promise<ReadonlyMap<string, readonly PublishedDocument[]>>;
}

const freshSeconds = 5;
const kept = new WeakMap<Db, Kept>();

/** The documents of all items by task code, at most five seconds old; every detail page asks for them. */
export function publishedDocuments(db: Db): Kept['documents'] {
  const now = performance.now();
  const mine = kept.get(db);
  if (mine && now - mine.readAt < freshSeconds * 1000) return mine.documents;
  const documents = readPublished(db);
  kept.set(db, { readAt: now, documents });
  documents.catch(() => kept.delete(db));
  return documents;
}

/** After publishing: this process reads them anew at once, the others within five seconds. */
export function forgetPublished(db: Db): void {
  kept.delete(db);
}

async function readPublished(db: Db): Promise<Map<string, PublishedDocument[]>> {
  const byItem = new Map<string, PublishedDocument[]>();
  for (const { id, taskCode, content } of await listPublished(db))
    byItem.set(taskCode, [...(byItem.get(taskCode) ?? []), { id, ...content }]);
  return byItem;
}
