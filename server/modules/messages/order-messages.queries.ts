import { offsetOf } from '#domain/lists/paging.ts';
import type { Db } from '#server/database/transaction.ts';

export async function listOrderMessages(db: Db, workorderId: string, paging: { page: number; size: number }) {
  const ofOrder = db.selectFrom('outbound_messages').where('workorder_id', '=', workorderId);
  const rows = await ofOrder
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
    .orderBy('id', 'desc')
    .limit(paging.size)
    .offset(offsetOf(paging))
    .execute();
  const { total } = await ofOrder
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export async function findApplicantMobile(db: Db, workorderId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('work_order_applicants')
    .select('mobile_sealed')
    .where('workorder_id', '=', workorderId)
    .executeTakeFirst();
  return found?.mobile_sealed;
}
