import type { UploadRule } from './upload-rule.ts';

/** Form attachments, unless the field says otherwise: eight formats, 20 MB, any number (S2 §5). */
export const formUploadRule: UploadRule = {
  formats: ['pdf', 'png', 'jpg', 'jpeg', 'doc', 'docx', 'xls', 'xlsx'],
  maxSize: 20,
  unit: 'MB',
};

/** Attachments in the handler bar of an order: the same formats, 30 MB (S1 §5). */
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

/** Formats that are accepted only for a field that lists them (0159). */
const optionalFormats = ['txt', 'csv', 'ofd'];

/**
 * Materials from a client of the specification (`dirType=materials`): the formats of all places, the largest
 * size, ten at once.
 */
export const materialsUploadRule = {
  formats: [...new Set([...formUploadRule.formats, ...phoneUploadRule.formats])],
  maxSize: handlingUploadRule.maxSize,
  unit: 'MB',
  maxCount: 10,
} as const satisfies UploadRule;

/**
 * Rule of the upload call, which does not receive the place: it also accepts the additional formats that a
 * field may list.
 */
export const storeUploadRule = {
  ...materialsUploadRule,
  formats: [...materialsUploadRule.formats, ...optionalFormats],
} as const satisfies UploadRule;

/** Maximum size of pictures in rich text: larger ones are left out without a message (S2 §5). */
export const editorImageMaxBytes = 5 * 1024 * 1024;

/**
 * Checks the size of a pasted picture: it may equal this limit; an editor with a limit of its own accepts only
 * smaller ones (S2 §5 names two rich-text editors, the first has one).
 */
export function isEditorImageTooLarge(bytes: number, ownLimitBytes?: number): boolean {
  return ownLimitBytes === undefined ? bytes > editorImageMaxBytes : bytes >= ownLimitBytes;
}

/** Pictures sent as text by a document camera or a scanner (S2 §7). */
export const pictureUploadRule: UploadRule = {
  formats: ['jpg', 'jpeg', 'png', 'gif'],
  maxSize: 20,
  unit: 'MB',
  maxCount: 10,
};

/**
 * Pictures of the first of the two rich-text editors of S2 §5, which every client that has their address may
 * read (S2 §2).
 */
export const publicPictureRule: UploadRule = {
  formats: ['jpg', 'jpeg', 'png', 'gif'],
  maxSize: 5,
  unit: 'MB',
};

/** Limits of a merge into one document (S2 §7). */
export const mergeLimits = {
  files: 50,
  bytes: 100 * 1_048_576,
  pages: 2000,
  /** Values in all PDFs together (numbers, names, texts; a list or a dictionary counts as four). */
  values: 2_000_000,
} as const;

/** Limits of one package (S2 §7); a URL can contain fewer files than a form. */
export const packageLimits = { files: 1000, filesInAddress: 300, bytes: 2048 * 1_048_576 } as const;

/** Maximum of a field with a rule of its own, and of chunked uploads. */
export const largeUploadRule = { ...storeUploadRule, maxSize: 200 } as const satisfies UploadRule;

/**
 * Files larger than one chunk are sent in chunks of 5 MB; their MD5 is computed in slices of 2 MB (S2 §9).
 */
export const chunkLimits = {
  defaultBytes: 5 * 1_048_576,
  md5SliceBytes: 2 * 1_048_576,
  minBytes: 256 * 1024,
  maxBytes: 10 * 1_048_576,
  maxChunks: 800,
  /** Uploads of one person at the same time. */
  openUploads: 10,
  retentionHours: 48,
} as const;
