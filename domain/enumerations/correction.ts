/** Ways in which a correction is made (S1 §4): online by the applicant, or on paper at the window. */
export const CorrectionCategory = { online: 1, offline: 2 } as const;
export type CorrectionCategory = (typeof CorrectionCategory)[keyof typeof CorrectionCategory];

export const correctionCategoryLabel: Record<CorrectionCategory, string> = {
  [CorrectionCategory.online]: '线上',
  [CorrectionCategory.offline]: '线下',
};

/** What follows if the applicant gives up a correction, or lets its limit pass; the item chooses (the codes are ours). */
export const CorrectionExpiry = {
  /** The application counts as withdrawn (19); the handler decides how it goes on. */
  abandoned: 'abandoned',
  /** The order is returned and ends (14). */
  returned: 'returned',
  /** The order goes on with the materials that it has. */
  continued: 'continued',
} as const;
export type CorrectionExpiry = (typeof CorrectionExpiry)[keyof typeof CorrectionExpiry];

export const correctionExpiryLabel: Record<CorrectionExpiry, string> = {
  [CorrectionExpiry.abandoned]: '视为放弃补正',
  [CorrectionExpiry.returned]: '退件办结',
  [CorrectionExpiry.continued]: '按现有材料继续办理',
};
