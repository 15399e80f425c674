import { type Browser, chromium, type Page } from '@playwright/test';

/** A running demo: its address and its captcha. */
export interface Demo {
  address: string;
  captcha: string;
}

/** Launches the given browser, or the one that the tests use. */
export function launchBrowser(program: string | undefined): Promise<Browser> {
  return chromium.launch({
    ...(program !== undefined && { executablePath: program }),
    args: ['--no-sandbox'],
  });
}

/**
 * Signs a clerk of the demo in, once; returns the browser's storage, which every measured page starts with,
 * and the address of the first order of the to-do list.
 */
export async function openDemo(
  browser: Browser,
  { address, captcha }: Demo,
): Promise<{ storage: string; order: string }> {
  const page = await browser.newPage();
  await page.goto(`${address}/login`);
  await page.getByLabel('账号', { exact: true }).fill('liuyang');
  await page.getByLabel('密码', { exact: true }).fill('Banjian@2026');
  await page.getByLabel('验证码', { exact: true }).fill(captcha);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  await page.getByRole('main').waitFor();
  const storage = (await page.evaluate('JSON.stringify({ ...localStorage })')) as string;
  await page.goto(`${address}/todo`);
  await page.getByRole('table').waitFor();
  const order = await page.locator('tbody a').first().getAttribute('href');
  await page.close();
  if (order === null) throw new Error('The to-do list is empty');
  return { storage, order };
}

/** Restores the browser's storage of a session before the page's own scripts run. */
export async function restoreBrowserStorage(page: Page, storage: string): Promise<void> {
  await page.addInitScript(`for (const [k, v] of Object.entries(${storage})) localStorage.setItem(k, v);`);
}

/** A phone as its browser reports itself. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
export const desktopViewport = { viewport: { width: 1366, height: 768 } };
