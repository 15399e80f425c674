import { type Refusal, refusalRow, refuse } from '../refusals/refusals.ts';
import { storedPictureName } from './converted-pictures.ts';
import type { FileKind } from './file-kind.ts';
import { extensionOf } from './file-name.ts';

/** Rule for the files of a place; sizes count 1 KB = 1024 bytes, 1 MB = 1048576 bytes (S2 §5). */
export interface UploadRule {
  /** Extensions in lower case, without the dot. */
  formats: readonly string[];
  maxSize: number;
  unit: 'KB' | 'MB';
  /** Left out for any number. */
  maxCount?: number;
}

export interface UploadCandidate {
  name: string;
  /** Size in bytes. */
  size: number;
  /** Number of files that are already at the place. */
  alreadyUploaded: number;
  /** Kind of the content; left out while it is unknown. */
  kind?: FileKind;
}

export const uploadMessage = {
  format: refusalRow.fileTypeNotAllowed.text,
  empty: '文件是空的（0 字节），请重新选择',
  server: '上传错误',
  transport: '上传失败，请重新上传',
  success: '上传成功！',
} as const;

/**
 * Kinds of content that are valid for an extension. Phones often rename pictures between jpg and png, which
 * does no harm, because each is displayed by its real kind.
 */
const kindsOfExtension: Readonly<Record<string, readonly FileKind[]>> = {
  pdf: ['pdf'],
  png: ['png', 'jpg'],
  jpg: ['jpg', 'png'],
  jpeg: ['jpg', 'png'],
  jfif: ['jpg'],
  gif: ['gif'],
  bmp: ['bmp'],
  webp: ['webp'],
  svg: ['svg'],
  ai: ['pdf', 'postscript'],
  ico: ['ico'],
  icns: ['icns'],
  doc: ['doc'],
  xls: ['xls'],
  ppt: ['ppt'],
  docx: ['docx'],
  xlsx: ['xlsx'],
  pptx: ['pptx'],
  ofd: ['ofd'],
  txt: ['text'],
  csv: ['text'],
  zip: ['zip', 'docx', 'xlsx', 'pptx', 'ofd'],
};

export type UploadRefusal = Refusal<'tooManyFiles' | 'fileTooLarge' | 'fileTypeNotAllowed'>;

/**
 * Accepts or refuses one file: by the number of files at the place, its size, which must not be 0, its
 * extension in any case, and, if the content is known, by whether the content matches the extension (S2 §5).
 * A picture that is converted on arrival is checked as its stored form (0159). Returns undefined to accept.
 */
export function checkUpload(candidate: UploadCandidate, rule: UploadRule): UploadRefusal | undefined {
  if (rule.maxCount !== undefined && candidate.alreadyUploaded >= rule.maxCount) {
    return refuse('tooManyFiles', { message: countMessage(rule.maxCount) });
  }
  if (candidate.size > maxBytesOf(rule)) return refuse('fileTooLarge', { message: sizeMessage(rule) });
  // Reported before the format, because the content of an empty file has none.
  if (candidate.size === 0) return refuse('fileTypeNotAllowed', { message: uploadMessage.empty });
  const extension = extensionOf(storedPictureName(candidate.name));
  const contentMatches = candidate.kind === undefined || matchesExtension(extension, candidate.kind);
  return acceptsExtension(rule, extension) && contentMatches
    ? undefined
    : refuse('fileTypeNotAllowed', { message: uploadMessage.format });
}

/** Returns every problem of the files of one place: number, size and format, each reported once (S2 §5). */
export function checkFilesOfPlace(
  files: readonly { name: string; size: number }[],
  rule: UploadRule,
  alreadyUploaded = 0,
): string[] {
  const { maxCount } = rule;
  return [
    ...(maxCount !== undefined && files.length + alreadyUploaded > maxCount ? [countMessage(maxCount)] : []),
    ...(files.some(({ size }) => size > maxBytesOf(rule)) ? [sizeMessage(rule)] : []),
    ...(files.every(({ name }) => acceptsExtension(rule, extensionOf(storedPictureName(name))))
      ? []
      : [uploadMessage.format]),
  ];
}

/** Checks that the place accepts names with this extension. */
export function acceptsExtension(rule: UploadRule, extension: string): boolean {
  return rule.formats.some((format) => format.toLowerCase() === extension);
}

function countMessage(maxCount: number): string {
  return `附件数量不得超过${maxCount}个！请重新上传`;
}

/** Returns the message about a file that is larger than a rule allows (S2 §5). */
export function sizeMessage({ maxSize, unit }: Pick<UploadRule, 'maxSize' | 'unit'>): string {
  return `附件大小不得超过${maxSize}${unit === 'MB' ? 'M' : 'K'}！请重新上传`;
}

export function maxBytesOf(rule: Pick<UploadRule, 'maxSize' | 'unit'>): number {
  return rule.maxSize * (rule.unit === 'MB' ? 1_048_576 : 1024);
}

/**
 * Checks whether the kind of a content is valid for the extension; an extension without known kinds returns
 * false.
 */
export function matchesExtension(extension: string, kind: FileKind): boolean {
  return Object.hasOwn(kindsOfExtension, extension) && (kindsOfExtension[extension]?.includes(kind) ?? false);
}
