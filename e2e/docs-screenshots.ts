/**
 * Takes the pictures for README and user guide from a running demo; run it manually after the screens have
 * changed: `node e2e/docs-screenshots.ts http://127.0.0.1:8080 8888 /usr/bin/chromium` (address, captcha,
 * browser program unless Playwright has its own). It starts one letter there.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import {
  choosePerson,
  confirm,
  handlerBar,
  openFromList,
  press,
  pressInBar,
  readResult,
} from './handling.ts';
import { fillApplicant, fillLetter, today, writeLetter } from './letter.ts';
import { receive } from './letter-steps.ts';

const [address = 'http://127.0.0.1:8080', captcha = '8888', program] = process.argv.slice(2);
const folder = join(import.meta.dirname, '..', 'docs', 'images');
const password = 'Banjian@2026';
const viewport = { width: 1366, height: 768 };
const wideViewport = { width: 1440, height: 900 };
const settleMilliseconds = 500;
const letterTitle = '反映锦绣江南三号楼电梯长期停运';

/** Hides notices: one that arrives by chance would be in some pictures. */
const withoutNotices =
  '.ant-notification, header [role="status"], aside:has([role="status"]) { display: none }';

async function openLogin(browser: Browser, account: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    viewport,
    reducedMotion: 'reduce',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // The portal's policy refuses the style that hides notices.
    bypassCSP: true,
  });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('账号', { exact: true }).fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('img', { name: '验证码图片' }).waitFor();
  return page;
}

async function signIn(browser: Browser, account: string, path: string): Promise<Page> {
  const page = await openLogin(browser, account);
  await page.getByLabel('验证码', { exact: true }).fill(captcha);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login' && url.pathname !== '/');
  await page.goto(path);
  return page;
}

/** Saves one picture with a palette, which is a third of the size and looks the same. */
async function saveScreenshot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(settleMilliseconds);
  const picture = sharp(await page.screenshot({ style: withoutNotices }));
  const { size } = await picture
    .png({ palette: true, colours: 128, effort: 10, compressionLevel: 9 })
    .toFile(join(folder, `${name}.png`));
  console.log(`${name}.png ${Math.ceil(size / 1024)} kB`);
}

/** Fills in and starts a letter as the clerk; returns its code. */
async function startLetter(page: Page): Promise<string> {
  const letter = { ...writeLetter(''), title: letterTitle };
  await fillApplicant(page, letter);
  await page.getByLabel('详细地址').fill('新安大街 18 号');
  await fillLetter(page, letter);
  await page.getByText('已自动保存').waitFor();
  await page.getByLabel('信访人姓名').focus();
  await page.getByTestId('page-scroller').evaluate('(scroller) => { scroller.scrollTop = 0; }');
  await saveScreenshot(page, 'initiation');
  await page.getByRole('button', { name: '附件，手机扫码上传' }).click();
  const dialog = page.getByRole('dialog', { name: '扫码上传' });
  await dialog.getByRole('img', { name: '扫码上传二维码' }).waitFor();
  await saveScreenshot(page, 'qr-upload');
  await dialog.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '提交' }).click();
  const message = await page.getByText(/^办件已提交，办件流水号：\d{10,}$/).innerText();
  return message.replace(/\D/g, '');
}

async function openOrder(page: Page, code: string): Promise<void> {
  // An order that was just started is due last.
  await page.goto('/todo?sort=arrivedAt');
  await openFromList(page, code);
  await handlerBar(page).getByRole('textbox', { name: '处理意见' }).waitFor();
}

async function takeHandlerScreenshots(page: Page, code: string): Promise<void> {
  await page.getByRole('table').getByRole('link').first().waitFor();
  await saveScreenshot(page, 'todo');
  await openOrder(page, code);
  await saveScreenshot(page, 'handle');
  await receive(page, code);

  await page.getByRole('link', { name: '已办事项' }).click();
  await page.getByRole('heading', { name: '已办', level: 1 }).waitFor();
  await openFromList(page, code);
  await page.getByRole('button', { name: '撤回', exact: true }).click();
  const withdrawal = page.getByRole('dialog', { name: '撤回' });
  await withdrawal.getByRole('textbox', { name: '撤回原因' }).fill('附件未核对，收回重新办理。');
  await saveScreenshot(page, 'withdraw');

  await openOrder(page, code);
  await page.getByRole('tab', { name: '信访人' }).click();
  await page.getByRole('button', { name: '显示敏感信息' }).click();
  await page.getByRole('button', { name: '隐藏敏感信息' }).waitFor();
  await saveScreenshot(page, 'applicant');

  const dialog = await press(page, '退回', '请补充物业公司名称和电梯编号。');
  await dialog.getByRole('checkbox', { name: /来信登记/ }).check();
  await dialog.getByRole('radio', { name: /退回后直送/ }).check();
  await dialog.getByText('将办结的待办', { exact: true }).waitFor();
  await saveScreenshot(page, 'return');
  await confirm(dialog, '退回');
  await readResult(page, '退回', code);
}

async function takeLeaderScreenshots(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: '领导批示' }).first().getByRole('link').first().click();
  const dialog = await press(page, '批示', '请主办单位会同协办单位调查核实，限期答复群众。');
  await dialog.getByRole('radio', { name: '多部门会办' }).check();
  await dialog.getByText('将办结的待办', { exact: true }).waitFor();
  // The whole dialog is higher than the usual window.
  await page.setViewportSize({ ...viewport, height: 1080 });
  await saveScreenshot(page, 'branch');
  await dialog.getByRole('button', { name: '取消' }).click();
  await page.setViewportSize(viewport);
  await page.getByRole('button', { name: '查看完整流程图' }).click();
  await page.locator('.djs-container').waitFor();
  await saveScreenshot(page, 'diagram');
  await page.keyboard.press('Escape');
  await saveScreenshot(page, 'trace');
  await page.setViewportSize(wideViewport);
  await saveScreenshot(page, 'detail');
}

/** Takes the dialog of an absence, filled in but not confirmed. */
async function takeAbsenceScreenshot(page: Page): Promise<void> {
  await page.getByRole('button', { name: '新建委托' }).click();
  const dialog = page.getByRole('dialog', { name: '新建外出委托' });
  await choosePerson(page, dialog.getByRole('button', { name: /^代理人：/ }), '胡东');
  for (const field of ['#rule-days', '#rule-days-end']) {
    await page.locator(field).fill(today());
    await page.locator(field).press('Enter');
  }
  await saveScreenshot(page, 'substitutes');
}

/** Takes the dialog of a hand-over, filled in but not started. */
async function takeHandOverScreenshot(page: Page): Promise<void> {
  await page.getByRole('button', { name: '新建移交' }).click();
  const dialog = page.getByRole('dialog', { name: '新建移交' });
  await dialog.getByRole('combobox', { name: '移交人' }).fill('何平');
  await page.getByTitle(/^何平/).last().click();
  await choosePerson(page, dialog.getByRole('button', { name: /^接收人：/ }), '曹慧');
  await dialog.getByRole('textbox', { name: '移交原因' }).fill('调离本单位。');
  await dialog.getByRole('button', { name: /^开始移交 \d+ 件$/ }).waitFor();
  await saveScreenshot(page, 'hand-overs');
}

async function takeLettersScreenshot(page: Page): Promise<void> {
  // The letters of this script are all to the same person.
  const rows = page.getByRole('row').filter({ hasNotText: letterTitle });
  await rows.nth(4).waitFor();
  for (const row of [1, 2, 3, 4]) await rows.nth(row).getByRole('checkbox').check();
  await page.getByRole('button', { name: '打印', exact: true }).click();
  await page.getByRole('radio', { name: /^信封或地址标签/ }).check();
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('region', { name: '收件人' }).waitFor();
  await saveScreenshot(page, 'letters');
}

async function takeTemplateScreenshot(page: Page): Promise<void> {
  await page.getByRole('link', { name: '处理意见书', exact: true }).click();
  await page.getByRole('document', { name: '文书预览' }).locator('canvas').first().waitFor();
  await saveScreenshot(page, 'document-template');
}

/** Takes the dialog of a request for a correction, with a material chosen. */
async function takeCorrectionScreenshot(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: '预审' }).first().getByRole('link').first().click();
  await pressInBar(page, '要求补正');
  const dialog = page.getByRole('dialog', { name: /^要求补正/ });
  await dialog.getByRole('checkbox', { name: '营业执照' }).check();
  await saveScreenshot(page, 'correction');
}

/** Takes the list of supervision letters with its figures. */
async function takeSupervisionScreenshot(page: Page): Promise<void> {
  await page.getByRole('table').getByRole('link').first().waitFor();
  await saveScreenshot(page, 'supervise');
}

/** Takes the chain of stages of a review. */
async function takeReviewScreenshot(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: '请求复查' }).first().getByRole('link').first().click();
  await page.getByRole('tab', { name: '关联办件' }).click();
  await page.getByRole('region', { name: '三级办理' }).scrollIntoViewIfNeeded();
  await saveScreenshot(page, 'petition-review');
}

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
try {
  await saveScreenshot(await openLogin(browser, 'zhangwei'), 'login');
  const code = await startLetter(await signIn(browser, 'zhangwei', '/initiation/petition-letter'));
  await takeHandlerScreenshots(await signIn(browser, 'liuyang', '/todo'), code);
  const initiator = await signIn(browser, 'zhangwei', '/todo');
  await openOrder(initiator, code);
  await saveScreenshot(initiator, 'resubmit');
  await takeLeaderScreenshots(await signIn(browser, 'wujianguo', '/todo'));
  await takeLettersScreenshot(await signIn(browser, 'liuyang', '/done'));
  await takeAbsenceScreenshot(await signIn(browser, 'zhaomin', '/substitutes'));
  await takeHandOverScreenshot(await signIn(browser, 'shenjie', '/hand-overs'));
  const archive = await signIn(browser, 'fangning', '/business/archive');
  await archive.getByRole('table').getByRole('checkbox').nth(1).waitFor();
  await saveScreenshot(archive, 'archive');
  await takeCorrectionScreenshot(await signIn(browser, 'chenjing', '/todo'));
  await takeSupervisionScreenshot(await signIn(browser, 'sunlei', '/supervise'));
  await takeReviewScreenshot(await signIn(browser, 'zhangwei', '/my-initiated'));
  await takeTemplateScreenshot(await signIn(browser, 'xiaohan', '/business/document-templates'));
} finally {
  await browser.close();
}
