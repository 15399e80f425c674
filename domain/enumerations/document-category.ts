import { hasCode } from './code-list.ts';

/** Categories of the papers that an office issues (S2 Enumerations; the codes are ours). */
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
  [DocumentCategory.workResult]: '办理结果',
};

export function isDocumentCategory(value: unknown): value is DocumentCategory {
  return hasCode(DocumentCategory, value);
}

/** Words at the end of a name, with the category that they usually mean; the first that fits counts. */
const usualEndings: readonly [RegExp, DocumentCategory][] = [
  [/(鉴定|检验|检测|评估|认证)(报告|意见)书?$/, DocumentCategory.authenticationReport],
  [/证明书?$/, DocumentCategory.proof],
  [/(证|证书|执照|许可证|登记证|牌照)$/, DocumentCategory.certificate],
  [/(批复|批文|批准书|决定书|许可决定|核准书)$/, DocumentCategory.approval],
];

/** Proposes the category of a paper by its name, without a note like （副本）; a person can choose another. */
export function proposedCategory(name: string): DocumentCategory {
  const noun = name.trim().replace(/[（(][^（()）]*[)）]$/, '');
  return usualEndings.find(([ending]) => ending.test(noun))?.[1] ?? DocumentCategory.workResult;
}
