import type { DocumentOrigin } from '#domain/documents/document-validity.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import { type StoredState, storedState, withState } from '#server/kernel/database/stored-state.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

/** Finds a confirmed document by its code, with the state of its order. */
export async function findDocumentByCode(db: Db, code: string) {
  const { rows } = await fragment<
    StoredState &
      DocumentOrigin & {
        issuer: string;
        name: string;
        documentNumber: string;
        madeOn: string;
        sha256: string;
      }
  >`select d.issuer, d.name, d.document_number as "documentNumber", d.made_on::text as "madeOn", d.number as "taskNumber",
      d.button_id as "buttonId", d.voided_at as "voidedAt", f.sha256, ${storedState}
    from order_documents d join files f on f.id = d.id join work_order_states s on s.workorder_id = d.workorder_id
    where d.verification_code = ${code} and f.workorder_id is not null`.execute(db);
  return rows[0] && withState(rows[0]);
}
