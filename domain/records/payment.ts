import {
  PaymentNoticeStatus,
  paymentNoticeStatusLabel,
  type RefundReason,
  refundReasonLabel,
} from '../enumerations/payment.ts';
import { type ChosenFee, chargeFees, type FeeLine, type FeePayee } from '../payments/fee-items.ts';
import { paymentLimits } from '../payments/limits.ts';
import { capitalYuan, formatYuan } from '../payments/money.ts';
import type { Problem } from '../refusals/refusals.ts';
import { maskAnyName } from '../sensitive/masks.ts';
import { isOneLine, oneLineMessage, problemOfLength } from '../texts/characters.ts';
import { hasRecordAtVisit } from './at-visit.ts';
import type {
  RecordCommand,
  RecordMessage,
  RecordPosition,
  RecordRefusal,
  RecordRules,
} from './record-rules.ts';
import { RecordKind } from './side-record.ts';
import { dayOf, problemsOfText, refuseInput, refuseState } from './texts-of-input.ts';

/** The states of a payment notice by their names (S1 §4); they follow from the tries and refunds in the ledger. */
export type PaymentState = keyof typeof PaymentNoticeStatus;

/** Returns the state of the record for the code of a payment notice. */
export function paymentStateOf(code: PaymentNoticeStatus): PaymentState {
  const found = Object.entries(PaymentNoticeStatus).find(([, value]) => value === code);
  return (found?.[0] ?? 'unpaid') as PaymentState;
}

export interface PaymentData {
  /** 缴款书号. */
  number: string;
  /** Empty for the applicant, whose name stays with the order. */
  payer: string;
  lines: FeeLine[];
  /** Fen. */
  total: number;
  payee: FeePayee;
  paidAt?: string;
  /** Amount that was refunded so far. */
  refunded?: number;
}

export interface OrderPaymentInput {
  /** Number that the server has assigned. */
  number: string;
  payer: string;
  fees: ChosenFee[];
}
export interface RevokePaymentInput {
  reason: string;
}
export interface RefundPaymentInput {
  /** Fen. */
  amount: number;
  reason: RefundReason;
  note: string;
  /** True if it refunds the code that pays the order of payment; a surplus changes no state. */
  counts: boolean;
}
/** State of the ledger, as the portal reports it to the order. */
export interface ReportPaymentInput {
  paidAt?: string;
  refunded?: number;
}

type Position = RecordPosition<PaymentState, PaymentData>;
type Command<Input> = RecordCommand<PaymentState, PaymentData, Input>;

function problemsOfLine(field: string, text: string, maxLength: number): Problem[] {
  const message = isOneLine(text) ? problemOfLength(text, maxLength, '缴款人') : oneLineMessage;
  return message === undefined ? [] : [{ field, message }];
}

function refuseSecond(position: Position): RecordRefusal | null {
  return hasRecordAtVisit(position, RecordKind.payment, unpaidStates)
    ? refuseState('该环节已有未缴的缴款书，请先缴费或者撤销')
    : null;
}

const order: Command<OrderPaymentInput> = {
  label: '开具缴款书',
  from: ['none'],
  by: ['handler'],
  refuse: refuseSecond,
  decide({ settings }, { number, payer, fees }) {
    const charged = chargeFees(settings.payment.items, fees);
    const refusal = refuseInput([
      ...problemsOfLine('payer', payer, paymentLimits.nameLength),
      ...('problems' in charged ? charged.problems : []),
    ]);
    if (refusal || 'problems' in charged) return refusal ?? refuseState('收费项目不正确');
    const { lines, total } = charged;
    return {
      state: 'unpaid',
      data: { number, payer, lines, total, payee: settings.payment.payee },
      text: `应缴 ${formatYuan(total)} 元，缴款书号 ${number}`,
    };
  },
};

const unpaidStates = ['unpaid', 'paying'] as const;

/** Offers the code to people at the counter; the payment itself comes from the gateway. */
const pay: Command<never> = {
  label: '缴费',
  from: unpaidStates,
  by: ['handler', 'registrar'],
  decide: () => refuseState('请扫描二维码缴费'),
};

const revoke: Command<RevokePaymentInput> = {
  label: '撤销缴款书',
  from: unpaidStates,
  by: ['handler'],
  dangerous: true,
  decide(_position, { reason }) {
    const refusal = refuseInput(problemsOfText('reason', reason, '撤销原因'));
    return refusal ?? { state: 'revoked', text: reason };
  },
};

const refund: Command<RefundPaymentInput> = {
  label: '退款',
  // Money that differs from its order, or arrived after a revocation, is refunded in other states than paid.
  from: ['unpaid', 'paying', 'paid', 'refunding', 'revoked'],
  by: ['leader'],
  afterEnd: true,
  dangerous: true,
  decide({ record }, { amount, reason, note, counts }) {
    const refusal = refuseInput(problemsOfText('note', note, '退款说明', paymentLimits.reasonLength));
    if (refusal || !record) return refusal ?? refuseState('没有缴款书');
    const text = `退款 ${formatYuan(amount)} 元，${refundReasonLabel[reason]}：${note}`;
    return { state: counts ? 'refunding' : record.state, text };
  },
};

interface ReportTexts {
  /** Name of the trace row. */
  label: string;
  text?: (data: PaymentData) => string;
  tell?: (data: PaymentData) => RecordMessage[];
}

/** Returns the command by which the portal reports a state of the ledger. */
function report(state: PaymentState, { label, text, tell }: ReportTexts): Command<ReportPaymentInput> {
  return {
    label,
    from: (Object.keys(PaymentNoticeStatus) as PaymentState[]).filter((one) => one !== state),
    by: ['system'],
    afterEnd: true,
    decide({ record }, { paidAt, refunded }) {
      if (!record) return refuseState('没有缴款书');
      const data = {
        ...record.data,
        ...(paidAt !== undefined && { paidAt }),
        ...(refunded !== undefined && { refunded }),
      };
      return { state, data, text: text?.(data) ?? '', tell: tell?.(data) ?? [] };
    },
  };
}

const amountText = ({ total }: PaymentData) => `${formatYuan(total)} 元`;

/** Commands of the portal, one for each state. */
export const paymentReports: Record<PaymentState, string> = {
  unpaid: 'reportUnpaid',
  paying: 'reportPaying',
  paid: 'reportPaid',
  refunding: 'reportRefunding',
  refunded: 'reportRefunded',
  revoked: 'reportRevoked',
};

/** Offered states that hold the task: it is completed after payment or revocation. */
const unpaidRules = { isOpen: true, blocksTask: true, holdsOrder: 'completion' } as const;
const label = (state: PaymentState) => paymentNoticeStatusLabel[PaymentNoticeStatus[state]];

/** Payment (缴费): its record follows the ledger, in which each code is a try and each refund belongs to one. */
export const paymentRules = {
  kind: RecordKind.payment,
  states: {
    unpaid: { label: label('unpaid'), ...unpaidRules },
    paying: { label: label('paying'), ...unpaidRules },
    paid: { label: label('paid'), isOpen: false },
    refunding: { label: label('refunding'), isOpen: false },
    refunded: { label: label('refunded'), isOpen: false },
    revoked: { label: label('revoked'), isOpen: false },
  },
  commands: {
    order,
    pay,
    revoke,
    refund,
    reportUnpaid: report('unpaid', { label: '缴费二维码失效' }),
    reportPaying: report('paying', { label: '生成缴费二维码' }),
    reportPaid: report('paid', {
      label: '缴费到账',
      text: (data) => `已到账 ${amountText(data)}`,
      tell: (data) => [
        { to: 'applicant', text: `已收到您的缴费 ${amountText(data)}，缴款书号 ${data.number}。` },
        { to: 'handlers', text: `缴费已到账：${amountText(data)}` },
      ],
    }),
    reportRefunding: report('refunding', { label: '退款', text: () => '已发起退款' }),
    reportRefunded: report('refunded', {
      label: '退款完成',
      text: (data) => `已退 ${amountText(data)}`,
      tell: (data) => [
        {
          to: 'applicant',
          text: `您的缴费 ${amountText(data)}已退回付款账户，缴款书号 ${data.number}。`,
        },
      ],
    }),
    reportRevoked: report('revoked', { label: '撤销缴款书', text: () => '缴款书已撤销' }),
  },
  closedWithTask: 'revoked',
  tellClosed: ({ data }, { cause }) => [
    { to: 'applicant', text: `缴款书 ${data.number} 已撤销，请不要再缴费；已付的款项将退回。` },
    { to: 'opener', text: `缴款书 ${data.number} 已随${cause}撤销` },
  ],
  mask: (data) => ({ ...data, payer: maskAnyName(data.payer) }),
  // The elements of 缴款书 and its receipt, for templates of documents.
  facts: {
    values: [
      '缴款书号',
      '缴款人',
      '金额',
      '大写金额',
      '收款单位',
      '收款单位编码',
      '收款账号',
      '开户行',
      '开具日期',
      '缴费日期',
      '已退金额',
      '大写已退金额',
    ],
    lists: { 收费项目: ['项目编码', '项目名称', '单位', '数量', '标准', '金额'] },
    of: ({ data, openedAt }) => ({
      缴款书号: data.number,
      缴款人: data.payer,
      金额: formatYuan(data.total),
      大写金额: capitalYuan(data.total),
      收款单位: data.payee.unitName,
      收款单位编码: data.payee.unitCode,
      收款账号: data.payee.account,
      开户行: data.payee.bank,
      开具日期: dayOf(openedAt),
      缴费日期: data.paidAt === undefined ? '' : dayOf(data.paidAt),
      已退金额: data.refunded ? formatYuan(data.refunded) : '',
      大写已退金额: data.refunded ? capitalYuan(data.refunded) : '',
      收费项目: data.lines.map(({ code, name, unit, quantity, standard, amount }) => ({
        项目编码: code,
        项目名称: name,
        单位: unit,
        数量: quantity,
        标准: formatYuan(standard),
        金额: formatYuan(amount),
      })),
    }),
  },
  isOffered: ({ payment }) => payment.items.length > 0,
} satisfies RecordRules<PaymentState, PaymentData>;
