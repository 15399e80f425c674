/**
 * Adds rules to a page as a constructed style sheet. The content policy refuses `<style>` elements, which injected
 * content could contain, but allows our own scripts to do this.
 */
export function addStyles(page: Document, css: string): CSSStyleSheet | undefined {
  // A style sheet can only be added to a document of the window in which it was made.
  const view = page.defaultView;
  if (view === null) return undefined;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(css);
  page.adoptedStyleSheets.push(sheet);
  return sheet;
}

/** Removes a style sheet that `addStyles` has added. */
export function removeStyles(page: Document, sheet: CSSStyleSheet): void {
  page.adoptedStyleSheets = page.adoptedStyleSheets.filter((other) => other !== sheet);
}
