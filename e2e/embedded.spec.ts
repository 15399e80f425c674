import { test as base, expect, type LaunchOptions, type Page } from '@playwright/test';
import { addressBarFeatures } from './browser-arguments.ts';
import { test as journey } from './journey.ts';
import { fillApplicant, fillLetter, writeLetter } from './letter.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { fillLogin, people } from './people.ts';
import { serveThirdPartyApp } from './third-party-app.ts';

const port = Number(process.env.JOURNEY_FORM_PORT);
/**
 * Another site for the browser, not only another origin: the portal's storage in the frame is partitioned.
 */
const embeddingSite = `http://localhost:${port}`;
let close: () => Promise<void> = async () => undefined;
base.beforeAll(async () => {
  close = await serveThirdPartyApp(port);
});
base.afterAll(() => close());

/**
 * Starts a browser like those of real users: a feature that Playwright disables partitions the storage of
 * frames by the embedding site. Without it, and with third-party cookies blocked, such a frame has no storage
 * at all.
 */
const test = journey.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), `--disable-features=${addressBarFeatures.join(',')}`];
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
});

const messagesOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { messages: Record<string, unknown>[] }).messages);

test('an embedded portal has no header and menu, keeps its own session, and reports navigation to the embedding page (S2 §2)', async ({
  openBrowser,
  baseURL,
}) => {
  const context = await openBrowser();
  const page = await context.newPage();
  const address = `${baseURL}/affair/draft?backTitle=x`;
  await page.goto(`${embeddingSite}/oa?open=${encodeURIComponent(address)}`);
  const portal = page.frameLocator('#portal');
  // The person logs in inside the frame; the deep link survives the login there too.
  await fillLogin(portal, people.clerk);
  await expect(portal.getByRole('heading', { name: '草稿箱', level: 1 })).toBeVisible();
  await expect(portal.getByRole('navigation', { name: '主菜单' })).toBeHidden();
  await expect(portal.getByRole('banner')).toBeHidden();

  // The token is stored for this site only: a separate window of the same browser shows the login.
  const separatePage = await context.newPage();
  await separatePage.goto(`${baseURL}/todo`);
  await expect(separatePage).toHaveURL(/\/login\?r=/);
  await separatePage.close();

  await page.goto(`${embeddingSite}/oa?open=${encodeURIComponent(`${baseURL}/petition`)}`);
  const letter = writeLetter('嵌入登记');
  await expect(portal.getByRole('textbox', { name: '信访人姓名' })).toBeVisible();
  const frame = page.frames().find((each) => each.url().startsWith(`${baseURL}/petition`));
  if (frame === undefined) throw new Error('The portal is in the frame');
  // A frame has the same methods for filling in as a page.
  await fillApplicant(frame as unknown as Page, letter);
  await fillLetter(frame as unknown as Page, letter);
  await portal.getByRole('button', { name: '提交' }).click();
  const confirmation = portal.getByText(/^办件已提交，办件流水号：\d{10,}$/);
  await expect(confirmation).toBeVisible();
  const code = /\d{10,}/.exec((await confirmation.textContent()) ?? '')?.[0];
  await expect
    .poll(() => messagesOf(page))
    .toContainEqual({
      source: 'banjian',
      type: 'submitSuccess',
      path: '/petition',
      workorderCode: code,
      origin: baseURL,
    });

  await portal.getByRole('button', { name: '查看办件' }).click();
  await expect(portal.getByRole('heading', { name: letter.title })).toBeVisible();
  await expect
    .poll(() => messagesOf(page))
    .toContainEqual({
      source: 'banjian',
      type: 'leave',
      path: '/petition',
      to: `/affair/detail/${code}`,
      origin: baseURL,
    });
  await portal.getByRole('button', { name: '返回', exact: true }).click();
  await expect
    .poll(() => messagesOf(page))
    .toContainEqual({ source: 'banjian', type: 'back', path: `/affair/detail/${code}`, origin: baseURL });
});

journey(
  'a browser that refuses all storage in a frame opens the portal in a separate window',
  async ({ openBrowser, baseURL }) => {
    const page = await (await openBrowser()).newPage();
    await page.goto(`${embeddingSite}/oa?open=${encodeURIComponent(`${baseURL}/todo?page=1`)}`);
    const portal = page.frameLocator('#portal');
    await expect(portal.getByText('浏览器不允许在嵌入的页面中登录')).toBeVisible();
    await expect(portal.getByRole('link', { name: '在新窗口中打开' })).toHaveAttribute(
      'href',
      `${baseURL}/login?r=${encodeURIComponent('/todo?page=1')}`,
    );
  },
);

test('a page that is not configured cannot embed the portal', async ({ browser, baseURL }) => {
  // A page without the journey's checks, because the browser reports the forbidden frame in its console.
  const page = await (await browser.newContext()).newPage();
  const refusal = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await page.goto(`http://127.0.0.1:${port}/oa?open=${encodeURIComponent(`${baseURL}/login`)}`);
  await refusal;
  await expect(page.frameLocator('#portal').getByLabel('账号', { exact: true })).toBeHidden();
  await page.context().close();
});

test('信访登记 opens without the menu, keeps its input, and the previous list keeps its state (S0 §2)', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.clerk, '/my-initiated');
  const main = page.getByRole('main');
  const keyword = main.getByRole('textbox', { name: '关键词' });
  await keyword.fill('没有这样的办件');
  await main.getByRole('button', { name: '查询' }).click();
  await expect(main.getByText('没有符合条件的数据')).toBeVisible();

  await page.getByRole('link', { name: '信访登记' }).click();
  const name = main.getByRole('textbox', { name: '信访人姓名' });
  await expect(name).toBeVisible();
  await expect(page.getByRole('heading', { name: '信访登记', level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeHidden();
  await expectNoOverflow(page, 'petition');
  await expectAccessible(page, 'petition');
  await name.fill('钱学礼');
  await main.getByRole('button', { name: '返回', exact: true }).click();

  // Both pages are kept alive.
  await expect(main.getByText('没有符合条件的数据')).toBeVisible();
  await expect(keyword).toHaveValue('没有这样的办件');
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  await page.getByRole('link', { name: '信访登记' }).click();
  await expect(name).toHaveValue('钱学礼');
  await expect(main.getByRole('status').filter({ hasText: '已自动保存' })).toBeVisible();
});

test('a screen that supports embedding hides header and menu if its address contains layout=none', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(
    people.clerk,
    '/guide/petition-letter?layout=none&backUrl=/todo&backTitle=待办清单',
  );
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await expect(page.getByRole('heading', { name: '办事指南', level: 1 })).toBeVisible();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('link', { name: '待办清单' })).toBeVisible();
  await page.getByRole('button', { name: '返回', exact: true }).click();
  await expect(page.getByRole('heading', { name: '待办', level: 1 })).toBeVisible();
  await expect(menu).toBeVisible();
  // A list does not support embedding: the parameter changes nothing.
  await page.goto('/todo?layout=none');
  await expect(menu).toBeVisible();
});
