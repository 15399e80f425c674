import { addStyles, removeStyles } from './constructed-style-sheets.ts';

/**
 * Replaces `Dom/dynamicCSS` of Ant Design's libraries in the browser's bundle. Their module writes `<style>`
 * elements, which the content policy refuses. Requests for an order of styles are ignored: the libraries
 * write only theme variables and the scroll lock behind a dialog, and no style sheet of the portal sets either.
 */
interface AddedStyle {
  css: string;
  sheet: CSSStyleSheet | undefined;
  /** Placeholder for the style element on which the libraries set properties; it is never in the page. */
  placeholder: HTMLStyleElement;
}

const addedStyles = new Map<string, AddedStyle>();
const keyOf = (key: string, { mark = '' }: { mark?: string } = {}) => `${mark} ${key}`;

export function injectCSS(css: string): HTMLStyleElement {
  addStyles(document, css);
  return document.createElement('style');
}

export function updateCSS(css: string, key: string, option?: { mark?: string }): HTMLStyleElement {
  const style = addedStyles.get(keyOf(key, option));
  if (style === undefined) {
    const placeholder = document.createElement('style');
    addedStyles.set(keyOf(key, option), { css, sheet: addStyles(document, css), placeholder });
    return placeholder;
  }
  if (style.css !== css) style.sheet?.replaceSync(css);
  style.css = css;
  return style.placeholder;
}

export function removeCSS(key: string, option?: { mark?: string }): void {
  const style = addedStyles.get(keyOf(key, option));
  addedStyles.delete(keyOf(key, option));
  if (style?.sheet) removeStyles(document, style.sheet);
}
