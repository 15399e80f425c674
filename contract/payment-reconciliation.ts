import { z } from 'zod';
import { TransactionType } from '#domain/enumerations/payment.ts';
import { paymentLimits } from '#domain/payments/limits.ts';
import { ComparisonKind, ComparisonState } from '#domain/payments/reconcile.ts';
import { tooLongText } from '#domain/texts/characters.ts';
import { endpoint, idempotencyRefusals, pageOf, pageQuery, requiredText } from './endpoint.ts';
import { filterDay } from './list-filters.ts';

/** Daily reconciliation of payments with the bills of the channel (docs/decisions/0235). Amounts are fen. */

const fen = z.number().int();
const instant = z.iso.datetime();
const byId = z.strictObject({ id: z.uuid('差异标识不正确').toLowerCase() });
const note = requiredText('请填写处理说明').max(
  paymentLimits.reasonLength,
  tooLongText(paymentLimits.reasonLength),
);

export const PaymentDay = z.object({
  day: z.string(),
  /** Name of the channel. */
  channel: z.string(),
  isSimulated: z.boolean(),
  /** Null before the bill was fetched. */
  fetchedAt: instant.nullable(),
  closedAt: instant.nullable(),
  closedBy: z.string(),
  /** Payments less refunds. */
  ours: fen,
  theirs: fen,
  refunds: fen,
  agreeing: z.number().int(),
  open: z.number().int(),
  held: z.number().int(),
  settled: z.number().int(),
  refundRows: z.number().int(),
});
export type PaymentDay = z.output<typeof PaymentDay>;

export const PaymentDayRow = z.object({
  id: z.string(),
  kind: z.enum(ComparisonKind),
  type: z.enum(TransactionType),
  outNo: z.string(),
  transactionId: z.string(),
  /** 缴款书号; empty if the portal does not know the number. */
  number: z.string(),
  workorderId: z.string().nullable(),
  workorderCode: z.string(),
  ours: fen.nullable(),
  theirs: fen.nullable(),
  state: z.enum(ComparisonState),
  heldUntil: z.string().nullable(),
  note: z.string(),
  handledBy: z.string(),
  handledAt: instant.nullable(),
});
export type PaymentDayRow = z.output<typeof PaymentDayRow>;

/** Lists of a day: 差异, 一致, 退款. */
export const dayLists = ['differences', 'agreeing', 'refunds'] as const;

export const paymentReconciliation = {
  day: endpoint({
    method: 'GET',
    reads: ['payments'],
    path: '/api/payments/days/:day',
    summary: '收费对账',
    params: z.strictObject({ day: filterDay }),
    output: z.object({
      /** Undefined fields are zero before the bill was fetched. */
      day: PaymentDay,
      notes: z.array(z.object({ at: instant, byName: z.string(), text: z.string() })),
      /** The last day of which all days before it are closed, too; null if there is none. */
      closedUntil: z.string().nullable(),
      /** Notices of the last seven days that were refused because of their signature. */
      refusedNotices: z.number().int(),
      canFetch: z.boolean(),
    }),
    refusals: ['paymentChannel'],
  }),
  days: endpoint({
    method: 'GET',
    reads: ['payments'],
    path: '/api/payments/days',
    summary: '往日对账',
    query: z.strictObject({ ...pageQuery, sort: z.enum(['day']).optional() }),
    output: pageOf(PaymentDay),
    refusals: ['paymentChannel'],
  }),
  rows: endpoint({
    method: 'GET',
    reads: ['payments'],
    path: '/api/payments/day-rows',
    summary: '对账明细',
    query: z.strictObject({
      ...pageQuery,
      sort: z.enum(['outNo']).optional(),
      day: filterDay,
      list: z.enum(dayLists).default('differences'),
    }),
    output: pageOf(PaymentDayRow),
    refusals: ['paymentChannel'],
  }),
  /** Fetches the bill of a day from the channel and compares it; a repetition gives the same lists. */
  fetch: endpoint({
    method: 'POST',
    changes: ['payments'],
    path: '/api/payments/days/:day/fetch',
    summary: '取渠道账单',
    params: z.strictObject({ day: filterDay }),
    output: z.object({ differences: z.number().int() }),
    refusals: ['paymentChannel', 'forbidden', 'tooManyRequests', ...idempotencyRefusals],
  }),
  /** Puts a difference off until a day. */
  hold: endpoint({
    method: 'POST',
    changes: ['payments'],
    path: '/api/payments/day-rows/:id/hold',
    summary: '挂起对账差异',
    params: byId,
    body: z.strictObject({ until: filterDay, note }),
    output: PaymentDayRow,
    refusals: ['notFound', 'forbidden', 'paymentState', ...idempotencyRefusals],
  }),
  /** Settles a difference with an explanation. */
  settle: endpoint({
    method: 'POST',
    changes: ['payments'],
    path: '/api/payments/day-rows/:id/settle',
    summary: '了结对账差异',
    params: byId,
    body: z.strictObject({ note }),
    output: PaymentDayRow,
    refusals: ['notFound', 'forbidden', 'paymentState', ...idempotencyRefusals],
  }),
  /** Asks the channel for the state of the transaction, applies it, and compares the day again. */
  recheck: endpoint({
    method: 'POST',
    changes: ['payments', 'orders'],
    path: '/api/payments/day-rows/:id/recheck',
    summary: '向渠道核实',
    params: byId,
    output: PaymentDayRow,
    refusals: [
      'notFound',
      'forbidden',
      'paymentState',
      'paymentChannel',
      'tooManyRequests',
      ...idempotencyRefusals,
    ],
  }),
  /** Closes a day whose differences are all settled. */
  close: endpoint({
    method: 'POST',
    changes: ['payments'],
    path: '/api/payments/days/:day/close',
    summary: '关账',
    params: z.strictObject({ day: filterDay }),
    output: z.object({ day: z.string() }),
    refusals: ['forbidden', 'paymentState', ...idempotencyRefusals],
  }),
};
