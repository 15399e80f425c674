import type { LocalDate } from '#domain/calendar/local-date.ts';
import type { RefundReport, TryReport } from '#domain/payments/ledger.ts';
import type { BillLine } from '#domain/payments/reconcile.ts';

/**
 * Result of a call. `refused`: certainly not done; `unknown`: it may have been done, because there was no clear answer
 * with a valid signature. Every call has a number of ours, so that it may be repeated.
 */
export type GatewayAnswer<Value> =
  | { kind: 'answered'; value: Value }
  | { kind: 'refused'; fault: string }
  | { kind: 'unknown'; fault: string };

/** A code that is to be opened; `outNo` is the same at every attempt, so that the gateway opens it once. */
export interface NewTry {
  outNo: string;
  /** Fen. */
  amount: number;
  description: string;
  expiresAt: Date;
}

export interface OpenedTry {
  /** Text of the QR code. */
  qrText: string;
  expiresAt: Date;
}

/** A refund that is to be made; `refundNo` is the same at every attempt, so that the gateway makes it once. */
export interface NewRefund {
  outNo: string;
  refundNo: string;
  amount: number;
  /** Amount that was paid with `outNo`. */
  total: number;
  reason: string;
}

/** A notice as it came: its exact bytes as text, and the headers that belong to its signature. */
export interface RawNotice {
  body: string;
  headers: Readonly<Record<string, string>>;
}

/** The content of a notice with a valid signature. It says only where to look: the state comes from a query. */
export interface PaymentNotice {
  /** The gateway's id of the notice, the same at each repetition. */
  noticeId: string;
  subject: 'pay' | 'refund';
  /** Our number of the code or the refund. */
  outNo: string;
  transactionId: string;
  state: string;
}

/** A gateway to a channel that collects money; none of its calls throws because of the channel or the network. */
export interface PaymentGateway {
  /** Stored with every code that it opened. */
  readonly name: 'simulator' | 'http';
  /** True for the built-in simulator, in which no money moves. */
  readonly isSimulated: boolean;
  /** The payee that every payment must have. */
  readonly merchantId: string;
  openTry(order: NewTry): Promise<GatewayAnswer<OpenedTry>>;
  queryTry(outNo: string): Promise<GatewayAnswer<TryReport>>;
  /** Closes a code, so that it can no longer be paid; whether it was paid before is the answer to a query. */
  closeTry(outNo: string): Promise<GatewayAnswer<null>>;
  refund(order: NewRefund): Promise<GatewayAnswer<RefundReport>>;
  queryRefund(refundNo: string): Promise<GatewayAnswer<RefundReport>>;
  /** Returns all transactions of a day that is over. */
  readBill(day: LocalDate): Promise<GatewayAnswer<BillLine[]>>;
  /** Checks the signature of a notice over its exact bytes, its time and its payee. */
  readNotice(notice: RawNotice): PaymentNotice | { fault: string };
}

/** The headers of a notice that are stored and signed. */
export const noticeHeaders = ['x-merchant-id', 'x-timestamp', 'x-nonce', 'x-signature'] as const;
