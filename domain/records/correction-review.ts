import { CorrectionCategory } from '../enumerations/correction.ts';
import { ProcessResult } from '../enumerations/process-result.ts';
import {
  askedText,
  limitText,
  namesOf,
  problemsOfLimit,
  problemsOfRemark,
  problemsOfReview,
  problemsOfVerdicts,
} from './correction-checks.ts';
import type {
  AskAgainInput,
  CorrectionData,
  DeclineCorrectionInput,
  PaperVerdict,
  ReceiveCorrectionInput,
  ReviewCorrectionInput,
} from './correction-data.ts';
import { correctionLimits } from './correction-settings.ts';
import {
  type CorrectionCommandRules as Command,
  expireAt,
  onceOnlyText,
  type CorrectionStep as Step,
  unanswered,
  waiting,
  withRecord,
} from './correction-steps.ts';
import { refuseAfterSilence } from './silence.ts';
import { refuseInput, refuseState } from './texts-of-input.ts';

/** Commands by which the answer to a correction is reviewed, material by material. */

/** Accepts papers that were brought to the window, from the time at which they arrived there. */
export const receive: Command<ReceiveCorrectionInput> = {
  label: '录入线下补正',
  from: waiting,
  by: ['handler', 'registrar'],
  decide: (position, input) =>
    withRecord(position, (record) => {
      const { remark } = input;
      // A client may leave out seconds, and times are compared as texts.
      const receivedAt = new Date(input.receivedAt).toISOString();
      const isTime = receivedAt >= record.openedAt && receivedAt <= position.now.toISOString();
      const isLate = record.data.endsAt !== null && receivedAt > record.data.endsAt;
      const refusal = refuseInput([
        ...(isTime ? [] : [{ field: 'receivedAt', message: '收到时间应在要求补正之后、现在之前' }]),
        ...(isLate ? [{ field: 'receivedAt', message: '补正的提交期限已过，不能录入' }] : []),
        ...problemsOfReview(record.data, input),
        ...problemsOfRemark(remark),
      ]);
      if (refusal) return refusal;
      const data = { ...record.data, category: CorrectionCategory.offline, remark, submittedAt: receivedAt };
      return { ...accepted(data, input), resumedAt: receivedAt };
    }),
};

export const accept: Command<ReviewCorrectionInput> = {
  label: '补正通过',
  from: ['submitted'],
  by: ['handler'],
  decide: (position, input) =>
    withRecord(position, ({ data }) => refuseInput(problemsOfReview(data, input)) ?? accepted(data, input)),
};

export const again: Command<AskAgainInput> = {
  label: '再次补正',
  from: ['submitted'],
  by: ['handler'],
  refuse: (position) =>
    refuseAfterSilence(position) ??
    (position.settings.correction.onceOnly ? refuseState(onceOnlyText) : null),
  decide: (position, { verdicts, limit }) =>
    withRecord(position, ({ data }) => {
      if (data.round >= correctionLimits.rounds)
        return refuseState(`同一补正最多要求 ${correctionLimits.rounds} 次`);
      const failed = data.papers.filter((_paper, index) => verdicts[index]?.qualified === false);
      const refusal = refuseInput([
        ...problemsOfLimit(limit),
        ...problemsOfVerdicts(data, verdicts),
        ...(failed.length === 0 && verdicts.length === data.papers.length
          ? [{ field: 'verdicts', message: '材料全部合格，请选择“补正通过”' }]
          : []),
      ]);
      if (refusal) return refusal;
      const endsAt = position.endOf(limit, position.now);
      const papers = data.papers.flatMap((paper, index) => {
        const verdict = verdicts[index];
        return verdict?.qualified === false ? [unanswered({ ...paper, reason: verdict.reason })] : [];
      });
      return {
        state: 'online',
        data: { ...data, papers, limit, endsAt, round: data.round + 1, submittedAt: null, remindedAt: null },
        due: expireAt(endsAt),
        tell: [{ to: 'applicant', text: askedText(data.category, papers, endsAt) }],
        text: `${papers.length} 份材料不合格：${namesOf(papers)}；提交期限 ${limitText(limit, endsAt)}`,
      };
    }),
};

/** Results of the buttons with which an application is turned down before its acceptance. */
const refusals: readonly number[] = [ProcessResult.notAccepted, ProcessResult.preReviewRejected];

/** Records that the answer does not suffice; the handler then turns the application down with a button of the step. */
export const decline: Command<DeclineCorrectionInput> = {
  label: '补正不合格',
  from: ['submitted'],
  by: ['handler'],
  dangerous: true,
  refuse: (position) =>
    refuseAfterSilence(position) ??
    (position.results.some((result) => refusals.includes(result)) ? null : refuseState('本环节不能不予受理')),
  decide: (position, { verdicts }) =>
    withRecord(position, ({ data }) => {
      const failed = verdicts.filter(({ qualified }) => !qualified).length;
      const refusal = refuseInput([
        ...problemsOfVerdicts(data, verdicts),
        ...(failed === 0 && verdicts.length === data.papers.length
          ? [{ field: 'verdicts', message: '材料全部合格，请选择“补正通过”' }]
          : []),
      ]);
      if (refusal) return refusal;
      return {
        state: 'unqualified',
        data: withVerdicts(data, verdicts),
        text: `有 ${failed} 份材料不合格，拟不予受理`,
      };
    }),
};

/** Returns the step that ends a correction whose answer was reviewed. */
function accepted(data: CorrectionData, { verdicts }: ReviewCorrectionInput): Step {
  const failed = verdicts.filter(({ qualified }) => !qualified).length;
  return {
    state: 'accepted',
    data: withVerdicts(data, verdicts),
    tell: [{ to: 'applicant', text: '您补正的材料已审核，办件继续办理，办理期限继续计算。' }],
    text: failed === 0 ? '材料全部合格' : `有 ${failed} 份材料不合格，按现有材料继续办理`,
  };
}

const withVerdicts = (data: CorrectionData, verdicts: readonly PaperVerdict[]): CorrectionData => ({
  ...data,
  papers: data.papers.map((paper, index) => ({
    ...paper,
    qualified: verdicts[index]?.qualified ?? null,
    verdict: verdicts[index]?.reason ?? '',
  })),
});
