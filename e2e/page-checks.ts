import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { englishTextsOn, nameProblemsOn } from './screen-reader-texts.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Checks that the page breaks no machine-checkable rule of WCAG 2.2 A and AA, and contains no English. */
export async function expectAccessible(page: Page, label: string): Promise<void> {
  // A button that waits for an answer is paler than its contrast allows, until the answer is there.
  const loadingButton = page.locator('.ant-btn-loading').first();
  await loadingButton.waitFor({ state: 'hidden', timeout: 2_000 }).catch(() => undefined);
  await waitUntilDrawn(page);
  // The checker opens an extra window to merge results of several frames: half of its time, and useless for
  // one frame.
  const isOneFrame = page.frames().length === 1;
  // The checker stays in a page, for which it is not compiled again.
  const isLoaded = isOneFrame && (await page.evaluate(() => 'axe' in window));
  const { violations } = await new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
    // Describes all elements that break a rule, and one element of each other rule.
    .options({ resultTypes: ['violations'] })
    .withTags(rules)
    .setLegacyMode(isOneFrame)
    .analyze();
  const failures = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ''}`),
  );
  expect(failures, label).toEqual([]);
  expect(await englishTextsOn(page), `${label} has English texts for screen readers`).toEqual([]);
  expect(await nameProblemsOn(page), `${label} has fields without a good name`).toEqual([]);
  expect(await isFocusInDialog(page), `${label}: the focus is in the dialog`).toBe(true);
}

/**
 * Checks that the focus is inside an open dialog; with the focus on the page behind it, key presses are lost.
 */
async function isFocusInDialog(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('.ant-modal-wrap')];
    const openDialogs = dialogs.filter((dialog) => dialog.getClientRects().length > 0);
    const popup = '.ant-select-dropdown, .ant-picker-dropdown, .ant-popover, .ant-dropdown, .ant-drawer';
    const focused = document.activeElement;
    return (
      openDialogs.length === 0 ||
      openDialogs.some((dialog) => dialog.contains(focused)) ||
      focused?.closest(popup) != null
    );
  });
}

/** Waits until the page is drawn and all short animations have ended. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const animations = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && Number(effect?.getComputedTiming().endTime) < 1_000,
      );
    await Promise.allSettled(animations.map(({ finished }) => finished));
  });
}

/** Waits until the page is drawn; with JOURNEY_SCREENS=1 saves a screenshot of it, for human review. */
export async function captureScreen(page: Page, name: string): Promise<void> {
  await waitUntilDrawn(page);
  if (process.env.JOURNEY_SCREENS !== undefined)
    await page.screenshot({ path: `test-results/screens/${name}.png` });
}

/**
 * Checks that the page is neither wider nor higher than its window, and that its bar shows its buttons and
 * title; saves a screenshot first, if requested.
 */
export async function expectNoOverflow(page: Page, name: string): Promise<void> {
  await captureScreen(page, name);
  const overflow = await page.evaluate(() => {
    const root = document.documentElement;
    return root.scrollWidth - root.clientWidth;
  });
  expect(overflow, `${name} is wider than the window`).toBe(0);
  expect(await problemsOfBar(page), name).toEqual([]);
  expect(await excessHeight(page), `${name} lets the whole page scroll away`).toBe(0);
}

/** Returns buttons outside a page's bar, and its title if no more than one character of it is visible. */
export async function problemsOfBar(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bar = document.querySelector('[data-testid="page-scroller"]')?.parentElement?.firstElementChild;
    if (!bar || bar.getBoundingClientRect().height === 0) return [];
    const frame = bar.getBoundingClientRect();
    const outside = [...bar.querySelectorAll('button')].filter((button) => {
      const { top, bottom, left, right, width } = button.getBoundingClientRect();
      // An element that is hidden on a phone has no position.
      if (width === 0) return false;
      return (
        top < frame.top - 1 || bottom > frame.bottom + 1 || left < frame.left - 1 || right > frame.right + 1
      );
    });
    const title = bar.querySelector('h1');
    const visibleCharacters = title
      ? title.clientWidth / Number.parseFloat(getComputedStyle(title).fontSize)
      : 2;
    return [
      ...outside.map(
        (button) => `${button.getAttribute('aria-label') ?? button.textContent} is out of the bar`,
      ),
      ...(visibleCharacters < 1.9 ? [`of ${title?.textContent} one letter is shown`] : []),
    ];
  });
}

/** Returns by how much the document is higher than the window: only the login may scroll as a whole. */
export async function excessHeight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const root = document.documentElement;
    return document.querySelector('[data-testid="page-scroller"]') === null
      ? 0
      : root.scrollHeight - root.clientHeight;
  });
}

/**
 * Checks that no control covers another one that scrolls with it, and that the page does not scroll sideways.
 */
export async function expectNothingOverlaps(page: Page): Promise<void> {
  const result = await page.evaluate(() => {
    const controls = [...document.querySelectorAll('button, a[href], input, textarea, [role="tab"]')].filter(
      (element) => {
        const box = element.getBoundingClientRect();
        if (box.width < 2 || box.height < 2) return false;
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        // An element that is scrolled out of view or below a bar is not checked.
        return top !== null && (element.contains(top) || top.contains(element));
      },
    );
    const nameOf = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30) ||
      element.tagName;
    // Content that scrolls away below a bar is allowed: only elements that scroll together are compared.
    const scrollerOf = (element: Element): Element | null => {
      const parent = element.parentElement;
      if (parent === null || /auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
      return scrollerOf(parent);
    };
    const overlapping: string[] = [];
    controls.forEach((one, index) => {
      const a = one.getBoundingClientRect();
      for (const other of controls.slice(index + 1)) {
        if (one.contains(other) || other.contains(one) || scrollerOf(one) !== scrollerOf(other)) continue;
        const b = other.getBoundingClientRect();
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width > 2 && height > 2) overlapping.push(`${nameOf(one)} and ${nameOf(other)}`);
      }
    });
    const root = document.documentElement;
    return { overlapping, wider: root.scrollWidth - root.clientWidth };
  });
  expect(result).toEqual({ overlapping: [], wider: 0 });
}

/** Returns the lines of a text as the browser has broken it. */
export async function linesOf(text: Locator): Promise<string[]> {
  return text.evaluate((element) => {
    const lines: { top: number; text: string }[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node.parentElement?.closest('.visually-hidden')) continue;
      for (let index = 0; index < (node.nodeValue?.length ?? 0); index++) {
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        const { top } = range.getBoundingClientRect();
        const last = lines.at(-1);
        const character = node.nodeValue?.charAt(index) ?? '';
        if (last && Math.abs(last.top - top) < 4) last.text += character;
        else lines.push({ top, text: character });
      }
    }
    return lines.map((line) => line.text.trim());
  });
}
