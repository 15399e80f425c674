import { expect, type Page } from '@playwright/test';
import type { FieldModel } from '#domain/forms/model.ts';
import { test } from './journey.ts';
import { expectFocusInSight, tabTo } from './keyboard.ts';
import { expectAccessible } from './page-checks.ts';
import { people } from './people.ts';

const fieldCount = 500;
const options = ['窗口', '网上', '信函'].map((label) => ({ value: label, label }));

interface KeyboardEntry {
  model: Omit<FieldModel, 'id' | 'title'>;
  /** Fills in the focused control with keys alone. */
  type: (page: Page, index: number) => Promise<void>;
  text: (index: number) => string;
}

/** Kinds that alternate in the form, each with the keys that fill it in. */
const entries: readonly KeyboardEntry[] = [
  {
    model: { 'x-component': 'single-line', required: true },
    type: (page, index) => page.keyboard.insertText(`第${index}项的内容`),
    text: (index) => `第${index}项的内容`,
  },
  {
    model: { 'x-component': 'number', required: true, 'x-props': { unit: '人' } },
    type: (page, index) => page.keyboard.insertText(String(index)),
    text: (index) => `${index} 人`,
  },
  {
    model: { 'x-component': 'select', options },
    type: async (page) => {
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
    text: () => '网上',
  },
  {
    model: { 'x-component': 'date' },
    type: (page) => page.keyboard.insertText('2026-11-20'),
    text: () => '2026-11-20',
  },
  { model: { 'x-component': 'switch' }, type: (page) => page.keyboard.press('Space'), text: () => '是' },
];

const fields = Array.from({ length: fieldCount }, (_, index) => ({
  id: `f${index + 1}`,
  title: `第${index + 1}问`,
  ...entries[index % entries.length]?.model,
})) as FieldModel[];

/** Returns the name of the focused control, or of the group that contains it. */
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const labels = document.activeElement?.closest('[data-path]')?.querySelector('label');
    return labels?.textContent?.replace('*', '').trim() ?? '';
  });

test('a form of 500 fields is filled in and submitted with the keyboard alone', async ({
  openSignedIn,
  publishMatter,
}) => {
  test.slow();
  const name = '五百项登记';
  await publishMatter({
    code: 'many-fields',
    name,
    fields,
    steps: [{ name: '审核', handler: people.leader, form: { authority: 1, fields: [] } }],
  });
  const page = await openSignedIn(people.clerk, '/initiation/many-fields');
  const applicant = page.getByLabel('姓名');
  await applicant.focus();
  await page.keyboard.insertText('吴桂英');
  await tabTo(page, '手机');
  await page.keyboard.insertText('13800138000');

  for (let index = 1; index <= fieldCount; index++) {
    const title = `第${index}问`;
    // A control may have buttons of its own, such as one that clears it.
    await expect(async () => {
      if ((await focusedName(page)) !== title) await page.keyboard.press('Tab');
      expect(await focusedName(page)).toBe(title);
    }).toPass({ intervals: [10], timeout: 10_000 });
    if (index % 50 === 1) await expectFocusInSight(page);
    await entries[(index - 1) % entries.length]?.type(page, index);
  }
  await expectAccessible(page, 'a form of 500 fields');
  await tabTo(page, '提交');
  await page.keyboard.press('Enter');
  const done = page.getByText(/^办件已提交，办件流水号：\d{10}$/);
  await expect(done).toBeVisible();
  const code = /\d{10}/.exec(await done.innerText())?.[0] ?? '';

  const leader = await openSignedIn(people.leader, `/affair/detail/${code}`);
  await expect(leader.getByText('第1问', { exact: true })).toBeVisible();
  const shown = (await leader.locator('[data-path]').allInnerTexts()).map((text) => text.split(/\s*\n\s*/));
  expect(shown).toEqual(
    fields.map(({ title }, index) => [title, entries[index % entries.length]?.text(index + 1)]),
  );
});
