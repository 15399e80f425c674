import { expect, type Page } from '@playwright/test';
import type { MenuNode } from '#contract/menus.ts';
import { plannedAddresses } from '#domain/addresses/planned-addresses.ts';
import { screens } from '#web/app/screen-list.ts';
import { listMenus } from './calls.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { type Account, fillLogin, people } from './people.ts';

const noPermission = '您没有该菜单的权限，请联系管理员添加';
const notFoundText = '没有找到这个页面';

/** Navigates inside the portal, as a link does: full page loads would take a quarter of an hour. */
async function navigateInPortal(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ idx: 1, key: String(Math.random()) }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const accountsByRole: Record<string, Account> = {
  clerk: people.clerk,
  leader: people.leader,
  'matter administrator': people.matterAdmin,
  'configuration administrator': people.configAdmin,
  'system administrator': people.systemAdmin,
  'security administrator': people.securityAdmin,
  'audit administrator': people.auditAdmin,
};

/**
 * Returns the first part of a path, which selects the menu (S0 §6); two parts for modules of several roles.
 */
const rootOf = (path: string) =>
  path
    .split('/')
    .slice(0, /^\/(business|third|query)\//.test(path) ? 3 : 2)
    .join('/');

/** Returns the entries of a person's menu from the server, by their addresses. */
async function entriesOf(address: string, who: Account): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  const visit = ({ url, title, children }: MenuNode) => {
    if (children.length === 0) titles.set(url, title);
    children.forEach(visit);
  };
  (await listMenus(address, who)).forEach(visit);
  return titles;
}

/** Titles of the pages that are named after their content. */
const contentTitles = ['群众来信登记表', '群众来信办理', '统计平台', '数据看板大屏'];

test.describe('every address answers', () => {
  // A person who may not read an order or start an item sees the server's message.
  test.use({ expectedStatuses: [400, 403, 404] });

  for (const [kind, who] of Object.entries(accountsByRole)) {
    test(`the ${kind} with a screen, or a message that the permission is missing (S0 §2, §6)`, async ({
      openSignedIn,
      startLetter,
      baseURL,
    }) => {
      const entries = await entriesOf(baseURL ?? '', who);
      const permittedRoots = new Set([...entries.keys()].map(rootOf));
      const code = await startLetter(people.clerk, writeLetter('走遍各页'));
      const page = await openSignedIn(who, '/affair');
      await expect(heading(page)).toHaveText('我的申请');
      const letter = 'petition-letter';
      const parameters: Record<string, string> = { taskCode: letter, id: letter, key: letter, code };
      const expectedPages = screens
        .filter(({ path }) => path !== '*')
        .map(({ path, access, title, menuParents }) => {
          const address = path
            .replace('/third/:code', '/third/stats')
            .replace('/forms/:code', `/forms/${letter}`)
            .replace(/:(\w+)/, (_, name) => parameters[name] ?? '');
          const isForbidden =
            access === 'menu' &&
            !(menuParents ?? [address]).some((parent) => permittedRoots.has(rootOf(parent)));
          const names = isForbidden ? ['无权限'] : [title, entries.get(address) ?? title, ...contentTitles];
          return { path: address, isForbidden, title: new RegExp(`^(${names.join('|')}) - 办件通$`) };
        });
      const refusedPaths: string[] = [];
      for (const { path, title } of expectedPages) {
        await navigateInPortal(page, path);
        const refusalText = page.getByText(noPermission).filter({ visible: true });
        const screen = heading(page).filter({ visible: true });
        await expect(screen.or(refusalText).first()).toBeVisible();
        await expect(page, path).toHaveTitle(title);
        if ((await refusalText.count()) > 0) refusedPaths.push(path);
      }
      expect(refusedPaths).toEqual(
        expectedPages.filter(({ isForbidden }) => isForbidden).map(({ path }) => path),
      );
    });
  }
});

test('planned and unknown addresses show a message, and a root leads to the first permitted screen', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.systemAdmin, '/business');
  await expect(page).toHaveURL(/\/business\/accounts$/);
  for (const { path, name, isPublic } of plannedAddresses) {
    if (isPublic) continue;
    for (const suffix of ['', '/x/y']) {
      await navigateInPortal(page, path + suffix);
      await expect(heading(page)).toHaveText(name);
      await expect(page.getByText('该功能尚未开放')).toBeVisible();
    }
  }
  await navigateInPortal(page, '/business/nothing');
  await expect(page.getByText(notFoundText)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: '返回首页' }).click();
  await expect(page).toHaveURL(/\/business\/accounts$/);
});

test('a trailing slash is dropped, and an old address of an order leads to its new address with its query', async ({
  openSignedIn,
  startLetter,
}) => {
  // As a person with matters, because an administrator is refused the list, which would log a console error.
  const page = await openSignedIn(people.clerk, '/affair/');
  await expect(page).toHaveURL(/\/affair$/);
  await expect(page.getByRole('table').or(page.getByText('暂无数据')).first()).toBeVisible();
  const code = await startLetter(people.clerk, writeLetter('旧地址的信'));
  await page.goto(`/view/${code}?x=1`);
  await expect(page).toHaveURL(new RegExp(`/query/view/${code}\\?x=1$`));
  await expect(page.getByText('旧地址的信').first()).toBeVisible();
});

test('without a login a function says that it is not open yet, and a deep link with its query survives the login', async ({
  openBrowser,
}) => {
  const page = await (await openBrowser()).newPage();
  for (const path of ['/no-login/progress', '/no-login/apply/petition-letter']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: '该功能尚未开放' })).toBeVisible();
  }
  await page.goto('/add/?from=notice');
  await expect(page).toHaveURL(/\/login\?r=/);
  expect(new URL(page.url()).searchParams.get('r')).toBe('/consult-complaints/add?from=notice');
  await page.goto('/third/stats?x=1#part');
  await expect(page).toHaveURL(/\/login\?r=/);
  expect(new URL(page.url()).searchParams.get('r')).toBe('/third/stats?x=1');
  await page.goto('/petition?backUrl=/todo');
  await expect(page).toHaveURL(/\/login\?r=/);
  await fillLogin(page, people.clerk);
  await expect(page.getByRole('heading', { name: '信访登记', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: '返回', exact: true }).click();
  await expect(page).toHaveURL(/\/todo$/);
});

test('no screen in the menu of an administrator sends a call that is refused', async ({ openBrowser }) => {
  for (const account of [people.configAdmin, people.systemAdmin, people.securityAdmin, people.auditAdmin]) {
    const page = await (await openBrowser()).newPage();
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
    });
    await page.goto('/login');
    await fillLogin(page, account);
    await page.waitForURL(/\/business\//);
    const links = page.getByRole('navigation').getByRole('link');
    await expect(links.first()).toBeVisible();
    const addresses = await links.evaluateAll((found) =>
      found.map((link) => link.getAttribute('href') ?? ''),
    );
    for (const address of addresses.filter((path) => path.startsWith('/business/'))) {
      // A full load, which sends the early calls too.
      await page.goto(address);
      await page.waitForLoadState('networkidle');
    }
    expect(refused, account).toEqual([]);
    await page.close();
  }
});
