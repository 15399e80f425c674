import { expect, type Locator, type Page } from '@playwright/test';
import { openFromList, pressInBar } from './handling.ts';
import { test } from './journey.ts';
import { captureScreen, expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

const dialogOf = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name: new RegExp(`^${name} \\d{10}`) });
const cardOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function confirmed(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Fills in another person than the order's applicant. */
async function fillParty(dialog: Locator): Promise<void> {
  await dialog.getByRole('radio', { name: '另行填写' }).check();
  await dialog.getByRole('textbox', { name: '姓名' }).fill('余小利');
  await dialog.getByRole('textbox', { name: '电话' }).fill('13800016620');
  await dialog.getByRole('textbox', { name: '地址' }).fill('浙江省杭州市淳安县汾口镇商业街 8 号');
}

test('papers come and go by express, and a certificate is collected at the window (S1 §3, S1 §4: 14001)', async ({
  openSignedIn,
  publishMatter,
}) => {
  await publishMatter({
    code: 'shop-licence',
    name: '小餐饮登记',
    ownMatter: true,
    fields: [{ id: 'shop', title: '店名', 'x-component': 'single-line', required: true }],
    steps: [{ name: '制证送达', handler: people.reviewer, form: { authority: 1, fields: [] } }],
    records: {
      express: { toApplicant: true, fromApplicant: true },
      output: { ways: ['window', 'post'], names: ['小餐饮登记证'] },
    },
  });
  const clerk = await openSignedIn(people.clerk, '/initiation/shop-licence');
  await clerk.getByLabel('店名').fill('老灶台');
  await clerk.getByRole('button', { name: '提交', exact: true }).click();
  const done = clerk.getByText(/^办件已提交，办件流水号：\d{10}$/);
  await expect(done).toBeVisible();
  const code = /\d{10}/.exec(await done.innerText())?.[0] ?? '';

  const page = await openSignedIn(people.reviewer, '/todo');
  await openFromList(page, code);
  await pressInBar(page, '登记来件');
  const arriving = dialogOf(page, '登记来件');
  await arriving.getByRole('textbox', { name: '运单号' }).fill('EA 1234 5678 9CN');
  await arriving.getByRole('textbox', { name: '内件' }).fill('健康证明原件 1 份');
  await fillParty(arriving);
  await confirmed(arriving, '确认登记来件');
  await expect(cardOf(page, '快递')).toContainText('EA123456789CN');
  await cardOf(page, '快递').getByRole('button', { name: '登记签收' }).click();
  const receipt = dialogOf(page, '登记签收');
  await receipt.getByRole('textbox', { name: '签收情况' }).fill('窗口签收');
  await confirmed(receipt, '确认登记签收');
  await expect(cardOf(page, '快递')).toContainText('已送达');

  await pressInBar(page, '快递寄出');
  const sending = dialogOf(page, '快递寄出');
  await sending.getByRole('textbox', { name: '内件' }).fill('营业执照原件退还');
  await fillParty(sending);
  await expectAccessible(page, 'an express item');
  await confirmed(sending, '确认快递寄出');
  // The job orders the pickup, and the simulator gives the number.
  const logistics = cardOf(page, '快递').first().getByRole('button', { name: '物流详情' });
  await expect(cardOf(page, '快递').first()).toContainText(/运单号1035\d{9}/, { timeout: 90_000 });
  await logistics.click();
  const tracks = page.getByRole('dialog', { name: /^物流详情/ });
  await expect(tracks.getByRole('list', { name: /物流轨迹/ })).toContainText('待揽收');
  await expect(tracks).toContainText('**利');
  await expect(tracks).not.toContainText('商业街');
  await expectAccessible(page, 'the logistics of an express item');
  await captureScreen(page, 'express-logistics');
  await tracks.getByRole('button', { name: '关闭' }).last().click();

  await pressInBar(page, '出证');
  const issuing = dialogOf(page, '出证');
  await expect(issuing.getByLabel('第 1 件的名称')).toHaveValue('小餐饮登记证');
  await issuing.getByRole('textbox', { name: '第 1 件的编号' }).fill('JY23301270000001');
  await expectAccessible(page, 'certificates');
  await confirmed(issuing, '确认出证');
  await expect(cardOf(page, '出证')).toContainText('待领取');

  const phone = await openSignedIn(people.reviewer, '/todo', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await openFromList(phone, code);
  await cardOf(phone, '出证').getByRole('button', { name: '确认领取' }).click();
  const collecting = dialogOf(phone, '确认领取');
  await collecting.getByRole('button', { name: '确认领取', exact: true }).click();
  await expect(collecting.getByText('请领取人签名')).toBeVisible();
  await collecting.getByRole('textbox', { name: '姓名' }).fill('余小利');
  await collecting.getByRole('button', { name: '手写签名' }).click();
  await sign(phone);
  await expect(collecting.getByRole('button', { name: '重签' })).toBeVisible();
  await expectAccessible(phone, 'the collection of a certificate on the phone');
  await expectNoOverflow(phone, 'collect-certificate-390');
  await confirmed(collecting, '确认领取');
  await expect(cardOf(phone, '出证')).toContainText('已送达');
  await expect(cardOf(phone, '出证')).toContainText('**利（本人）');
  await expectNoOverflow(phone, 'records-390');
});

/** Draws a stroke on the signature pad and uses it. */
async function sign(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '手写签名：领取人签名' });
  const pad = await dialog.getByRole('img').first().boundingBox();
  if (pad === null) throw new Error('There is no pad for the signature');
  await page.mouse.move(pad.x + pad.width / 3, pad.y + pad.height / 3);
  await page.mouse.down();
  await page.mouse.move(pad.x + pad.width / 2, pad.y + pad.height / 2, { steps: 8 });
  await page.mouse.up();
  await dialog.getByRole('button', { name: '用这个签名' }).click();
}
