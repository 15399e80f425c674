/**
 * A section of a guide, parsed for the screen. Only the markup that the guide's file uses is supported (a test checks
 * this).
 */
export interface GuideSection {
  /** Id for links: the heading itself. */
  id: string;
  blocks: readonly GuideBlock[];
  /** All of its text, for the search. */
  text: string;
}

export type GuideBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'text'; parts: readonly GuidePart[] }
  | { kind: 'list'; ordered: boolean; items: readonly (readonly GuidePart[])[] }
  | { kind: 'table'; rows: readonly (readonly (readonly GuidePart[])[])[] }
  | { kind: 'picture'; file: string; alt: string };

export type GuidePart =
  | { kind: 'plain' | 'strong' | 'key'; text: string }
  | { kind: 'link'; text: string; to: string };

/** Reads the guide section by section; text before the first heading is ignored. */
export function readGuide(source: string): GuideSection[] {
  return source
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n');
      const blocks = blocksOf(lines.join('\n')).map(readBlock);
      return { id: title.trim(), blocks, text: [title, ...lines].join('\n').replace(/[*`[\]|]/g, '') };
    });
}

/** Splits a text at empty lines; code blocks stay whole, including their empty lines. */
function blocksOf(text: string): string[] {
  return text
    .split(/^(```[^\n]*\n[\s\S]*?^```)$/m)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n{2,}/)))
    .map((block) => block.trim())
    .filter(Boolean);
}

/**
 * Returns the name by which links in the file refer to a heading: without punctuation, with hyphens for
 * spaces.
 */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-');
}

const itemStart = /^(?:- |\d+\. )/;

function readBlock(block: string): GuideBlock {
  const lines = block.split('\n');
  if (block.startsWith('```')) return { kind: 'code', text: lines.slice(1, -1).join('\n') };
  if (block.startsWith('### ')) return { kind: 'heading', text: block.slice(4) };
  const picture = /^!\[(.*)\]\(images\/(.*)\)$/.exec(block);
  if (picture) return { kind: 'picture', alt: picture[1] ?? '', file: picture[2] ?? '' };
  if (block.startsWith('|')) {
    const rows = lines.filter((line) => !/^\|[\s|:-]+\|$/.test(line));
    return {
      kind: 'table',
      rows: rows.map((row) =>
        row
          .slice(1, -1)
          .split('|')
          .map((cell) => readParts(cell.trim())),
      ),
    };
  }
  if (itemStart.test(block)) {
    const items: string[] = [];
    for (const line of lines) {
      if (itemStart.test(line)) items.push(line.replace(itemStart, ''));
      else items.push(`${items.pop() ?? ''}${line.trim()}`);
    }
    return { kind: 'list', ordered: /^\d/.test(block), items: items.map(readParts) };
  }
  // Line breaks in the file are insignificant: Chinese lines are joined without a space.
  return { kind: 'text', parts: readParts(lines.map((line) => line.trim()).join('')) };
}

const markup = /\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g;

function readParts(text: string): GuidePart[] {
  const parts: GuidePart[] = [];
  let position = 0;
  for (const match of text.matchAll(markup)) {
    if (match.index > position) parts.push({ kind: 'plain', text: text.slice(position, match.index) });
    const [whole, strong, key, link, to = ''] = match;
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (key !== undefined) parts.push({ kind: 'key', text: key });
    // Links to other documents are for other readers; only their text stays.
    else if (link !== undefined && to.startsWith('#')) parts.push({ kind: 'link', text: link, to });
    else parts.push({ kind: 'plain', text: link ?? '' });
    position = match.index + whole.length;
  }
  if (position < text.length) parts.push({ kind: 'plain', text: text.slice(position) });
  return parts;
}
