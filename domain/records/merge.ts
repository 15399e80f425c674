import { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import type { RecordCommand, RecordRules } from './record-rules.ts';
import { RecordKind, type SideRecord } from './side-record.ts';
import { dayOf, problemsOfText, refuseInput, refuseState } from './texts-of-input.ts';

/**
 * Merging of orders about one matter (并案): only the main order is handled, and its result is the answer for all. A
 * merged order has a record `merged` that names its main order, the main order one record `leading` that lists them.
 * The clock of a merged order keeps running (docs/decisions/0234).
 */

/** Which limit the main order keeps: the earliest of all, or its own. */
export const MergedLimit = { earliest: 'earliest', main: 'main' } as const;
export type MergedLimit = (typeof MergedLimit)[keyof typeof MergedLimit];

export const mergedLimitLabel: Record<MergedLimit, string> = { earliest: '按最早的', main: '按主办件的' };

/** Orders that may be merged into one. */
export const maxMergedOrders = 30;

/** Content of the record of a merged order. */
export interface MergedData {
  mainId: string;
  mainCode: string;
  reason: string;
  limit: MergedLimit;
  /** Reason for parting them again; undefined while they are merged. */
  partReason?: string;
}

/** An order that was merged into the main one. */
export interface MergedMember {
  id: string;
  code: string;
}

/** Content of the record of a main order. */
export interface LeadingData {
  members: readonly MergedMember[];
  /** Code of the order with the earliest limit, to which the limit of the main order was shortened; empty if none. */
  limitOf: string;
  /** True if the limit could not be shortened yet, because the clock of the main order stood still. */
  isLimitOpen?: boolean;
  /** End (ISO) of the earliest limit when it was computed; null without one. */
  earliestDue?: string | null;
}

export type MergeData = MergedData | LeadingData;
export type MergeState = 'merged' | 'parted' | 'answered' | 'leading' | 'alone' | 'closed';

export interface MergeInput {
  mainCode: string;
  /** Id of the main order, as the server found it by its code. */
  mainId: string;
  reason: string;
  limit: MergedLimit;
  /** Why the server refuses the main order; checked after the rights of the person. */
  mainProblem?: string;
}
export interface LeadInput {
  members: readonly MergedMember[];
  limitOf: string;
  /** Days by which the limit of the main order is shortened. */
  shortenedBy: number;
  isLimitOpen: boolean;
  earliestDue: string | null;
}

/** Returns the content of the record of a merged order. */
function mergedDataOf({ data }: Pick<SideRecord, 'data'>): MergedData {
  return data as MergedData;
}

/** Returns the open record by which an order is merged into another; undefined if it is not. */
export function openMerge(records: readonly SideRecord[] | undefined): SideRecord<MergedData> | undefined {
  return records?.find(({ kind, state }) => kind === RecordKind.merge && state === 'merged') as
    | SideRecord<MergedData>
    | undefined;
}

/** Returns the record of a main order with its merged orders; undefined if it leads none. */
export function openLead(records: readonly SideRecord[] | undefined): SideRecord<LeadingData> | undefined {
  return records?.find(({ kind, state }) => kind === RecordKind.merge && state === 'leading') as
    | SideRecord<LeadingData>
    | undefined;
}

/** Statuses of a main order that answers nobody: its merged orders are handled by themselves again. */
const withoutAnswer: readonly number[] = [
  WorkOrderStatus.voidedAndConcluded,
  WorkOrderStatus.deletedAndConcluded,
];

/** Checks whether merged orders end with this result of their main order. */
export function answersMergedOrders(status: number): boolean {
  return !withoutAnswer.includes(status);
}

const merge: RecordCommand<MergeState, MergeData, MergeInput> = {
  label: '并案',
  from: ['none'],
  by: ['handler', 'administrator'],
  refuse({ records }) {
    const merged = openMerge(records);
    if (merged) return refuseState(`该办件已并入 ${merged.data.mainCode}`);
    return openLead(records) ? refuseState('该办件是并案的主办件，不能并入其他办件') : null;
  },
  decide(_position, { mainCode, mainId, reason, limit, mainProblem }) {
    const refusal = refuseInput([
      ...(mainProblem === undefined ? [] : [{ field: 'mainCode', message: mainProblem }]),
      ...problemsOfText('reason', reason, '并案理由'),
    ]);
    if (refusal) return refusal;
    return {
      state: 'merged',
      data: { mainId, mainCode, reason, limit },
      text: `并入 ${mainCode}：${reason}`,
      tell: [
        { to: 'applicant', text: '您反映的事项已与相同事项合并办理，办理结果将一并答复您。' },
        { to: 'handlers', text: `办件已并入 ${mainCode}，待办已移出，由主办件统一答复` },
      ],
    };
  },
};

const part: RecordCommand<MergeState, MergeData, { reason: string }> = {
  label: '拆开并案',
  from: ['merged'],
  by: ['handler', 'administrator'],
  dangerous: true,
  decide({ record }, { reason }) {
    const refusal = refuseInput(problemsOfText('reason', reason, '拆开理由'));
    if (refusal || !record) return refusal ?? refuseState('该办件未并案');
    return {
      state: 'parted',
      data: { ...mergedDataOf(record), partReason: reason },
      text: `与 ${mergedDataOf(record).mainCode} 拆开：${reason}`,
      tell: [
        { to: 'applicant', text: '您反映的事项已改为单独办理，办理期限不变。' },
        { to: 'handlers', text: '办件已拆开并案，恢复单独办理，时限不变' },
      ],
    };
  },
};

/** The portal parts an order whose main order was voided, or was merged itself at the same moment. */
const release: RecordCommand<MergeState, MergeData, { reason: string }> = {
  label: '拆开并案',
  from: ['merged'],
  by: ['system'],
  decide(position, { reason }) {
    const { record } = position;
    if (!record) return refuseState('该办件未并案');
    return {
      state: 'parted',
      data: { ...mergedDataOf(record), partReason: reason },
      text: reason,
      tell: [{ to: 'handlers', text: `${reason}，本件恢复单独办理，时限不变` }],
    };
  },
};

const answer: RecordCommand<MergeState, MergeData, { status: number }> = {
  label: '随主办件办结',
  from: ['merged'],
  by: ['system'],
  decide({ record }, { status }) {
    if (!record) return refuseState('该办件未并案');
    const { mainCode } = mergedDataOf(record);
    return {
      state: 'answered',
      endsWith: status as WorkOrderStatus,
      text: `主办件 ${mainCode} 已办结，本件结果相同`,
      tell: [{ to: 'applicant', text: '您反映的事项已与相同事项合并办理完毕，请查收答复。' }],
    };
  },
};

const lead: RecordCommand<MergeState, MergeData, LeadInput> = {
  label: '并案主办',
  from: ['none', 'leading', 'alone'],
  by: ['system'],
  // Two runs of the job may both find that the order leads others.
  refuse({ records, record }) {
    const lead = openLead(records);
    return lead && lead.id !== record?.id ? refuseState('该办件已是并案的主办件') : null;
  },
  decide({ now, record, records }, { members, limitOf, shortenedBy, isLimitOpen, earliestDue }) {
    // Merged itself at the same moment: its members are released.
    if (members.length > 0 && openMerge(records)) return refuseState('该办件已并案，不能作为主办件');
    const codes = members.map(({ code }) => code).join('、');
    const data = { members, limitOf, isLimitOpen, earliestDue };
    const extension = { at: now.toISOString(), days: 0 - shortenedBy, of: 'order' } as const;
    const before = record?.data as LeadingData | undefined;
    const isSame = before?.members.map(({ code }) => code).join('、') === codes;
    const hasSameLimit =
      before?.limitOf === limitOf &&
      (before.isLimitOpen ?? false) === isLimitOpen &&
      (before.earliestDue ?? null) === earliestDue &&
      record?.extension?.days === extension.days;
    if (isSame && hasSameLimit) return refuseState('并案没有变化');
    if (isSame && members.length > 0) {
      const text = limitOf === '' ? '恢复本件的全程时限' : `全程时限按 ${limitOf} 重新计算`;
      const tell = [{ to: 'handlers' as const, text: `合并办理的时限有变，${text}` }];
      return { state: 'leading', data, extension, text, tell };
    }
    return {
      state: members.length === 0 ? 'alone' : 'leading',
      data,
      extension,
      text:
        members.length === 0
          ? '并案已全部拆开，恢复原时限'
          : `合并办理 ${codes}${limitOf === '' ? '' : `，全程时限按 ${limitOf}`}`,
      tell: [
        {
          to: 'handlers',
          text: members.length === 0 ? '并案已拆开' : `本件与 ${codes} 合并办理，办理结果同时答复各件`,
        },
      ],
    };
  },
};

export const mergeRules = {
  kind: RecordKind.merge,
  wholeOrder: true,
  states: {
    merged: { label: '已并案', isOpen: true, blocksTask: true, hidesTasks: true },
    parted: { label: '已拆开', isOpen: false },
    answered: { label: '已随主办件办结', isOpen: false },
    leading: { label: '并案主办', isOpen: true },
    alone: { label: '并案已拆开', isOpen: false },
    closed: { label: '已随办件结束', isOpen: false },
  },
  commands: { merge, part, release, answer, lead },
  closedWithTask: 'closed',
  facts: {
    values: ['主办件', '并案理由', '合并办件', '并案日期', '拆开理由'],
    of: ({ data, openedAt }) => ({
      主办件: 'mainCode' in data ? data.mainCode : '',
      并案理由: 'reason' in data ? data.reason : '',
      合并办件: 'members' in data ? data.members.map(({ code }) => code).join('、') : '',
      并案日期: dayOf(openedAt),
      拆开理由: ('partReason' in data && data.partReason) || '',
    }),
  },
  isOffered: ({ merge: settings }) => settings.enabled,
} satisfies RecordRules<MergeState, MergeData>;
