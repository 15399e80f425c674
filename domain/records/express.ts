import { localDateOf } from '../calendar/local-date.ts';
import { isPhone } from '../certificates/phone.ts';
import { PostalTracking } from '../enumerations/postal-tracking.ts';
import { isMailNumber } from '../express/limits.ts';
import { SendType, sendTypeLabel } from '../express/send-type.ts';
import type { Problem } from '../refusals/refusals.ts';
import type { RecordCommand, RecordMessage, RecordPosition, RecordRules } from './record-rules.ts';
import { RecordKind, type SideRecord } from './side-record.ts';
import { dayOf, problemsOfName, problemsOfText, refuseInput, refuseState } from './texts-of-input.ts';

/** Carriers that a person chooses; only EMS is ordered through the gateway. */
export const expressCarriers = ['中国邮政 EMS', '顺丰速运', '京东快递', '其他快递'] as const;
export const orderedCarrier = expressCarriers[0];

export const expressTextLimits = { contents: 200, name: 50, address: 200, carrier: 20 } as const;

/** Names, telephones and addresses are not part of the order's state: they are encrypted in the item's row. */
export interface ExpressData {
  /** Id of the item's row. */
  itemId: string;
  sendType: SendType;
  carrier: string;
  /** Null until the carrier gives it. */
  mailNum: string | null;
  contents: string;
  status: PostalTracking;
  /** Time of the delivery: the date of service (送达) of an item to the applicant. */
  deliveredAt: string | null;
  /** Why the carrier refused the order; empty otherwise. */
  fault: string;
  /** True if a person entered the delivery. */
  byHand: boolean;
  /** The record of the certificates that it carries. */
  outputId: number | null;
}

export interface ExpressInput {
  itemId: string;
  carrier: string;
  /** Empty to order a pickup. */
  mailNum: string;
  contents: string;
  /** The applicant's side. */
  party: { name: string; phone: string; address: string };
  /** The record 出证 whose certificates the item carries; null for none. */
  outputId: number | null;
  /** True if another item has the number. */
  isNumberTaken: boolean;
}

/** News of the carrier about an item, as the portal computed them from its events. */
export interface ExpressNews {
  mailNum: string | null;
  status: PostalTracking;
  deliveredAt: string | null;
  isReturned: boolean;
  fault: string;
}

export interface ReceiptInput {
  /** Time of the delivery (ISO). */
  at: string;
  reason: string;
}

export type ExpressState = 'ordering' | 'refused' | 'moving' | 'delivered' | 'returned' | 'cancelled';
type Position = RecordPosition<ExpressState, ExpressData>;
type Command<Input> = RecordCommand<ExpressState, ExpressData, Input>;

/** Returns the problems of a new item, at the fields of its dialog. */
function problemsOfExpress({ carrier, mailNum, contents, party, isNumberTaken }: ExpressInput): Problem[] {
  const { name, phone, address } = party;
  const isPickup = mailNum === '';
  return [
    ...problemsOfName('contents', contents, '内件', expressTextLimits.contents),
    ...problemsOfName('party.name', name, '姓名', expressTextLimits.name),
    ...(isPhone(phone) ? [] : [{ field: 'party.phone', message: '请填写正确的手机号或固定电话' }]),
    ...problemsOfName('party.address', address, '地址', expressTextLimits.address),
    ...problemsOfName('carrier', carrier, '快递公司', expressTextLimits.carrier),
    ...(isPickup || isMailNumber(mailNum)
      ? []
      : [{ field: 'mailNum', message: '运单号应为 6 至 40 位字母或数字' }]),
    ...(isNumberTaken ? [{ field: 'mailNum', message: '该运单号已经登记' }] : []),
    ...(isPickup && carrier !== orderedCarrier
      ? [{ field: 'mailNum', message: `“${carrier}”不能由系统下单，请填写运单号` }]
      : []),
  ];
}

function newItem(sendType: SendType, label: string): Command<ExpressInput> {
  const isOffered = ({ settings }: Position) =>
    sendType === SendType.toApplicant ? settings.express.toApplicant : settings.express.fromApplicant;
  return {
    label,
    from: ['none'],
    by: ['handler', 'registrar'],
    afterEnd: true,
    refuse: (position) =>
      isOffered(position) ? null : refuseState(`该事项未开通${sendTypeLabel[sendType]}`),
    decide(position, input) {
      const output = position.records[(input.outputId ?? 0) - 1];
      const refusal = refuseInput([
        ...problemsOfExpress(input),
        ...(input.outputId === null || (output?.kind === RecordKind.output && output.state === 'posting')
          ? []
          : [{ field: 'outputId', message: '所选证照不在待寄送状态' }]),
      ]);
      if (refusal) return refusal;
      const { itemId, carrier, mailNum, contents, outputId } = input;
      const isPickup = mailNum === '';
      return {
        state: isPickup ? 'ordering' : 'moving',
        data: {
          itemId,
          sendType,
          carrier,
          mailNum: isPickup ? null : mailNum,
          contents,
          status: PostalTracking.awaitingCourier,
          deliveredAt: null,
          fault: '',
          byHand: false,
          outputId,
        },
        ...(!isPickup && { tell: sentMessages(sendType, carrier, mailNum) }),
        text: `${carrier}${isPickup ? '，预约上门揽收' : `，运单号 ${mailNum}`}，内件：${contents}`,
      };
    },
  };
}

function stateAfter({ deliveredAt, isReturned, mailNum, fault }: ExpressNews): ExpressState {
  if (mailNum === null) return fault === '' ? 'ordering' : 'refused';
  if (isReturned) return 'returned';
  return deliveredAt === null ? 'moving' : 'delivered';
}

function newsText(state: ExpressState, { mailNum, fault, status }: ExpressNews): string {
  switch (state) {
    case 'ordering':
      return '等待快递公司接单';
    case 'refused':
      return `快递公司未接单：${fault}`;
    case 'returned':
      return `运单号 ${mailNum}，退回寄件人`;
    case 'delivered':
      return `运单号 ${mailNum}，已妥投`;
    default:
      return `运单号 ${mailNum}，${status === PostalTracking.undelivered ? '未妥投，等待再次投递' : '寄送中'}`;
  }
}

/** Tells the applicant under which number an item is on its way. */
function sentMessages(sendType: SendType, carrier: string, mailNum: string): RecordMessage[] {
  if (sendType === SendType.fromApplicant) return [];
  return [{ to: 'applicant', text: `您的材料已由${carrier}寄出，运单号${mailNum}。` }];
}

function newsMessages(
  { state: before, data }: SideRecord<ExpressData>,
  state: ExpressState,
  { mailNum, fault }: ExpressNews,
): RecordMessage[] {
  const { sendType, carrier, contents } = data;
  const toApplicant = sendType === SendType.toApplicant;
  if (before === state) return [];
  switch (state) {
    case 'refused':
      return [{ to: 'opener', text: `快递公司未接单（${contents}）：${fault}` }];
    case 'moving':
      return before === 'ordering' && mailNum !== null ? sentMessages(sendType, carrier, mailNum) : [];
    case 'returned':
      return [{ to: 'opener', text: `${carrier} ${mailNum} 已退回寄件人（${contents}）` }];
    case 'delivered':
      return toApplicant
        ? [{ to: 'applicant', text: `您的快递${mailNum}已妥投。` }]
        : [{ to: 'opener', text: `申请人寄来的材料已送达（${contents}），运单号${mailNum}` }];
    default:
      return [];
  }
}

/** Checks whether the news change anything that the record says. */
export function isNews(
  { state, data }: Pick<SideRecord<ExpressData>, 'state' | 'data'>,
  news: ExpressNews,
): boolean {
  const failed = PostalTracking.undelivered;
  return (
    stateAfter(news) !== state ||
    news.mailNum !== data.mailNum ||
    (state === 'delivered' && news.deliveredAt !== data.deliveredAt) ||
    (news.status === failed) !== (data.status === failed)
  );
}

/** News of the carrier (S1 §4): a delivery may be declared void later, also after the order has ended. */
const track: Command<ExpressNews> = {
  label: '快递进展',
  from: ['ordering', 'moving', 'delivered', 'returned'],
  by: ['system'],
  afterEnd: true,
  decide({ record }, news) {
    if (!record || record.data.byHand) return refuseState('该快递已由工作人员登记签收');
    const state = stateAfter(news);
    const { mailNum, status, deliveredAt, fault } = news;
    return {
      state,
      tell: newsMessages(record, state, news),
      data: {
        ...record.data,
        mailNum,
        status,
        deliveredAt: state === 'delivered' ? deliveredAt : null,
        fault,
      },
      text: newsText(state, news),
    };
  },
};

/** A person enters the delivery: of an item that arrived at the window, or of a carrier that reports none. */
const receive: Command<ReceiptInput> = {
  label: '登记签收',
  from: ['moving', 'returned'],
  by: ['handler', 'registrar'],
  afterEnd: true,
  decide({ record, now }, input) {
    if (!record) return refuseState('没有正在寄送的快递');
    const { reason } = input;
    const received = new Date(input.at);
    const isPast = received <= now;
    const refusal = refuseInput([
      ...(isPast && localDateOf(received) >= dayOf(record.openedAt)
        ? []
        : [{ field: 'at', message: isPast ? '签收时间不能早于登记日期' : '签收时间不能晚于现在' }]),
      ...problemsOfText('reason', reason, '签收情况'),
    ]);
    if (refusal) return refusal;
    return {
      state: 'delivered',
      data: {
        ...record.data,
        status: PostalTracking.delivered,
        deliveredAt: received.toISOString(),
        byHand: true,
      },
      text: reason,
    };
  },
};

const cancel: Command<{ reason: string }> = {
  label: '取消寄送',
  from: ['ordering', 'refused', 'moving'],
  by: ['handler', 'registrar'],
  afterEnd: true,
  dangerous: true,
  decide(_position, { reason }) {
    const refusal = refuseInput(problemsOfText('reason', reason, '取消原因'));
    return refusal ?? { state: 'cancelled', text: reason };
  },
};

/** Express items of an order in both directions (快递); they go on after the order has ended. */
export const expressRules = {
  kind: RecordKind.express,
  states: {
    ordering: { label: '待揽收', isOpen: true },
    refused: { label: '未接单', isOpen: true },
    moving: { label: '寄送中', isOpen: true },
    delivered: { label: '已送达', isOpen: false },
    returned: { label: '已退回', isOpen: false },
    cancelled: { label: '已取消', isOpen: false },
  },
  commands: {
    send: newItem(SendType.toApplicant, '快递寄出'),
    expect: newItem(SendType.fromApplicant, '登记来件'),
    track,
    receive,
    cancel,
  },
  facts: {
    values: ['方向', '快递公司', '运单号', '内件', '送达日期', '未接单的原因'],
    of: ({ data }) => ({
      方向: sendTypeLabel[data.sendType],
      快递公司: data.carrier,
      运单号: data.mailNum ?? '',
      内件: data.contents,
      送达日期: dayOf(data.deliveredAt),
      未接单的原因: data.fault,
    }),
  },
  isOffered: ({ express }) => express.toApplicant || express.fromApplicant,
} satisfies RecordRules<ExpressState, ExpressData>;
