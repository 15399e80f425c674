import { paperIdOf } from '../materials/material-check.ts';
import type { Problem } from '../refusals/refusals.ts';
import type { AskRareInput, RareFacts } from './rare-data.ts';
import { type RarePromise, type RareSettings, rareLimits } from './rare-settings.ts';

/** Checks of the inputs of a rare supplement. */

/**
 * Returns the problems of a request: a material that may not be lacking, too many of them, a combination that the
 * item excludes, and a material with a problem that the request leaves out, because the order cannot be received
 * without it.
 */
export function problemsOfLacking(
  paperIds: readonly string[],
  { papers, outstanding }: RareFacts,
  { maxPapers, excluded }: Pick<RareSettings, 'maxPapers' | 'excluded'>,
): Problem[] {
  const field = 'paperIds';
  if (paperIds.length === 0) return [{ field, message: '请选择容缺的材料' }];
  const paperById = new Map(papers.map((paper) => [paperIdOf(paper), paper]));
  const names = new Set(paperIds.flatMap((id) => paperById.get(id)?.name ?? []));
  const problems = paperIds.flatMap((id): Problem[] => {
    const paper = paperById.get(id);
    if (!paper) return [{ field, message: '所选材料不在办件的材料清单中，请刷新后重新选择' }];
    return paper.rare ? [] : [{ field, message: `“${paper.name}”不能容缺` }];
  });
  const max = Math.min(maxPapers, rareLimits.papers);
  if (paperIds.length > max) problems.push({ field, message: `最多容缺 ${max} 份材料` });
  for (const combination of excluded) {
    if (combination.length > 1 && combination.every((name) => names.has(name)))
      problems.push({ field, message: `${combination.map((name) => `“${name}”`).join('和')}不能同时容缺` });
  }
  const others = outstanding.filter(({ id }) => !paperIds.includes(id));
  if (others.length > 0) {
    const list = others.map(({ name }) => `“${name}”`).join('、');
    problems.push({ field, message: `${list}仍有问题，请一并容缺、要求补正，或者当场补齐后重新核对` });
  }
  return problems;
}

export function problemsOfTime({ limit, reminders }: Pick<AskRareInput, 'limit' | 'reminders'>): Problem[] {
  const { amount } = limit;
  const isDays = Number.isInteger(amount) && amount >= 1 && amount <= rareLimits.days;
  const areDays = reminders.every((days) => Number.isInteger(days) && days >= 0 && days < amount);
  return [
    ...(isDays ? [] : [{ field: 'limit.amount', message: `补充期限应为 1 至 ${rareLimits.days} 天` }]),
    ...(areDays || !isDays ? [] : [{ field: 'reminders', message: '提醒应在补充期限之内' }]),
    ...(reminders.length > rareLimits.reminders
      ? [{ field: 'reminders', message: `最多提醒 ${rareLimits.reminders} 次` }]
      : []),
  ];
}

export function problemsOfPromise(
  { promised, fileIds = [] }: Pick<AskRareInput, 'promised' | 'fileIds'>,
  { signed }: RarePromise,
): Problem[] {
  return [
    ...(promised ? [] : [{ field: 'promised', message: '请先请申请人书面承诺按期补齐材料' }]),
    ...(signed && fileIds.length === 0
      ? [{ field: 'fileList', message: '请上传申请人签字的容缺受理承诺书' }]
      : []),
  ];
}
