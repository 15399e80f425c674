/**
 * Events are stored for as long as there are orders, and their shape changes with the core. Each row records
 * its schema; reading brings it to the newest, one schema after the other, and never writes it anew, so that
 * the digests of the audit log stay valid. See docs/decisions/0067.
 */

import type { OrderState, WorkflowEvent } from '../model/model.ts';
import { fold } from '../state/apply.ts';
import { eventOfSchema2 } from './schema-2.ts';
import { eventOfSchema5 } from './schema-5.ts';

/** Schema that this version of the core writes. */
export const currentSchema = 5;

/** Events of one decision as they are stored; their shape depends on their schema. */
export interface StoredEvents {
  schema: number;
  events: readonly unknown[];
}

/** By the schema that it makes an event fit; each takes events of the schema before. */
const upcasts: Readonly<Record<number, (event: never) => unknown>> = {
  2: eventOfSchema2,
  3: (event: unknown) => event,
  4: (event: unknown) => event,
  5: eventOfSchema5,
};

/**
 * Returns the events of some decisions in a row, oldest first, in the newest schema of the core; as many as
 * were stored.
 */
export function currentEvents(stored: readonly StoredEvents[]): WorkflowEvent[] {
  return stored.flatMap(({ schema, events }) => events.map((event) => upcast(event, schema)));
}

/**
 * Returns the state of an order that all these events led to. A state that was stored by an older schema is
 * made anew by this rather than upcast itself: it has one meaning then, and nothing can disagree with its
 * events.
 */
export function foldStored(stored: readonly StoredEvents[]): OrderState {
  return fold(currentEvents(stored));
}

function upcast(event: unknown, schema: number): WorkflowEvent {
  let current = event;
  for (let next = schema + 1; next <= currentSchema; next++) {
    const step = upcasts[next];
    if (step === undefined) throw new Error(`Nothing brings events to schema ${next}`);
    current = step(current as never);
  }
  return current as WorkflowEvent;
}
