import { type Refusal, refusalRow, refuse } from '../refusals/refusals.ts';
import { storedPictureName } from './converted-pictures.ts';
import type { FileKind } from './file-kind.ts';
import { extensionOf } from './file-name.ts';

/** Rule of the files that a place takes; sizes count 1 KB = 1024 bytes, 1 MB = 1048576 bytes (S2 §5). */
export interface UploadRule {
  /** Extensions, small letters, without the dot. */
  formats: readonly string[];
  maxSize: number;
  unit: 'KB' | 'MB';
  /** No number means any number. */
  maxCount?: number;
}

export interface UploadCandidate {
  name: string;
  /** In bytes. */
  size: number;
  /** Files that already stand at the place. */
  alreadyUploaded: number;
  /** Kind of the content; left out while it is not known yet. */
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
 * Kinds that a name's extension promises; a file keeps the promise with one of them. Pictures are often renamed between
 * jpg and png by phones, which does no harm, since each is shown by its own kind.
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
 * Takes or refuses one file: its number among those already there, its size, which is more than nothing, its extension whatever the capitals, and,
 * where the content is known, that it is what the extension promises (S2 §5). A picture that is converted when it arrives counts as
 * what it is stored as (0159). Undefined means taken.
 */
export function checkUpload(candidate: UploadCandidate, rule: UploadRule): UploadRefusal | undefined {
  if (rule.maxCount !== undefined && candidate.alreadyUploaded >= rule.maxCount) {
    return refuse('tooManyFiles', { message: countMessage(rule.maxCount) });
  }
  if (candidate.size > maxBytesOf(rule)) return refuse('fileTooLarge', { message: sizeMessage(rule) });
  // Said before the format: the content of an empty file is of none.
  if (candidate.size === 0) return refuse('fileTypeNotAllowed', { message: uploadMessage.empty });
  const extension = extensionOf(storedPictureName(candidate.name));
  const kept = candidate.kind === undefined || keepsPromise(extension, candidate.kind);
  return takesExtension(rule, extension) && kept
    ? undefined
    : refuse('fileTypeNotAllowed', { message: uploadMessage.format });
}

/**
 * Returns every problem of the files of one place: their number, a size, a format, each said once (S2 §5).
 */
export function checkPlace(
  files: readonly { name: string; size: number }[],
  rule: UploadRule,
  alreadyUploaded = 0,
): string[] {
  const { maxCount } = rule;
  return [
    ...(maxCount !== undefined && files.length + alreadyUploaded > maxCount ? [countMessage(maxCount)] : []),
    ...(files.some(({ size }) => size > maxBytesOf(rule)) ? [sizeMessage(rule)] : []),
    ...(files.every(({ name }) => takesExtension(rule, extensionOf(storedPictureName(name))))
      ? []
      : [uploadMessage.format]),
  ];
}

/** Checks that the place takes names that end so. */
export function takesExtension(rule: UploadRule, extension: string): boolean {
  return rule.formats.some((format) => format.toLowerCase() === extension);
}

function countMessage(maxCount: number): string {
  return `附件数量不得超过${maxCount}个！请重新上传`;
}

function sizeMessage({ maxSize, unit }: UploadRule): string {
  return `附件大小不得超过${maxSize}${unit === 'MB' ? 'M' : 'K'}！请重新上传`;
}

export function maxBytesOf(rule: Pick<UploadRule, 'maxSize' | 'unit'>): number {
  return rule.maxSize * (rule.unit === 'MB' ? 1_048_576 : 1024);
}

/**
 * Checks whether a content is of a kind that the extension stands for; an extension without a kind promises
 * nothing.
 */
export function keepsPromise(extension: string, kind: FileKind): boolean {
  return Object.hasOwn(kindsOfExtension, extension) && (kindsOfExtension[extension]?.includes(kind) ?? false);
}
