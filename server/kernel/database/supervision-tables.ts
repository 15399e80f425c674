import type { OptionalTimestamp, Timestamp } from './column-types.ts';

/** Tables of warnings and of the cards that rules demand (since migration 0104). */

export interface DeadlineWatchesTable {
  workorder_id: string;
  next_at: Timestamp;
}

export interface DeadlineWarningsTable {
  workorder_id: string;
  /** Number of the task; 0 for the limit of the whole order. */
  number: number;
  due_at: Timestamp;
  /** Row of the item's escalation table. */
  level: number;
  level_text: string;
  sent_at: Timestamp;
  receiver_names: string[];
}

export interface DemandedCardsTable {
  workorder_id: string;
  number: number;
  card: 'yellow' | 'red';
  due_at: Timestamp;
  demanded_at: Timestamp;
  settled_at: OptionalTimestamp;
}

export interface SupervisionTables {
  deadline_watches: DeadlineWatchesTable;
  deadline_warnings: DeadlineWarningsTable;
  demanded_cards: DemandedCardsTable;
}
