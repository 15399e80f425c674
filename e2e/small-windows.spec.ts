import { type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test';
import { session } from '#contract/session.ts';
import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { handlerBar, openFromList, press, pressInBar } from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { expectAccessible, expectNoOverflow, expectNothingOverlaps } from './page-checks.ts';
import { people } from './people.ts';

type Size = NonNullable<BrowserContextOptions['viewport']>;

/** A phone and a small phone with an open keyboard, a laptop at 200 % and a smaller one. */
const sizes: readonly Size[] = [
  { width: 390, height: 450 },
  { width: 360, height: 560 },
  { width: 683, height: 312 },
  { width: 720, height: 450 },
];
const phones = sizes.slice(0, 2);

/** Shows 长辈版 in this browser only, so that other journeys keep the person's own theme. */
async function showElderTheme(page: Page): Promise<void> {
  await page.route(`**${session.currentUser.path}**`, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, theme: 'elder' } } });
  });
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', PortalTheme.elder);
}

/** Returns the names of controls in the area that cannot be pressed after scrolling to them. */
async function listCoveredControls(area: Locator): Promise<string[]> {
  return area.evaluate((root) => {
    const controls = [...root.querySelectorAll<HTMLElement>('button, textarea, label')];
    return controls.flatMap((control) => {
      // The clear icon of an empty field exists but is hidden.
      if (control.getClientRects().length === 0 || getComputedStyle(control).visibility === 'hidden')
        return [];
      control.scrollIntoView({ block: 'center' });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const points: [number, number][] = [
        [(left + right) / 2, (top + bottom) / 2],
        [left + 6, (top + bottom) / 2],
        [right - 6, (top + bottom) / 2],
        [(left + right) / 2, top + 6],
        [(left + right) / 2, bottom - 6],
      ];
      const isFree = points.every(([x, y]) => control.contains(document.elementFromPoint(x, y)));
      return isFree ? [] : [(control.getAttribute('aria-label') ?? control.textContent ?? '').trim()];
    });
  });
}

/** Checks that the head of the sheet or dialog is in the window and its last button is reachable. */
async function expectWholeIn(page: Page, sheet: Locator, close: Locator): Promise<void> {
  await expect(close).toBeInViewport({ ratio: 1 });
  const height = page.viewportSize()?.height ?? 0;
  const box = await sheet.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height + 1);
  expect(await listCoveredControls(sheet)).toEqual([]);
  await expect(close).toBeInViewport({ ratio: 1 });
}

test('an order can be handled in every small window, in both themes', async ({
  openSignedIn,
  startLetter,
}) => {
  test.setTimeout(300_000);
  const code = await startLetter(people.clerk, writeLetter('小窗口办理'));
  const page = await openSignedIn(people.receiver, '/todo?sort=arrivedAt');
  await openFromList(page, code);
  const opinion = handlerBar(page).getByRole('textbox', { name: '处理意见' });
  for (const theme of ['standard', 'elder']) {
    if (theme === 'elder') await showElderTheme(page);
    for (const size of sizes) {
      const name = `small-${theme}-${size.width}x${size.height}`;
      await test.step(name, async () => {
        await page.setViewportSize(size);
        const toTask = page.getByRole('button', { name: '去办理' });
        if (await toTask.isVisible()) await toTask.click();
        else await opinion.focus();
        await expect(opinion).toBeFocused();
        if (await toTask.isVisible()) {
          // A second press leads there again.
          await opinion.blur();
          await toTask.click();
          await expect(opinion).toBeFocused();
        }
        // The layout is recomputed after resizing ends.
        await expect(async () => {
          const field = await opinion.evaluate((area) => {
            const line = Number.parseFloat(getComputedStyle(area).lineHeight);
            return { lines: area.clientHeight / line, width: area.clientWidth / window.innerWidth };
          });
          expect(field.lines, name).toBeGreaterThan(2);
          expect(field.width, name).toBeGreaterThan(0.7);
          expect(await listCoveredControls(page.getByTestId('open-task')), name).toEqual([]);
        }).toPass({ timeout: 15_000 });
        const label = await handlerBar(page).getByText('处理意见', { exact: true }).boundingBox();
        expect(label?.height, name).toBeLessThan(50);
        await opinion.fill('来信齐备，予以收件。');
        await expect(handlerBar(page).getByRole('button', { name: '确认收件' })).toBeVisible();
        await expectAccessible(page, name);
        await expectNoOverflow(page, name);
      });
    }
    for (const size of phones) {
      await test.step(`更多操作 in ${theme} ${size.width}x${size.height}`, async () => {
        await page.setViewportSize(size);
        await handlerBar(page).getByRole('button', { name: '更多', exact: true }).click();
        const sheet = page.getByRole('dialog', { name: '更多操作' });
        await expect(sheet).toBeVisible();
        await expect(async () => {
          await expectWholeIn(page, sheet, sheet.getByRole('button', { name: /^(Close|关闭)$/ }));
        }).toPass({ timeout: 15_000 });
        await expectNoOverflow(page, `more-${theme}-${size.width}`);
        await page.keyboard.press('Escape');
        await expect(sheet).toBeHidden();
      });
    }
  }
});

test('退回 on a phone focuses its first field, and reports everything that is missing', async ({
  openSignedIn,
  startLetter,
}) => {
  const code = await startLetter(people.clerk, writeLetter('手机上退回'));
  const page = await openSignedIn(people.receiver, '/todo?sort=arrivedAt');
  await openFromList(page, code);
  await press(page, '确认收件', '来信齐备，予以收件。');
  await page.getByRole('dialog').getByRole('button', { name: '确认收件', exact: true }).click();
  await expect(page.getByRole('dialog', { name: `该环节已“确认收件”，办件流水号：${code}` })).toBeVisible();
  await page.goto('/todo?sort=arrivedAt');
  await openFromList(page, code);
  await expect(handlerBar(page)).toBeVisible();
  for (const size of phones) {
    await page.setViewportSize(size);
    await pressInBar(page, '退回');
    const dialog = page.getByRole('dialog').filter({ hasNotText: '更多操作' });
    const firstNode = dialog.getByRole('group', { name: '退回到' }).getByRole('checkbox').first();
    await expect(firstNode).toBeFocused();
    await expect(firstNode).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('group', { name: '退回到' }).getByText('退回到')).toBeInViewport();
    await dialog.getByRole('textbox', { name: '处理意见' }).focus();
    await dialog.getByRole('button', { name: '确认退回' }).click();
    await expect(dialog.getByRole('alert')).toHaveCount(2);
    await expect(firstNode).toBeFocused();
    await expect(firstNode).toBeInViewport({ ratio: 1 });
    await expectAccessible(page, `return-${size.width}`);
    await expectNoOverflow(page, `return-${size.width}`);
    await dialog.getByRole('button', { name: '取消' }).click();
    await expect(dialog).toBeHidden();
  }
});

/** Returns the number of rows that are fully in the window, after scrolling to the first one. */
async function countVisibleRows(list: Locator): Promise<number> {
  return list.evaluate((scroller) => {
    scroller.querySelector('tbody tr')?.scrollIntoView({ block: 'start' });
    const main = document.querySelector('main')?.getBoundingClientRect();
    const inWindow = [...scroller.querySelectorAll('tbody tr')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      const box = scroller.getBoundingClientRect();
      return main && top >= main.top && bottom <= main.bottom + 1 && bottom <= box.bottom + 1;
    });
    return inWindow.length;
  });
}

/** Checks a list in 长辈版: its tabs in one line, no control covered, and that many rows in the window. */
async function expectElderList(page: Page, path: string, rows: number): Promise<void> {
  const list = page.getByTestId('list-scroller');
  await expect(rows > 0 ? list.locator('tbody tr').nth(rows - 1) : page.getByRole('tablist')).toBeVisible();
  const lines = await page
    .getByRole('tab')
    .evaluateAll((tabs) => [...new Set(tabs.map((tab) => tab.getBoundingClientRect().top))].length);
  expect(lines).toBeLessThanOrEqual(1);
  // Texts can cover buttons, too.
  const tools = page.getByRole('button', { name: '筛选' }).locator('xpath=ancestor::div[2]');
  expect(await listCoveredControls(tools)).toEqual([]);
  await expectNothingOverlaps(page);
  await expectNoOverflow(page, `elder-list${path.replaceAll('/', '-')}`);
  if (rows > 0) expect(await countVisibleRows(list)).toBeGreaterThanOrEqual(rows);
}

const zoomed = { width: 720, height: 450 };

test('in 长辈版 at 200 % lists show their tabs in one line and five rows, the schedule and the bottom menu fit', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.archivist, '/business/archive', { viewport: zoomed });
  await showElderTheme(page);
  for (const path of ['/business/archive', '/query/all', '/query/cross']) {
    await test.step(path, async () => {
      if (!page.url().endsWith(path)) await page.goto(path);
      await expectElderList(page, path, 5);
    });
  }
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await expect(menu.getByRole('link', { name: '跨区域查询' })).toBeInViewport({ ratio: 1 });

  // The first day of a month is in one line.
  await page.goto('/schedule');
  const firstDay = page
    .getByRole('gridcell', { name: /月 1 日/ })
    .first()
    .locator('b');
  await expect(firstDay).toBeVisible();
  expect((await firstDay.boundingBox())?.height).toBeLessThan(36);
  // Today may be in the last week, below the window: its calendar is opened at the tools then.
  await expect(page.getByRole('button', { name: '今天', exact: true })).toBeInViewport({ ratio: 1 });
});

test('in 长辈版 at 200 % a list of the system administrator fits, and a bottom menu of one entry is hidden', async ({
  openSignedIn,
}) => {
  const path = '/business/message-channels';
  const page = await openSignedIn(people.systemAdmin, path, { viewport: zoomed });
  await showElderTheme(page);
  await expectElderList(page, path, 0);
  const auditor = await openSignedIn(people.auditAdmin, '/business/audit', { viewport: zoomed });
  await expect(auditor.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(auditor.getByRole('heading', { level: 1 })).toHaveText('审计记录');
  await expect(auditor.getByRole('navigation', { name: '主菜单' })).toBeHidden();
});

/** Returns the headings of columns that the window or the fixed column of actions covers in part. */
async function listPartlyCoveredColumns(page: Page): Promise<string[]> {
  return page.getByTestId('list-scroller').evaluate((scroller) => {
    const heads = [...scroller.querySelectorAll<HTMLElement>('th')];
    const actions = heads.find((head) => getComputedStyle(head).right === '0px' && head.innerText === '操作');
    const box = scroller.getBoundingClientRect().left + scroller.clientWidth;
    const edge = Math.min(box, actions?.getBoundingClientRect().left ?? box);
    return heads.flatMap((head) => {
      const { left, right } = head.getBoundingClientRect();
      return head !== actions && left < edge - 1 && right > edge + 1 ? [head.innerText] : [];
    });
  });
}

/** Returns the texts of due lights that are wider than their column. */
async function listCutLights(page: Page): Promise<string[]> {
  return page.getByTestId('list-scroller').evaluate((scroller) =>
    [...scroller.querySelectorAll('td')].flatMap((cell) => {
      const light = cell.querySelector('[role="img"]')?.parentElement;
      const isCut = light && light.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1;
      return isCut ? [light.textContent ?? ''] : [];
    }),
  );
}

test('in a low window the search button stands beside the filters, and no column is partly covered', async ({
  openSignedIn,
}) => {
  test.setTimeout(300_000);
  const lists = [
    [people.leader, [['/query/all', [1280, 1366, 1440, 1600]]]],
    [
      people.receiver,
      [
        ['/todo', [1093]],
        ['/messages', [1093]],
      ],
    ],
  ] as const;
  for (const [person, paths] of lists) {
    const page = await openSignedIn(person, paths[0][0]);
    for (const theme of ['standard', 'elder']) {
      if (theme === 'elder') await showElderTheme(page);
      for (const [path, widths] of paths) {
        if (!page.url().endsWith(path)) await page.goto(path);
        for (const width of widths)
          await test.step(`${path} ${theme} ${width}`, () => expectWholeColumns(page, path, theme, width));
      }
    }
  }
});

async function expectWholeColumns(page: Page, path: string, theme: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 1200 ? 500 : 625 });
  await expect(page.getByTestId('list-scroller').locator('tbody tr').first()).toBeVisible();
  await expect(async () => {
    expect(await listPartlyCoveredColumns(page)).toEqual([]);
    expect(await listCutLights(page)).toEqual([]);
  }).toPass({ timeout: 15_000 });
  const filters = page.getByRole('button', { name: '筛选' });
  await expect(filters).toBeVisible();
  if (path !== '/todo') {
    const search = page.getByRole('main').getByRole('button', { name: '查询', exact: true });
    const [left, right] = [await search.boundingBox(), await filters.boundingBox()];
    expect((right?.x ?? 0) - (left?.x ?? 0) - (left?.width ?? 0)).toBeGreaterThanOrEqual(4);
  }
  await expectNothingOverlaps(page);
  await expectNoOverflow(page, `columns${path.replaceAll('/', '-')}-${theme}-${width}`);
}

/** Returns the share of the window that bars cover after scrolling down. */
async function shareOfBars(page: Page): Promise<number> {
  await page.mouse.move(340, 200);
  await page.mouse.wheel(0, 400);
  return page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const rows = document.querySelector('main');
    const steps = Array.from({ length: innerHeight }, (_, y) => y);
    const bars = steps.filter((y) => !rows?.contains(document.elementFromPoint(innerWidth / 2, y)));
    return bars.length / innerHeight;
  });
}

test('at 200 % all bars scroll away, and a screen restores its scroll position on return', async ({
  openSignedIn,
}) => {
  const viewport = { width: 683, height: 312 };
  const page = await openSignedIn(people.receiver, '/todo', { viewport });
  for (const theme of ['standard', 'elder']) {
    if (theme === 'elder') {
      await page.goto('/todo');
      await showElderTheme(page);
    }
    const cards = page.getByRole('main').getByRole('listitem');
    await expect(cards.nth(4)).toBeAttached();
    if (theme === 'standard') await expect(cards.first()).toBeInViewport({ ratio: 1 });
    expect(await shareOfBars(page), theme).toBeLessThan(0.25);
    await expectNothingOverlaps(page);
    await expectNoOverflow(page, `zoomed-todo-${theme}`);
    // A whole card, of which a fraction of a pixel may be missing, and the next one.
    await cards.nth(3).evaluate((card) => card.scrollIntoView({ block: 'start' }));
    await expect(cards.nth(3)).toBeInViewport({ ratio: 0.99 });
    await expect(cards.nth(4)).toBeInViewport();
    const before = await cards.nth(3).boundingBox();
    await cards.nth(3).getByRole('link').click();
    await expect(page.getByRole('heading', { name: '办件详情', level: 1 })).toBeInViewport();
    await page.goBack();
    await expect(page.getByRole('heading', { name: '待办事项', level: 1 })).toBeAttached();
    await expect
      .poll(async () => Math.abs(((await cards.nth(3).boundingBox())?.y ?? 0) - (before?.y ?? 0)))
      .toBeLessThan(120);

    await page.getByRole('button', { name: '筛选' }).click();
    const drawer = page.getByRole('dialog', { name: '筛选' });
    await expect(drawer.getByRole('textbox').first()).toBeInViewport({ ratio: 1 });
    await expect(drawer.getByRole('combobox').first()).toBeInViewport();
    await drawer.getByRole('button', { name: '查看结果' }).click();
    await expect(drawer).toBeHidden();

    for (const path of ['/workflow-new', '/query/all']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
      await expectNoOverflow(page, `zoomed${path.replaceAll('/', '-')}-${theme}`);
      expect(await shareOfBars(page), `${path} ${theme}`).toBeLessThan(0.25);
    }
  }
});

test('a list in 长辈版 scrolls its tools away with the rows at 1093 × 500', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.leader, '/query/all', { viewport: { width: 1093, height: 500 } });
  await showElderTheme(page);
  const rows = page.getByTestId('list-scroller').locator('tbody tr');
  await expect(rows.nth(4)).toBeAttached();
  await rows.first().hover();
  await page.mouse.wheel(0, 2_000);
  await expect(page.getByRole('button', { name: '筛选' })).not.toBeInViewport();
  await expect(async () => {
    const wholeRows = await rows.evaluateAll((found) => {
      const main = document.querySelector('main')?.getBoundingClientRect();
      return found.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return main !== undefined && top >= main.top && bottom <= main.bottom + 1;
      }).length;
    });
    expect(wholeRows).toBeGreaterThanOrEqual(5);
  }).toPass({ timeout: 15_000 });
});

test('the tabs of a card are fully visible on a phone, above its search field', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.systemAdmin, '/business/posts', {
    viewport: { width: 390, height: 844 },
  });
  const tabs = page.getByRole('tablist');
  await expect(tabs.getByRole('tab', { name: /用户组/ })).toBeVisible();
  for (const tab of await tabs.getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 1 });
  const search = await page.getByRole('textbox', { name: '查找岗位' }).boundingBox();
  const box = await tabs.boundingBox();
  expect(search?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
});
