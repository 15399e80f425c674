import type { DefaultedColumn, OptionalTimestamp, Timestamp } from './column-types.ts';

/** Tables of express items (migration 0104), with the names of the database. */

export interface ExpressItemsTable {
  id: string;
  workorder_id: string;
  send_type: '1' | '2';
  mail_num: DefaultedColumn<string | null>;
  carrier: string;
  contents: string;
  parties_sealed: string;
  state: ExpressItemState;
  status: string;
  delivered_at: OptionalTimestamp;
  is_returned: DefaultedColumn<boolean>;
  ordered_at: Timestamp;
  ordered_by: string;
  ordered_by_name: string;
  changed_at: Timestamp;
  unreported: DefaultedColumn<boolean>;
  next_ask_at: OptionalTimestamp;
  asked_at: OptionalTimestamp;
  failures: DefaultedColumn<number>;
  fault: DefaultedColumn<string>;
}

/**
 * `draft`: the record of the order is not written yet; `ordering`: without a number yet; `refused`: by the carrier;
 * `silent`: without news for so long that the carrier is not asked any more.
 */
export type ExpressItemState = 'draft' | 'ordering' | 'refused' | 'moving' | 'ended' | 'silent' | 'cancelled';

export interface ExpressEventsTable {
  mail_num: string;
  codes: string;
  code: string;
  happened_at: Timestamp;
  is_voiding: boolean;
  detail_sealed: string;
  source: 'push' | 'query' | 'office';
  received_at: Timestamp;
}

export interface ExpressTables {
  express_items: ExpressItemsTable;
  express_events: ExpressEventsTable;
}
