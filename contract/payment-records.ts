import { z } from 'zod';
import {
  AmountType,
  FeeKind,
  PaymentNoticeStatus,
  PaymentStatus,
  RefundReason,
  RefundType,
} from '#domain/enumerations/payment.ts';
import { checkFeeItems } from '#domain/payments/fee-items.ts';
import { paymentLimits } from '#domain/payments/limits.ts';
import { tooLongText } from '#domain/texts/characters.ts';
import { inputText } from '#domain/texts/input-texts.ts';
import { actionReason } from './acting.ts';
import { endpoint, oneLine, requiredText } from './endpoint.ts';
import { recordCommand, recordNumberText } from './record-commands.ts';
import { workOrderCode } from './work-orders.ts';

/** Payments of an order (S1 §4); amounts are fen, typed amounts are texts in yuan. */

const fen = z.number().int().min(0).max(paymentLimits.maxFen).meta({ format: 'fen' });
/** Bound of a typed number, whose own limits are checked together with the other problems of its row. */
const maxTyped = 1_000_000;
const line = (maxLength: number) => z.string().trim().max(maxLength, tooLongText(maxLength));

const FeeItem = z.strictObject({
  code: line(paymentLimits.codeLength),
  name: line(paymentLimits.nameLength),
  kind: z.enum(FeeKind, { error: inputText.notAnOption }),
  amountType: z.enum(AmountType, { error: inputText.notAnOption }),
  standard: fen.default(0),
  min: fen.default(0),
  max: fen.default(0),
  unit: line(paymentLimits.unitLength),
  basis: oneLine(line(paymentLimits.basisLength)).default(''),
});

/** Settings of an item for payments: what it may charge, and who collects. */
export const PaymentSettings = z.strictObject({
  items: z
    .array(FeeItem)
    .max(paymentLimits.feeItems, `收费项目最多${paymentLimits.feeItems}个`)
    .superRefine((items, context) => {
      for (const { field, message } of checkFeeItems(items))
        context.addIssue({
          code: 'custom',
          message,
          path:
            field === '' ? [] : field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
        });
    }),
  payee: z.strictObject({
    unitCode: oneLine(line(paymentLimits.codeLength)),
    unitName: oneLine(line(paymentLimits.nameLength)),
    account: oneLine(line(paymentLimits.codeLength)),
    bank: oneLine(line(paymentLimits.nameLength)),
  }),
});

/** Commands of people on a payment. */
export const PaymentCommand = z.discriminatedUnion('command', [
  recordCommand('order', {
    /** Empty for the applicant. */
    payer: line(paymentLimits.nameLength).default(''),
    fees: z
      .array(
        z.strictObject({
          code: z.string().max(paymentLimits.codeLength),
          quantity: z.number('请填写数量').min(-maxTyped).max(maxTyped).optional(),
          amount: z.string().max(40, '金额格式不正确，请填写如 19.90 的数字').optional(),
        }),
      )
      .max(paymentLimits.lines, `一份缴款书最多${paymentLimits.lines}个收费项目`),
  }),
  recordCommand('revoke', { reason: actionReason }),
  recordCommand('refund', {
    /** The code that was paid. */
    tryId: z.uuid(),
    /** Yuan, as typed. */
    amount: z.string().max(40, '金额格式不正确，请填写如 19.90 的数字'),
    /** Refundable amount in fen that the person saw. */
    believedLeft: fen,
    reason: z.enum(RefundReason, { error: '请选择退款原因' }),
    note: requiredText('请填写退款说明').max(
      paymentLimits.reasonLength,
      tooLongText(paymentLimits.reasonLength),
    ),
    /** True if the money is paid back outside the channel, and only recorded here. */
    isOutside: z.boolean().default(false),
  }),
]);
export type PaymentCommand = z.output<typeof PaymentCommand>;

const instant = z.iso.datetime();

const PaymentTryView = z.object({
  id: z.string(),
  outNo: z.string(),
  state: z.enum(['opening', 'open', 'paid', 'differs', 'closed', 'failed']),
  /** True if it pays the order of payment. */
  counts: z.boolean(),
  amount: fen,
  paid: fen,
  /** Amount that can still be refunded. */
  left: fen,
  paidAt: instant.nullable(),
  openedAt: instant,
  fault: z.string(),
  /** Why the channel no longer refunds it; empty if it does. */
  refundProblem: z.string(),
});

const PaymentRefundView = z.object({
  id: z.string(),
  tryId: z.string(),
  refundNo: z.string(),
  amount: fen,
  state: z.enum(['requested', 'pending', 'abnormal', 'done', 'closed', 'refused']),
  type: z.enum(RefundType),
  reason: z.enum(RefundReason),
  note: z.string(),
  isOutside: z.boolean(),
  fault: z.string(),
  requestedAt: instant,
  requestedByName: z.string(),
  doneAt: instant.nullable(),
});

/** One order of payment with its tries and refunds. */
export const PaymentView = z.object({
  recordId: z.number().int(),
  /** 缴款书号. */
  number: z.string(),
  payer: z.string(),
  lines: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      kind: z.enum(FeeKind),
      unit: z.string(),
      basis: z.string(),
      standard: fen,
      quantity: z.number().int(),
      amount: fen,
    }),
  ),
  total: fen,
  status: z.enum(PaymentNoticeStatus),
  /** State as a payment of non-tax income. */
  nonTaxStatus: z.enum(PaymentStatus),
  hint: z.string(),
  /** The open code as a picture (data URL), and until when it can be paid; null without one. */
  code: z.object({ picture: z.string(), expiresAt: instant }).nullable(),
  tries: z.array(PaymentTryView),
  refunds: z.array(PaymentRefundView),
  /** True if the channel is the simulator, in which no money moves. */
  isSimulated: z.boolean(),
});
export type PaymentView = z.output<typeof PaymentView>;

const params = z.strictObject({
  workorderCode: workOrderCode,
  recordId: recordNumberText,
});
const path = '/api/work-orders/:workorderCode/payments/:recordId';

export const orderPayments = {
  /** Returns the fees that the item of the order may charge. */
  fees: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/:workorderCode/payment-fees',
    summary: '可收费项目',
    params: z.strictObject({ workorderCode: workOrderCode }),
    output: z.object({ items: z.array(FeeItem) }),
  }),
  read: endpoint({
    method: 'GET',
    reads: ['orders'],
    path,
    summary: '缴费详情',
    params,
    output: PaymentView,
    refusals: ['notFound'],
  }),
  /** Returns the code with which it can be paid now; a repetition opens no second one. */
  openCode: endpoint({
    method: 'POST',
    path: `${path}/code`,
    summary: '生成缴费二维码',
    params,
    output: PaymentView,
    // One code is open at a time, so that no idempotency key is needed; the audit chain of the order records it.
    mutates: false,
    refusals: [
      'notFound',
      'forbidden',
      'actionNotAllowed',
      'paymentState',
      'paymentChannel',
      'tooManyRequests',
    ],
  }),
  /** Asks the channel for the state of the open code and of the refunds. */
  refresh: endpoint({
    method: 'POST',
    path: `${path}/refresh`,
    summary: '刷新缴费状态',
    params,
    output: PaymentView,
    mutates: false,
    refusals: ['notFound', 'tooManyRequests'],
  }),
  /** Pays the open code in the simulator; there is no such call with a real channel. */
  simulate: endpoint({
    method: 'POST',
    path: `${path}/simulate`,
    summary: '模拟缴费（演示渠道）',
    params,
    output: PaymentView,
    mutates: false,
    refusals: ['notFound', 'paymentState'],
  }),
};
