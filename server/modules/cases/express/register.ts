import { PostalTracking } from '#domain/enumerations/postal-tracking.ts';
import type { SendType } from '#domain/express/send-type.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import type { ExpressParties } from './ask-carrier.ts';
import * as queries from './queries.ts';
import { updateByEvents } from './store-events.ts';

/** A new express item of an order. */
export interface NewExpressItem {
  /** By which the carrier recognises a repeated order. */
  id: string;
  workorderId: string;
  sendType: SendType;
  carrier: string;
  contents: string;
  parties: ExpressParties;
  /** Null if the carrier is asked to pick the item up and gives the number. */
  mailNum: string | null;
  by: { id: string; name: string };
}

/**
 * Registers an item; the next run of the job orders its pickup, or asks for its events. Events that came before count at
 * once. Returns false if the number belongs to another item.
 */
export async function registerItem(
  tx: Tx,
  context: Pick<Context, 'db' | 'crypto' | 'now'>,
  { id, workorderId, sendType, carrier, contents, parties, mailNum, by }: NewExpressItem,
): Promise<boolean> {
  const now = context.now();
  const isNew = await queries.insertItem(tx, {
    id,
    workorder_id: workorderId,
    send_type: sendType,
    mail_num: mailNum,
    carrier,
    contents,
    parties_sealed: context.crypto.seal(JSON.stringify(parties)),
    state: mailNum === null ? 'ordering' : 'moving',
    status: PostalTracking.awaitingCourier,
    ordered_at: now,
    ordered_by: by.id,
    ordered_by_name: by.name,
    changed_at: now,
    next_ask_at: now,
  });
  if (!isNew) return false;
  const item = mailNum === null ? undefined : await queries.lockItem(tx, mailNum);
  if (item && mailNum !== null) await updateByEvents(tx, context, item, mailNum);
  return true;
}
