import type { PublicDocument } from '#contract/documents.ts';
import { isSuperseded } from '#domain/documents/counted-opinions.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import type { OrderDocumentRow } from './order-documents.queries.ts';
import { manualButtonId } from './prepared-documents.ts';

/** Returns the state of a document: preview, in force, or no longer in force. */
export function stateOfDocument(
  { state }: { state: OrderState },
  row: Pick<OrderDocumentRow, 'orderId' | 'taskNumber' | 'voidedAt' | 'buttonId'>,
): PublicDocument['state'] {
  if (row.orderId === null) return 'prepared';
  const task = state.tasks[row.taskNumber - 1];
  return row.voidedAt !== null || isSuperseded(state, { task, byHand: row.buttonId === manualButtonId })
    ? 'void'
    : 'valid';
}
