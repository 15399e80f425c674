import { expect, type Locator, type Page } from '@playwright/test';
import { handling } from '#contract/handling.ts';
import { pressButton } from './calls.ts';
import { chooseUnit } from './form-controls.ts';
import {
  confirm,
  confirmDocuments,
  handlerBar,
  openFromList,
  press,
  pressInBar,
  readResult,
} from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { units } from './organisations.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

const desktop = { width: 1366, height: 625 };
const phone = { width: 390, height: 844 };

test('a handler sees the concurrent change of a parallel branch before overwriting it in the form', async ({
  openSignedIn,
  startLetter,
  baseURL,
}) => {
  test.slow();
  const address = baseURL ?? '';
  const code = await startLetter(people.clerk, writeLetter('两家同时填写的一件'));
  await pressButton(address, people.receiver, code, { button: '确认收件' });
  const accepted = { acceptResult: 'accept', undertakingUnit: units.housing, coUnits: units.housing };
  await pressButton(address, people.receiver, code, { button: '受理', content: accepted });
  await pressButton(address, people.leader, code, { button: '批示', branch: 'fork' });

  const assistant = await openBranch(
    await openSignedIn(people.implementer, '/todo?sort=arrivedAt'),
    code,
    '协办单位承办',
  );
  const host = await openBranch(
    await openSignedIn(people.colleague, '/todo?sort=arrivedAt'),
    code,
    '主办单位承办',
  );
  await changeUnit(assistant, '淳安县农业农村局');
  await changeUnit(host, '淳安县交通运输局');
  await host.getByRole('textbox', { name: '调查核实情况' }).fill('现场核实，情况属实。');
  await host.getByRole('textbox', { name: '承办单位意见' }).fill('责令七日内修复。');
  const actionDialog = await press(host, '办理', '由我单位主办。');
  await actionDialog.getByRole('button', { name: '确认办理' }).click();
  await readResult(host, '办理', code);

  // The colleague's input is shown beside the person's own, without a reload.
  const alternative = assistant.getByRole('status').filter({ hasText: '淳安县交通运输局' });
  await expect(alternative).toContainText(
    /^ ?朱红于 \d\d-\d\d \d\d:\d\d 改为：淳安县住房和城乡建设局、淳安县交通运输局/,
  );
  await alternative.scrollIntoViewIfNeeded();
  await assistant.setViewportSize(desktop);
  await expectNoOverflow(assistant, 'changed-meanwhile-field');
  await expectAccessible(assistant, 'changed-meanwhile-field');
  await handlerBar(assistant).getByRole('textbox', { name: '处理意见' }).fill('我单位协助执法。');
  await pressInBar(assistant, '办理');
  const dialog = assistant.getByRole('dialog', { name: '表单内容已被他人修改' });
  await expect(dialog).toContainText('还有 1 项未选择');
  await expect(dialog.getByRole('button', { name: '按所选继续' })).toBeDisabled();
  await expectAccessible(assistant, 'changed-meanwhile');
  await expectNoOverflow(assistant, 'changed-meanwhile');
  await assistant.setViewportSize(phone);
  await expectNoOverflow(assistant, 'changed-meanwhile-phone');
  await dialog.getByRole('button', { name: '返回修改' }).click();
  await expectCursorIn(assistant.getByRole('combobox', { name: '协办单位' }));
  await expectNoOverflow(assistant, 'changed-meanwhile-led-to-phone');
  await handlerBar(assistant).getByRole('textbox', { name: '处理意见' }).click();
  await pressInBar(assistant, '办理');
  await assistant.setViewportSize(desktop);
  await dialog.getByRole('button', { name: '返回修改' }).click();
  await expectCursorIn(assistant.getByRole('combobox', { name: '协办单位' }));
  await handlerBar(assistant).getByRole('textbox', { name: '处理意见' }).click();
  await pressInBar(assistant, '办理');
  await dialog.getByRole('radio', { name: /^保留我填写的/ }).check();
  await dialog.getByRole('button', { name: '按所选继续' }).click();
  await expect(dialog).toBeHidden();
  const confirmButton = assistant.getByRole('dialog').getByRole('button', { name: '确认办理' });
  const resultText = assistant.getByText(`办件流水号：${code}`);
  await expect(confirmButton.or(resultText).first()).toBeVisible();
  if (await confirmButton.isVisible()) await confirmButton.click();
  await readResult(assistant, '办理', code);

  await host.goto(`/affair/detail/${code}`);
  const field = host.locator('[data-path="coUnits"]').first();
  await expect(field).toContainText('淳安县农业农村局');
  await expect(host.locator('[data-path="investigation"]').first()).toContainText('现场核实，情况属实。');
});

test('a leader’s input from before a return is offered beside the correction, and applied by a button', async ({
  openSignedIn,
  startLetter,
  baseURL,
}) => {
  const address = baseURL ?? '';
  const code = await startLetter(people.clerk, writeLetter('退回后改正的一件'));
  await pressButton(address, people.receiver, code, { button: '确认收件' });
  const accepted = { acceptResult: 'accept', undertakingUnit: units.housing, coUnits: units.housing };
  await pressButton(address, people.receiver, code, { button: '受理', content: accepted });
  const leader = await openSignedIn(people.leader, '/todo?sort=arrivedAt');
  await openFromList(leader, code);
  const coUnitsField = leader.locator('[data-path="coUnits"]').first();
  await chooseUnit(leader, '协办单位', '淳安县生态环境局');
  const dialog = await press(leader, '退回', '请核对协办单位。');
  await dialog.getByRole('checkbox', { name: /^受理审查/ }).check();
  await confirm(dialog, '退回');
  await readResult(leader, '退回', code);
  await pressButton(address, people.receiver, code, {
    button: '受理',
    content: { ...accepted, coUnits: units.agriculture },
  });

  await openFromList(leader, code);
  // The field shows the correction, with the leader's own input beside it.
  await expect(coUnitsField).toContainText('淳安县农业农村局');
  const alternative = leader.getByRole('status').filter({ hasText: '此前在本环节填写的内容' });
  await expect(alternative).toContainText('淳安县生态环境局');
  await expectAccessible(leader, 'typed before a correction');
  await leader.setViewportSize(phone);
  await alternative.scrollIntoViewIfNeeded();
  await expectNoOverflow(leader, 'typed-before-phone');
  await leader.setViewportSize(desktop);
  await alternative.getByRole('button', { name: '协办单位：用这一内容' }).click();
  await expect(coUnitsField).toContainText('淳安县生态环境局');
  await expect(alternative).toBeHidden();

  const actionDialog = await press(leader, '批示', '同意。');
  await actionDialog.getByRole('radio', { name: /会办/ }).check();
  await confirm(actionDialog, '批示');
  await readResult(leader, '批示', code);
  const receiver = await openSignedIn(people.receiver, `/affair/detail/${code}`);
  await expect(receiver.locator('[data-path="coUnits"]').first()).toContainText('淳安县生态环境局');
});

test.describe('a validation problem found only by the server', () => {
  test.use({ expectedStatuses: [400] });

  test('leads to its field, which the handler bar does not cover on a phone', async ({
    openSignedIn,
    startLetter,
    baseURL,
  }) => {
    const code = await startLetter(people.clerk, writeLetter('手机上改正的一件'));
    await pressButton(baseURL ?? '', people.receiver, code, { button: '确认收件' });
    const page = await openSignedIn(people.receiver, '/todo?sort=arrivedAt', { viewport: phone });
    await openFromList(page, code);
    await page.getByRole('radio', { name: '予以受理' }).check();
    await chooseUnit(page, '承办单位', '淳安县住房和城乡建设局');
    await page.route(
      (url) => url.pathname === handling.handle.path,
      (route) => {
        const problems = [{ field: 'petition-letter.undertakingUnit', message: '承办单位已撤销' }];
        const errmsg = '请检查并完善以下信息';
        return route.fulfill({ status: 400, json: { errcode: 40014, code: 40014, errmsg, problems } });
      },
    );
    await press(page, '受理', '属于受理范围。');
    await confirmDocuments(page, '受理', '受理告知书');
    const problems = page.getByRole('dialog').filter({ hasText: '承办单位已撤销' });
    await expectNoOverflow(page, 'problem-of-server-phone');
    await problems.getByRole('button', { name: '去完善' }).click();
    await expectCursorIn(page.getByRole('combobox', { name: '承办单位', exact: true }));
  });
});

/** Checks that the field has the cursor and is visible, not covered even by the unfolded bar. */
async function expectCursorIn(field: Locator): Promise<void> {
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport({ ratio: 1 });
  await expect
    .poll(() =>
      field.evaluate((element) => {
        const box = element.closest('.ant-select') ?? element;
        const { left, top, width, height } = box.getBoundingClientRect();
        return box.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }),
    )
    .toBe(true);
}

/** Opens this branch of the order from the to-do list. */
async function openBranch(page: Page, code: string, branch: string): Promise<Page> {
  const rows = page.getByRole('table', { name: '待办' }).getByRole('row').filter({ hasText: code });
  await rows.filter({ hasText: branch }).getByRole('link').click();
  await expect(handlerBar(page)).toBeVisible();
  return page;
}

/** Changes a read-only field by its edit link (S1 §6 `allowEdit`). */
async function changeUnit(page: Page, unit: string): Promise<void> {
  await page.getByRole('button', { name: '修改协办单位', exact: true }).click();
  await chooseUnit(page, '协办单位', unit);
  await page.getByRole('button', { name: '确定修改协办单位' }).click();
}
