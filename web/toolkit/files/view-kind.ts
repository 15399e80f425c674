/** The ways to view a stored file in the portal; `none` can only be downloaded. */
export type ViewKind = 'picture' | 'pdf' | 'document' | 'sheet' | 'text' | 'none';

const kindByExtension: Readonly<Record<string, ViewKind>> = {
  png: 'picture',
  jpg: 'picture',
  jpeg: 'picture',
  jfif: 'picture',
  gif: 'picture',
  webp: 'picture',
  bmp: 'picture',
  pdf: 'pdf',
  docx: 'document',
  xlsx: 'sheet',
  xls: 'sheet',
  csv: 'sheet',
  txt: 'text',
};

/**
 * Returns the way to view a file by its extension, which is reliable: a stored file is named by its content
 * (0018).
 */
export function viewKindOf(name: string): ViewKind {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return kindByExtension[extension] ?? 'none';
}
