import { expect, type Page } from '@playwright/test';

/** Keeps a picture for people to look at; nothing may stick out of the window to the side. */
export async function expectTidy(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `test-results/screens/${name}.png` });
  const overflow = await page.evaluate(() => {
    const root = document.documentElement;
    return root.scrollWidth - root.clientWidth;
  });
  expect(overflow, `${name} is wider than the window`).toBe(0);
}
