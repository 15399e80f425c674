import type { TimeLimit } from '../calendar/clock-ledger.ts';
import { limitUnitLabel } from '../calendar/clock-ledger.ts';
import { localDateOf } from '../calendar/local-date.ts';
import { CorrectionCategory } from '../enumerations/correction.ts';
import { paperStateLabel } from '../enumerations/paper-state.ts';
import { maxOpinionLength } from '../opinions/limits.ts';
import type { Problem } from '../refusals/refusals.ts';
import { isBlank, problemOfLength } from '../texts/characters.ts';
import type { CorrectionData, PaperRequest, PaperVerdict, ReviewCorrectionInput } from './correction-data.ts';
import { correctionLimits } from './correction-settings.ts';
import { problemsOfText } from './texts-of-input.ts';

/** Checks of the inputs of a correction, and its texts. */

export function problemsOfLimit({ amount }: TimeLimit): Problem[] {
  const isDays = Number.isInteger(amount) && amount >= 1 && amount <= correctionLimits.days;
  return isDays ? [] : [{ field: 'limit.amount', message: `提交期限应为 1 至 ${correctionLimits.days} 天` }];
}

export function problemsOfPapers(papers: readonly PaperRequest[]): Problem[] {
  if (papers.length === 0) return [{ field: 'papers', message: '请选择缺少或不合要求的材料' }];
  if (papers.length > correctionLimits.papers)
    return [{ field: 'papers', message: `一次最多要求补正 ${correctionLimits.papers} 份材料` }];
  return papers.flatMap(({ name, reason }, index) => {
    const field = `papers[${index}]`;
    const isRepeated = !isBlank(name) && papers.findIndex((paper) => paper.name === name) < index;
    return [
      ...(isBlank(name) ? [{ field: `${field}.name`, message: '请填写材料名称' }] : []),
      ...(isRepeated ? [{ field: `${field}.name`, message: `材料“${name}”重复` }] : []),
      ...problemsOfText(`${field}.reason`, reason, '怎样补'),
    ];
  });
}

/** Returns the text of a limit with the day on which it ends: `10 个工作日（2026-12-02 止）`. */
export function limitText({ amount, unit }: TimeLimit, endsAt: string): string {
  return `${amount} 个${limitUnitLabel[unit]}（${localDateOf(new Date(endsAt))} 止）`;
}

export const namesOf = (papers: readonly PaperRequest[]) =>
  papers.map(({ name, problem }) => `${name}（${paperStateLabel[problem]}）`).join('、');

export function problemsOfRemark(remark: string): Problem[] {
  const message = problemOfLength(remark, maxOpinionLength, '说明');
  return message === undefined ? [] : [{ field: 'remark', message }];
}

export function problemsOfVerdicts({ papers }: CorrectionData, verdicts: readonly PaperVerdict[]): Problem[] {
  return papers.flatMap(({ name }, index): Problem[] => {
    const verdict = verdicts[index];
    const field = `verdicts[${index}]`;
    if (!verdict) return [{ field, message: `请审核“${name}”` }];
    return verdict.qualified
      ? []
      : problemsOfText(`${field}.reason`, verdict.reason, `“${name}”不合格的原因`);
  });
}

export function problemsOfReview(
  data: CorrectionData,
  { verdicts, acceptsIncomplete }: ReviewCorrectionInput,
): Problem[] {
  const problems = problemsOfVerdicts(data, verdicts);
  const failed = verdicts.filter(({ qualified }) => !qualified).length;
  return problems.length > 0 || failed === 0 || acceptsIncomplete
    ? problems
    : [{ field: 'acceptsIncomplete', message: `有 ${failed} 份材料不合格，请选择是否按现有材料继续办理` }];
}

/** Returns the text by which the applicant learns what is missing, until when, and where it goes. */
export function askedText(
  category: CorrectionCategory | null,
  papers: readonly PaperRequest[],
  endsAt: string | null,
): string {
  const until = endsAt === null ? '' : `，请于 ${localDateOf(new Date(endsAt))} 前`;
  const place = category === CorrectionCategory.online ? '线上提交' : '到窗口提交';
  return `您的申请需要补正 ${papers.length} 份材料：${namesOf(papers)}${until}${place}。`;
}
