import { PostalTracking } from '../enumerations/postal-tracking.ts';
import { type CarrierCodes, meaningOf, type SignedBy } from './carriers.ts';

/** One event of a postal item, as its carrier reported it. */
export interface TrackingEvent {
  codes: CarrierCodes;
  /** The carrier's own code, a member of its list. */
  code: string;
  /** Time of the event, as an ISO time in UTC with milliseconds, so that texts sort by time. */
  at: string;
  place: string;
  description: string;
  /** True for a message that an earlier event with the same code and time is void (EMS: `effect` 0). */
  isVoiding: boolean;
  /**
   * The carrier's code of the person who took a delivered item (EMS: `properdelivery`), or of the reason of a failed
   * delivery (`notproperdelivery`).
   */
  detailCode: string;
}

/** An event that counts, with its meaning. */
export interface TrackedEvent extends TrackingEvent {
  status: PostalTracking;
  isReturn: boolean;
  signedBy: SignedBy | undefined;
}

/** The present state of a postal item. */
export interface Tracking {
  status: PostalTracking;
  /** The events that count, newest first. */
  events: TrackedEvent[];
  /** Time of the delivery to the addressee; undefined before it, and if the item went back. */
  deliveredAt: string | undefined;
  /** Number of failed deliveries. */
  failedDeliveries: number;
  /** True from the first event that says the item goes back to its sender. */
  isReturned: boolean;
  /** True if no event is expected: delivered, or back at the sender. */
  isEnded: boolean;
}

/** Progress of an item, to order events of the same time. */
const progress: Record<PostalTracking, number> = {
  [PostalTracking.awaitingCourier]: 0,
  [PostalTracking.pickedUp]: 1,
  [PostalTracking.collected]: 2,
  [PostalTracking.inTransit]: 3,
  [PostalTracking.leaving]: 4,
  [PostalTracking.arriving]: 5,
  [PostalTracking.arranged]: 6,
  [PostalTracking.delivering]: 7,
  [PostalTracking.undelivered]: 8,
  [PostalTracking.delivered]: 9,
};

/**
 * Words of a description that say the item goes back to its sender. EMS has no code for it. A post office that keeps an
 * item for another attempt also writes 退回, so the sender must be named.
 */
const returnPattern = /退回(寄件人|寄件单位|寄件方|发件人|原寄)|退件|退寄/;

/** Identifies an event: a repetition has the same key, and a voiding message that of the event it makes void. */
function trackingKey({ codes, code, at }: Pick<TrackingEvent, 'codes' | 'code' | 'at'>): string {
  return `${codes}|${code}|${at}`;
}

/**
 * Returns the present state of a postal item. Events may arrive repeatedly and in any order: they count in the order of
 * their own times. A voiding message removes its event, whichever arrived first. After a delivery only a return changes
 * the state, and a delivery after a return is one to the sender.
 */
export function foldTracking(received: readonly TrackingEvent[]): Tracking {
  const voided = new Set(received.filter(({ isVoiding }) => isVoiding).map(trackingKey));
  const counted = new Map<string, TrackedEvent>();
  for (const event of received) {
    const key = trackingKey(event);
    const meaning = meaningOf(event.codes, event.code);
    if (!meaning || voided.has(key)) continue;
    const { status, signedBy } = meaning;
    const isReturn =
      meaning.isReturn === true ||
      (status === PostalTracking.undelivered && returnPattern.test(event.description));
    const earlier = counted.get(key);
    // Of two texts for one event the same one is shown, in whatever order they arrived.
    if (earlier && compareTexts(textOf(earlier), textOf(event)) <= 0) continue;
    counted.set(key, { ...event, status, isReturn, signedBy });
  }
  const events = [...counted.values()].sort(compareEvents);
  const firstReturn = events.findIndex(({ isReturn }) => isReturn);
  const isReturned = firstReturn >= 0;
  const delivery = isReturned ? undefined : events.find(({ status }) => status === PostalTracking.delivered);
  const isBack =
    isReturned &&
    events.some(
      ({ codes, code, status }, index) =>
        meaningOf(codes, code)?.isBackAtSender === true ||
        (index > firstReturn && status === PostalTracking.delivered),
    );
  return {
    status: stateOf(events, delivery, isReturned),
    events: events.toReversed(),
    deliveredAt: delivery?.at,
    failedDeliveries: events.filter(
      ({ status, isReturn }) => status === PostalTracking.undelivered && !isReturn,
    ).length,
    isReturned,
    isEnded: delivery !== undefined || isBack,
  };
}

function stateOf(
  events: readonly TrackedEvent[],
  delivery: TrackedEvent | undefined,
  isReturned: boolean,
): PostalTracking {
  if (isReturned) return PostalTracking.undelivered;
  return delivery?.status ?? events.at(-1)?.status ?? PostalTracking.awaitingCourier;
}

const textOf = ({ description, place, detailCode }: TrackingEvent) =>
  `${description}\n${place}\n${detailCode}`;

function compareEvents(one: TrackedEvent, other: TrackedEvent): number {
  return (
    compareTexts(one.at, other.at) ||
    progress[one.status] - progress[other.status] ||
    compareTexts(trackingKey(one), trackingKey(other))
  );
}

/** Compares by code units, so that the order is the same on every machine. */
function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
