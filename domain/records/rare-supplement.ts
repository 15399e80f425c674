import type { TimeLimit } from '../calendar/clock-ledger.ts';
import { limitUnitLabel } from '../calendar/clock-ledger.ts';
import { localDateOf } from '../calendar/local-date.ts';
import { ProcessResult } from '../enumerations/process-result.ts';
import { SupplementTerm, supplementTermLabel } from '../enumerations/supplement.ts';
import { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import { paperIdOf } from '../materials/material-check.ts';
import { maxOpinionLength } from '../opinions/limits.ts';
import type { Problem } from '../refusals/refusals.ts';
import { isBlank, problemOfLength } from '../texts/characters.ts';
import { problemsOfLacking, problemsOfPromise, problemsOfTime } from './rare-checks.ts';
import type { AskRareInput, RareData, RareReasonInput, RareState, SubmitRareInput } from './rare-data.ts';
import { RareExpiry, rareExpiryLabel, rareLimits } from './rare-settings.ts';
import type {
  RecordCommand,
  RecordMessage,
  RecordPosition,
  RecordRefusal,
  RecordRules,
  RecordStep,
} from './record-rules.ts';
import { type DueCommand, RecordKind, type SideRecord } from './side-record.ts';
import {
  dayOf,
  laterEnd,
  movedLimitLabel,
  problemsOfText,
  refuseInput,
  refuseState,
} from './texts-of-input.ts';

type Position = RecordPosition<RareState, RareData>;
type Step = RecordStep<RareState, RareData>;
type Command<Input> = RecordCommand<RareState, RareData, Input>;

const openStates: readonly RareState[] = ['pending', 'awaitingAudit', 'rejected'];

/** Returns the times of reminders that are still to come, earliest first. */
function reminderTimes(
  limit: TimeLimit,
  reminders: readonly number[],
  { now, endOf }: Pick<Position, 'now' | 'endOf'>,
): string[] {
  // A reminder so many days before the end is due on the last day of a limit that is shorter by these days.
  const times = reminders.map((days) => endOf({ ...limit, amount: limit.amount - days }, now));
  const openings = times.map((time) => openingOf(time));
  return [...new Set(openings)].filter((time) => time > now.toISOString()).sort();
}

/** Returns nine o'clock in China of the day that ends at this moment: reminders are sent in working hours. */
function openingOf(endOfDay: string): string {
  return `${localDateOf(new Date(endOfDay))}T01:00:00.000Z`;
}

function nextDue({ remindAt, endsAt }: Pick<RareData, 'remindAt' | 'endsAt'>): DueCommand {
  const [at] = remindAt;
  return at !== undefined && at < endsAt ? { at, command: 'remind' } : { at: endsAt, command: 'expire' };
}

/** Returns the text by which the applicant learns which materials are to be supplied, and until when. */
function lackingText({ papers, endsAt }: Pick<RareData, 'papers' | 'endsAt'>): string {
  const names = papers.map(({ name }) => name).join('、');
  return `您的办件已容缺收件，请于 ${localDateOf(new Date(endsAt))} 前补齐：${names}。`;
}

const ask: Command<AskRareInput> = {
  label: '容缺收件',
  from: ['none'],
  by: ['handler'],
  refuse: ({ records }) =>
    records.some(({ kind, state }) => kind === RecordKind.rareSupplement && isOpen(state))
      ? refuseState('已有一项容缺尚未补齐')
      : null,
  decide(position, { term, paperIds, limit, reminders, promised, fileIds = [], facts }) {
    const { promise } = position.settings.rare;
    const refusal = refuseInput([
      ...problemsOfLacking(paperIds, facts, position.settings.rare),
      ...problemsOfTime({ limit, reminders }),
      ...problemsOfPromise({ promised, fileIds }, promise),
    ]);
    if (refusal) return refusal;
    const names = facts.papers.filter((paper) => paperIds.includes(paperIdOf(paper)));
    const endsAt = position.endOf(limit, position.now);
    const data: RareData = {
      term,
      papers: names.map((paper) => ({ id: paperIdOf(paper), name: paper.name, fileIds: [] })),
      limit,
      endsAt,
      reminders: [...reminders].sort((one, other) => other - one),
      remindAt: reminderTimes(limit, reminders, position),
      promise: { text: promise.text, fileIds },
      remark: '',
      submittedAt: null,
      reason: '',
    };
    const list = names.map(({ name }) => name).join('、');
    const limitText = `${limit.amount} 个${limitUnitLabel[limit.unit]}（${localDateOf(new Date(endsAt))} 止）`;
    return {
      state: 'pending',
      data,
      due: nextDue(data),
      tell: [{ to: 'applicant', text: lackingText(data) }],
      text: `容缺 ${names.length} 份材料：${list}；${supplementTermLabel[term]}补齐，期限 ${limitText}`,
    };
  },
};

const submit: Command<SubmitRareInput> = {
  label: '补充材料',
  from: ['pending', 'rejected'],
  by: ['registrar'],
  refuse: refuseLate,
  decide: (position, { files, remark }) =>
    withRecord(position, ({ data }) => {
      const refusal = refuseInput([
        ...data.papers.flatMap(({ name }, index): Problem[] => {
          const count = files[index]?.length ?? 0;
          const field = `files[${index}]`;
          if (count === 0) return [{ field, message: `请上传“${name}”` }];
          const max = rareLimits.filesPerPaper;
          return count > max ? [{ field, message: `“${name}”最多 ${max} 个文件` }] : [];
        }),
        ...problemsOfRemark(remark),
      ]);
      if (refusal) return refusal;
      return {
        state: 'awaitingAudit',
        data: {
          ...data,
          papers: data.papers.map((paper, index) => ({ ...paper, fileIds: files[index] ?? [] })),
          remark,
          submittedAt: position.now.toISOString(),
        },
        tell: [{ to: 'handlers', text: `申请人已补充容缺的材料 ${data.papers.length} 份，请审核` }],
        text: isBlank(remark) ? `已补充 ${data.papers.length} 份材料` : remark,
      };
    }),
};

/** Accepts materials that were brought to the window and are in order. */
const receive: Command<{ remark: string }> = {
  label: '窗口收齐',
  from: ['pending', 'rejected'],
  by: ['handler', 'registrar'],
  refuse: refuseLate,
  decide: (position, { remark }) =>
    withRecord(
      position,
      ({ data }) =>
        refuseInput(problemsOfRemark(remark)) ?? {
          state: 'done',
          data: { ...data, remark, submittedAt: position.now.toISOString() },
          text: isBlank(remark) ? '容缺的材料已在窗口收齐' : remark,
        },
    ),
};

const accept: Command<unknown> = {
  label: '审核通过',
  from: ['awaitingAudit'],
  by: ['handler'],
  decide: (position) =>
    withRecord(position, () => ({
      state: 'done',
      tell: [{ to: 'applicant', text: '您补充的容缺材料已审核通过。' }],
      text: '容缺的材料已补齐',
    })),
};

const reject: Command<RareReasonInput> = {
  label: '审核不通过',
  from: ['awaitingAudit'],
  by: ['handler'],
  decide: (position, { reason }) =>
    withRecord(
      position,
      ({ data }) =>
        refuseInput(problemsOfText('reason', reason, '不通过的原因')) ?? {
          state: 'rejected',
          data: { ...data, reason },
          // A limit that passed during the review ends the supplement at the next run of the job.
          due: nextDue(data),
          tell: [{ to: 'applicant', text: `您补充的容缺材料审核不通过：${reason}。${lackingText(data)}` }],
          text: reason,
        },
    ),
};

const remind: Command<unknown> = {
  label: '提醒申请人',
  from: ['pending', 'rejected'],
  by: ['system'],
  decide: (position) =>
    withRecord(position, (record) => {
      const now = position.now.toISOString();
      const data = { ...record.data, remindAt: record.data.remindAt.filter((at) => at > now) };
      if (data.remindAt.length === record.data.remindAt.length) return refuseState('未到提醒的时间');
      // One reminder for all that a job which was down has missed.
      const text = `提醒申请人补充材料，期限至 ${localDateOf(new Date(data.endsAt))}`;
      return {
        state: record.state,
        data,
        due: nextDue(data),
        tell: [{ to: 'applicant', text: lackingText(data) }],
        text,
      };
    }),
};

const end: Command<RareReasonInput> = {
  label: '终止容缺',
  from: openStates,
  by: ['handler'],
  dangerous: true,
  decide: (position, { reason }) =>
    withRecord(
      position,
      ({ data }) =>
        refuseInput(problemsOfText('reason', reason, '终止的原因')) ?? {
          state: 'ended',
          data: { ...data, reason },
          text: reason,
        },
    ),
};

const expire: Command<unknown> = {
  label: '容缺到期',
  from: ['pending', 'rejected'],
  by: ['system'],
  decide: (position) =>
    withRecord(position, ({ state, data, openedAt }) => {
      if (position.now.toISOString() <= data.endsAt) return refuseState('补充期限未到');
      const endsAt = laterEnd(position, data.limit, openedAt, data.endsAt);
      if (endsAt !== null) {
        const moved = { ...data, endsAt };
        return {
          state,
          data: moved,
          due: nextDue(moved),
          tell: [{ to: 'applicant', text: lackingText(moved) }],
          label: movedLimitLabel,
          text: `节假日安排公布后，补充期限顺延至 ${localDateOf(new Date(endsAt))}`,
        };
      }
      const { expiry } = position.settings.rare;
      const text = `到期未补齐，${rareExpiryLabel[expiry]}`;
      const tell: RecordMessage[] = [
        { to: 'applicant', text: `您的办件容缺材料${text}。` },
        { to: 'handlers', text: `容缺材料${text}` },
      ];
      return expiry === RareExpiry.returned
        ? { state: 'returned', data, text, tell, endsWith: WorkOrderStatus.returnedAndConcluded }
        : { state: 'ended', data, text, tell };
    }),
};

function isOpen(state: string): boolean {
  return openStates.some((open) => open === state);
}

function withRecord(
  { record }: Position,
  change: (record: NonNullable<Position['record']>) => Step | RecordRefusal,
): Step | RecordRefusal {
  return record ? change(record) : refuseState('没有要办理的容缺');
}

function refuseLate({ record, now }: Position): RecordRefusal | null {
  return record && now.toISOString() > record.data.endsAt
    ? refuseState(`补充期限已过（${localDateOf(new Date(record.data.endsAt))} 止）`)
    : null;
}

function problemsOfRemark(remark: string): Problem[] {
  const message = problemOfLength(remark, maxOpinionLength, '说明');
  return message === undefined ? [] : [{ field: 'remark', message }];
}

/** Results of buttons before which the materials of each term must be there. */
const resultOfTerm: Record<SupplementTerm, ProcessResult | null> = {
  [SupplementTerm.beforeReceipt]: ProcessResult.receiptConfirmed,
  // The end of the order itself is held by the states below.
  [SupplementTerm.beforeCompletion]: null,
  [SupplementTerm.beforeIssue]: ProcessResult.outputConfirmed,
};

/** Statuses with which a decision grants what was applied for. */
const grants: readonly number[] = [WorkOrderStatus.permitGranted, WorkOrderStatus.packagePermitGranted];

/**
 * Returns the reason why a button may not be pressed while materials are lacking whose term ends before it: the receipt
 * (H01), a grant (H02) or the issue (H03); null if it may (S1 §4).
 */
export function refuseByTerm(record: SideRecord, resultCode: number | null | undefined): string | null {
  if (record.kind !== RecordKind.rareSupplement || !isOpen(record.state) || resultCode == null) return null;
  const { term, papers } = record.data as RareData;
  const isDue =
    resultCode === resultOfTerm[term] ||
    (term === SupplementTerm.beforeCompletion && grants.includes(resultCode));
  if (!isDue) return null;
  return `容缺的材料应在${supplementTermLabel[term]}补齐：${papers.map(({ name }) => name).join('、')}`;
}

const openState = { isOpen: true, holdsOrder: 'completion' } as const;

/**
 * Rare supplement (容缺): the order goes on although materials are lacking that the applicant has promised to supply
 * before a term (H01, H02, H03; states 0 to 4, S1 §4). The clock runs on.
 */
export const rareRules = {
  kind: RecordKind.rareSupplement,
  states: {
    pending: { label: '待补充', ...openState },
    awaitingAudit: { label: '线上待审核', ...openState },
    rejected: { label: '审核不通过', ...openState },
    done: { label: '已补充', isOpen: false },
    ended: { label: '已终止', isOpen: false },
    returned: { label: '超期退件', isOpen: false },
  },
  commands: { ask, submit, receive, accept, reject, remind, end, expire },
  wholeOrder: true,
  closedWithTask: 'ended',
  tellClosed: (_record, { cause }) => [
    { to: 'applicant', text: '您的办件不需要再补充容缺的材料。' },
    { to: 'opener', text: `容缺尚未补齐，已随${cause}结束` },
  ],
  facts: {
    values: ['补充时限', '期限', '截止日期', '受理日期', '承诺', '补充日期', '说明', '原因'],
    lists: { 材料: ['名称'] },
    of: ({ data, openedAt }) => ({
      补充时限: supplementTermLabel[data.term],
      期限: `${data.limit.amount} 个${limitUnitLabel[data.limit.unit]}`,
      截止日期: dayOf(data.endsAt),
      受理日期: dayOf(openedAt),
      承诺: data.promise.text,
      补充日期: dayOf(data.submittedAt),
      说明: data.remark,
      原因: data.reason,
      材料: data.papers.map(({ name }) => ({ 名称: name })),
    }),
  },
  isOffered: ({ rare }) => rare.enabled,
} satisfies RecordRules<RareState, RareData>;
