import type { DefaultedColumn, OptionalTimestamp, Timestamp } from './column-types.ts';

/** Tables of express items (migration 0103), with the names of the database. */

export interface ExpressItemsTable {
  id: string;
  workorder_id: string;
  send_type: '1' | '2';
  mail_num: DefaultedColumn<string | null>;
  carrier: string;
  contents: string;
  parties_sealed: string;
  state: ExpressState;
  status: string;
  delivered_at: OptionalTimestamp;
  is_returned: DefaultedColumn<boolean>;
  ordered_at: Timestamp;
  ordered_by: string;
  ordered_by_name: string;
  changed_at: Timestamp;
  next_ask_at: OptionalTimestamp;
  asked_at: OptionalTimestamp;
  failures: DefaultedColumn<number>;
  fault: DefaultedColumn<string>;
}

/** `ordering`: without a number yet; `refused`: by the carrier; `silent`: no news for so long that nobody asks. */
export type ExpressState = 'ordering' | 'refused' | 'moving' | 'ended' | 'silent';

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
