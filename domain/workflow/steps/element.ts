import type { XmlAttributes, XmlElement } from '../../texts/xml.ts';

/** Returns an element of a process, most of which have only attributes. */
export function element(
  name: string,
  attributes: XmlAttributes = {},
  content: XmlElement[1] = [],
): XmlElement {
  return [name, content, attributes];
}
