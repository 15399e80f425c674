import type { OutputOf, RefusalOf } from '#contract/endpoint.ts';
import type { express } from '#contract/express.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { trackingLimits } from '#domain/express/limits.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { PushedEvent, ReceivedPush } from '#server/adapters/gateways/express/express-gateway.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import { QueueFullError } from '#server/kernel/processes/child-pool.ts';
import { appendOrderAudit } from '#server/modules/access/audit/service.ts';
import { readTracks } from './ask-carrier.ts';
import type { ExpressParties } from './parties.ts';
import { presentItem } from './present.ts';
import { findReadableItem } from './queries.ts';
import { readTracking, storeEvents } from './store-events.ts';

export { askCarrier } from './ask-carrier.ts';
export { type WholeExpressItem, wholeExpressItems } from './whole-items.ts';

/** Express items of orders (docs/decisions/0236). */

interface ExpressCall {
  context: Context;
  actor: Actor;
  requestId: string;
}

/** An item that was asked for within this time is not asked for again. */
const freshMs = 30_000;
const maxRefreshesPerHour = 60;
const maxWaybillsPerHour = 120;

export async function readItem(
  { context, actor }: ExpressCall,
  mailNum: string,
): Promise<OutputOf<typeof express.item> | RefusalOf<typeof express.item>> {
  const item = await findReadableItem(context.db, actor, mailNum);
  if (!item) return refuse('notFound');
  return presentItem(context, actor, item, await readTracking(context.db, context, mailNum));
}

/** Asks the carrier for the events of an item now, and returns the item; a failure is shown with it. */
export async function refreshItem(
  call: ExpressCall,
  mailNum: string,
): Promise<OutputOf<typeof express.refresh> | RefusalOf<typeof express.refresh>> {
  const { context, actor } = call;
  const { db, now, express: gateway } = context;
  const item = await findReadableItem(db, actor, mailNum);
  if (!item) return refuse('notFound');
  const isFresh = item.asked_at !== null && now().getTime() - item.asked_at.getTime() < freshMs;
  if (gateway && !isFresh) {
    const limit = { bucket: `express:${actor.staffId}`, limit: maxRefreshesPerHour, windowSeconds: 3_600 };
    if (!(await reserveHits(db, [limit], now()))) return refuse('tooManyRequests');
    await readTracks(context, gateway, item);
  }
  return readItem(call, mailNum);
}

/** Draws the waybill of an item for a reader who may see addresses; its order's audit log records it. */
export async function drawWaybill(
  { context, actor, requestId }: ExpressCall,
  mailNum: string,
): Promise<OutputOf<typeof express.waybill> | RefusalOf<typeof express.waybill>> {
  const { db, crypto, now } = context;
  if (!can(actor, Permission.revealApplicant)) return refuse('forbidden');
  const item = await findReadableItem(db, actor, mailNum);
  if (!item) return refuse('notFound');
  const limit = { bucket: `waybills:${actor.staffId}`, limit: maxWaybillsPerHour, windowSeconds: 3_600 };
  if (!(await reserveHits(db, [limit], now()))) return refuse('tooManyRequests');
  const parties = JSON.parse(crypto.open(item.parties_sealed, 'other')) as ExpressParties;
  try {
    const { pdf, pages } = await context.typesetter.drawWaybill({ ...parties, mailNum }, actor.staffId);
    await inTransaction(db, (tx) =>
      appendOrderAudit(tx, context, {
        workorderId: item.workorder_id,
        actor,
        action: 'work-order.reveal-applicant',
        detail: { for: 'waybill', letters: 1 },
        requestId,
      }),
    );
    return { pdf: Buffer.from(pdf).toString('base64'), pages };
  } catch (error) {
    if (error instanceof QueueFullError) throw error;
    context.log.warn({ err: error, requestId }, 'A waybill could not be created');
    return refuse('documentNotMade');
  }
}

/** Answer to the carrier: `success` 0 if a row was not taken, with the numbers of those items. */
export interface PushAnswer {
  success: '0' | '1';
  failmailnums: string;
  remark: string;
}

/**
 * Stores the events of a pushed message; undefined if it is not signed by the carrier. Rows of one item are stored
 * together, each item in a transaction of its own, so that a failure of one does not hold back the others.
 */
export async function takePush(context: Context, push: ReceivedPush): Promise<PushAnswer | undefined> {
  const rows = context.express?.readPush(push);
  if (!rows) return undefined;
  const rawRows = (push.body as { listexpressmail: unknown[] }).listexpressmail;
  const byNumber = new Map<string, { pushed: PushedEvent; raw: string }[]>();
  for (const [index, pushed] of rows.entries()) {
    const raw = JSON.stringify(rawRows[index] ?? null).slice(0, trackingLimits.rawRow);
    byNumber.set(pushed.mailNum, [...(byNumber.get(pushed.mailNum) ?? []), { pushed, raw }]);
  }
  const failed: string[] = [];
  for (const [mailNum, received] of byNumber) {
    const usable = received.flatMap(({ pushed: { event }, raw }) => (event ? [{ event, raw }] : []));
    if (usable.length > 0) await storeEvents(context, mailNum, usable, 'push');
    if (usable.length < received.length) failed.push(mailNum);
  }
  if (failed.length === 0) return { success: '1', failmailnums: '', remark: '' };
  context.log.warn({ items: failed.length }, 'Some pushed express events cannot be used');
  return { success: '0', failmailnums: failed.join(','), remark: '部分轨迹的单号、时间或状态代码无法识别' };
}
