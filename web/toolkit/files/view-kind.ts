/** The ways to view a stored file in the portal; `none` is only handed out. */
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

/** The extension is trusted: a stored file is named by what its bytes are (0018). */
export function viewKindOf(name: string): ViewKind {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return kindByExtension[extension] ?? 'none';
}
