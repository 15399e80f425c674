import type { ColumnType } from 'kysely';
import type { RefundState, TryState } from '#domain/payments/ledger.ts';
import type { DefaultedColumn, Json, OptionalTimestamp, Timestamp } from './column-types.ts';

/** The tables of payments, with the names of the database; amounts are fen. */

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface PaymentsTable {
  id: string;
  number: string;
  workorder_id: string;
  record_number: number;
  payer: string;
  lines: Json<unknown>;
  total: number;
  state: string;
  announced: DefaultedColumn<string>;
  revoked_at: OptionalTimestamp;
  created_at: Timestamp;
  created_by_name: string;
  changed_at: Timestamp;
}

export interface PaymentTriesTable {
  id: string;
  payment_id: string;
  place: number;
  gateway: string;
  out_no: string;
  amount: number;
  state: TryState;
  counts: DefaultedColumn<boolean>;
  qr_text: DefaultedColumn<string>;
  expires_at: Timestamp;
  transaction_id: DefaultedColumn<string>;
  paid: DefaultedColumn<number>;
  paid_at: OptionalTimestamp;
  fault: DefaultedColumn<string>;
  opened_at: Timestamp;
  opened_by: string;
  queries: DefaultedColumn<number>;
  query_at: OptionalTimestamp;
}

export interface PaymentRefundsTable {
  id: string;
  try_id: string;
  refund_no: string;
  amount: number;
  state: RefundState;
  type: string;
  reason: number;
  note: DefaultedColumn<string>;
  outside: DefaultedColumn<boolean>;
  refund_id: DefaultedColumn<string>;
  fault: DefaultedColumn<string>;
  requested_at: Timestamp;
  requested_by: Optional<string>;
  requested_by_name: DefaultedColumn<string>;
  done_at: OptionalTimestamp;
  queries: DefaultedColumn<number>;
  query_at: OptionalTimestamp;
}

export interface PaymentNoticesTable {
  id: string;
  gateway: string;
  notice_id: string;
  subject: string;
  out_no: string;
  transaction_id: string;
  reported: string;
  body: string;
  headers: Json<Record<string, string>>;
  state: 'waiting' | 'applied' | 'unmatched' | 'refused';
  fault: DefaultedColumn<string>;
  address: DefaultedColumn<string>;
  received_at: Timestamp;
  attempts: DefaultedColumn<number>;
  due_at: OptionalTimestamp;
}

export interface PaymentDaysTable {
  gateway: string;
  day: string;
  bill: Json<unknown>;
  digest: string;
  fetched_at: Timestamp;
  ours: number;
  theirs: number;
  refunds: number;
  closed_at: OptionalTimestamp;
  closed_by: DefaultedColumn<string>;
}

export interface PaymentDayRowsTable {
  id: string;
  gateway: string;
  day: string;
  kind: string;
  type: string;
  out_no: string;
  transaction_id: string;
  ours: number | null;
  theirs: number | null;
  state: string;
  held_until: Optional<string>;
  note: DefaultedColumn<string>;
  handled_at: OptionalTimestamp;
  handled_by: DefaultedColumn<string>;
  found_at: Timestamp;
}

export interface PaymentDayNotesTable {
  id: string;
  gateway: string;
  day: string;
  at: Timestamp;
  by_name: string;
  text: string;
}

export interface GatewaySimulatorPaymentsTable {
  type: string;
  out_no: string;
  for_no: DefaultedColumn<string>;
  amount: number;
  state: string;
  transaction_id: string;
  expires_at: OptionalTimestamp;
  at: Timestamp;
}

export interface PaymentCountersTable {
  month: string;
  last: number;
}

export interface PaymentTables {
  payment_counters: PaymentCountersTable;
  payments: PaymentsTable;
  payment_tries: PaymentTriesTable;
  payment_refunds: PaymentRefundsTable;
  payment_notices: PaymentNoticesTable;
  payment_days: PaymentDaysTable;
  payment_day_rows: PaymentDayRowsTable;
  payment_day_notes: PaymentDayNotesTable;
  gateway_twin_payments: GatewaySimulatorPaymentsTable;
}
