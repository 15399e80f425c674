/** An XML element: its name, its text or its children, and its attributes; children that are undefined are left out. */
export type XmlElement = readonly [
  name: string,
  content: string | readonly (XmlElement | undefined)[],
  attributes?: XmlAttributes,
];

export type XmlAttributes = Readonly<Record<string, string | number>>;

/** Characters that XML 1.0 cannot contain, including lone surrogates. */
const forbidden = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]|\p{Cs}/gu;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Returns a document, indented by two spaces; equal elements give equal texts. The editor of steps recognises
 * a process that it wrote by this text, so that it would no longer recognise stored processes after a change
 * of the format.
 */
export function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`;
}

function write([name, content, attributes = {}]: XmlElement, indent: string): string {
  const attributeTexts = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${oneLine(String(value))}"`,
  );
  const head = `${indent}<${name}${attributeTexts.join('')}`;
  if (typeof content === 'string') {
    return content === '' ? `${head} />\n` : `${head}>${escapeXml(content)}</${name}>\n`;
  }
  const children = content.flatMap((child) => (child === undefined ? [] : [write(child, `${indent}  `)]));
  return children.length === 0 ? `${head} />\n` : `${head}>\n${children.join('')}${indent}</${name}>\n`;
}

export function escapeXml(text: string): string {
  return text
    .replaceAll(forbidden, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** Escapes an attribute, which every XML parser reads as one line. */
function oneLine(text: string): string {
  return escapeXml(text).replaceAll(/[\t\r\n]+/g, ' ');
}
