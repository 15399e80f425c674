import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** Lists the documents of an order, and those that this person has prepared for it, oldest first. */
export async function listOrderDocuments(db: Db, workorderId: string, staffId: string) {
  return await db
    .selectFrom('order_documents as d')
    .innerJoin('files as f', 'f.id', 'd.id')
    .select([
      'd.id',
      'd.number as taskNumber',
      'd.button_id as buttonId',
      'd.code',
      'd.name',
      'd.template_id as templateId',
      'd.lasting_of as lastingFactsDigest',
      'd.document_number as documentNumber',
      'd.docx_id as docxId',
      'd.looked_at_id as previewedId',
      'd.verification_code as verificationCode',
      'd.voided_at as voidedAt',
      'd.voided_by as voidedBy',
      'd.void_reason as voidReason',
      'd.created_at as createdAt',
      'd.activated_at as activatedAt',
      'f.name as fileName',
      'f.workorder_id as orderId',
    ])
    .where('d.workorder_id', '=', workorderId)
    .where(({ or, eb }) => or([eb('f.workorder_id', 'is not', null), eb('d.staff_id', '=', staffId)]))
    .orderBy('d.created_at')
    .orderBy('d.id')
    .execute();
}

export type OrderDocumentRow = Awaited<ReturnType<typeof listOrderDocuments>>[number];

/** Marks a document of an order as void; undefined if it does not exist or is already void. */
export async function markVoid(
  tx: Tx,
  id: string,
  { at, by, reason }: { at: Date; by: string; reason: string },
) {
  return await tx
    .updateTable('order_documents')
    .set({ voided_at: at, voided_by: by, void_reason: reason })
    .where(({ eb, or }) => or([eb('id', '=', id), eb('looked_at_id', '=', id)]))
    .where('voided_at', 'is', null)
    .where(({ exists, selectFrom, eb }) =>
      exists(
        selectFrom('files as f')
          .select(eb.lit(1).as('there'))
          .whereRef('f.id', '=', 'order_documents.id')
          .where('f.workorder_id', 'is not', null),
      ),
    )
    .returning(['id', 'workorder_id as workorderId', 'name', 'document_number as documentNumber'])
    .executeTakeFirst();
}
