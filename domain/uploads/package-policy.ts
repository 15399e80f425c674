import type { UnsafeContentKind } from './danger.ts';

/** Limits of a zip that is opened; any ordinary office file stays far below them. */
export const officePackageLimits = {
  entries: 10_000,
  /** Bytes of all names together. */
  nameBytes: 1_048_576,
  unpackedBytes: 256 * 1_048_576,
  /** Bytes of one part that must be read as a whole. */
  partBytes: 32 * 1_048_576,
  /** Nesting: an office file (such as the table of a chart) inside an office file inside another. */
  depth: 2,
} as const;

export interface PackageEntry {
  name: string;
  offset: number;
  /** Header, name and packed data together. */
  bytes: number;
}

/**
 * Checks whether the entries of a zip follow each other from its first byte on. Overlapping entries let a
 * small zip unpack to a huge one, and bytes before the entries let a file have two formats at once.
 */
export function areEntriesConsecutive(entries: readonly PackageEntry[]): boolean {
  let end = 0;
  for (const entry of [...entries].sort((one, other) => one.offset - other.offset)) {
    if (entry.offset < end || (end === 0 && entry.offset !== 0)) return false;
    end = entry.offset + entry.bytes;
  }
  return true;
}

/** Returns the danger that the name of a part reveals. */
export function dangerOfPartName(name: string): UnsafeContentKind | undefined {
  const lower = name.toLowerCase();
  if (/(?:^|\/)(?:vbaproject\.bin|vbadata\.xml)$|(?:^|\/)macrosheets\//.test(lower)) return 'macro';
  return /(?:^|\/)activex\//.test(lower) ? 'activeX' : undefined;
}

/**
 * Checks whether a part's text must be read: the list of types, the relations, and parts that may contain a
 * DDE field.
 */
export function hasCheckedText(name: string): boolean {
  return (
    /^\[content_types\]\.xml$/i.test(name) ||
    /\.rels$/i.test(name) ||
    /^(?:word\/(?:glossary\/)?[^/]*\.xml|xl\/externallinks\/[^/]*\.xml)$/i.test(name)
  );
}

/**
 * Returns the danger that the text of a part reveals, whatever its name: macros and controls under other
 * names, links that open automatically. `names` are those of all parts of the package.
 */
export function dangerOfPart(
  name: string,
  text: string,
  names: readonly string[] = [],
): UnsafeContentKind | undefined {
  if (hasOtherEncoding(text)) return 'tooComplex';
  const markup = withoutCommentsAndInstructions(text);
  if (/^\[content_types\]\.xml$/i.test(name))
    return dangerOfTypes(withoutReferences(withoutUnusedTypes(markup, names)));
  const decoded = withoutReferences(markup);
  if (/\.rels$/i.test(name)) return dangerOfRelations(name, decoded);
  const fields = [...decoded.matchAll(/<(?:[^\s<>/:]+:)?instrText\b[^>]*>([^<]*)/g)]
    .map(([, field]) => field)
    .join('');
  const attributeFields = [...decoded.matchAll(/\binstr\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
    .map(([, a, b]) => a ?? b)
    .join(' ');
  return /\bDDE(?:AUTO)?\b/i.test(`${fields} ${attributeFields}`) ||
    /<(?:[^\s<>/:]+:)?ddeLink\b/i.test(decoded)
    ? 'external'
    : undefined;
}

/**
 * Returns the list of types without types for extensions that no part has: some writers of workbooks
 * (SheetJS) declare every type that they support. An ambiguous entry is kept.
 */
function withoutUnusedTypes(text: string, names: readonly string[]): string {
  const extensions = new Set(names.map((name) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()));
  return text.replace(/<Default\s[^<>&]*>/g, (entry) => {
    const extension = /\sExtension="([A-Za-z0-9]+)"/.exec(entry)?.[1];
    const isUnambiguous = entry.match(/extension/gi)?.length === 1 && !entry.includes("'");
    return isUnambiguous && extension !== undefined && !extensions.has(extension.toLowerCase()) ? '' : entry;
  });
}

function dangerOfTypes(text: string): UnsafeContentKind | undefined {
  if (/<!DOCTYPE/i.test(text)) return 'broken';
  if (/macroenabled|vbaproject|vbadata|macrosheet/i.test(text)) return 'macro';
  return /activex/i.test(text) ? 'activeX' : undefined;
}

/**
 * Encodings in which ASCII letters have their usual bytes, and UTF-16, which is recognised by its zero bytes.
 */
const plainEncoding =
  /^(?:utf-?8|utf-?16(?:le|be)?|us-ascii|iso-8859-\d+|windows-125\d|gb2312|gbk|gb18030)$/i;

/** Checks whether the text declares an encoding other than the one in which it is read here. */
function hasOtherEncoding(text: string): boolean {
  const declared = /^\uFEFF?\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']*)/.exec(text)?.[1];
  return declared !== undefined && !plainEncoding.test(declared.trim());
}

/**
 * Removes comments and processing instructions, and keeps the text of CDATA sections, so that no word is
 * split or missed.
 */
function withoutCommentsAndInstructions(text: string): string {
  return text.replace(
    /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>/g,
    (_, literal?: string) => literal?.replaceAll('<', ' ') ?? '',
  );
}

/**
 * Folders in which every office program puts the parts whose text is read; elsewhere no program would read
 * them. Comments of sheets and slides contain no fields, and may be in any folder below.
 */
const expectedFolders: readonly (readonly [RegExp, RegExp])[] = [
  [/\/officeDocument$/i, /^(?:word|xl|ppt)\/[^/%]*\.xml$/i],
  [/\/(?:header|footer|footnotes|endnotes)$/i, /^word\/(?:glossary\/)?[^/%]*\.xml$/i],
  [/\/comments$/i, /^(?:word\/(?:glossary\/)?[^/%]*|(?:xl|ppt)\/[^%]*)\.xml$/i],
  [/\/externalLink$/i, /^xl\/externalLinks\/[^/%]*\.xml$/i],
];

/**
 * Returns the part that a relation points to: from the root of the package, or from the folder of the part
 * that it belongs to.
 */
function resolveTarget(relations: string, target: string): string {
  const folder = relations.replace(/(?:^|\/)_rels\/[^/]*$/i, '');
  const fullPath = /^[\\/]/.test(target) ? target : `${folder}/${target}`;
  const steps: string[] = [];
  for (const step of fullPath.split(/[\\/]/)) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/**
 * A linked picture is fetched when the file is opened; a request to a Windows share contains the reader's
 * name.
 */
const networkShare = /^\s*(?:file:)?[\\/]{2,}(?![\\/]*[a-z]:)./i;

const automaticType = /\/(?:attachedTemplate|oleObject|frame|subDocument|package)$/i;
const dangerousScheme = /^\s*(?:javascript|vbscript|mhtml|mk|ms-[\w-]+|search-ms|res):/i;

/** Path on the disk of the document's author, where only the author can have put a file. */
const localPath = /^(?!.*%(?:5c|2f))(?:(?:file:\/{0,3})?[a-z]:[\\/](?![\\/])|file:\/\/\/(?![\\/])[^\\:]*$)/i;

function dangerOfRelations(relations: string, text: string): UnsafeContentKind | undefined {
  if (/<!DOCTYPE/i.test(text)) return 'broken';
  for (const [, attributes = ''] of text.matchAll(
    /<(?:[^\s<>/:]+:)?Relationship\b((?:[^>"']|"[^"]*"|'[^']*')*)>/g,
  )) {
    const read = (name: string) => {
      const match = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
      return match?.[1] ?? match?.[2] ?? '';
    };
    const type = read('Type');
    if (/\/(?:vbaProject|wordVbaData|xlMacrosheet|xlIntlMacrosheet)$/i.test(type)) return 'macro';
    if (/\/(?:control|activeXControlBinary)$/i.test(type)) return 'activeX';
    // A page, a letter or an archive of another format, which is read only when the file is opened.
    if (/\/aFChunk$/i.test(type)) return 'embedded';
    const target = read('Target');
    if (read('TargetMode').toLowerCase() !== 'external') {
      if (isMisplacedPart(type, resolveTarget(relations, target))) return 'tooComplex';
      continue;
    }
    if (/\/attachedTemplate$/i.test(type) && localPath.test(target)) continue;
    if (automaticType.test(type) || dangerousScheme.test(target)) return 'external';
    if (/\/image$/i.test(type) && networkShare.test(target)) return 'external';
  }
  return undefined;
}

const isMisplacedPart = (type: string, part: string) =>
  expectedFolders.some(([kind, place]) => kind.test(type) && !place.test(part));

/** Replaces character references by their characters, so that they cannot hide anything. */
export function withoutReferences(text: string): string {
  return text.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (entity, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : entity;
  });
}

const svgScript =
  /<(?:[^\s<>/:]+:)?(?:script|foreignObject|iframe|embed|object|handler)\b|\son[a-z]+\s*=|data:\s*text\/|<!ENTITY|<!ATTLIST|<\?xml-stylesheet/i;
const svgRemoteContent =
  /<(?:[^\s<>/:]+:)?(?:image|use|feImage)\b[^>]*\bhref\s*=\s*["']\s*(?:https?:)?\/\/|@import|url\(\s*["']?\s*(?:https?:)?\/\//i;

/** Returns the danger in a drawing: anything that a browser would run or load automatically. */
export function dangerOfSvg(text: string): UnsafeContentKind | undefined {
  if (hasOtherEncoding(text)) return 'tooComplex';
  const decoded = withoutReferences(text);
  // A browser ignores line ends and tabs inside an address.
  if (svgScript.test(decoded) || /(?:java|vb)script:/i.test(decoded.replace(/\s+/g, ''))) return 'script';
  return svgRemoteContent.test(decoded) ? 'external' : undefined;
}
