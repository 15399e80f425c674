import { expect, type Page } from '@playwright/test';
import {
  confirmButtonWithDocuments,
  documentsIn,
  handlerBar,
  openFromList,
  press,
  pressInBar,
} from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

/** The windows of the layout checks, and a laptop at 200 % zoom. */
const windows = [
  { width: 1440, height: 900 },
  { width: 1366, height: 625 },
  { width: 1093, height: 500 },
  { width: 683, height: 312 },
  { width: 390, height: 844 },
];

const opinion = (page: Page) => handlerBar(page).getByRole('textbox', { name: '处理意见' });

test('the opinion field takes at most a third of any window, and one dialog shows what an action does and its documents', async ({
  openSignedIn,
  startLetter,
}) => {
  const code = await startLetter(people.clerk, writeLetter('在小窗口里写意见'));
  const page = await openSignedIn(people.receiver, '/todo?sort=arrivedAt');
  await openFromList(page, code);
  // A select of the form is as wide as a text field beside it.
  const widthOf = async (role: 'combobox' | 'textbox', name: RegExp) =>
    page.getByRole(role, { name }).evaluate((box) => {
      const field = box.closest('.ant-select') ?? box;
      return field.getBoundingClientRect().width;
    });
  const text = await widthOf('textbox', /^详细地点/);
  expect(Math.abs((await widthOf('combobox', /^问题类别/)) - text)).toBeLessThan(2);
  await opinion(page).fill('来信齐备，予以收件。\n'.repeat(12));
  for (const { width, height } of windows) {
    await test.step(`${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await opinion(page).focus();
      const name = `handler-bar-${width}`;
      const bar = await page.getByTestId('open-task').boundingBox();
      // In the lowest windows the bar is at the end of the page, with its full height
      // (small-windows.spec.ts).
      const isAtEnd = height < 480;
      if (!isAtEnd) expect(bar?.height, name).toBeLessThanOrEqual(height / 3);
      const area = await opinion(page).evaluate((field) => ({
        height: field.clientHeight,
        isWhole: field.scrollHeight <= field.clientHeight,
      }));
      // One line must be fully readable; the rest is reached by scrolling.
      expect(area.height, name).toBeGreaterThanOrEqual(28);
      expect(area.isWhole, name).toBe(false);
      for (const inBar of [handlerBar(page).getByRole('button', { name: '确认收件' }), opinion(page)]) {
        if (isAtEnd) await inBar.scrollIntoViewIfNeeded();
        const box = await inBar.boundingBox();
        if (!isAtEnd) expect(box?.y, name).toBeGreaterThanOrEqual(bar?.y ?? 0);
        expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(height);
      }
      const files = handlerBar(page).getByRole('button', { name: /附件 0/ });
      if (isAtEnd) await files.scrollIntoViewIfNeeded();
      await expect(files).toBeInViewport({ ratio: 1 });
      await expectAccessible(page, name);
      await expectNoOverflow(page, name);
    });
  }

  const opinionText = '来信齐备，予以收件。';
  for (const { width, height } of windows.filter((window) => window.height !== 900)) {
    await test.step(`${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height });
      const name = `one-dialog-${width}`;
      const dialog = await press(page, '确认收件', opinionText);
      await expect(confirmButtonWithDocuments(page, '确认收件')).toBeFocused();
      await expect(documentsIn(page)).toContainText('收件回执');
      await expect(dialog.getByText('下一环节', { exact: true })).toBeVisible();
      await expect(dialog).toContainText(opinionText);
      await expectAccessible(page, name);
      await expectNoOverflow(page, name);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opinion(page)).toHaveValue(opinionText);
    });
  }
  await pressInBar(page, '确认收件');
  await confirmButtonWithDocuments(page, '确认收件').dblclick();
  await expect(page.getByRole('dialog', { name: `该环节已“确认收件”，办件流水号：${code}` })).toBeVisible();
});
