import { documents } from '#contract/documents.ts';
import { call } from '#web/api/call.ts';

/** As many as one call takes. */
const atOnce = 50;

/**
 * Throws papers away that were made for a look and that nobody took, also while the page goes; what is not reached the
 * server throws away by itself.
 */
export function dropPapers(docIds: readonly string[]): void {
  for (let at = 0; at < docIds.length; at += atOnce) {
    const body = { docIds: docIds.slice(at, at + atOnce), isActive: 0 } as const;
    void call(documents.activateAll, { body }, { outlivesPage: true }).catch(() => undefined);
  }
}
