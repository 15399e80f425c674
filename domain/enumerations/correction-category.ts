import { hasCode } from './code-list.ts';

/** Where a correction is handed in; an offline one has no submit time (S1 §4). */
export const CorrectionCategory = {
  online: 1,
  offline: 2,
} as const;
export type CorrectionCategory = (typeof CorrectionCategory)[keyof typeof CorrectionCategory];

export const correctionCategoryLabel: Record<CorrectionCategory, string> = {
  [CorrectionCategory.online]: '线上补正',
  [CorrectionCategory.offline]: '线下补正',
};

export function isCorrectionCategory(value: unknown): value is CorrectionCategory {
  return hasCode(CorrectionCategory, value);
}
