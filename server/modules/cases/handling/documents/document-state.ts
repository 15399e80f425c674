import type { ActionOutcome } from '#contract/action-preview.ts';
import type { PublicDocument } from '#contract/documents.ts';
import { canSupersede, isVoidDocument } from '#domain/documents/document-validity.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { listOrderDocuments, type OrderDocumentRow } from './order-documents.queries.ts';

/** Returns the state of a document: preview, in force, or no longer in force. */
export function stateOfDocument(
  { state }: { state: OrderState },
  row: Pick<OrderDocumentRow, 'orderId' | 'taskNumber' | 'voidedAt' | 'buttonId'>,
): PublicDocument['state'] {
  if (row.orderId === null) return 'prepared';
  return isVoidDocument(state, row) ? 'void' : 'valid';
}

/** Returns the documents of an order that are in force before an action and void after it. */
export async function documentsVoidedBy(
  db: Db,
  order: { id: string; before: OrderState; after: OrderState },
): Promise<ActionOutcome['voids']> {
  const { id, before, after } = order;
  if (!canSupersede(before, after)) return [];
  // Previews of other people are no documents of the order yet, and the reader's own are not in force.
  const rows = await listOrderDocuments(db, id, '');
  return rows
    .filter(
      (row) =>
        stateOfDocument({ state: before }, row) === 'valid' &&
        stateOfDocument({ state: after }, row) === 'void',
    )
    .map(({ name, documentNumber }) => ({ name, documentNumber }));
}
