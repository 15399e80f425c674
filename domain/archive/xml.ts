/**
 * An XML element: its name, its attributes, and its text or its children; undefined children are left out.
 */
export type XmlElement = readonly [
  name: string,
  content: string | readonly (XmlElement | undefined)[],
  attributes?: Readonly<Record<string, string>>,
];

/** Characters that XML 1.0 cannot contain, including single surrogates. */
const unfit = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]|\p{Cs}/gu;

/** Returns an XML document, indented by two spaces. */
export function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`;
}

function write([name, content, attributes = {}]: XmlElement, indent: string): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const head = `${indent}<${name}${given.join('')}`;
  if (typeof content === 'string') {
    return content === '' ? `${head}/>\n` : `${head}>${escapeXml(content)}</${name}>\n`;
  }
  const children = content.flatMap((child) => (child === undefined ? [] : [write(child, `${indent}  `)]));
  return children.length === 0 ? `${head}/>\n` : `${head}>\n${children.join('')}${indent}</${name}>\n`;
}

export function escapeXml(text: string): string {
  return text
    .replaceAll(unfit, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
