/**
 * Permitted content of a rich text (S1 §9: a whitelist of tags, attributes and CSS properties, another for
 * the hosts of images). Server and browser use different libraries to clean texts, both with this list.
 */
export const richTextTags = [
  ...['p', 'div', 'br', 'hr', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre'],
  ...['span', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'sub', 'sup', 'code', 'small'],
  ...['ul', 'ol', 'li', 'a', 'img'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
] as const;

/** Attributes by tag; `*` applies to every tag. */
export const richTextAttributes: Readonly<Record<string, readonly string[]>> = {
  '*': ['style'],
  a: ['href', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  col: ['span'],
  ol: ['start'],
};

const size = /^-?\d{1,4}(\.\d{1,3})?(px|pt|em|rem|%)?$/;
const colour =
  /^(#[0-9a-f]{3,8}|[a-z]{3,20}|rgba?\( *\d{1,3} *, *\d{1,3} *, *\d{1,3} *(, *[\d.]{1,5} *)?\))$/i;

/**
 * CSS properties, each with its permitted values; none can contain an address, position an element or cover
 * others.
 */
export const richTextStyles: Readonly<Record<string, RegExp>> = {
  color: colour,
  'background-color': colour,
  'font-size': /^([89]|[12]\d|3[0-6])(\.\d{1,2})?px$|^(0\.[5-9]|1(\.\d)?|2)(em|rem)$/,
  'font-weight': /^(normal|bold|[1-9]00)$/,
  'font-style': /^(normal|italic)$/,
  'text-decoration': /^(none|underline|line-through)$/,
  'text-align': /^(left|right|center|justify)$/,
  'text-indent': size,
  'line-height': size,
  'vertical-align': /^(baseline|sub|super|top|middle|bottom)$/,
  width: /^\d{1,4}(px|%)$/,
};

/** Returns the permitted declarations of a `style`, in their order; empty if there are none. */
export function cleanStyle(style: string): string {
  return style
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
      const value = declaration.slice(colon + 1).trim();
      const allowed = Object.hasOwn(richTextStyles, name) ? richTextStyles[name] : undefined;
      return allowed?.test(value) ? [`${name}:${value}`] : [];
    })
    .join(';');
}

/** Checks that a link leads to a web page, a mail address, a phone number or a path of the portal. */
export function isAllowedLink(href: string): boolean {
  return /^(https?:\/\/[^\s]+|mailto:[^\s]+|tel:[\d+-]+|\/(?![/\\])[^\s\\]*|#[\w-]*)$/i.test(href);
}

/**
 * Checks that an image belongs to the portal or is embedded in the text; images of other hosts are hidden (S1
 * §9).
 */
export function isOwnImage(source: string): boolean {
  return (
    /^\/(?![/\\])[^\s\\]*$/.test(source) ||
    /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(source)
  );
}

/** Text that replaces a hidden image. */
export const hiddenImageText = '［外部图片已隐藏］';

/** Checks whether a text is HTML; a text that only contains a < is not. */
export function isRichText(text: string): boolean {
  return /<\/?[a-z][a-z0-9]*(\s[^<>]*)?\/?>/i.test(text);
}
