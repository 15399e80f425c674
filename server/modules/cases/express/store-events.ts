import { nextAsk } from '#domain/express/ask-schedule.ts';
import { type CarrierCodes, isCarrierCodes } from '#domain/express/carriers.ts';
import { foldTracking, type Tracking, type TrackingEvent } from '#domain/express/tracking.ts';
import type { Context } from '#server/framework/context.ts';
import type { ExpressItemState } from '#server/kernel/database/express-tables.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import * as queries from './queries.ts';

type StoreContext = Pick<Context, 'db' | 'crypto' | 'now'>;

/** The encrypted part of an event: texts, which may name people, and the row as it arrived. */
type EventDetail = Pick<TrackingEvent, 'place' | 'description' | 'detailCode'> & { raw?: string };

export interface NewEvent {
  event: TrackingEvent;
  /** The row as the carrier sent it, cut at the limit. */
  raw?: string;
}

/**
 * Stores events of an item and computes its new state, in one transaction. Repeated events change nothing; events of an
 * unknown number are kept for the item that may get it. Returns the item with its tracking; undefined without one.
 */
export function storeEvents(
  context: StoreContext,
  mailNum: string,
  events: readonly NewEvent[],
  source: 'push' | 'query' | 'office',
): Promise<{ item: queries.ExpressItemRow; tracking: Tracking } | undefined> {
  const { db, crypto, now } = context;
  return inTransaction(db, async (tx) => {
    // Locked first, so that two messages about one item are folded one after the other.
    const item = await queries.lockItem(tx, mailNum);
    await queries.insertEvents(
      tx,
      events.map(({ event, raw }) => {
        const { place, description, detailCode } = event;
        const detail: EventDetail = { place, description, detailCode, ...(raw !== undefined && { raw }) };
        return {
          mail_num: mailNum,
          codes: event.codes,
          code: event.code,
          happened_at: new Date(event.at),
          is_voiding: event.isVoiding,
          detail_sealed: crypto.seal(JSON.stringify(detail)),
          source,
          received_at: now(),
        };
      }),
    );
    return item && { item, tracking: await updateByEvents(tx, context, item, mailNum) };
  });
}

/** Computes the state of an item from its events and stores what has changed. The caller has locked the item. */
export async function updateByEvents(
  tx: Tx,
  context: StoreContext,
  item: queries.ExpressItemRow,
  mailNum: string,
): Promise<Tracking> {
  const tracking = await readTracking(tx, context, mailNum);
  const now = context.now();
  const hasChanged =
    tracking.status !== item.status ||
    tracking.isReturned !== item.is_returned ||
    tracking.deliveredAt !== item.delivered_at?.toISOString();
  if (!hasChanged || item.state === 'cancelled') return tracking;
  const ask = nextAsk({ isEnded: tracking.isEnded, changedAt: now, failures: 0 }, now);
  await queries.updateItem(tx, item.id, {
    status: tracking.status,
    is_returned: tracking.isReturned,
    delivered_at: tracking.deliveredAt === undefined ? null : new Date(tracking.deliveredAt),
    state: stateOf(tracking),
    changed_at: now,
    unreported: true,
    ...(typeof ask !== 'string' && { next_ask_at: ask }),
  });
  return tracking;
}

function stateOf({ isEnded }: Tracking): ExpressItemState {
  return isEnded ? 'ended' : 'moving';
}

/** Reads all events of an item and folds them. */
export async function readTracking(
  db: Tx | Context['db'],
  { crypto }: Pick<Context, 'crypto'>,
  mailNum: string,
): Promise<Tracking> {
  const rows = await queries.findEvents(db, mailNum);
  return foldTracking(
    rows.map((row): TrackingEvent => {
      const { place, description, detailCode } = JSON.parse(
        crypto.open(row.detail_sealed, 'other'),
      ) as EventDetail;
      return {
        codes: storedCodes(row.codes),
        code: row.code,
        at: row.happened_at.toISOString(),
        place,
        description,
        isVoiding: row.is_voiding,
        detailCode,
      };
    }),
  );
}

function storedCodes(codes: string): CarrierCodes {
  if (!isCarrierCodes(codes)) throw new Error(`An express event has the unknown list of codes ${codes}`);
  return codes;
}
