import { expect, type FrameLocator, type Page } from '@playwright/test';
import { fieldKinds, type KindName } from '#domain/forms/kinds/kinds.ts';
import { test } from './journey.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

const kinds = Object.keys(fieldKinds) as KindName[];

/** Waits for the editors of rich text, which are ready after their toolbar is shown. */
async function expectEditorsReady(page: Page | FrameLocator): Promise<void> {
  await expect(page.locator('[role="toolbar"]:not([aria-controls])')).toHaveCount(0);
}

test('every kind of field is shown in every state, on a desktop with its phone and its definition', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.configAdmin, '/toolkit');
  await expect(page.getByRole('heading', { name: '字段样例', level: 1 })).toBeVisible();
  for (const kind of kinds) {
    await page.goto(`/toolkit?kind=${kind}`);
    await expect(page.getByRole('region', { name: '字段定义' })).toContainText(`"x-component": "${kind}"`);
    const phone = page.frameLocator('iframe');
    await expect(phone.getByRole('heading', { level: 3 }).first()).toBeVisible();
    await expectEditorsReady(page);
    await expectEditorsReady(phone);
    await expectAccessible(page, `samples-${kind}`);
  }
});

test('every kind of field fits a phone of 390 and of 320 px, and its targets are accessible', async ({
  openSignedIn,
}) => {
  const viewport = { width: 390, height: 844 };
  const page = await openSignedIn(people.configAdmin, '/toolkit', { viewport, hasTouch: true });
  for (const kind of kinds) {
    await page.setViewportSize(viewport);
    await page.goto(`/toolkit?kind=${kind}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible();
    await expectEditorsReady(page);
    await expectAccessible(page, `samples-phone-${kind}`);
    await expectNoOverflow(page, `samples-phone-${kind}`);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page, `samples-phone-320-${kind}`);
  }
});
