/**
 * Stored events, which are kept as long as their orders, while their shape changes with the core. Each row
 * records its schema; reading converts it to the newest, one schema after the other, and never rewrites it,
 * so that the digests of the audit log stay valid. See docs/decisions/0067.
 */

import type { OrderState, WorkflowEvent } from '../model/model.ts';
import { fold } from '../state/apply.ts';
import { eventOfSchema2 } from './schema-2.ts';
import { eventOfSchema5 } from './schema-5.ts';

/** Schema that this version of the core writes. */
export const currentSchema = 5;

/** Stored events of one decision; their shape depends on their schema. */
export interface StoredEvents {
  schema: number;
  events: readonly unknown[];
}

/** Conversions by target schema; each takes events of the schema before. */
const upcasts: Readonly<Record<number, (event: never) => unknown>> = {
  2: eventOfSchema2,
  3: (event: unknown) => event,
  4: (event: unknown) => event,
  5: eventOfSchema5,
};

/** Returns the events of several decisions, oldest first, in the newest schema; as many as were stored. */
export function currentEvents(stored: readonly StoredEvents[]): WorkflowEvent[] {
  return stored.flatMap(({ schema, events }) => events.map((event) => upcast(event, schema)));
}

/**
 * Returns the state of an order after all these events. A state that was stored with an older schema is
 * computed again by this instead of converted, so that it cannot disagree with its events.
 */
export function foldStored(stored: readonly StoredEvents[]): OrderState {
  return fold(currentEvents(stored));
}

function upcast(event: unknown, schema: number): WorkflowEvent {
  let current = event;
  for (let next = schema + 1; next <= currentSchema; next++) {
    const step = upcasts[next];
    if (step === undefined) throw new Error(`There is no conversion of events to schema ${next}`);
    current = step(current as never);
  }
  return current as WorkflowEvent;
}
