import type { ItemDocument } from '#domain/documents/item-document.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { listDisabledTemplates, listPublished, type TemplateRow } from './templates.queries.ts';

/** The current version of a document of an item. */
export interface PublishedDocument extends ItemDocument {
  id: string;
}

type DocumentsByItem = ReadonlyMap<string, readonly PublishedDocument[]>;

interface PublishedDocuments {
  published: DocumentsByItem;
  /** Documents whose template was published and then disabled; they cannot be made. */
  disabled: DocumentsByItem;
}

interface CachedDocuments {
  readAt: number;
  documents: Promise<PublishedDocuments>;
}

const maxAgeSeconds = 5;
const cache = new WeakMap<Db, CachedDocuments>();

/**
 * Returns the documents of all items by task code, and the disabled ones, at most five seconds old; every detail
 * page needs them.
 */
export function publishedDocuments(db: Db): CachedDocuments['documents'] {
  const now = performance.now();
  const cached = cache.get(db);
  if (cached && now - cached.readAt < maxAgeSeconds * 1000) return cached.documents;
  const documents = readPublished(db);
  cache.set(db, { readAt: now, documents });
  documents.catch(() => cache.delete(db));
  return documents;
}

/**
 * Clears the cache after publishing: this process reads them again at once, the others within five seconds.
 */
export function clearPublishedCache(db: Db): void {
  cache.delete(db);
}

async function readPublished(db: Db): Promise<PublishedDocuments> {
  const [published, disabled] = await Promise.all([listPublished(db), listDisabledTemplates(db)]);
  return { published: groupByItem(published), disabled: groupByItem(disabled) };
}

function groupByItem(rows: readonly TemplateRow[]): DocumentsByItem {
  const documentsByItem = new Map<string, PublishedDocument[]>();
  for (const { id, taskCode, content } of rows)
    documentsByItem.set(taskCode, [...(documentsByItem.get(taskCode) ?? []), { id, ...content }]);
  return documentsByItem;
}
