import { hasCode } from './code-list.ts';

/** What a produced document is (S2 Enumerations; the codes are ours). */
export const DocumentCategory = {
  certificate: 'certificate',
  proof: 'proof',
  approval: 'approval',
  authenticationReport: 'authentication-report',
  workResult: 'work-result',
} as const;
export type DocumentCategory = (typeof DocumentCategory)[keyof typeof DocumentCategory];

export const documentCategoryLabel: Record<DocumentCategory, string> = {
  [DocumentCategory.certificate]: '证照',
  [DocumentCategory.proof]: '证明',
  [DocumentCategory.approval]: '批文',
  [DocumentCategory.authenticationReport]: '鉴定报告',
  [DocumentCategory.workResult]: '办件结果',
};

export function isDocumentCategory(value: unknown): value is DocumentCategory {
  return hasCode(DocumentCategory, value);
}
