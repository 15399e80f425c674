/** Types of a special procedure (特别程序; the specification gives no codes for `specialType`, so they are our own). */
export const SpecialType = {
  hearing: 'hearing',
  tender: 'tender',
  auction: 'auction',
  inspection: 'inspection',
  test: 'test',
  quarantine: 'quarantine',
  appraisal: 'appraisal',
  expertReview: 'expert-review',
  technicalReview: 'technical-review',
  siteSurvey: 'site-survey',
  publicNotice: 'public-notice',
  other: 'other',
} as const;
export type SpecialType = (typeof SpecialType)[keyof typeof SpecialType];

export const specialTypeLabel: Record<SpecialType, string> = {
  [SpecialType.hearing]: '听证',
  [SpecialType.tender]: '招标',
  [SpecialType.auction]: '拍卖',
  [SpecialType.inspection]: '检验',
  [SpecialType.test]: '检测',
  [SpecialType.quarantine]: '检疫',
  [SpecialType.appraisal]: '鉴定',
  [SpecialType.expertReview]: '专家评审',
  [SpecialType.technicalReview]: '技术审查',
  [SpecialType.siteSurvey]: '现场勘验',
  [SpecialType.publicNotice]: '公示',
  [SpecialType.other]: '其他',
};
