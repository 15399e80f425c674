import type { ConfiguredDocument } from '#server/adapters/gateways/documents/document-source.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { findTemplate } from './templates.queries.ts';

/** Published versions never change, so each server process caches those it has read, for each database. */
const cache = new WeakMap<Db, Map<string, Awaited<ReturnType<typeof findTemplate>>>>();
const maxCached = 500;

/**
 * Finds the template version of a document by its button; a document without one came from another source.
 */
export async function findTemplateOfButton(
  db: Db,
  id: string | null,
  documentButton: { nodeId: string; buttonId: string },
): Promise<Pick<ConfiguredDocument, 'template' | 'when'>> {
  if (id === null) return {};
  const templates = cache.get(db) ?? new Map<string, Awaited<ReturnType<typeof findTemplate>>>();
  cache.set(db, templates);
  const row = templates.get(id) ?? (await findTemplate(db, id));
  if (!row) throw new Error(`Document template ${id} is missing`);
  if (templates.size >= maxCached) templates.clear();
  templates.set(id, row);
  const { template, places } = row.content;
  const { when } =
    places.find(
      ({ nodeId, buttonId }) => nodeId === documentButton.nodeId && buttonId === documentButton.buttonId,
    ) ?? {};
  return { template: { ...template, id }, when };
}
