import type { ColumnType } from 'kysely';
import type { DefaultedColumn, Json, OptionalTimestamp, Timestamp } from './column-types.ts';

/** The tables of messages to outside systems, with the names of the database. */

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export type OutboundState = 'waiting' | 'sending' | 'accepted' | 'unknown' | 'dead';

export interface OutboundMessagesTable {
  id: string;
  cause: string;
  channel: string;
  event: string;
  content: string;
  workorder_id: Optional<string>;
  workorder_code: Optional<string>;
  belongs: DefaultedColumn<string>;
  sent_by: Optional<string>;
  sent_by_name: DefaultedColumn<string>;
  receiver_staff_id: Optional<string>;
  receiver_name: string;
  receiver_sealed: Optional<string>;
  receiver_digest: DefaultedColumn<string>;
  state: OutboundState;
  tries: DefaultedColumn<number>;
  due_at: Timestamp;
  tried_at: OptionalTimestamp;
  claim: Optional<string>;
  gateway: DefaultedColumn<string>;
  provider_id: DefaultedColumn<string>;
  fault: DefaultedColumn<string>;
  created_at: Timestamp;
  settled_at: OptionalTimestamp;
}

export interface GatewaySimulatorMessagesTable {
  id: string;
  channel: string;
  receiver_sealed: string;
  content: string;
  received_at: Timestamp;
}

export interface MessageTemplatesTable {
  id: string;
  kind: 'event' | 'picked';
  event: DefaultedColumn<string>;
  channel: DefaultedColumn<string>;
  name: DefaultedColumn<string>;
  content: string;
  sort_by: DefaultedColumn<number>;
  updated_at: Timestamp;
  updated_by_name: DefaultedColumn<string>;
}

export interface MessagePreferencesTable {
  staff_id: string;
  channels: Json<Record<string, string[]>>;
  quiet_from: Optional<number>;
  quiet_until: Optional<number>;
  updated_at: Timestamp;
}

export interface MessageTables {
  outbound_messages: OutboundMessagesTable;
  gateway_twin_messages: GatewaySimulatorMessagesTable;
  message_templates: MessageTemplatesTable;
  message_preferences: MessagePreferencesTable;
}
