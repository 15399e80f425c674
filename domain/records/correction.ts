import { limitUnitLabel } from '../calendar/clock-ledger.ts';
import { localDateOf } from '../calendar/local-date.ts';
import {
  CorrectionCategory,
  CorrectionExpiry,
  correctionCategoryLabel,
  correctionExpiryLabel,
} from '../enumerations/correction.ts';
import { paperStateLabel } from '../enumerations/paper-state.ts';
import { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import type { Problem } from '../refusals/refusals.ts';
import { isBlank } from '../texts/characters.ts';
import {
  askedText,
  limitText,
  namesOf,
  problemsOfLimit,
  problemsOfPapers,
  problemsOfRemark,
} from './correction-checks.ts';
import type {
  AskCorrectionInput,
  ChooseCategoryInput,
  CorrectionData,
  CorrectionReasonInput,
  CorrectionState,
  SubmitCorrectionInput,
} from './correction-data.ts';
import { accept, again, decline, receive } from './correction-review.ts';
import { correctionLimits } from './correction-settings.ts';
import {
  type CorrectionCommandRules,
  type CorrectionPosition,
  type CorrectionStep,
  expireAt,
  onceOnlyText,
  prolonged,
  unanswered,
  waiting,
  withRecord,
} from './correction-steps.ts';
import type { RecordRefusal, RecordRules } from './record-rules.ts';
import { RecordKind } from './side-record.ts';
import { deem, refuseAfterSilence } from './silence.ts';
import { dayOf, laterEnd, problemsOfText, refuseInput, refuseState } from './texts-of-input.ts';

const stateOfCategory = (category: CorrectionCategory | null): CorrectionState =>
  category === null ? 'kindOpen' : category === CorrectionCategory.online ? 'online' : 'offline';

/** Hours between two reminders of one correction. */
const reminderHours = 4;

const openStates: readonly CorrectionState[] = [...waiting, 'submitted'];

/**
 * Refuses a further correction: one is open, the item allows only one, or the application counts as accepted
 * already because it got no answer in time.
 */
function refuseAsking(position: CorrectionPosition): RecordRefusal | null {
  const { records, settings } = position;
  const corrections = records.filter(({ kind }) => kind === RecordKind.correction);
  if (corrections.some(({ state }) => openStates.some((open) => open === state)))
    return refuseState('已有一项补正尚未完成');
  const silence = refuseAfterSilence(position);
  if (silence) return silence;
  // One that was taken back, or closed by a return, has told the applicant once, too.
  return settings.correction.onceOnly && corrections.length > 0 ? refuseState(onceOnlyText) : null;
}

/** Refuses an answer that comes after the limit, also if the job has not closed the correction yet. */
function refuseLate({ record, now }: CorrectionPosition): RecordRefusal | null {
  const endsAt = record?.data.endsAt ?? null;
  return endsAt !== null && now.toISOString() > endsAt
    ? refuseState(`补正的提交期限已过（${localDateOf(new Date(endsAt))} 止）`)
    : null;
}

const ask: CorrectionCommandRules<AskCorrectionInput> = {
  label: '要求补正',
  from: ['none'],
  by: ['handler'],
  refuse: refuseAsking,
  decide({ now, endOf }, { category, limit, papers }) {
    const refusal = refuseInput([...problemsOfLimit(limit), ...problemsOfPapers(papers)]);
    if (refusal) return refusal;
    const endsAt = endOf(limit, now);
    return {
      state: stateOfCategory(category),
      data: {
        category,
        papers: papers.map(unanswered),
        limit,
        endsAt,
        round: 1,
        remark: '',
        submittedAt: null,
        remindedAt: null,
        reason: '',
      },
      due: expireAt(endsAt),
      tell: [{ to: 'applicant', text: askedText(category, papers, endsAt) }],
      text: `缺 ${papers.length} 份材料：${namesOf(papers)}；提交期限 ${limitText(limit, endsAt)}`,
    };
  },
};

const choose: CorrectionCommandRules<ChooseCategoryInput> = {
  label: '确定补正方式',
  from: ['kindOpen'],
  by: ['handler', 'registrar'],
  decide: (position, { category }) =>
    withRecord(position, ({ data, due }) => ({
      state: stateOfCategory(category),
      data: { ...data, category },
      due,
      text: `${correctionCategoryLabel[category]}补正`,
    })),
};

const submit: CorrectionCommandRules<SubmitCorrectionInput> = {
  label: '提交补正',
  from: ['online'],
  by: ['registrar'],
  refuse: refuseLate,
  decide: (position, { files, remark }) =>
    withRecord(position, ({ data }) => {
      const refusal = refuseInput([
        ...data.papers.flatMap(({ name }, index): Problem[] => {
          const count = files[index]?.length ?? 0;
          const field = `files[${index}]`;
          if (count === 0) return [{ field, message: `请上传“${name}”` }];
          const max = correctionLimits.filesPerPaper;
          return count > max ? [{ field, message: `“${name}”最多 ${max} 个文件` }] : [];
        }),
        ...problemsOfRemark(remark),
      ]);
      if (refusal) return refusal;
      return {
        state: 'submitted',
        data: {
          ...data,
          papers: data.papers.map((paper, index) => ({ ...unanswered(paper), fileIds: files[index] ?? [] })),
          remark,
          submittedAt: position.now.toISOString(),
        },
        tell: [{ to: 'handlers', text: `申请人已提交补正材料 ${data.papers.length} 份，请审核` }],
        text: isBlank(remark) ? `已提交 ${data.papers.length} 份材料` : remark,
      };
    }),
};

const remind: CorrectionCommandRules<Record<string, never>> = {
  label: '提醒申请人',
  from: waiting,
  by: ['handler'],
  refuse: (position) => {
    const { record, now } = position;
    const last = record?.data.remindedAt ?? null;
    const isTooSoon = last !== null && now.getTime() - Date.parse(last) < reminderHours * 3_600_000;
    return isTooSoon ? refuseState(`${reminderHours} 小时内已提醒过申请人`) : refuseLate(position);
  },
  decide: (position) =>
    withRecord(position, ({ state, data }) => ({
      state,
      data: { ...data, remindedAt: position.now.toISOString() },
      tell: [{ to: 'applicant', text: askedText(data.category, data.papers, data.endsAt ?? '') }],
      text: '已提醒申请人尽快补正',
    })),
};

/** The applicant gives the correction up: the item decides what follows, but it never goes on by itself. */
const abandon: CorrectionCommandRules<CorrectionReasonInput> = {
  label: '申请人放弃',
  from: openStates,
  by: ['handler', 'registrar'],
  dangerous: true,
  decide: (position, { reason }) =>
    withRecord(position, ({ data }) => {
      const refusal = refuseInput(problemsOfText('reason', reason, '放弃补正的说明'));
      if (refusal) return refusal;
      const { expiry } = position.settings.correction;
      const outcome = expiry === CorrectionExpiry.continued ? CorrectionExpiry.abandoned : expiry;
      return { ...givenUp({ ...data, reason }, outcome), text: `申请人放弃补正：${reason}` };
    }),
};

const cancel: CorrectionCommandRules<CorrectionReasonInput> = {
  label: '撤销补正要求',
  from: waiting,
  by: ['handler'],
  decide: (position, { reason }) =>
    withRecord(
      position,
      ({ data }) =>
        refuseInput(problemsOfText('reason', reason, '撤销原因')) ?? {
          state: 'cancelled',
          data: { ...data, reason },
          tell: [{ to: 'applicant', text: '您的办件不需要再补正材料，办理期限继续计算。' }],
          text: reason,
        },
    ),
};

const expire: CorrectionCommandRules<unknown> = {
  label: '补正到期',
  from: waiting,
  by: ['system'],
  decide: (position) =>
    withRecord(position, ({ state, data, pauses, openedAt }) => {
      // The job may run early by a clock that was set back: the limit decides.
      if (data.endsAt !== null && position.now.toISOString() <= data.endsAt)
        return refuseState('补正的提交期限未到');
      const askedAt = pauses.at(-1)?.from ?? openedAt;
      const later = data.endsAt === null ? null : laterEnd(position, data.limit, askedAt, data.endsAt);
      if (later !== null) return prolonged(state, data, later);
      const step = givenUp(data, position.settings.correction.expiry);
      return {
        ...step,
        ...(data.endsAt && { resumedAt: data.endsAt }),
        tell: [
          { to: 'applicant', text: `您的办件${step.text}。` },
          { to: 'handlers', text: step.text },
        ],
      };
    }),
};

/** Returns the step after the applicant gave up, or the limit passed, by the policy of the item. */
function givenUp(data: CorrectionData, expiry: CorrectionExpiry): CorrectionStep {
  const text = `到期未补正，${correctionExpiryLabel[expiry]}`;
  if (expiry === CorrectionExpiry.continued) return { state: 'continued', data, text };
  if (expiry === CorrectionExpiry.abandoned) return { state: 'abandoned', data, text };
  return { state: 'returned', data, text, endsWith: WorkOrderStatus.returnedAndConcluded };
}

const waitingState = { isOpen: true, stopsClock: true, blocksTask: true, holdsOrder: 'completion' } as const;

/**
 * Correction (补正): the applicant completes the materials, online (36, 34, then 17 or again 36) or at the window (37,
 * then 17). The clock stands still until the answer. A correction that is given up or expires gives 19, and the handler
 * decides next; the item may choose another end.
 */
export const correctionRules = {
  kind: RecordKind.correction,
  states: {
    kindOpen: { label: '待补正', ...waitingState, status: WorkOrderStatus.awaitingCorrection },
    online: { label: '等待申请人提交', ...waitingState, status: WorkOrderStatus.awaitingOnlineCorrection },
    offline: { label: '等待窗口收件', ...waitingState, status: WorkOrderStatus.awaitingOfflineCorrection },
    submitted: {
      label: '申请人已提交',
      isOpen: true,
      blocksTask: true,
      holdsOrder: 'completion',
      status: WorkOrderStatus.correctionAwaitingAudit,
    },
    accepted: { label: '补正完成', isOpen: false, noteStatus: WorkOrderStatus.correctionDone },
    unqualified: { label: '补正不合格', isOpen: false },
    abandoned: { label: '放弃补正', isOpen: false, noteStatus: WorkOrderStatus.correctionAbandoned },
    continued: { label: '到期未补正', isOpen: false },
    returned: { label: '到期退件', isOpen: false },
    cancelled: { label: '已撤销', isOpen: false },
    deemed: { label: '视为受理', isOpen: false },
  },
  commands: { ask, choose, submit, receive, accept, again, decline, remind, abandon, cancel, expire, deem },
  closedWithTask: 'cancelled',
  tellClosed: (_record, { cause }) => [
    { to: 'applicant', text: '您的办件的补正已终止，不需要再补正材料。' },
    { to: 'opener', text: `补正尚未完成，已随${cause}结束` },
  ],
  facts: {
    values: ['方式', '期限', '截止日期', '告知日期', '份数', '次数', '提交日期', '说明', '原因'],
    lists: { 材料: ['名称', '问题', '怎样补', '审核', '审核意见'] },
    of: ({ data, openedAt }) => ({
      方式: data.category === null ? '' : correctionCategoryLabel[data.category],
      期限: `${data.limit.amount} 个${limitUnitLabel[data.limit.unit]}`,
      截止日期: dayOf(data.endsAt),
      告知日期: dayOf(openedAt),
      份数: String(data.papers.length),
      次数: String(data.round),
      提交日期: dayOf(data.submittedAt),
      说明: data.remark,
      原因: data.reason,
      材料: data.papers.map(({ name, problem, reason, qualified, verdict }) => ({
        名称: name,
        问题: paperStateLabel[problem],
        怎样补: reason,
        审核: qualified === null ? '' : qualified ? '合格' : '不合格',
        审核意见: verdict,
      })),
    }),
  },
  isOffered: ({ correction }) => correction.enabled,
} satisfies RecordRules<CorrectionState, CorrectionData>;
