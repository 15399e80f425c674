import { expect, type Page } from '@playwright/test';
import type { FieldModel } from '#domain/forms/model.ts';
import { test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { people } from './people.ts';

test('Escape asks before unsaved input is lost, and a second Escape closes the question', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.clerk, '/schedule');
  const add = page.getByRole('button', { name: '新建日程' });
  const dialog = page.getByRole('dialog', { name: '新建日程' });
  const question = page.getByRole('dialog', { name: '有未保存的内容' });
  await add.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await add.click();
  const name = dialog.getByRole('textbox', { name: '日程名称' });
  await name.fill('上门核实来信');
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await expect(question.getByRole('button', { name: '继续填写' })).toBeFocused();
  await expectAccessible(page, 'unsaved-dialog');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(name).toHaveValue('上门核实来信');
  await dialog.getByRole('button', { name: /取\s?消/ }).click();
  await question.getByRole('button', { name: '不保存，关闭' }).click();
  await expect(question).toBeHidden();
  await expect(dialog).toBeHidden();
});

const fields: readonly FieldModel[] = [
  { id: 'subject', title: '事由', 'x-component': 'single-line' },
  {
    id: 'companion',
    title: '同行人',
    'x-component': 'sub-form',
    fields: [{ id: 'name', title: '姓名', 'x-component': 'single-line' }],
  },
  { id: 'place', title: '地点', 'x-component': 'select', options: ['大厅', '上门'].map(optionOf) },
  { id: 'signature', title: '签名', 'x-component': 'signature' },
  { id: 'isUrgent', title: '加急', 'x-component': 'switch' },
  { id: 'text', title: '正文', 'x-component': 'rich-text' },
];

function optionOf(name: string) {
  return { label: name, value: name };
}

/** Returns the name and size of the controls of the form that are smaller than 44 px, by the place that a touch hits. */
const smallTargets = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const controls = main.querySelectorAll<HTMLElement>(
      '[role="toolbar"] :is(button, select), [role="switch"], [role="combobox"]',
    );
    return [...controls].flatMap((control) => {
      control.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const isHit = (atX: number, atY: number) =>
        document.elementFromPoint(atX, atY)?.closest('button, select, [role]') === control;
      const reaches = [-21.5, 21.5].every((far) => isHit(x, y + far) && isHit(x + far, y));
      return reaches ? [] : [`${control.ariaLabel ?? control.id} ${width}×${height}`];
    });
  });

test('going back on a phone closes the topmost dialog with its question, and then leaves the page', async ({
  openSignedIn,
  publishMatter,
}) => {
  const name = '返回键登记';
  await publishMatter({
    code: 'back-button',
    name,
    fields,
    steps: [{ name: '审核', handler: people.leader, form: { authority: 1, fields: [] } }],
  });
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const page = await openSignedIn(people.clerk, '/workflow-new', phone);
  await page
    .getByRole('button', { name: `发起${name}` })
    .last()
    .click();
  const subject = page.getByRole('textbox', { name: '事由' });
  await subject.fill('来访登记');
  const path = () => new URL(page.url()).pathname;
  const address = path();
  const dialog = (title: string | RegExp) => page.getByRole('dialog', { name: title });
  const question = dialog('有未保存的内容');
  const back = () => page.evaluate(() => history.back());

  await test.step('a sub-form with typed input', async () => {
    await page.getByRole('button', { name: '填写 同行人' }).click();
    const typed = dialog('同行人').getByRole('textbox');
    await typed.fill('方秀兰');
    await back();
    await expect(question).toBeVisible();
    await back();
    await expect(question).toBeHidden();
    await expect(typed).toHaveValue('方秀兰');
    expect(path()).toBe(address);
    await dialog('同行人')
      .getByRole('button', { name: /^确\s*定$/ })
      .click();
    await expect(dialog('同行人')).toBeHidden();
    await expect(page.getByText('方秀兰')).toBeVisible();
  });

  await test.step('choices in the whole screen, and a signature', async () => {
    await page.getByRole('combobox', { name: '地点' }).click();
    await expect(dialog('选择地点')).toBeVisible();
    await back();
    await expect(dialog('选择地点')).toBeHidden();
    await page.getByRole('button', { name: '手写签名' }).click();
    await expect(dialog(/^手写签名/)).toBeVisible();
    await back();
    await expect(dialog(/^手写签名/)).toBeHidden();
    expect(path()).toBe(address);
    await expect(subject).toHaveValue('来访登记');
    await expect(page.getByText('方秀兰')).toBeVisible();
  });

  await test.step('every target of the form is large enough for a thumb', async () => {
    await expect(page.getByRole('toolbar', { name: '文字格式' })).toBeVisible();
    expect(await smallTargets(page)).toEqual([]);
  });

  await test.step('without a dialog, back and forward lead through the pages', async () => {
    await back();
    await expect(page).toHaveURL(/workflow-new$/);
    await page.goForward();
    await expect.poll(path).toBe(address);
    await expect(subject).toHaveValue('来访登记');
  });
});
