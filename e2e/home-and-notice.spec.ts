import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { captureScreen, expectAccessible } from './page-checks.ts';
import { people } from './people.ts';

const windows = [
  { width: 1440, height: 900 },
  { width: 1366, height: 625 },
  { width: 1093, height: 500 },
  { width: 390, height: 844 },
];

/** Returns the pixels of the card grid that no card covers, without the gaps between neighbours. */
async function emptyPixels(page: Page): Promise<number> {
  return page.getByTestId('home-cards').evaluate((grid) => {
    const gap = 17;
    const whole = grid.getBoundingClientRect();
    const cards = [...grid.children].flatMap((column) =>
      [...column.children].map((card) => card.getBoundingClientRect()),
    );
    let empty = 0;
    for (let x = whole.left + 1; x < whole.right - 1; x += 8) {
      for (let y = whole.top + 1; y < whole.bottom - 1; y += 8) {
        const isCovered = cards.some(
          ({ left, right, top, bottom }) =>
            x > left - gap && x < right + gap && y > top - gap && y < bottom + gap,
        );
        if (!isCovered) empty += 64;
      }
    }
    return empty;
  });
}

test('the cards of the home page leave no gap in any window, and a new message does not move the header', async ({
  openSignedIn,
  startLetter,
}) => {
  const page = await openSignedIn(people.receiver, '/index');
  await expect(page.getByTestId('home-cards')).toBeVisible();
  for (const { width, height } of windows) {
    await page.setViewportSize({ width, height });
    await captureScreen(page, `home-${width}`);
    expect(await emptyPixels(page), `${width} x ${height}`).toBe(0);
  }

  await page.setViewportSize({ width: 1366, height: 625 });
  const search = page.getByRole('textbox', { name: '查找办件' });
  const positionBefore = await search.boundingBox();
  const letter = writeLetter('消息不移动页眉');
  await startLetter(people.clerk, letter);
  const notice = page.getByRole('status').filter({ hasText: letter.title });
  await expect(notice).toBeVisible();
  await expect(notice).toContainText(`新的待办：${letter.title}（张伟）`);
  const positionAfter = await search.boundingBox();
  expect(positionAfter?.x).toBeCloseTo(positionBefore?.x ?? 0, 0);
  expect(positionAfter?.width).toBeCloseTo(positionBefore?.width ?? 0, 0);
  await captureScreen(page, 'notice-1366');
});

/** Returns by how much something covers the screen below the header; 0 if the screen has moved down. */
async function overlap(page: Page, notice: Locator): Promise<number> {
  const [box, main] = [await notice.boundingBox(), await page.locator('#content').boundingBox()];
  if (!box || !main) throw new Error('the notice or the screen is gone');
  return Math.max(0, box.y + box.height - main.y);
}

test('at 1093 x 500 and on a phone a new message and the result message of an action cover nothing', async ({
  openSignedIn,
  startLetter,
}) => {
  const page = await openSignedIn(people.receiver, '/message-settings');
  for (const { width, height } of windows.filter((window) => window.width < 1200)) {
    await page.setViewportSize({ width, height });
    await page.getByRole('checkbox').last().click();
    await page.getByRole('button', { name: '保存' }).click();
    const confirmation = page.getByText('修改成功');
    await expect(confirmation).toBeVisible();
    await expect.poll(() => overlap(page, confirmation)).toBe(0);
    await expect(confirmation).toBeHidden();

    const letter = writeLetter('消息不遮挡');
    await startLetter(people.clerk, letter);
    const notice = page.getByRole('status').filter({ hasText: letter.title });
    await expect(notice).toBeVisible();
    await expect.poll(() => overlap(page, notice)).toBe(0);
    await captureScreen(page, `notice-${width}`);
    await expectAccessible(page, `a notice at ${width}`);
    await page.getByRole('button', { name: '关闭提醒' }).click();
    await expect(notice).toBeHidden();
  }
});
