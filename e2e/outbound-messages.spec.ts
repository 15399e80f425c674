import { expect } from '@playwright/test';
import { pressInRow } from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

const phone = { viewport: { width: 390, height: 844 } };

test('a message is sent to the applicant and shown in the history, and the operator sees it without the order’s code', async ({
  openSignedIn,
  startLetter,
}) => {
  const code = await startLetter(people.clerk, writeLetter('短信告知'));
  const page = await openSignedIn(people.clerk, `/affair/detail/${code}`);
  await page.getByRole('button', { name: '办件消息' }).click();
  const dialog = page.getByRole('dialog', { name: `办件消息 ${code}` });
  await dialog.getByRole('button', { name: /^发送/ }).click();
  await expect(dialog.getByText('请输入发送对象手机号')).toBeVisible();
  await expect(dialog.getByText('请选择一个消息内容', { exact: true })).toBeVisible();
  await expectNoOverflow(page, 'message-dialog');
  await expectAccessible(page, 'message-dialog');

  await dialog.getByRole('button', { name: '选择消息内容' }).click();
  const picker = page.getByRole('dialog', { name: '选择消息内容' });
  await picker.getByRole('button', { name: '确定' }).click();
  await expect(picker.getByRole('alert')).toHaveText('请选择一个消息内容');
  await expectAccessible(page, 'message-contents');
  await picker.getByRole('radio', { name: /受理告知/ }).check();
  await picker.getByRole('button', { name: '确定' }).click();
  await expect(dialog.getByLabel('消息内容', { exact: true })).toHaveValue(
    new RegExp(`^您的办件${code}已受理`),
  );

  await dialog.getByRole('combobox').click();
  await page
    .getByTitle(/^信访人/)
    .first()
    .click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: '发送（1）' }).click();
  await expect(page.getByText('发送成功')).toBeVisible();
  const history = dialog.getByRole('region', { name: '消息记录' });
  await expect(history.getByText(`您的办件${code}已受理`)).toBeVisible();
  await expect(history.getByText(/发给 信访人 \d{3}\*{4}\d{4}/)).toBeVisible();

  const operator = await openSignedIn(people.systemAdmin, '/business/message-channels');
  await expect(operator.getByRole('heading', { name: '消息渠道', level: 1 })).toBeVisible();
  await expect(operator.getByRole('row').filter({ hasText: '手工发送' }).first()).toBeVisible();
  await expect(operator.getByText(code)).toHaveCount(0);
  await expectNoOverflow(operator, 'message-channels');
  await expectAccessible(operator, 'message-channels');
  // The queue runs automatically within moments; the simulator then shows the text message.
  await expect(async () => {
    await operator.reload();
    await operator.getByRole('button', { name: '查看演示消息', exact: true }).click();
    await expect(operator.getByRole('dialog').getByText(`您的办件${code}已受理`)).toBeVisible({
      timeout: 3_000,
    });
  }).toPass({ timeout: 60_000 });
  await expectAccessible(operator, 'message-simulator');
});

test('text messages of the order that the address names are sent on desk and phone (S2 §2, §5)', async ({
  openSignedIn,
  startLetter,
}) => {
  const code = await startLetter(people.clerk, writeLetter('地址短信'));
  for (const [name, address, options] of [
    ['desk', `/sms?workorderCode=${code}`, undefined],
    ['phone', `/sms/${code}`, phone],
  ] as const) {
    const page = await openSignedIn(people.clerk, address, options);
    const dialog = page.getByRole('dialog', { name: `发送短信 ${code}` });
    await dialog.getByRole('button', { name: '发送', exact: true }).click();
    await expect(dialog.getByText('请输入发送对象手机号')).toBeVisible();
    await expect(dialog.getByText('请填写短信内容', { exact: true })).toBeVisible();
    await expectNoOverflow(page, `sms-${name}`);
    await expectAccessible(page, `sms-${name}`);
    await dialog.getByRole('combobox').fill('13800000001,');
    await dialog.getByLabel('短信内容', { exact: true }).fill(`请来一趟（${name}）`);
    await dialog.getByRole('button', { name: '发送（1）' }).click();
    await expect(page.getByText('发送成功')).toBeVisible();
    await expect(
      dialog.getByRole('region', { name: '消息记录' }).getByText(`请来一趟（${name}）`),
    ).toBeVisible();
  }
});

test('a person enables text messages and sets quiet hours, on a phone', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.reviewer, '/message-settings', phone);
  const smsBox = page.getByRole('checkbox', { name: '新的待办：短信' });
  await smsBox.check();
  await page.getByRole('checkbox', { name: '短信免打扰' }).check();
  await expectNoOverflow(page, 'message-settings-phone');
  await expectAccessible(page, 'message-settings-phone');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('修改成功！')).toBeVisible();
  await page.reload();
  await expect(smsBox).toBeChecked();
  await expect(page.getByRole('checkbox', { name: '新的待办：站内消息' })).toBeDisabled();
  await page.goto('/messages');
  const middleOf = async (name: string) => {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
  };
  await expect(page.getByRole('button', { name: '筛选', exact: true })).toBeVisible();
  await expect.poll(async () => (await middleOf('筛选')) - (await middleOf('全部设为已读'))).toBe(0);
});

test('the configuration administrator edits a message template, and an unknown placeholder is refused', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.configAdmin, '/business/message-templates');
  await expect(page.getByRole('heading', { name: '消息模板', level: 1 })).toBeVisible();
  await expectNoOverflow(page, 'message-templates');
  await expectAccessible(page, 'message-templates');
  await page.getByRole('button', { name: '修改 被催办 短信' }).click();
  const dialog = page.getByRole('dialog', { name: /被催办（短信）/ });
  await dialog.getByLabel('内容').fill('{姓名}您好，请办理');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('占位符不存在：{姓名}')).toBeVisible();
  await expectAccessible(page, 'message-template-dialog');
  await dialog.getByLabel('内容').fill('请尽快办理');
  await dialog.getByRole('button', { name: '办件流水号', exact: true }).click();
  await expect(dialog.getByText('请尽快办理2026000128')).toBeVisible();
  await dialog.getByRole('button', { name: '保存' }).click();
  const row = page.getByRole('row').filter({ hasText: '请尽快办理{办件流水号}' });
  await expect(row.getByText('本单位')).toBeVisible();
  await pressInRow(row.getByRole('button', { name: '修改 被催办 短信' }));
  await page.getByRole('button', { name: '恢复系统自带' }).click();
  await expect(row).toHaveCount(0);
});
