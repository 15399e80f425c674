/**
 * What a file really is, by its first bytes. A name is only a claim; a type that cannot be told from the bytes is told
 * from the name, and then never shown inside a page.
 */
export interface FileKind {
  contentType: string;
  /** May be shown inside a page of ours, by image or PDF viewer. */
  previewable: boolean;
}

interface Signature extends FileKind {
  extensions: readonly string[];
  fits: (bytes: Uint8Array) => boolean;
}

function startsWith(...wanted: number[]): (bytes: Uint8Array) => boolean {
  return (bytes) => wanted.every((byte, index) => bytes[index] === byte);
}

function startsWithText(text: string): (bytes: Uint8Array) => boolean {
  return startsWith(...Buffer.from(text, 'latin1'));
}

const isZip = startsWith(0x50, 0x4b, 0x03, 0x04);
const isCompoundFile = startsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);

function isOfficeZip(folder: string): (bytes: Uint8Array) => boolean {
  return (bytes) => isZip(bytes) && Buffer.from(bytes).includes(Buffer.from(folder, 'latin1'));
}

const office = 'application/vnd.openxmlformats-officedocument';

/** The formats of S0 §5; the first that fits name and bytes is taken. */
const signatures: readonly Signature[] = [
  {
    extensions: ['jpg', 'jpeg', 'jfif'],
    contentType: 'image/jpeg',
    previewable: true,
    fits: startsWith(0xff, 0xd8, 0xff),
  },
  {
    extensions: ['png'],
    contentType: 'image/png',
    previewable: true,
    fits: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  },
  { extensions: ['gif'], contentType: 'image/gif', previewable: true, fits: startsWithText('GIF8') },
  { extensions: ['pdf'], contentType: 'application/pdf', previewable: true, fits: startsWithText('%PDF-') },
  {
    extensions: ['docx'],
    contentType: `${office}.wordprocessingml.document`,
    previewable: false,
    fits: isOfficeZip('word/'),
  },
  {
    extensions: ['xlsx'],
    contentType: `${office}.spreadsheetml.sheet`,
    previewable: false,
    fits: isOfficeZip('xl/'),
  },
  {
    extensions: ['pptx'],
    contentType: `${office}.presentationml.presentation`,
    previewable: false,
    fits: isOfficeZip('ppt/'),
  },
  { extensions: ['doc'], contentType: 'application/msword', previewable: false, fits: isCompoundFile },
  {
    extensions: ['ppt'],
    contentType: 'application/vnd.ms-powerpoint',
    previewable: false,
    fits: isCompoundFile,
  },
  { extensions: ['ico'], contentType: 'image/x-icon', previewable: false, fits: startsWith(0, 0, 1, 0) },
  { extensions: ['icns'], contentType: 'image/icns', previewable: false, fits: startsWithText('icns') },
  {
    extensions: ['ai'],
    contentType: 'application/postscript',
    previewable: false,
    fits: (bytes) => startsWithText('%PDF-')(bytes) || startsWithText('%!PS')(bytes),
  },
  {
    // Script can live in it, so it is kept and handed back, and never shown.
    extensions: ['svg'],
    contentType: 'image/svg+xml',
    previewable: false,
    fits: (bytes) =>
      /^\s*(<\?xml|<!--|<!doctype svg|<svg)/i.test(Buffer.from(bytes.subarray(0, 512)).toString('utf8')),
  },
];

/** The kind of an upload, or undefined when the format is not allowed or the content is not what the name says. */
export function sniff(name: string, bytes: Uint8Array): FileKind | undefined {
  const extension = /\.([a-z0-9]+)$/.exec(name.toLowerCase())?.[1] ?? '';
  const found = signatures.find(({ extensions, fits }) => extensions.includes(extension) && fits(bytes));
  return found && { contentType: found.contentType, previewable: found.previewable };
}

export function isPreviewable(contentType: string): boolean {
  return signatures.some((signature) => signature.contentType === contentType && signature.previewable);
}
