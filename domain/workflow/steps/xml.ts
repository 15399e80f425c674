/** An XML element to write: attributes in their order, and either a text or child elements. */
export interface OrderedXmlElement {
  name: string;
  attributes: Readonly<Record<string, string | number>>;
  content: string | readonly OrderedXmlElement[];
}

export function element(
  name: string,
  attributes: OrderedXmlElement['attributes'] = {},
  content: OrderedXmlElement['content'] = [],
): OrderedXmlElement {
  return { name, attributes, content };
}

/** Returns the whole file, always the same text for the same elements; indented by two spaces. */
export function xmlText(root: OrderedXmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, '').join('\n')}\n`;
}

function lines({ name, attributes, content }: OrderedXmlElement, indent: string): string[] {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  const head = `${indent}<${name}${written.join('')}`;
  if (typeof content === 'string') return [`${head}>${escaped(content)}</${name}>`];
  if (content.length === 0) return [`${head} />`];
  return [`${head}>`, ...content.flatMap((child) => lines(child, `${indent}  `)), `${indent}</${name}>`];
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign).replace(/[\t\r\n]+/g, ' ');
}
