import { pageOfQuery } from '#server/database/read-page.ts';
import type { Db } from '#server/database/transaction.ts';

export async function listOrderMessages(db: Db, workorderId: string, paging: { page: number; size: number }) {
  const ofOrder = db.selectFrom('outbound_messages').where('workorder_id', '=', workorderId);
  const listed = ofOrder
    .select([
      'id',
      'channel',
      'content',
      'receiver_name',
      'receiver_sealed',
      'sent_by_name',
      'belongs',
      'state',
      'created_at',
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  return pageOfQuery(db, listed, paging);
}

export async function findApplicantMobile(db: Db, workorderId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('work_order_applicants')
    .select('mobile_sealed')
    .where('workorder_id', '=', workorderId)
    .executeTakeFirst();
  return found?.mobile_sealed;
}
