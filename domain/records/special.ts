import { type LimitUnit, type TimeLimit, timeLimitText } from '../calendar/clock-ledger.ts';
import { addDays, isLocalDate, type LocalDate, localDateOf, startOfDay } from '../calendar/local-date.ts';
import { type SpecialType, specialTypeLabel } from '../enumerations/special-type.ts';
import { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import type { Problem } from '../refusals/refusals.ts';
import { hasRecordAtVisit } from './at-visit.ts';
import type { RecordCommand, RecordPosition, RecordRefusal, RecordRules } from './record-rules.ts';
import { recordSettingLimits } from './record-settings.ts';
import { RecordKind } from './side-record.ts';
import { SpecialClock, specialClockLabel } from './special-settings.ts';
import {
  dayOf,
  laterEnd,
  movedLimitLabel,
  problemsOfName,
  problemsOfText,
  refuseInput,
  refuseState,
} from './texts-of-input.ts';

/** Characters of the name of the body that does the procedure. */
export const maxAgencyLength = 100;
/** Characters of a conclusion, such as 合格. */
export const maxConclusionLength = 100;

/** Content of a special procedure (S1 §3: specialType, specialReason, timeLimit, specialState). */
export interface SpecialData {
  type: SpecialType;
  reason: string;
  /** The body that does the procedure; empty if it is the office itself. */
  agency: string;
  limit: TimeLimit;
  clock: SpecialClock;
  requestedBy: string;
  /** Time (ISO) of the confirmation, and the end of its limit; undefined before. */
  startedAt?: string;
  dueAt?: string;
  /** Result: conclusion, account, day on which it was received, and its papers. */
  conclusion?: string;
  result?: string;
  receivedOn?: LocalDate;
  fileIds?: readonly string[];
  /** Reason of a refusal. */
  refusal?: string;
}

export interface SpecialRequest {
  type: SpecialType;
  reason: string;
  agency: string;
  amount: number;
  unit: LimitUnit;
}
export interface SpecialAnswer {
  reason: string;
}
export interface SpecialProlonging {
  amount: number;
  reason: string;
}
export interface SpecialResult {
  conclusion: string;
  result: string;
  /** Day on which the result was received; it may lie before the entry. */
  receivedOn: LocalDate;
  fileIds?: readonly string[];
}

export type SpecialState =
  | 'requested'
  | 'running'
  | 'runningCounted'
  | 'done'
  | 'refused'
  | 'withdrawn'
  | 'cancelled';
type Position = RecordPosition<SpecialState, SpecialData>;
type Command<Input = never> = RecordCommand<SpecialState, SpecialData, Input>;

const openStates: readonly SpecialState[] = ['requested', 'running', 'runningCounted'];

function problemsOfAmount(amount: number, name: string): Problem[] {
  const { days } = recordSettingLimits;
  const isValid = Number.isInteger(amount) && amount >= 1 && amount <= days;
  return isValid ? [] : [{ field: 'amount', message: `${name}应为 1 至 ${days}` }];
}

const request: Command<SpecialRequest> = {
  label: '申请特别程序',
  from: ['none'],
  by: ['handler'],
  refuse: (position) =>
    hasRecordAtVisit(position, RecordKind.specialProcedure, openStates)
      ? refuseState('该环节已有一项特别程序，完成后才能再申请')
      : null,
  decide({ settings, by, limits }, { type, reason, agency, amount, unit }) {
    const clock = settings.special.clocks[type];
    const adds = clock === SpecialClock.adds;
    const agencyProblems = agency === '' ? [] : problemsOfName('agency', agency, '承担机构', maxAgencyLength);
    const refusal = refuseInput([
      ...(clock === undefined ? [{ field: 'type', message: `该事项未开通“${specialTypeLabel[type]}”` }] : []),
      ...problemsOfText('reason', reason, '原因'),
      ...problemsOfAmount(amount, '期限'),
      ...(adds && limits.order?.unit !== unit
        ? [{ field: 'unit', message: '时限相应延长的特别程序，期限的单位须与全程时限一致' }]
        : []),
      ...agencyProblems,
    ]);
    if (refusal || clock === undefined) return refusal ?? refuseState('该事项未开通这类特别程序');
    const limit = { amount, unit };
    const text = `${specialTypeLabel[type]}，期限 ${timeLimitText(limit)}，${specialClockLabel[clock]}：${reason}`;
    return {
      state: 'requested',
      data: { type, reason, agency, limit, clock, requestedBy: by.staffId },
      tell: [{ to: 'leaders', text: `待确认特别程序：${text}` }],
      text,
    };
  },
};

/** Refuses a leader who asked for the procedure: another one confirms it. */
function refuseOwnRequest({ record, by }: Position): RecordRefusal | null {
  return record?.data.requestedBy === by.staffId ? refuseState('不能确认本人提出的特别程序') : null;
}

const confirm: Command<SpecialAnswer> = {
  label: '确认特别程序',
  from: ['requested'],
  by: ['leader'],
  refuse: refuseOwnRequest,
  decide({ record, now, endOf }) {
    if (!record) return refuseState('没有待确认的特别程序');
    const { type, limit, clock } = record.data;
    const dueAt = endOf(limit, now);
    return {
      state: clock === SpecialClock.stops ? 'running' : 'runningCounted',
      data: { ...record.data, startedAt: now.toISOString(), dueAt },
      due: { at: dueAt, command: 'remind' },
      ...(clock === SpecialClock.adds && {
        extension: { at: now.toISOString(), days: limit.amount, of: 'orderAndTask' as const },
      }),
      tell: [{ to: 'applicant', text: noticeOf(record.data) }, toOpener('特别程序已确认，可以开始')],
      text: `${specialTypeLabel[type]}自今日开始，${dayOf(dueAt)} 到期，${specialClockLabel[clock]}`,
    };
  },
};

/** Returns the notice to the applicant, whom the law tells of the time that is needed (行政许可法 art. 45). */
function noticeOf({ type, limit, clock }: SpecialData): string {
  const effect = {
    [SpecialClock.stops]: '所需时间不计入办理期限',
    [SpecialClock.runs]: '所需时间计入办理期限',
    [SpecialClock.adds]: '办理期限相应延长',
  }[clock];
  return `您的办件需要进行${specialTypeLabel[type]}，期限 ${timeLimitText(limit)}，${effect}。`;
}

const toOpener = (text: string) => ({ to: 'opener', text }) as const;

const refuseRequest: Command<SpecialAnswer> = {
  label: '不同意特别程序',
  from: ['requested'],
  by: ['leader'],
  dangerous: true,
  refuse: refuseOwnRequest,
  decide({ record }, { reason }) {
    const refusal = refuseInput(problemsOfText('reason', reason, '不同意的原因'));
    if (refusal || !record) return refusal ?? refuseState('没有待确认的特别程序');
    return {
      state: 'refused',
      data: { ...record.data, refusal: reason },
      tell: [toOpener(`特别程序未获同意：${reason}`)],
      text: reason,
    };
  },
};

const withdraw: Command<SpecialAnswer> = {
  label: '撤回特别程序申请',
  from: ['requested'],
  by: ['handler'],
  dangerous: true,
  decide: (_position, { reason }) =>
    refuseInput(problemsOfText('reason', reason, '撤回原因')) ?? { state: 'withdrawn', text: reason },
};

const prolong: Command<SpecialProlonging> = {
  label: '延长特别程序',
  from: ['running', 'runningCounted'],
  by: ['leader'],
  decide({ record, endOf }, { amount, reason }) {
    if (!record?.data.startedAt) return refuseState('没有进行中的特别程序');
    const total = record.data.limit.amount + amount;
    const refusal = refuseInput([
      ...problemsOfAmount(amount, '延长的天数'),
      ...(total > recordSettingLimits.days
        ? [{ field: 'amount', message: `期限合计不能超过 ${recordSettingLimits.days}` }]
        : []),
      ...problemsOfText('reason', reason, '延长的原因'),
    ]);
    if (refusal) return refusal;
    const limit = { ...record.data.limit, amount: total };
    const dueAt = endOf(limit, new Date(record.data.startedAt));
    const { extension } = record;
    return {
      state: record.state,
      data: { ...record.data, limit, dueAt },
      due: { at: dueAt, command: 'remind' },
      ...(extension && { extension: { ...extension, days: extension.days + amount } }),
      tell: [
        { to: 'applicant', text: noticeOf({ ...record.data, limit }) },
        { to: 'handlers', text: `特别程序延长到 ${dayOf(dueAt)}` },
      ],
      text: `延长 ${timeLimitText({ amount, unit: limit.unit })}，到 ${dayOf(dueAt)}：${reason}`,
    };
  },
};

const finish: Command<SpecialResult> = {
  label: '登记特别程序结果',
  from: ['running', 'runningCounted'],
  by: ['handler'],
  decide({ record, now }, { conclusion, result, receivedOn, fileIds = [] }) {
    if (!record?.data.startedAt) return refuseState('没有进行中的特别程序');
    const refusal = refuseInput([
      ...problemsOfName('conclusion', conclusion, '结论', maxConclusionLength),
      ...problemsOfText('result', result, '结果说明'),
      ...problemsOfReceipt(receivedOn, localDateOf(new Date(record.data.startedAt)), localDateOf(now)),
    ]);
    if (refusal) return refusal;
    return {
      state: 'done',
      data: { ...record.data, conclusion, result, receivedOn, fileIds },
      ...(receivedOn < localDateOf(now) && { resumedAt: middayOf(receivedOn) }),
      tell: [
        {
          to: 'applicant',
          text: `您的办件的${specialTypeLabel[record.data.type]}已完成，继续办理。`,
        },
      ],
      text: `${specialTypeLabel[record.data.type]}结论：${conclusion}（${receivedOn} 收到）。${result}`,
    };
  },
};

function problemsOfReceipt(receivedOn: string, startedOn: LocalDate, today: LocalDate): Problem[] {
  const isPossible = isLocalDate(receivedOn) && receivedOn >= startedOn && receivedOn <= today;
  return isPossible
    ? []
    : [{ field: 'receivedOn', message: `收到结果的日期应在 ${startedOn} 至 ${today} 之间` }];
}

/** Returns a time within a day: the clock runs again after it, and the day itself does not count. */
function middayOf(day: LocalDate): string {
  return new Date((startOfDay(day).getTime() + startOfDay(addDays(day, 1)).getTime()) / 2).toISOString();
}

const remind: Command<unknown> = {
  label: '特别程序到期提醒',
  from: ['running', 'runningCounted'],
  by: ['system'],
  decide(position) {
    const { record, now } = position;
    if (!record?.due || !record.data.dueAt || !record.data.startedAt)
      return refuseState('没有进行中的特别程序');
    const { limit, startedAt, dueAt } = record.data;
    // A leader may have prolonged it since the job read what is due.
    if (Date.parse(dueAt) > now.getTime()) return refuseState('特别程序的期限未到');
    const later = laterEnd(position, limit, startedAt, dueAt);
    if (later !== null) {
      const moved = `节假日安排公布后，${specialTypeLabel[record.data.type]}的期限顺延至 ${dayOf(later)}`;
      return {
        state: record.state,
        data: { ...record.data, dueAt: later },
        due: { at: later, command: 'remind' },
        label: movedLimitLabel,
        tell: [{ to: 'handlers', text: moved }],
        text: moved,
      };
    }
    const text = `${specialTypeLabel[record.data.type]}期限已到，尚未登记结果`;
    return { state: record.state, due: null, tell: [{ to: 'handlers', text }], text };
  },
};

const running = { label: '进行中', isOpen: true, blocksTask: true, holdsOrder: 'completion' } as const;

/** Special procedure (特别程序): asked by a handler, confirmed by a leader (33), running (8), and its result (18). */
export const specialRules = {
  kind: RecordKind.specialProcedure,
  states: {
    requested: {
      ...running,
      label: '待确认',
      status: WorkOrderStatus.awaitingSpecialProcedureConfirmation,
    },
    running: { ...running, stopsClock: true, status: WorkOrderStatus.awaitingSpecialProcedure },
    runningCounted: { ...running, status: WorkOrderStatus.awaitingSpecialProcedure },
    done: { label: '已完成', isOpen: false, noteStatus: WorkOrderStatus.specialProcedureDone },
    refused: { label: '未同意', isOpen: false },
    withdrawn: { label: '已撤回', isOpen: false },
    cancelled: { label: '已随环节结束', isOpen: false },
  },
  commands: { request, confirm, refuse: refuseRequest, withdraw, finish, prolong, remind },
  closedWithTask: 'cancelled',
  tellClosed({ state, data }, { cause }) {
    const name = specialTypeLabel[data.type];
    if (state === 'requested')
      return [
        toOpener(`特别程序（${name}）未经确认，已随${cause}结束`),
        { to: 'leaders', text: `特别程序（${name}）已随${cause}结束，无需确认` },
      ];
    return [
      toOpener(`特别程序（${name}）未登记结果，已随${cause}结束`),
      { to: 'applicant', text: `您的办件的${name}已终止。` },
    ];
  },
  facts: {
    values: [
      '类型',
      '原因',
      '承担机构',
      '期限',
      '计时方式',
      '确认日期',
      '到期日期',
      '结论',
      '结果说明',
      '收到日期',
      '不同意的原因',
    ],
    of: ({ data }) => ({
      类型: specialTypeLabel[data.type],
      原因: data.reason,
      承担机构: data.agency,
      期限: timeLimitText(data.limit),
      计时方式: specialClockLabel[data.clock],
      确认日期: dayOf(data.startedAt),
      到期日期: dayOf(data.dueAt),
      结论: data.conclusion ?? '',
      结果说明: data.result ?? '',
      收到日期: data.receivedOn ?? '',
      不同意的原因: data.refusal ?? '',
    }),
  },
  isOffered: ({ special }) => Object.keys(special.clocks).length > 0,
} satisfies RecordRules<SpecialState, SpecialData>;
