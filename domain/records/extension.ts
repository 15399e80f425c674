import { LimitUnit, limitUnitLabel } from '../calendar/clock-ledger.ts';
import type { Problem } from '../refusals/refusals.ts';
import type {
  RecordCommand,
  RecordMessage,
  RecordPosition,
  RecordRefusal,
  RecordRules,
} from './record-rules.ts';
import { recordSettingLimits } from './record-settings.ts';
import { RecordKind } from './side-record.ts';
import { dayOf, problemsOfText, refuseInput, refuseState } from './texts-of-input.ts';

export interface ExtensionData {
  days: number;
  reason: string;
  /** Person who asked for it; undefined if a leader granted it without a request. */
  requestedBy?: string;
  /** Reason of a refusal. */
  refusal?: string;
}

export interface ExtensionInput {
  days: number;
  reason: string;
  /** Number of extensions granted so far that the person saw: two leaders do not extend at once. */
  granted: number;
}
export interface ExtensionAnswer {
  reason: string;
}

export type ExtensionState = 'requested' | 'granted' | 'refused' | 'cancelled';
type Position = RecordPosition<ExtensionState, ExtensionData>;

/** Returns the number of extensions that were granted for the order. */
function grantedExtensions({ records }: Pick<Position, 'records'>): number {
  return records.filter(({ kind, state }) => kind === RecordKind.extension && state === 'granted').length;
}

function refuseExtension(position: Position): RecordRefusal | null {
  const { limits, settings, records } = position;
  if (limits.order === null) return refuseState('该办件没有设置全程时限，无需延期');
  if (grantedExtensions(position) >= settings.extension.times)
    return refuseState(`该事项最多延期 ${settings.extension.times} 次，已全部使用`);
  const isRequested = records.some(
    ({ kind, state }) => kind === RecordKind.extension && state === 'requested',
  );
  return isRequested ? refuseState('已有一项延期申请等待审批') : null;
}

function problemsOf({ settings }: Position, { days, reason }: ExtensionInput): Problem[] {
  const max = Math.min(settings.extension.maxDays, recordSettingLimits.days);
  return [
    ...(days >= 1 && days <= max ? [] : [{ field: 'days', message: `延长天数应为 1 至 ${max}` }]),
    ...problemsOfText('reason', reason, '延期原因'),
  ];
}

function refuseOwnRequest({ record, by }: Position): RecordRefusal | null {
  return record?.data.requestedBy === by.staffId ? refuseState('不能审批本人提出的延期申请') : null;
}

function unitOf({ limits }: Pick<Position, 'limits'>): string {
  return limitUnitLabel[limits.order?.unit ?? LimitUnit.workingDays];
}

/** Returns the messages about granted days: the applicant is told, with the reason (行政许可法 art. 42). */
function tellGranted(position: Position, days: number): RecordMessage[] {
  const text = `您的办件经批准延长办理期限 ${days} 个${unitOf(position)}。`;
  return [
    { to: 'applicant', text },
    { to: 'handlers', text: `全程时限已延长 ${days} 个${unitOf(position)}` },
  ];
}

const request: RecordCommand<ExtensionState, ExtensionData, ExtensionInput> = {
  label: '申请延期',
  from: ['none'],
  by: ['handler'],
  refuse: refuseExtension,
  decide(position, input) {
    const refusal = refuseInput(problemsOf(position, input));
    if (refusal) return refusal;
    const { days, reason } = input;
    return {
      state: 'requested',
      data: { days, reason, requestedBy: position.by.staffId },
      tell: [{ to: 'leaders', text: `申请延长 ${days} 个${unitOf(position)}：${reason}` }],
      text: `申请延长 ${days} 个${unitOf(position)}：${reason}`,
    };
  },
};

const grant: RecordCommand<ExtensionState, ExtensionData, ExtensionInput> = {
  label: '批准延期',
  from: ['none'],
  by: ['leader'],
  refuse: refuseExtension,
  decide(position, input) {
    if (input.granted !== grantedExtensions(position))
      return refuseState('该办件刚刚已延期，请查看新的到期日后再决定');
    const refusal = refuseInput(problemsOf(position, input));
    if (refusal) return refusal;
    const { days, reason } = input;
    return {
      state: 'granted',
      data: { days, reason },
      extension: { at: position.now.toISOString(), days, of: 'order' },
      tell: tellGranted(position, days),
      text: `延长 ${days} 个${unitOf(position)}：${reason}`,
    };
  },
};

const approve: RecordCommand<ExtensionState, ExtensionData, ExtensionAnswer> = {
  label: '同意延期',
  from: ['requested'],
  by: ['leader'],
  refuse: refuseOwnRequest,
  decide(position) {
    const { record, now } = position;
    if (!record) return refuseState('没有等待审批的延期申请');
    const { days, reason } = record.data;
    return {
      state: 'granted',
      extension: { at: now.toISOString(), days, of: 'order' },
      tell: [
        ...tellGranted(position, days),
        { to: 'opener', text: `已同意延长 ${days} 个${unitOf(position)}` },
      ],
      text: `同意延长 ${days} 个${unitOf(position)}：${reason}`,
    };
  },
};

const refuseRequest: RecordCommand<ExtensionState, ExtensionData, ExtensionAnswer> = {
  label: '不同意延期',
  from: ['requested'],
  by: ['leader'],
  dangerous: true,
  refuse: refuseOwnRequest,
  decide({ record }, { reason }) {
    if (!record) return refuseState('没有等待审批的延期申请');
    const refusal = refuseInput(problemsOfText('reason', reason, '不同意的原因'));
    return (
      refusal ?? {
        state: 'refused',
        data: { ...record.data, refusal: reason },
        tell: [{ to: 'opener', text: `未同意延期：${reason}` }],
        text: reason,
      }
    );
  },
};

/** Extension of the whole order's limit (延期): asked by a handler, or granted by a leader at once. */
export const extensionRules = {
  kind: RecordKind.extension,
  states: {
    requested: { label: '待审批', isOpen: true },
    granted: { label: '已延期', isOpen: false },
    refused: { label: '未同意', isOpen: false },
    cancelled: { label: '已随环节结束', isOpen: false },
  },
  commands: { request, grant, approve, refuse: refuseRequest },
  closedWithTask: 'cancelled',
  tellClosed: (_record, { cause, orderEnded }) => [
    {
      to: 'opener',
      text: `延期申请未经审批，已随${cause}结束${orderEnded ? '' : '；如仍需延期，请重新申请'}`,
    },
    { to: 'leaders', text: `延期申请已随${cause}结束，无需审批` },
  ],
  facts: {
    values: ['天数', '原因', '日期', '不同意的原因'],
    of: ({ data, changedAt }) => ({
      天数: String(data.days),
      原因: data.reason,
      日期: dayOf(changedAt),
      不同意的原因: data.refusal ?? '',
    }),
  },
  isOffered: ({ extension }) => extension.times > 0,
} satisfies RecordRules<ExtensionState, ExtensionData>;
