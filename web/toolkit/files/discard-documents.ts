import { documents } from '#contract/documents.ts';
import { call } from '#web/api/call.ts';

/** Maximum number per call. */
const maxPerCall = 50;

/**
 * Discards documents that were made for a preview and not used, also while the page closes; the server itself
 * discards those that no request reaches.
 */
export function discardDocuments(docIds: readonly string[]): void {
  for (let index = 0; index < docIds.length; index += maxPerCall) {
    const body = { docIds: docIds.slice(index, index + maxPerCall), isActive: 0 } as const;
    void call(documents.activateAll, { body }, { outlivesPage: true }).catch(() => undefined);
  }
}
