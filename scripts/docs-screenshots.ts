/**
 * Takes the pictures for README and user guide from a running demo; run it manually after the screens have
 * changed: `node scripts/docs-screenshots.ts http://127.0.0.1:8080 8888 /usr/bin/chromium` (address, captcha,
 * browser program unless Playwright has its own). It starts one letter there.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';

const [address = 'http://127.0.0.1:8080', captcha = '8888', program] = process.argv.slice(2);
const folder = join(import.meta.dirname, '..', 'docs', 'images');
const password = 'Banjian@2026';
const viewport = { width: 1366, height: 768 };
const wideViewport = { width: 1440, height: 900 };
const settleMilliseconds = 500;

/** Hides notices: one that arrives by chance would cover the menu in some pictures. */
const withoutNotices = `addEventListener('DOMContentLoaded', () => {
  const style = document.createElement('style');
  style.textContent = '.ant-notification, header [role="status"], aside:has([role="status"]) { display: none }';
  document.head.append(style);
})`;

async function openLogin(browser: Browser, account: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    viewport,
    reducedMotion: 'reduce',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  });
  await context.addInitScript({ content: withoutNotices });
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
  const picture = sharp(await page.screenshot());
  const { size } = await picture
    .png({ palette: true, colours: 128, effort: 10, compressionLevel: 9 })
    .toFile(join(folder, `${name}.png`));
  console.log(`${name}.png ${Math.ceil(size / 1024)} kB`);
}

const bar = (page: Page): Locator => page.getByRole('region', { name: '办理', exact: true });

async function openOrder(page: Page, code: string): Promise<void> {
  // An order that was just started is due last.
  await page.goto('/todo?sort=arrivedAt');
  await page.getByRole('link', { name: code, exact: true }).click();
  await bar(page).getByRole('textbox', { name: '处理意见' }).waitFor();
}

/** Writes the opinion and presses an action; returns the confirmation dialog. */
async function press(page: Page, action: string, opinion: string): Promise<Locator> {
  await bar(page).getByRole('textbox', { name: '处理意见' }).fill(opinion);
  await bar(page).getByRole('button', { name: action, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

async function confirm(page: Page, dialog: Locator, action: string): Promise<void> {
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await page.getByRole('button', { name: '返回列表页' }).click();
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click();
}

async function chooseRegion(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('combobox', { name: '问题属地' }).click();
  for (const name of names) {
    await page.locator('.ant-cascader-menus').getByText(name, { exact: true }).click();
  }
  await page.keyboard.press('Escape');
}

/** Starts a letter as the clerk; returns its code. */
async function startLetter(page: Page): Promise<string> {
  await page.getByLabel('信访人姓名').fill('钱学礼');
  // A new person each time: otherwise the duplicate check would refuse the letter.
  await page.getByLabel('手机号码').fill(`139${String(Date.now()).slice(-8)}`);
  await page.getByRole('radio', { name: '女' }).check();
  await page.getByLabel('详细地址').fill('新安大街 18 号');
  const day = page.getByLabel('来信日期');
  await day.fill(new Date(Date.now() - 24 * 3600 * 1000).toISOString().slice(0, 10));
  await day.press('Enter');
  await choose(page, '信访形式', '来信');
  await page.getByRole('textbox', { name: '来信标题' }).fill('反映锦绣江南三号楼电梯长期停运');
  await page.getByTestId('page-scroller').evaluate('(scroller) => { scroller.scrollTop = 0; }');
  await page.getByLabel('信访人姓名').focus();
  await page.getByText(/保存/).first().waitFor();
  await page.getByTestId('page-scroller').evaluate('(scroller) => { scroller.scrollTop = 0; }');
  await saveScreenshot(page, 'initiation');
  await chooseRegion(page, ['浙江省', '杭州市', '淳安县']);
  await choose(page, '问题类别', '城乡建设');
  await choose(page, '具体类别', '物业管理');
  await page
    .getByRole('textbox', { name: '来信摘要' })
    .fill('三号楼电梯停运两周，物业一直没有维修，老人出行困难。');
  await page.getByRole('textbox', { name: '诉求' }).fill('请督促物业公司尽快修好电梯。');
  await page.getByRole('button', { name: '提交' }).click();
  await page.getByRole('button', { name: '查看办件' }).waitFor();
  const message =
    (await page
      .getByText(/办件流水号/)
      .first()
      .textContent()) ?? '';
  return message.replace(/\D/g, '');
}

async function takeHandlerScreenshots(page: Page, code: string): Promise<void> {
  await page.getByRole('table').getByRole('link').first().waitFor();
  await saveScreenshot(page, 'todo');
  await openOrder(page, code);
  await saveScreenshot(page, 'handle');
  // This action has no confirmation: the result appears at once.
  await press(page, '确认收件', '来信齐备，请审查。');
  await page.getByRole('button', { name: '返回列表页' }).click();

  await openOrder(page, code);
  await page.getByRole('list', { name: '办理轨迹' }).getByRole('button', { name: '撤回' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('附件未核对，收回重新办理。');
  await saveScreenshot(page, 'withdraw');
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();

  await page.getByRole('tab', { name: '信访人' }).click();
  await page.getByRole('button', { name: '显示敏感信息' }).click();
  await page.getByRole('button', { name: '隐藏敏感信息' }).waitFor();
  await saveScreenshot(page, 'applicant');

  const back = await press(page, '退回', '请补充物业公司名称和电梯编号。');
  await back.getByRole('checkbox', { name: /来信登记/ }).check();
  await back.getByRole('radio', { name: /退回后直送/ }).check();
  await back.getByText('将办结的待办', { exact: true }).waitFor();
  await saveScreenshot(page, 'return');
  await confirm(page, back, '确认退回');
}

async function takeLeaderScreenshots(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: '领导批示' }).first().getByRole('link').first().click();
  await bar(page).getByRole('textbox', { name: '处理意见' }).waitFor();
  const branch = await press(page, '批示', '请住建局牵头，信访局配合，限期答复群众。');
  await branch.getByRole('radio', { name: '多部门会办' }).check();
  await saveScreenshot(page, 'branch');
  await branch.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '查看完整流程图' }).click();
  await page.locator('.djs-container').waitFor();
  await saveScreenshot(page, 'diagram');
  await page.keyboard.press('Escape');
  await saveScreenshot(page, 'trace');
  await page.setViewportSize(wideViewport);
  await saveScreenshot(page, 'detail');
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
} finally {
  await browser.close();
}
