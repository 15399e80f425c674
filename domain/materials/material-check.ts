import { PaperForm } from '../enumerations/paper-form.ts';
import {
  isPaperProblem,
  type PaperProblem,
  PaperState,
  paperStateLabel,
} from '../enumerations/paper-state.ts';
import { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import { maxReasonLength } from '../opinions/limits.ts';
import type { Problem } from '../refusals/refusals.ts';
import { isBlank, problemOfLength } from '../texts/characters.ts';
import { maxCopies, type Paper } from './materials.ts';

/** Check of the materials of an order (S1 §3 "Material check item"), by a handler at the reception. */

/** Result of the check of one material. */
export interface CheckedPaper {
  /** See `paperIdOf`. */
  id: string;
  state: PaperState;
  /** Received originals and copies. */
  originals: number;
  copies: number;
  /** Explanation of a problem; empty for a complete material. */
  reason: string;
  /** Files of the order that belong to the material. */
  fileIds: readonly string[];
}

/** A material with a problem: what a correction or a rare supplement asks for. */
export interface OutstandingPaper {
  id: string;
  name: string;
  problem: PaperProblem;
  reason: string;
}

export const materialCheckLimits = { filesPerPaper: 10, papers: 400 } as const;

/** Stages before the acceptance, at which the materials are checked: 待预审, 待收件, 待受理. */
export const checkingStages: readonly WorkOrderStatus[] = [
  WorkOrderStatus.awaitingPreReview,
  WorkOrderStatus.awaitingReceipt,
  WorkOrderStatus.awaitingAcceptance,
];

/** Checks whether materials are checked at a node with this stage. */
export function checksMaterialsAt(stage: number | null | undefined): boolean {
  return checkingStages.some((checkingStage) => checkingStage === stage);
}

/** Returns the id of a material, which is unique in its item: form and name. */
export function paperIdOf({ form, name }: Pick<Paper, 'form' | 'name'>): string {
  return `${form}:${name}`;
}

/**
 * Checks the results against the materials of the order, all problems at once, each at its field of the list
 * (`conditionMaterialList[2].reason`). Results may be left out: a check can be saved before it is finished.
 */
export function problemsOfCheck(
  papers: readonly Paper[],
  results: readonly CheckedPaper[],
  list = 'conditionMaterialList',
): Problem[] {
  const paperById = new Map(papers.map((paper) => [paperIdOf(paper), paper]));
  return results.flatMap((result, index) => {
    const problems: Problem[] = [];
    const paper = paperById.get(result.id);
    const report = (field: string, message: string) =>
      problems.push({ field: `${list}[${index}].${field}`, message });
    if (paper === undefined) {
      report('id', '该材料不在办件的材料清单中，请刷新后重新核对');
      return problems;
    }
    const reportOf = (field: string, message: string) => report(field, `材料“${paper.name}”：${message}`);
    if (results.findIndex(({ id }) => id === result.id) < index) reportOf('id', '重复填写');
    const countProblem = problemOfCounts(paper, result);
    if (countProblem !== undefined) reportOf(...countProblem);
    const reasonProblem = problemOfReason(result);
    if (reasonProblem !== undefined) reportOf('reason', reasonProblem);
    return problems;
  });
}

/** Returns the field and the message if the received numbers contradict the state. */
function problemOfCounts(
  { form, copies: required }: Paper,
  { state, originals, copies, fileIds }: CheckedPaper,
): [field: string, message: string] | undefined {
  if (originals > maxCopies) return ['actualOriginalNumber', `份数最多 ${maxCopies}`];
  if (copies > maxCopies) return ['actualCopyNumber', `份数最多 ${maxCopies}`];
  const received = originals + copies;
  if (state === PaperState.missing)
    return received + fileIds.length > 0
      ? ['checkState', `已收到材料，不能核对为“${paperStateLabel[state]}”`]
      : undefined;
  if (state !== PaperState.complete || form === PaperForm.electronic) return undefined;
  // An original is better than the copy that is required, not the other way round.
  if (form === PaperForm.original)
    return originals < required
      ? ['actualOriginalNumber', `应收原件 ${required} 份，请核对份数，或改为“份数不足”`]
      : undefined;
  return received < required
    ? ['actualCopyNumber', `应收复印件 ${required} 份，请核对份数，或改为“份数不足”`]
    : undefined;
}

function problemOfReason({ state, reason }: CheckedPaper): string | undefined {
  const needsReason = state !== PaperState.complete && state !== PaperState.missing;
  if (needsReason && isBlank(reason)) return '请说明具体问题';
  return problemOfLength(reason, maxReasonLength, '说明');
}

/**
 * Returns the materials with a problem, in the order of the list; a required material without a result counts as
 * missing once the check has begun.
 */
export function outstandingPapers(
  papers: readonly Paper[],
  results: readonly CheckedPaper[],
): OutstandingPaper[] {
  if (results.length === 0) return [];
  const resultById = new Map(results.map((result) => [result.id, result]));
  return papers.flatMap((paper): OutstandingPaper[] => {
    const id = paperIdOf(paper);
    const result = resultById.get(id);
    const state = result?.state ?? (paper.required ? PaperState.missing : PaperState.complete);
    return isPaperProblem(state)
      ? [{ id, name: paper.name, problem: state, reason: result?.reason ?? '' }]
      : [];
  });
}

/** The line about a check without any problem. */
export const completeSummary = '材料齐全';

/** Returns one line about the result: 齐全, or how many materials have a problem and how many are unchecked. */
export function summaryOfCheck(papers: readonly Paper[], results: readonly CheckedPaper[]): string {
  const withProblem = results.filter(({ state }) => state !== PaperState.complete).length;
  const checkedIds = new Set(results.map(({ id }) => id));
  const open = papers.filter((paper) => paper.required && !checkedIds.has(paperIdOf(paper))).length;
  const parts = [
    ...(withProblem > 0 ? [`${withProblem} 份有问题`] : []),
    ...(open > 0 ? [`${open} 份必交材料未核对`] : []),
  ];
  return parts.length === 0 ? completeSummary : parts.join('，');
}
