import { hasCode } from './code-list.ts';

/**
 * Result of checking one material of an order: complete, or its problem. The specification names the field (`checkState`,
 * S1 §3) without values, so the codes are ours.
 */
export const PaperState = {
  complete: 1,
  missing: 2,
  tooFew: 3,
  expired: 4,
  unclear: 5,
  unsigned: 6,
  wrong: 7,
} as const;
export type PaperState = (typeof PaperState)[keyof typeof PaperState];

/** A problem of a material, for which a correction can be asked. */
export type PaperProblem = Exclude<PaperState, typeof PaperState.complete>;

export const paperStateLabel: Record<PaperState, string> = {
  [PaperState.complete]: '齐全',
  [PaperState.missing]: '缺少',
  [PaperState.tooFew]: '份数不足',
  [PaperState.expired]: '已过期',
  [PaperState.unclear]: '不清楚',
  [PaperState.unsigned]: '未签字盖章',
  [PaperState.wrong]: '内容有误',
};

export function isPaperProblem(value: unknown): value is PaperProblem {
  return hasCode(PaperState, value) && value !== PaperState.complete;
}
