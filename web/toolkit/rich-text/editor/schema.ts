import { type Attributes, type Extensions, Mark, Node } from '@tiptap/core';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { textColours } from '#domain/forms/kinds/rich-text/text-colours.ts';
import { styleOf } from './style-of.ts';

/**
 * Nodes and marks of the editors. What they write is within the list of `domain/texts/rich-text.ts`, so that cleaning
 * changes nothing. Styles are read by `styleOf` and written by code, because the content policy refuses the attribute
 * `style` of parsed markup.
 */

/** Sizes of letters in pixels (S2 §2). */
export const fontSizes = [8, 9, 10, 11, 12, 14, 16, 18, 20, 22, 24, 28, 32, 36] as const;

/** Alignments besides the default one. */
const alignments = ['center', 'right', 'justify'] as const;

const docNode = Node.create({ name: 'doc', topNode: true, content: 'block+' });

const textNode = Node.create({ name: 'text', group: 'inline' });

/** Indents of a first line that are read as one of two characters. */
const firstLineIndent = /^[12](\.\d+)?em$|^[2-4]\d(\.\d+)?p[xt]$/;

const blockAttributes = (): Attributes => ({
  align: {
    default: null,
    parseHTML: (element) => {
      const align = styleOf(element, 'text-align');
      return alignments.find((each) => each === align) ?? null;
    },
    renderHTML: ({ align }) => (align ? { style: `text-align: ${align}` } : {}),
  },
  indented: {
    default: false,
    parseHTML: (element) => firstLineIndent.test(styleOf(element, 'text-indent')),
    renderHTML: ({ indented }) => (indented ? { style: 'text-indent: 2em' } : {}),
  },
});

const paragraph = Node.create({
  name: 'paragraph',
  priority: 1000,
  group: 'block',
  content: 'inline*',
  // A paragraph that is pasted into an empty one keeps its alignment.
  defining: true,
  addAttributes: blockAttributes,
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ HTMLAttributes }) => ['p', HTMLAttributes, 0],
});

/** Headings by level; the title of the page is above them. */
export const headingLabels = { 2: '一级标题', 3: '二级标题', 4: '三级标题' } as const;

const heading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ ...blockAttributes(), level: { default: 2, rendered: false } }),
  parseHTML: () =>
    [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      attrs: { level: Math.min(4, Math.max(2, level)) },
    })),
  renderHTML: ({ node, HTMLAttributes }) => [`h${String(node.attrs.level)}`, HTMLAttributes, 0],
});

const hardBreak = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.insertContent({ type: this.name }) };
  },
});

interface MarkTags {
  tag: string;
  others?: readonly string[];
  shortcut?: string;
  excludes?: string;
}

function markOf(name: string, { tag, others = [], shortcut, excludes }: MarkTags): Mark {
  return Mark.create({
    name,
    ...(excludes !== undefined && { excludes }),
    parseHTML: () => [tag, ...others].map((each) => ({ tag: each })),
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return shortcut === undefined ? {} : { [shortcut]: () => this.editor.commands.toggleMark(this.name) };
    },
  });
}

/** Marks that a text may have one of. */
const scripts = 'superscript subscript';

/** Marks of a style with one value, written as a `span`. */
function styleMark(name: string, property: string, listedValue: (style: string) => string | undefined): Mark {
  return Mark.create({
    name,
    addAttributes: () => ({
      value: { default: null, renderHTML: ({ value }) => ({ style: `${property}: ${value}` }) },
    }),
    parseHTML: () => [
      {
        tag: 'span',
        // Another mark may read the same element.
        consuming: false,
        getAttrs: (element) => {
          const value = listedValue(styleOf(element, property));
          return value === undefined ? false : { value };
        },
      },
    ],
    renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
  });
}

/** Returns the size of the list that is nearest to a size in pixels or points. */
export function listedSize(style: string): string | undefined {
  const size = /^(\d{1,3}(?:\.\d+)?)(px|pt)$/.exec(style);
  if (!size) return undefined;
  const pixels = Number(size[1]) * (size[2] === 'pt' ? 4 / 3 : 1);
  const distance = (one: number) => Math.abs(one - pixels);
  return `${fontSizes.reduce((nearest, each) => (distance(each) < distance(nearest) ? each : nearest), 16)}px`;
}

/** Returns a colour of the list; a browser writes colours as rgb(). */
function listedColour(style: string): string | undefined {
  const parts = /^rgb\( *(\d{1,3}) *, *(\d{1,3}) *, *(\d{1,3}) *\)$/.exec(style)?.slice(1);
  const colour = parts
    ? `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
    : style;
  return Object.hasOwn(textColours, colour) ? colour : undefined;
}

/** Extensions of both editors, without pictures and their uploads. */
export const textExtensions: Extensions = [
  docNode,
  textNode,
  paragraph,
  heading,
  hardBreak,
  BulletList.configure({ itemTypeName: 'listItem' }),
  OrderedList.configure({ itemTypeName: 'listItem' }),
  ListItem,
  ListKeymap,
  markOf('bold', { tag: 'strong', others: ['b'], shortcut: 'Mod-b' }),
  markOf('italic', { tag: 'em', others: ['i'], shortcut: 'Mod-i' }),
  markOf('underline', { tag: 'u', shortcut: 'Mod-u' }),
  markOf('strike', { tag: 's', others: ['del'] }),
  markOf('superscript', { tag: 'sup', shortcut: 'Mod-.', excludes: scripts }),
  markOf('subscript', { tag: 'sub', shortcut: 'Mod-,', excludes: scripts }),
  styleMark('fontSize', 'font-size', listedSize),
  styleMark('colour', 'color', listedColour),
];
