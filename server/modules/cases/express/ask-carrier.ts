import { PostalTracking } from '#domain/enumerations/postal-tracking.ts';
import { nextAsk } from '#domain/express/ask-schedule.ts';
import { CarrierCodes } from '#domain/express/carriers.ts';
import type { TrackingEvent } from '#domain/express/tracking.ts';
import type { ExpressGateway } from '#server/adapters/gateways/express/express-gateway.ts';
import type { Context } from '#server/framework/context.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import type { ExpressParties } from './parties.ts';
import * as queries from './queries.ts';
import { settleDraft } from './register.ts';
import { reportItem } from './report.ts';
import { storeEvents, updateByEvents } from './store-events.ts';

/** Longer than the gateway waits for an answer. */
const claimMs = 120_000;
const parallelRequests = 3;
/** Number of requests of one run: a run ends before the next one begins. */
const requestsPerRun = 150;
/** Days for which events of unknown numbers are kept. */
const foreignEventDays = 30;
const dayMs = 86_400_000;
/** Age of a draft whose process has stopped. */
const draftMs = 5 * 60_000;

type AskContext = Pick<JobContext, 'db' | 'crypto' | 'now' | 'log'>;

/**
 * Orders the pickups that wait for a number, asks the carrier for all items that are due, and brings the records of the
 * orders to the state of their items.
 */
export async function askCarrier(context: JobContext): Promise<void> {
  const { express, db, now } = context;
  await queries.deleteForeignEvents(db, new Date(now().getTime() - foreignEventDays * dayMs));
  const stopped = new Date(now().getTime() - draftMs);
  for (const { id } of await queries.listDrafts(db, stopped)) await settleDraft(context, id);
  if (express) await askForDueItems(context, express);
  const failures: unknown[] = [];
  for (const item of await queries.listUnreported(db))
    await reportItem(context, item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Some express items could not be reported');
}

async function askForDueItems(context: JobContext, express: ExpressGateway): Promise<void> {
  const { db, now } = context;
  let left = requestsPerRun;
  const askNext = async (): Promise<void> => {
    while (left > 0 && !context.stopSignal?.aborted) {
      left -= 1;
      const claimedUntil = new Date(now().getTime() + claimMs);
      const item = await queries.claimDueItem(db, now(), claimedUntil);
      if (!item) return;
      await (item.mail_num === null
        ? orderPickup(context, express, item)
        : readTracks(context, express, item));
    }
  };
  await Promise.all(Array.from({ length: parallelRequests }, askNext));
}

/**
 * Orders the pickup of an item. An order without a clear answer is repeated with the same id, which the carrier
 * recognises, so that no second courier comes.
 */
async function orderPickup(
  context: AskContext,
  express: ExpressGateway,
  item: queries.ExpressItemRow,
): Promise<void> {
  const { db, crypto, now, log } = context;
  const parties = JSON.parse(crypto.open(item.parties_sealed, 'other')) as ExpressParties;
  const outcome = await express.orderPickup({ id: item.id, ...parties });
  if (outcome.kind === 'accepted') {
    await inTransaction(db, async (tx) => {
      const { mailNum } = outcome;
      // Another item has this number: a carrier that assigns one twice has to be asked by people.
      if (await queries.lockItem(tx, mailNum)) {
        await queries.updateItem(tx, item.id, refused('快递公司给出的运单号已用于其他邮件'));
        return;
      }
      const moving = {
        state: 'moving',
        mail_num: mailNum,
        fault: '',
        failures: 0,
        asked_at: now(),
        unreported: true,
      } as const;
      await queries.updateItem(tx, item.id, { ...moving, changed_at: now(), next_ask_at: now() });
      const locked = await queries.lockItem(tx, mailNum);
      if (locked) await updateByEvents(tx, context, locked, mailNum);
    });
    await storeEvents(context, outcome.mailNum, [{ event: orderEvent(item) }], 'office');
    return;
  }
  log.warn({ expressItem: item.id, kind: outcome.kind }, 'An express order was not accepted');
  if (outcome.kind === 'refused') return queries.updateItem(db, item.id, refused(outcome.fault));
  await recordFailure(context, item, outcome.fault);
}

/** The event of the office itself, before any of the carrier (S1 §4: 1001). */
function orderEvent({ ordered_at: orderedAt }: queries.ExpressItemRow): TrackingEvent {
  return {
    codes: CarrierCodes.office,
    code: PostalTracking.awaitingCourier,
    at: orderedAt.toISOString(),
    place: '',
    description: '已下单，等待揽收',
    isVoiding: false,
    detailCode: '',
  };
}

const refused = (fault: string) =>
  ({ state: 'refused', fault, next_ask_at: null, unreported: true }) as const;

/** Asks the carrier for the events of an item, and stores them with the time of the next request. */
export async function readTracks(
  context: AskContext,
  express: ExpressGateway,
  item: queries.ExpressItemRow,
): Promise<void> {
  const { db, now, log } = context;
  const mailNum = item.mail_num ?? '';
  const answer = await express.readTracks({ mailNum, orderedAt: item.ordered_at });
  if (answer.kind === 'failed') {
    log.warn({ expressItem: item.id, fault: answer.fault }, 'The carrier did not answer about an item');
    return recordFailure(context, item, answer.fault);
  }
  await storeEvents(
    context,
    mailNum,
    answer.events.map((event) => ({ event })),
    'query',
  );
  await inTransaction(db, async (tx) => {
    const current = await queries.lockItem(tx, mailNum);
    if (!current) return;
    const isEnded = current.state === 'ended';
    await queries.updateItem(tx, item.id, {
      asked_at: now(),
      failures: 0,
      fault: '',
      ...next(nextAsk({ isEnded, changedAt: current.changed_at, failures: 0 }, now())),
    });
  });
}

async function recordFailure(
  { db, now }: Pick<Context, 'db' | 'now'>,
  item: queries.ExpressItemRow,
  fault: string,
): Promise<void> {
  const failures = item.failures + 1;
  await queries.updateItem(db, item.id, {
    asked_at: now(),
    failures,
    fault,
    ...next(nextAsk({ isEnded: item.state === 'ended', changedAt: item.changed_at, failures }, now())),
  });
}

function next(ask: ReturnType<typeof nextAsk>) {
  if (ask === 'silent') return { state: 'silent', next_ask_at: null } as const;
  return { next_ask_at: ask === 'ended' ? null : ask };
}
