import type { OrderState } from '#domain/workflow/model/model.ts';
import { type PackedState, unpackState } from '#domain/workflow/versions/packed-state.ts';
import { currentSchema, foldStored, type StoredEvents } from '#domain/workflow/versions/stored-events.ts';
import { expandJson } from './compressed-json.ts';
import { fragment } from './fragment.ts';

/** Events as they lie in their row. */
export type EventsRow = Omit<StoredEvents, 'events'> & { events: unknown };

/** Returns a row with its events as the core reads them, compressed or not. */
export function expandEvents<Row extends EventsRow>(row: Row): Omit<Row, 'events'> & StoredEvents {
  return { ...row, events: expandJson(row.events) as unknown[] };
}

/** The columns of a row that has the state of an order; `withState` reads them. */
export interface StoredState {
  state: unknown;
  /** The order's events where the state was written by an older schema, oldest first; null otherwise. */
  events_to_fold: EventsRow[] | null;
}

/** Columns of `work_order_states s` that `withState` needs: its state, or the events that it is made anew of. */
export const storedState = fragment`s.state, case when s.schema < ${currentSchema}::integer then (
    select jsonb_agg(jsonb_build_object('schema', e.schema, 'events', e.events) order by e.version)
    from work_order_events e where e.workorder_id = s.workorder_id) end as events_to_fold`;

/** The row with its order's state as the core knows it today; the one place where a stored state becomes one. */
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
