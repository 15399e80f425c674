import type { FileKind } from '#domain/uploads/file-kind.ts';

const office = 'application/vnd.openxmlformats-officedocument';

const contentTypes: Partial<Record<FileKind, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
  tiff: 'image/tiff',
  ico: 'image/x-icon',
  icns: 'image/icns',
  svg: 'image/svg+xml',
  postscript: 'application/postscript',
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
  ofd: 'application/ofd',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  text: 'text/plain',
};

/**
 * Types that a browser can show without running code; drawings that may contain script (svg) are excluded.
 */
const previewable = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Returns the content type for sending a file: by its bytes, not by the browser's claim. */
export function contentTypeOf(kind: FileKind): string {
  return contentTypes[kind] ?? 'application/octet-stream';
}

/** Checks for PDF and pictures, which a browser shows, and of which one document can be made with others. */
export function isPreviewable(contentType: string): boolean {
  return previewable.has(contentType);
}

/**
 * Checks whether a thumbnail is created for a file: only for pictures, of which lists of uploads have many, in formats
 * that can be read safely.
 */
export function hasThumbnail(contentType: string): boolean {
  return /^image\/(?:png|jpeg|gif|webp)$/.test(contentType);
}

/** Checks whether the file is already compressed: pictures, PDF, current office files. */
export function isCompressed(contentType: string): boolean {
  return /^image\/(?:png|jpeg|gif|webp)$|^application\/(?:pdf|zip|ofd)$|openxmlformats/.test(contentType);
}
