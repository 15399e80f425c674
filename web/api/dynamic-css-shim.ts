import { addStyles, removeStyles } from './constructed-sheets.ts';

/**
 * Replaces `Dom/dynamicCSS` of Ant Design's libraries in the browser's bundle. Their module writes `<style>`
 * elements, which the content policy refuses. Requests for an order of styles are ignored: the libraries
 * write only theme variables and the scroll lock behind a dialog, and no sheet of the portal sets either.
 */
interface AddedStyle {
  css: string;
  sheet: CSSStyleSheet | undefined;
  /** Placeholder for the style element on which the libraries set properties; it is never in the page. */
  handle: HTMLStyleElement;
}

const added = new Map<string, AddedStyle>();
const keyOf = (key: string, { mark = '' }: { mark?: string } = {}) => `${mark} ${key}`;

export function injectCSS(css: string): HTMLStyleElement {
  addStyles(document, css);
  return document.createElement('style');
}

export function updateCSS(css: string, key: string, option?: { mark?: string }): HTMLStyleElement {
  const found = added.get(keyOf(key, option));
  if (found === undefined) {
    const handle = document.createElement('style');
    added.set(keyOf(key, option), { css, sheet: addStyles(document, css), handle });
    return handle;
  }
  if (found.css !== css) found.sheet?.replaceSync(css);
  found.css = css;
  return found.handle;
}

export function removeCSS(key: string, option?: { mark?: string }): void {
  const found = added.get(keyOf(key, option));
  added.delete(keyOf(key, option));
  if (found?.sheet) removeStyles(document, found.sheet);
}
