import type { BrowserContextOptions, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { linkOf, openFromList, statusOf } from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { accept, instruct, receive, startLetterInBrowser } from './letter-steps.ts';
import { expectNothingOverlaps } from './page-checks.ts';
import { people } from './people.ts';

/** Further windows of the main journey: a phone, and a zoomed browser with half the space and forced colours. */
const windows: Readonly<Record<string, BrowserContextOptions>> = {
  'on a phone': { viewport: { width: 390, height: 844 }, hasTouch: true },
  'at 200 % in colours that the system chooses': {
    viewport: { width: 683, height: 384 },
    deviceScaleFactor: 2,
    forcedColors: 'active',
  },
};

for (const [where, options] of Object.entries(windows)) {
  test(`a letter is started, received, accepted and instructed ${where}`, async ({ openSignedIn }) => {
    const letter = writeLetter(`换一种窗口办理`);
    const clerk = await openSignedIn(people.clerk, '/workflow-new', options);
    const code = await startLetterInBrowser(clerk, letter);
    await expectNothingOverlaps(clerk);

    const receiver = await openSignedIn(people.receiver, '/todo?sort=arrivedAt', options);
    await expect(linkOf(receiver, code)).toBeVisible();
    await expectNothingOverlaps(receiver);
    await expectVisibleLights(receiver);
    const finishedTaskLink = (await linkOf(receiver, code).getAttribute('href')) ?? '';
    await openFromList(receiver, code);
    await expectNothingOverlaps(receiver);
    await receive(receiver, code);
    // The row of the finished task stays until the list has reloaded.
    await expect(linkOf(receiver, code)).not.toHaveAttribute('href', finishedTaskLink);
    await openFromList(receiver, code);
    await accept(receiver, code);
    await expect(statusOf(clerk)).toHaveText('待审查');

    const leader = await openSignedIn(people.leader, '/todo?sort=arrivedAt', options);
    await openFromList(leader, code);
    await expectNothingOverlaps(leader);
    await instruct(leader, code);
    await expect(statusOf(clerk)).toHaveText('待承办');
  });
}

test('at 200 % the number of problems stays visible above the first wrong field', async ({
  openSignedIn,
}) => {
  const viewport = { width: 683, height: 312 };
  const page = await openSignedIn(people.clerk, '/workflow-new', { viewport });
  const main = page.getByRole('main');
  await main.getByRole('button', { name: '发起群众来信办理' }).last().click();
  // The cards are drawn one after another: the last one is there before the button below it is pressed.
  await expect(main.getByRole('textbox', { name: '诉求' })).toBeVisible();
  await main.getByRole('button', { name: '提交' }).click();
  await expect(main.getByRole('alert').filter({ hasText: '请检查并完善以下信息' })).toBeVisible();
  const field = main.getByRole('textbox', { name: '信访人姓名' });
  await field.evaluate((box) => box.scrollIntoView({ block: 'center' }));
  const line = main.getByText(/^还有 \d+ 项需完善：$/);
  await expect(line).toBeInViewport({ ratio: 1 });
  // A field that gets the focus by Shift+Tab is scrolled to below the line.
  await page.keyboard.press('Shift+Tab');
  await field.focus();
  const [edge, top] = [await line.boundingBox(), await field.boundingBox()];
  expect(top?.y).toBeGreaterThan((edge?.y ?? 0) + (edge?.height ?? 0));
});

test('a hint and a problem keep their distance from the next label of a dialog', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.systemAdmin, '/business/accounts');
  await page.getByRole('button', { name: '新建人员' }).click();
  const dialog = page.getByRole('dialog', { name: '新建人员' });
  const next = dialog.getByText('机构', { exact: true });
  const distanceBelow = async (text: string) => {
    const [above, below] = [await dialog.getByText(text).boundingBox(), await next.boundingBox()];
    return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
  };
  await expect.poll(() => distanceBelow('登录用，首次登录后不能更改')).toBeGreaterThanOrEqual(8);
  await dialog.getByRole('button', { name: '新建' }).click();
  await expect.poll(() => distanceBelow('请输入账号')).toBeGreaterThanOrEqual(8);
});

/** Checks that each due light contrasts with its background, also in forced system colours. */
async function expectVisibleLights(page: Page): Promise<void> {
  const lights = page.getByRole('main').getByRole('img', { name: /正常|将到期|已超期/ });
  await expect(lights.first()).toBeVisible();
  const invisibleLights = await lights.evaluateAll(
    (found) =>
      found.filter((light) => {
        const colour = getComputedStyle(light).backgroundColor;
        const background = getComputedStyle(document.body).backgroundColor;
        return colour === background || colour === 'rgba(0, 0, 0, 0)';
      }).length,
  );
  expect(invisibleLights, 'lights without a colour').toBe(0);
}
