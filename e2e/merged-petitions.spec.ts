import { expect, type Page } from '@playwright/test';
import { openFromList, pressInBar } from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { people } from './people.ts';

const windows = [
  ['desk', { width: 1366, height: 768 }],
  ['phone', { width: 390, height: 844 }],
] as const;

/** Adds the main order by its code, chooses it, and confirms the merge. */
async function mergeInto(page: Page, mainCode: string): Promise<void> {
  await pressInBar(page, '并案');
  const dialog = page.getByRole('dialog', { name: /并案/ });
  await dialog.getByRole('textbox', { name: '再加一件的流水号' }).fill(mainCode);
  await dialog.getByRole('button', { name: '再加一件' }).click();
  await dialog.getByRole('radio', { name: `以 ${mainCode} 为主办件` }).check();
  await expect(dialog).toContainText('移出待办');
  await dialog.getByRole('textbox', { name: '并案理由' }).fill('同一小区的同一部电梯');
  await dialog.getByRole('button', { name: '确认并案' }).click();
  await expect(dialog).toBeHidden();
}

for (const [name, viewport] of windows) {
  test(`two petitions are merged and parted again (${name})`, async ({ openSignedIn, startLetter }) => {
    const merged = await startLetter(people.clerk, writeLetter('并案甲'));
    const main = await startLetter(people.clerk, writeLetter('并案乙'));
    const page = await openSignedIn(people.receiver, `/affair/detail/${merged}`, { viewport });
    await mergeInto(page, main);
    // Other letters of the demo may be similar as well, and are then merged with them.
    await expect(page.getByText(new RegExp(`已并案办理 \\d+ 件，主办件 ${main}`))).toBeVisible();
    const card = page.getByRole('region', { name: /并案/ }).or(page.getByText('已并案')).first();
    await expect(card).toBeVisible();

    // The merged order is in no to-do list; its main order leads it.
    const list = await openSignedIn(people.receiver, '/todo?sort=arrivedAt');
    await expect(list.getByRole('link', { name: main, exact: true })).toBeVisible();
    await expect(list.getByRole('link', { name: merged, exact: true })).toBeHidden();
    await openFromList(list, main);
    await expect(list.getByText(`合并办理 ${merged}`).first()).toBeVisible();

    await page.goto(`/affair/detail/${merged}`);
    await page.getByRole('button', { name: '拆开并案' }).click();
    const dialog = page.getByRole('dialog', { name: /拆开并案/ });
    await dialog.getByRole('textbox', { name: '拆开理由' }).fill('不是同一部电梯');
    await dialog.getByRole('button', { name: '确认拆开并案' }).click();
    await expect(dialog).toBeHidden();
    const again = await openSignedIn(people.receiver, '/todo?sort=arrivedAt');
    await expect(again.getByRole('link', { name: merged, exact: true })).toBeVisible();
  });
}

test('a repeated letter is found at registration, judged and linked with the earlier one', async ({
  openSignedIn,
  startLetter,
}) => {
  const first = writeLetter('重复来信');
  const earlier = await startLetter(people.clerk, first);
  const page = await openSignedIn(people.clerk, '/initiation/petition-letter');
  await page.getByLabel('信访人姓名').fill('钱学礼');
  await page.getByRole('textbox', { name: '来信标题' }).fill(first.title);
  await page.getByRole('textbox', { name: '来信摘要' }).fill(first.summary);
  await page.getByRole('textbox', { name: '诉求' }).fill(first.demand);
  await page.getByRole('textbox', { name: '诉求' }).blur();
  const card = page.getByRole('region', { name: '可能是重复信访' });
  await expect(card).toContainText(earlier);
  await expect(card.getByRole('listitem').first()).toContainText('相似事项');
  await card.getByRole('button', { name: `与 ${earlier} 重复` }).click();
  await expect(card.getByRole('radio', { name: '重复信访' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: '原办件流水号' })).toHaveValue(earlier);
});
