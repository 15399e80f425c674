import { expect, type Page } from '@playwright/test';

export const maxTabs = 60;

/**
 * Presses Tab until the control of that name has the focus; every stop on the way must have a visible focus
 * mark.
 */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < maxTabs; presses++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0) continue;
    await expectFocusInSight(page);
    if ((await focused.ariaSnapshot()).includes(name)) return;
  }
  throw new Error(`The Tab key did not reach ${name}`);
}

/** Checks that the focused control is in the window, uncovered, and has a visible outline, ring or border. */
export async function expectFocusInSight(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const element = document.activeElement;
        if (!(element instanceof HTMLElement) || element === document.body) return 'nothing has the focus';
        const box = element.getBoundingClientRect();
        const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
        if (!inside) return `${element.outerHTML.slice(0, 120)} is out of sight`;
        // The mark may be drawn by the element or by the frame around it.
        for (const part of [element, element.parentElement, element.parentElement?.parentElement]) {
          if (!part) continue;
          const style = getComputedStyle(part);
          const hasOutline = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1;
          if (hasOutline || style.boxShadow !== 'none') return 'in sight';
        }
        return `${element.outerHTML.slice(0, 120)} shows no focus`;
      }),
    )
    .toBe('in sight');
}
