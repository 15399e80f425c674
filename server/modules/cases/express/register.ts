import { PostalTracking } from '#domain/enumerations/postal-tracking.ts';
import type { SendType } from '#domain/express/send-type.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import type { ExpressParties } from './parties.ts';
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

type RegisterContext = Pick<Context, 'db' | 'crypto' | 'now'>;

/**
 * Stores an item as a draft, before its record is written; nothing happens with a draft. Returns false if the number
 * belongs to another item.
 */
export function storeDraft(
  tx: Tx,
  context: RegisterContext,
  { id, workorderId, sendType, carrier, contents, parties, mailNum, by }: NewExpressItem,
): Promise<boolean> {
  const now = context.now();
  return queries.insertItem(tx, {
    id,
    workorder_id: workorderId,
    send_type: sendType,
    mail_num: mailNum,
    carrier,
    contents,
    parties_sealed: context.crypto.seal(JSON.stringify(parties)),
    state: 'draft',
    status: PostalTracking.awaitingCourier,
    ordered_at: now,
    ordered_by: by.id,
    ordered_by_name: by.name,
    changed_at: now,
  });
}

/**
 * Starts the work on a draft whose record is written: the next run of the job orders its pickup, or asks for its events.
 * Events that came before count at once.
 */
export function startItem(context: RegisterContext, id: string): Promise<void> {
  return inTransaction(context.db, async (tx) => {
    const draft = await queries.lockItemById(tx, id);
    if (draft?.state !== 'draft') return;
    const state = draft.mail_num === null ? 'ordering' : 'moving';
    await queries.updateItem(tx, id, { state, next_ask_at: context.now() });
    if (draft.mail_num !== null) await updateByEvents(tx, context, { ...draft, state }, draft.mail_num);
  });
}

/** Starts a draft whose record was written, and deletes one without a record. */
export async function settleDraft(context: RegisterContext, id: string): Promise<void> {
  if (await queries.findRecord(context.db, id)) await startItem(context, id);
  else await queries.deleteDraft(context.db, id);
}
