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

/** Taken where a field names them itself; no place does of its own (0159). */
const namedFormats = ['txt', 'csv', 'ofd'];

/** Materials of a client of the specification (`dirType=materials`): the formats of all its places, the largest size, ten at once. */
export const materialsUploadRule = {
  formats: [...new Set([...formUploadRule.formats, ...phoneUploadRule.formats])],
  maxSize: handlingUploadRule.maxSize,
  unit: 'MB',
  maxCount: 10,
} as const satisfies UploadRule;

/**
 * Rule of the upload call, which has no information on the place: it also takes the further formats that a
 * field may name.
 */
export const storeUploadRule = {
  ...materialsUploadRule,
  formats: [...materialsUploadRule.formats, ...namedFormats],
} as const satisfies UploadRule;

/** Pictures in rich text: larger ones are left out without a word (S2 §5). */
export const editorImageMaxBytes = 5 * 1024 * 1024;

/**
 * Checks the size of a pasted picture, which may be exactly as large as the limit, where the first editor's
 * own limit must not be reached (S2 §5).
 */
export function isEditorImageTooLarge(bytes: number, ownLimitBytes?: number): boolean {
  return ownLimitBytes === undefined ? bytes > editorImageMaxBytes : bytes >= ownLimitBytes;
}

/** Pictures that travel as text, of a document camera or a scanner (S2 §7). */
export const pictureUploadRule: UploadRule = {
  formats: ['jpg', 'jpeg', 'png', 'gif'],
  maxSize: 20,
  unit: 'MB',
  maxCount: 10,
};

/** Pictures of the first editor, which every client with their address may see (S2 §2, §5). */
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

/** Limits of one package (S2 §7); an address has room for fewer than a form. */
export const packageLimits = { files: 1000, filesInAddress: 300, bytes: 2048 * 1_048_576 } as const;

/** Most that a field may take by a rule of its own, and that the chunked upload takes at all. */
export const largeUploadRule = { ...storeUploadRule, maxSize: 200 } as const satisfies UploadRule;

/** Files over one chunk go in chunks of 5 MB, their MD5 is read in slices of 2 MB (S2 §9). */
export const chunkLimits = {
  defaultBytes: 5 * 1_048_576,
  md5SliceBytes: 2 * 1_048_576,
  leastBytes: 256 * 1024,
  mostBytes: 10 * 1_048_576,
  mostChunks: 800,
  /** Of one person at once. */
  openUploads: 10,
  keptHours: 48,
} as const;
