import type { UploadRule } from './upload-rule.ts';

/** Form attachments, unless the field says otherwise: eight formats, 20 MB, any number (S2 §5). */
export const formUploadRule: UploadRule = {
  formats: ['pdf', 'png', 'jpg', 'jpeg', 'doc', 'docx', 'xls', 'xlsx'],
  maxSize: 20,
  unit: 'MB',
};

/** The work-order handling bar: the same formats, 30 MB (S1 §5). */
export const handlingUploadRule: UploadRule = { ...formUploadRule, maxSize: 30 };

/** Attachments of a countersign: the same formats, 30 MB, at most ten (S1 §5). */
export const countersignUploadRule: UploadRule = { ...handlingUploadRule, maxCount: 10 };

/** Scan-to-upload from a phone: more formats, 20 MB, at most ten (S0 §5). */
export const phoneUploadRule: UploadRule = {
  formats: [
    'jpg',
    'png',
    'jpeg',
    'gif',
    'jfif',
    'svg',
    'ai',
    'ico',
    'icns',
    'doc',
    'docx',
    'ppt',
    'pptx',
    'xlsx',
    'pdf',
  ],
  maxSize: 20,
  unit: 'MB',
  maxCount: 10,
};

/** What the upload call takes, which does not know the place: the formats of all places, the largest size, ten at once. */
export const storeUploadRule = {
  formats: [...new Set([...formUploadRule.formats, ...phoneUploadRule.formats])],
  maxSize: handlingUploadRule.maxSize,
  unit: 'MB',
  maxCount: 10,
} as const satisfies UploadRule;

/** Pictures in rich text: larger ones are left out without a word (S2 §5). */
export const editorImageMaxBytes = 5 * 1024 * 1024;

/** A pasted picture may be exactly as large as the limit, where the first editor's own limit must not be reached (S2 §5). */
export function isEditorImageTooLarge(bytes: number, ownLimitBytes?: number): boolean {
  return ownLimitBytes === undefined ? bytes > editorImageMaxBytes : bytes >= ownLimitBytes;
}
