import type { TrackingEvent } from '#domain/express/tracking.ts';

/** Sender or receiver, with the only data that a waybill may carry (快递暂行条例 art. 22). */
export interface ExpressParty {
  name: string;
  phone: string;
  address: string;
}

/** An order for a courier to pick up an item. */
export interface PickupOrder {
  /** Our id, the same at every attempt, by which the carrier recognises a repetition. */
  id: string;
  sender: ExpressParty;
  receiver: ExpressParty;
}

/**
 * Result of an order. `refused`: certainly not accepted, with the carrier's reason. `failed`: not known; it is repeated
 * with the same id. Faults are the ends of sentences for users.
 */
export type PickupOutcome =
  | { kind: 'accepted'; mailNum: string }
  | { kind: 'refused'; fault: string }
  | { kind: 'failed'; fault: string };

/** An item for which the carrier is asked. */
export interface TrackedItem {
  mailNum: string;
  /** Time of its order, from which the simulator calculates. */
  orderedAt: Date;
}

export type TracksOutcome = { kind: 'answered'; events: TrackingEvent[] } | { kind: 'failed'; fault: string };

/** A row of a pushed message: an event of an item, or the number of an item whose row cannot be used. */
export interface PushedEvent {
  mailNum: string;
  event: TrackingEvent | undefined;
}

/** A pushed message as it arrived. */
export interface ReceivedPush {
  path: string;
  headers: Readonly<Record<string, unknown>>;
  bytes: Uint8Array;
  body: unknown;
}

/** The gateway to the carrier, or to the system of the office that represents several carriers. */
export interface ExpressGateway {
  /** True for the built-in simulator, which carries nothing. */
  readonly isSimulated: boolean;
  /** Orders a pickup; never throws because of the carrier or the network. */
  orderPickup(order: PickupOrder): Promise<PickupOutcome>;
  /** Reads all events of an item so far; never throws because of the carrier or the network. */
  readTracks(item: TrackedItem): Promise<TracksOutcome>;
  /** Returns the rows of a pushed message; undefined if its signature is not that of the carrier. */
  readPush(push: ReceivedPush): PushedEvent[] | undefined;
}
