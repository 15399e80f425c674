/**
 * Adds rules to a page as a constructed sheet. The content policy refuses `<style>` elements, which foreign
 * content could contain, and permits our own scripts to do this.
 */
export function addStyles(page: Document, css: string): CSSStyleSheet | undefined {
  // A sheet can only be added to the page in whose window it was made.
  const view = page.defaultView;
  if (view === null) return undefined;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(css);
  page.adoptedStyleSheets.push(sheet);
  return sheet;
}

/** Takes such a sheet away again. */
export function removeStyles(page: Document, sheet: CSSStyleSheet): void {
  page.adoptedStyleSheets = page.adoptedStyleSheets.filter((one) => one !== sheet);
}
