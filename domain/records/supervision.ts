import type { Person } from '../access/actor.ts';
import { addDays, isLocalDate, type LocalDate, localDateOf } from '../calendar/local-date.ts';
import { DayUnit } from '../enumerations/day-unit.ts';
import type { Problem } from '../refusals/refusals.ts';
import { SupervisionCard, supervisionCardLabel } from './card-rule.ts';
import type { RecordCommand, RecordPosition, RecordRules } from './record-rules.ts';
import { RecordKind, type SideRecord } from './side-record.ts';
import {
  dayOf,
  laterEnd,
  movedLimitLabel,
  problemsOfText,
  refuseInput,
  refuseState,
} from './texts-of-input.ts';

/** Grounds for a supervision letter; the person may tick several. */
export const SupervisionGround = {
  stepOverdue: 'step-overdue',
  orderDue: 'order-due',
  askedAgain: 'asked-again',
  leader: 'leader',
  dissatisfied: 'dissatisfied',
} as const;
export type SupervisionGround = (typeof SupervisionGround)[keyof typeof SupervisionGround];
export const supervisionGroundLabel: Record<SupervisionGround, string> = {
  [SupervisionGround.stepOverdue]: '环节超期',
  [SupervisionGround.orderDue]: '将超全程时限',
  [SupervisionGround.askedAgain]: '群众再次反映',
  [SupervisionGround.leader]: '领导交办',
  [SupervisionGround.dissatisfied]: '评价不满意',
};

/** Causes of a delay, as the answer names them. */
export const DelayCause = {
  report: 'report',
  complex: 'complex',
  staff: 'staff',
  other: 'other',
} as const;
export type DelayCause = (typeof DelayCause)[keyof typeof DelayCause];
export const delayCauseLabel: Record<DelayCause, string> = {
  [DelayCause.report]: '等检测机构报告',
  [DelayCause.complex]: '情况复杂',
  [DelayCause.staff]: '人手不足',
  [DelayCause.other]: '其他',
};

export const letterLimits = { textLength: 500, answerDays: 60, promiseDays: 3 * 366, orders: 100 } as const;

export interface SupervisionAnswer {
  cause: DelayCause;
  text: string;
  promisedOn: LocalDate;
  fileIds: readonly string[];
  by: Person;
  at: string;
}

export interface SupervisionData {
  grounds: readonly SupervisionGround[];
  demand: string;
  card: SupervisionCard;
  /** End (ISO) of the present limit to answer. */
  answerDue: string;
  /** Working days of the present limit, and the time (ISO) from which they count. */
  answerDays?: number;
  askedAt?: string;
  /** True once the limit to answer has passed without an answer. */
  isLate: boolean;
  answer: SupervisionAnswer | null;
  /** Reason why the last answer was sent back, or why the letter was waived. */
  reason: string;
}

export type SupervisionState = 'awaiting' | 'answered' | 'returned' | 'accepted' | 'waived';
type Position = RecordPosition<SupervisionState, SupervisionData>;
type Command<Input> = RecordCommand<SupervisionState, SupervisionData, Input>;

export interface OpenLetterInput {
  grounds: readonly SupervisionGround[];
  demand: string;
  answerDays: number;
  card: SupervisionCard;
}
export interface AnswerInput {
  cause: DelayCause;
  text: string;
  promisedOn: string;
  fileIds?: readonly string[];
}
export interface ReturnAnswerInput {
  reason: string;
  answerDays: number;
}

const demandLength = letterLimits.textLength;

/** Returns the number of yellow cards of the order so far. */
function yellowCards(records: readonly SideRecord[]): number {
  return records.filter(
    ({ kind, data }) =>
      kind === RecordKind.supervision && (data as SupervisionData).card === SupervisionCard.yellow,
  ).length;
}

/**
 * Returns the card that a letter gets: the chosen one, or a red one if the yellow cards of the item's rule are
 * full.
 */
function cardOf({ records, settings }: Position, chosen: SupervisionCard): SupervisionCard {
  const full = settings.supervision.cards?.yellowsForRed ?? null;
  const isFull = full !== null && yellowCards(records) + 1 >= full;
  return chosen === SupervisionCard.yellow && isFull ? SupervisionCard.red : chosen;
}

const problemsOfDays = (days: number): Problem[] =>
  days >= 1 && days <= letterLimits.answerDays
    ? []
    : [{ field: 'answerDays', message: `答复期限应为 1 至 ${letterLimits.answerDays} 个工作日` }];

const answerDueOf = ({ endOf, now }: Position, days: number) =>
  endOf({ amount: days, unit: DayUnit.workingDays }, now);

const open: Command<OpenLetterInput> = {
  label: '督办',
  from: ['none'],
  by: ['supervisor'],
  refuse({ records }) {
    const isOpen = records.some(
      ({ kind, state }) => kind === RecordKind.supervision && state !== 'accepted' && state !== 'waived',
    );
    return isOpen ? refuseState('该办件已有一份督办单尚未了结') : null;
  },
  decide(position, { grounds, demand, answerDays, card }) {
    const refusal = refuseInput([
      ...(grounds.length > 0 ? [] : [{ field: 'grounds', message: '请选择督办缘由' }]),
      ...problemsOfText('demand', demand, '督办要求', demandLength),
      ...problemsOfDays(answerDays),
    ]);
    if (refusal) return refusal;
    const answerDue = answerDueOf(position, answerDays);
    const given = cardOf(position, card);
    const labels = grounds.map((ground) => supervisionGroundLabel[ground]).join('、');
    const cardText = given === SupervisionCard.none ? '' : `，亮${supervisionCardLabel[given]}`;
    return {
      state: 'awaiting',
      data: {
        grounds: [...new Set(grounds)],
        demand,
        card: given,
        answerDue,
        answerDays,
        askedAt: position.now.toISOString(),
        isLate: false,
        answer: null,
        reason: '',
      },
      due: { at: answerDue, command: 'expire' },
      text: `${labels}${cardText}，${localDateOf(new Date(answerDue))} 前答复：${demand}`,
    };
  },
};

const answer: Command<AnswerInput> = {
  label: '答复督办单',
  from: ['awaiting', 'returned'],
  by: ['handler', 'leader'],
  refuse({ record, by }) {
    return record?.openedBy.staffId === by.staffId ? refuseState('不能答复本人发出的督办单') : null;
  },
  decide({ record, by, now }, { cause, text, promisedOn, fileIds = [] }) {
    if (!record) return refuseState('没有待答复的督办单');
    const refusal = refuseInput([
      ...problemsOfText('text', text, '整改情况', letterLimits.textLength),
      ...problemsOfPromise(promisedOn, now),
    ]);
    if (refusal) return refusal;
    return {
      state: 'answered',
      data: {
        ...record.data,
        answer: { cause, text, promisedOn, fileIds: [...fileIds], by, at: now.toISOString() },
      },
      text: `${delayCauseLabel[cause]}，承诺 ${promisedOn} 办成：${text}`,
    };
  },
};

function problemsOfPromise(promisedOn: string, now: Date): Problem[] {
  if (!isLocalDate(promisedOn)) return [{ field: 'promisedOn', message: '请选择承诺办成的日期' }];
  const today = localDateOf(now);
  if (promisedOn < today) return [{ field: 'promisedOn', message: '承诺办成的日期不能早于今天' }];
  return promisedOn > addDays(today, letterLimits.promiseDays)
    ? [{ field: 'promisedOn', message: '承诺办成的日期应在三年之内' }]
    : [];
}

const accept: Command<object> = {
  label: '认可答复',
  from: ['answered'],
  by: ['supervisor'],
  refuse({ record, by }) {
    return record?.data.answer?.by.staffId === by.staffId ? refuseState('不能认可本人的答复') : null;
  },
  decide: () => ({ state: 'accepted', text: '' }),
};

const sendBack: Command<ReturnAnswerInput> = {
  label: '退回重答',
  from: ['answered'],
  by: ['supervisor'],
  decide(position, { reason, answerDays }) {
    const { record } = position;
    if (!record) return refuseState('没有待认可的答复');
    const refusal = refuseInput([
      ...problemsOfText('reason', reason, '退回原因', letterLimits.textLength),
      ...problemsOfDays(answerDays),
    ]);
    if (refusal) return refusal;
    const answerDue = answerDueOf(position, answerDays);
    return {
      state: 'returned',
      data: {
        ...record.data,
        answerDue,
        answerDays,
        askedAt: position.now.toISOString(),
        isLate: false,
        reason,
      },
      due: { at: answerDue, command: 'expire' },
      text: `${localDateOf(new Date(answerDue))} 前重新答复：${reason}`,
    };
  },
};

const waive: Command<{ reason: string }> = {
  label: '免予答复',
  from: ['awaiting', 'answered', 'returned'],
  by: ['leader'],
  dangerous: true,
  decide({ record }, { reason }) {
    if (!record) return refuseState('没有待答复的督办单');
    const refusal = refuseInput(problemsOfText('reason', reason, '免予答复的原因', letterLimits.textLength));
    return refusal ?? { state: 'waived', data: { ...record.data, reason }, text: reason };
  },
};

/** The portal's own command at the end of the limit: the letter stays open, and is late from then on. */
const expire: Command<object> = {
  label: '督办答复超期',
  from: ['awaiting', 'returned'],
  by: ['system'],
  decide(position) {
    const { record, now } = position;
    // The job may run twice.
    if (!record?.due) return refuseState('没有待答复的督办单');
    const { answerDue, answerDays, askedAt } = record.data;
    if (Date.parse(answerDue) > now.getTime()) return refuseState('督办单的答复期限未到');
    const later =
      answerDays && askedAt
        ? laterEnd(position, { amount: answerDays, unit: DayUnit.workingDays }, askedAt, answerDue)
        : null;
    if (later !== null)
      return {
        state: record.state,
        data: { ...record.data, answerDue: later },
        due: { at: later, command: 'expire' },
        label: movedLimitLabel,
        text: `节假日安排公布后，答复期限顺延至 ${dayOf(later)}`,
      };
    return {
      state: record.state,
      data: { ...record.data, isLate: true },
      due: null,
      text: `应于 ${localDateOf(new Date(record.data.answerDue))} 前答复，尚未答复`,
    };
  },
};

/**
 * Supervision letter (督办单): opened by a supervisor, answered by a handler of the order or by a leader, accepted or
 * sent back by a supervisor, waived by a leader. The order cannot end while one is open.
 */
export const supervisionRules = {
  kind: RecordKind.supervision,
  wholeOrder: true,
  states: {
    awaiting: { label: '待答复', isOpen: true, holdsOrder: 'always' },
    answered: { label: '已答复，待认可', isOpen: true, holdsOrder: 'always' },
    returned: { label: '退回重答', isOpen: true, holdsOrder: 'always' },
    accepted: { label: '已认可', isOpen: false },
    waived: { label: '已免督', isOpen: false },
  },
  commands: { open, answer, accept, sendBack, waive, expire },
  // 督办通知书 and 督办答复 are documents (文书) of the office with these facts.
  facts: {
    values: [
      '缘由',
      '要求',
      '亮牌',
      '发出日期',
      '督办人',
      '督办机构',
      '答复期限',
      '超期原因',
      '整改情况',
      '承诺日期',
      '答复人',
      '答复日期',
      '退回或免予答复的原因',
    ],
    of: ({ data, openedAt, openedBy }) => ({
      缘由: data.grounds.map((ground) => supervisionGroundLabel[ground]).join('、'),
      要求: data.demand,
      亮牌: data.card === SupervisionCard.none ? '' : supervisionCardLabel[data.card],
      发出日期: dayOf(openedAt),
      督办人: openedBy.name,
      督办机构: openedBy.orgName,
      答复期限: dayOf(data.answerDue),
      超期原因: data.answer ? delayCauseLabel[data.answer.cause] : '',
      整改情况: data.answer?.text ?? '',
      承诺日期: data.answer?.promisedOn ?? '',
      答复人: data.answer?.by.name ?? '',
      答复日期: dayOf(data.answer?.at),
      退回或免予答复的原因: data.reason,
    }),
  },
  isOffered: () => true,
} satisfies RecordRules<SupervisionState, SupervisionData>;
