import type { PublicDocument } from '#contract/documents.ts';
import { isSuperseded } from '#domain/documents/counted-opinions.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import type { OrderDocumentRow } from './order-documents.queries.ts';
import { byHand } from './prepared-documents.ts';

/** Returns the state of a document: preview, in force, or no longer in force. */
export function stateOfDocument(
  { state }: { state: OrderState },
  row: Pick<OrderDocumentRow, 'takenBy' | 'number' | 'voidedAt' | 'buttonId'>,
): PublicDocument['state'] {
  if (row.takenBy === null) return 'prepared';
  const task = state.tasks[row.number - 1];
  return row.voidedAt !== null || isSuperseded(state, { task, byHand: row.buttonId === byHand })
    ? 'void'
    : 'valid';
}
