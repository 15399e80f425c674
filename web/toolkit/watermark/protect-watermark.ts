const tile = 200;
const lineHeight = 20;

/**
 * Returns one tile of the watermark, 200x200, its lines in the middle and rotated by -30 degrees (S2 §2); the
 * shape only, without a colour.
 */
export function drawTile(lines: readonly string[]): string {
  const middle = tile / 2;
  const top = middle - ((lines.length - 1) * lineHeight) / 2;
  const textElements = lines.map(
    (line, index) => `<text x="${middle}" y="${top + index * lineHeight}">${escapeText(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${tile}" height="${tile}"><g transform="rotate(-30 ${middle} ${middle})" font-family="sans-serif" font-size="14" text-anchor="middle" dominant-baseline="central">${textElements.join('')}</g></svg>`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

/**
 * Adds the watermark over `host` and keeps it there: if its node is removed, hidden or emptied, a new one
 * replaces it at once. Returns the function that ends this.
 */
export function protectWatermark(
  host: HTMLElement,
  options: { className: string; lines: readonly string[]; isWhole: boolean },
): () => void {
  const image = `url("data:image/svg+xml,${encodeURIComponent(drawTile(options.lines))}")`;
  const observedChanges = { childList: true, attributes: true, characterData: true };
  let layer = createLayer();
  const onHost = new MutationObserver(() => {
    if (layer.parentNode !== host) replaceLayer();
  });
  const onLayer = new MutationObserver(() => replaceLayer());

  function createLayer(): HTMLElement {
    const element = document.createElement('div');
    element.className = options.className;
    element.setAttribute('aria-hidden', 'true');
    element.dataset.testid = 'watermark';
    if (options.isWhole) element.dataset.whole = '';
    element.style.maskImage = image;
    return element;
  }

  function replaceLayer(): void {
    onLayer.disconnect();
    layer.remove();
    layer = createLayer();
    host.append(layer);
    onLayer.observe(layer, observedChanges);
    onHost.takeRecords();
  }

  onHost.observe(host, { childList: true });
  replaceLayer();
  return () => {
    onHost.disconnect();
    onLayer.disconnect();
    layer.remove();
  };
}
