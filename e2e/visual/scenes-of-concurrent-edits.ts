import { expect } from '@playwright/test';
import { handling } from '#contract/handling.ts';
import { workOrders } from '#contract/work-orders.ts';
import { chooseUnit } from '../form-controls.ts';
import { handlerBar, press } from '../handling.ts';
import { people } from '../people.ts';
import { fakeDocuments } from './fake-documents.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const detail = { screen: '/affair/detail/:code', who: people.receiver } as const;
type Page = (typeof workOrders.detailPage.output)['_output'];

const ownUnit = '淳安县住房和城乡建设局';
const otherUnit = [{ id: '330127-zfj', name: '淳安县综合行政执法局' }];

/** Changes the order's unit after the page was opened. */
async function changeByOtherPerson({ alter }: ScreenDriver): Promise<void> {
  await alter(workOrders.detailPage, (data) => {
    const [form] = (data as Page).forms;
    if (form === undefined) return;
    for (const content of [form.content, form.initContent]) {
      Object.assign(content, {
        undertakingUnit: otherUnit,
        coUnits: [{ id: '330127-hbj', name: '淳安县生态环境局' }],
      });
    }
    form.contentVersion += 1;
    const change = { version: form.contentVersion, at: '2026-11-20T02:03:00.000Z', by: '宋佳' };
    form.changes.push({ ...change, fields: ['undertakingUnit', 'coUnits'] });
  });
}

async function typeUnits(driver: ScreenDriver): Promise<void> {
  await driver.openTask('受理审查');
  await expect(handlerBar(driver.page).getByRole('textbox', { name: '处理意见' })).toBeVisible();
  await driver.main.getByRole('radio', { name: '予以受理' }).check();
  await chooseUnit(driver.page, '承办单位', ownUnit);
  await chooseUnit(driver.page, '协办单位', '淳安县信访局');
}

async function openConflict(driver: ScreenDriver): Promise<void> {
  await fakeDocuments(driver, []);
  await typeUnits(driver);
  await changeByOtherPerson(driver);
  const dialog = await press(driver.page, '受理', '属于受理范围，予以受理。');
  await driver.page.route(
    (url) => url.pathname === handling.handle.path,
    (route) => {
      const problems = [{ field: 'petition-letter.undertakingUnit', message: '承办单位已由宋佳修改' }];
      const errmsg = '表单内容已被他人修改，请核对后再提交';
      return route.fulfill({ status: 409, json: { errcode: 40959, code: 40959, errmsg, problems } });
    },
  );
  // A page that has received the change asks already before the dialog of the action.
  const question = driver.page.getByText('还有 2 项未选择');
  const send = dialog.getByRole('button', { name: '确认受理' });
  await expect(send.or(question).first()).toBeVisible();
  if (await send.isVisible()) await send.click();
  await expect(question).toBeVisible();
}

export const concurrentEditScenes: readonly Scene[] = [
  {
    ...detail,
    name: 'form-conflict',
    state: 'another person changed the same fields',
    shows: ['ConflictDialog'],
    caption: 'Two people edited one field: both values, and a choice before anything is sent',
    show: openConflict,
  },
  {
    ...detail,
    name: 'form-conflict-beside',
    state: 'value of another person beside the field',
    show: async (driver) => {
      await openConflict(driver);
      await driver.page.getByRole('button', { name: '返回修改' }).click();
      await expect(driver.page.getByRole('dialog')).toBeHidden();
      // The bar folds when the user returns to the page.
      await driver.main.getByRole('combobox', { name: '承办单位', exact: true }).focus();
      const field = driver.main.locator('[data-path="undertakingUnit"]').first();
      await field.getByRole('status').scrollIntoViewIfNeeded();
    },
  },
  {
    ...detail,
    name: 'typed-before',
    state: 'value typed before a correction, beside the field',
    show: async (driver) => {
      await driver.alter(workOrders.detailPage, (data) => {
        const [form] = (data as Page).forms;
        if (form) form.typedBefore = { undertakingUnit: [{ id: '330127-zjj', name: ownUnit }] };
      });
      await driver.openTask('受理审查');
      await driver.main.getByRole('radio', { name: '予以受理' }).check();
      const applyButton = driver.main.getByRole('button', { name: '承办单位：用这一内容' });
      await applyButton.scrollIntoViewIfNeeded();
    },
  },
];
