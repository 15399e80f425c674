import type { OrderState } from '#domain/workflow/model/model.ts';
import { type PackedState, unpackState } from '#domain/workflow/versions/packed-state.ts';
import { currentSchema, foldStored, type StoredEvents } from '#domain/workflow/versions/stored-events.ts';
import { expandJson } from './compressed-json.ts';
import { fragment } from './fragment.ts';

/** Events as stored in their row. */
export type EventsRow = Omit<StoredEvents, 'events'> & { events: unknown };

/** Returns a row with its events expanded, whether or not they were compressed. */
export function expandEvents<Row extends EventsRow>(row: Row): Omit<Row, 'events'> & StoredEvents {
  return { ...row, events: expandJson(row.events) as unknown[] };
}

/** The columns of a row with the state of an order, for `withState`. */
export interface StoredState {
  state: unknown;
  /** The order's events if the state was written with an older schema, oldest first; null otherwise. */
  events_to_fold: EventsRow[] | null;
}

/**
 * Columns of `work_order_states s` for `withState`: the state, or the events from which it is computed again.
 */
export const storedState = fragment`s.state, case when s.schema < ${currentSchema}::integer then (
    select jsonb_agg(jsonb_build_object('schema', e.schema, 'events', e.events) order by e.version)
    from work_order_events e where e.workorder_id = s.workorder_id) end as events_to_fold`;

/**
 * Returns the row with its order's state in the current schema. Only the verification of the audit log reads stored
 * states without it.
 */
export function withState<Row extends StoredState>(
  row: Row,
): Omit<Row, keyof StoredState> & { state: OrderState } {
  const { state, events_to_fold, ...rest } = row;
  return {
    ...rest,
    state:
      events_to_fold === null
        ? unpackState(expandJson(state) as PackedState)
        : foldStored(events_to_fold.map(expandEvents)),
  };
}
