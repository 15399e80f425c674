import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { people } from './people.ts';

/** A small laptop, the same zoomed to 125 % and to 200 %, and a phone. */
const sizes = [
  { width: 1366, height: 625 },
  { width: 1093, height: 500 },
  { width: 683, height: 312 },
  { width: 390, height: 844 },
];

/** Scrolls the field to this share of the window's height, as far as its page can be scrolled. */
async function scrollTo(field: Locator, share: number): Promise<void> {
  await field.evaluate((element, share) => {
    element.scrollIntoView({ block: 'center' });
    const distance = element.getBoundingClientRect().top - innerHeight * share;
    let area = element.parentElement;
    while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
    (area ?? document.documentElement).scrollBy(0, distance);
  }, share);
}

/** Checks that a calendar does not cover its field, or that its head names the field. */
async function expectFieldKnown(calendar: Locator, field: Locator, name: string): Promise<void> {
  const isKnown = async () => {
    const [popup, box] = [await calendar.boundingBox(), await field.boundingBox()];
    if (popup === null || box === null) return false;
    const isBeside = popup.x >= box.x + box.width || popup.x + popup.width <= box.x;
    const isOverOrBelow = popup.y >= box.y + box.height || popup.y + popup.height <= box.y;
    return isBeside || isOverOrBelow || (await calendar.locator('p').first().isVisible());
  };
  await expect.poll(isKnown, { message: name }).toBe(true);
}

/**
 * Opens the calendar of a field in its upper, middle and lower place, and checks that it is in the window and does
 * not hide its field.
 */
async function expectCalendarInWindow(page: Page, field: Locator, name: string): Promise<void> {
  const calendar = page.locator('.ant-picker-panel-container').filter({ visible: true });
  for (const share of [0.2, 0.45, 0.7]) {
    await scrollTo(field, share);
    // Scrolls a field out from below the head of a dialog; the click would else miss it.
    await field.focus();
    // The bars of a low window move while it scrolls: a click that misses the field is repeated.
    await expect(async () => {
      if (!(await calendar.isVisible())) await field.click();
      await expect(calendar, `${name} at ${share}`).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expectFieldKnown(calendar, field, `${name} at ${share}`);
    await expect(calendar, `${name} at ${share}`).toBeInViewport({ ratio: 1 });
    // Typing closes it, so that it never covers the text.
    await page.keyboard.type('1');
    await expect(calendar).toHaveCount(0);
    await page.keyboard.press('Backspace');
  }
}

for (const viewport of sizes) {
  const size = `${viewport.width}x${viewport.height}`;
  test(`every calendar is in a window of ${size}, wherever its field stands`, async ({ openSignedIn }) => {
    const clerk = await openSignedIn(people.clerk, '/workflow-new', { viewport });
    await clerk.getByRole('main').getByRole('button', { name: '发起群众来信办理' }).last().click();
    const day = clerk.getByLabel('来信日期');
    // A form on a phone uses the phone's own calendar.
    if (viewport.width < 600) await expect(day).toHaveAttribute('type', 'date');
    else await expectCalendarInWindow(clerk, day, 'form');

    const leader = await openSignedIn(people.leader, '/query/all', { viewport });
    const start = leader.getByPlaceholder('开始日期').filter({ visible: true }).first();
    await leader
      .getByRole('button', { name: '筛选' })
      .or(leader.getByRole('button', { name: '展开' }))
      .first()
      .click();
    await expectCalendarInWindow(leader, start, 'list');

    const handler = await openSignedIn(people.receiver, '/schedule', { viewport });
    await handler.getByRole('button', { name: '新建日程' }).click();
    await expectCalendarInWindow(handler, handler.getByPlaceholder('开始时间'), 'schedule');
  });
}

test('a typed date is read on leaving the field, and a text that is not a date blocks the form', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.clerk, '/workflow-new');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: '发起群众来信办理' }).last().click();
  const field = main.getByRole('textbox', { name: '来信日期' });
  const problem = main.getByText('日期无法识别，请按“2026-11-20”填写');
  const type = async (text: string) => {
    await field.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  };
  await type('2026-1-2');
  await expect(field).toHaveValue('2026-01-02');
  await type('13.20');
  await expect(field).toHaveValue('13.20');
  await expect(problem.first()).toBeVisible();
  await main.getByRole('button', { name: '提交' }).click();
  await expect(main.getByRole('alert').filter({ hasText: '请检查并完善以下信息' })).toContainText('来信日期');
  await expect(field).toHaveValue('13.20');
  await type('2026年1月3日');
  await expect(field).toHaveValue('2026-01-03');
  await expect(problem).toHaveCount(0);
});
