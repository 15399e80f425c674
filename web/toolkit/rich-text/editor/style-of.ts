import { styleName } from '../clean-rich-text.ts';

/**
 * Returns one property of an element's style in lower case, empty if it has none; of cleaned markup the style is in
 * the attribute `data-style`.
 */
export function styleOf(element: HTMLElement, property: string): string {
  const style = element.getAttribute(styleName) ?? element.getAttribute('style') ?? '';
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (declaration.slice(0, Math.max(0, colon)).trim().toLowerCase() === property)
      return declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase();
  }
  return '';
}
