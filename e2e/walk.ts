import { expect, type Page } from '@playwright/test';
import { endSession } from './calls.ts';
import { chooseOption } from './form-controls.ts';
import { confirmDocuments, documentsIn, openFromList, press, pressWithOpinion } from './handling.ts';
import type { Journey } from './journey.ts';
import { writeLetter } from './letter.ts';
import { captcha, password, people, signIn } from './people.ts';

/** Checks the current content of a page; the name identifies the screen and its state. */
export type CheckScreen = (page: Page, name: string) => Promise<void>;

type ScreenFixtures = Pick<Journey, 'openBrowser' | 'openSignedIn' | 'startLetter'>;

/** Walks through the states of the login. */
export async function walkLogin({ openBrowser }: ScreenFixtures, checkScreen: CheckScreen): Promise<void> {
  const page = await (await openBrowser()).newPage();
  await page.goto('/login');
  await expect(page.getByRole('img', { name: '验证码图片' })).toBeVisible();
  await checkScreen(page, 'login');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('账号不能为空')).toBeVisible();
  await checkScreen(page, 'login-empty');
  await signIn(page, people.clerk, 'Wrong@2026');
  await expect(page.getByRole('alert')).toBeVisible();
  await checkScreen(page, 'login-refused');
  await signIn(page, people.disabled);
  await expect(page.getByRole('dialog', { name: '账号已停用' })).toBeVisible();
  await checkScreen(page, 'login-disabled');
}

/** Walks through lists, catalogue and the menus of the header. */
export async function walkLists(
  { openSignedIn, startLetter }: ScreenFixtures,
  checkScreen: CheckScreen,
): Promise<void> {
  await startLetter(people.otherClerk, writeLetter('列表里的一件'));
  const page = await openSignedIn(people.otherClerk, '/todo');
  const main = page.getByRole('main');
  const lists = [
    { link: '待办事项', heading: '待办', name: 'todo' },
    { link: '已办事项', heading: '已办', name: 'done' },
    { link: '我发起的', heading: '我发起的', name: 'initiated' },
  ];
  for (const { link, heading, name } of lists) {
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(main.getByRole('table').or(main.getByText(/^暂无/)).first()).toBeVisible();
    await checkScreen(page, name);
  }
  await main.getByRole('button', { name: '展开' }).click();
  await expect(main.getByPlaceholder('开始日期').filter({ visible: true })).toBeVisible();
  await checkScreen(page, 'filters-unfolded');
  await main.getByRole('button', { name: '列设置' }).click();
  await expect(main.getByRole('checkbox', { name: '办件名称' })).toBeVisible();
  await checkScreen(page, 'column-settings');
  await page.keyboard.press('Escape');
  await main.getByRole('textbox', { name: '关键词' }).fill('没有这样的办件');
  await main.getByRole('button', { name: '查询' }).click();
  await expect(main.getByText('没有符合条件的数据')).toBeVisible();
  await checkScreen(page, 'list-nothing-found');

  const search = page.getByRole('textbox', { name: '查找办件' });
  // Enter would open the order if it has been found already.
  await search.fill('列表里的');
  await expect(page.getByRole('list', { name: '找到的办件' })).toBeVisible();
  await checkScreen(page, 'orders-found');
  await search.press('Escape');
  await search.fill('');

  await expectFixedSizes(page);
  await page.getByRole('button', { name: /^消息/ }).click();
  await expect(page.getByText('全部设为已读')).toBeVisible();
  await checkScreen(page, 'messages');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await checkScreen(page, 'user-menu');
  await page.getByRole('menuitem', { name: '修改密码' }).click();
  const passwordDialog = page.getByRole('dialog', { name: '修改密码' });
  await passwordDialog.getByRole('button', { name: '确认修改' }).click();
  await expect(passwordDialog.getByText('新密码不能为空')).toBeVisible();
  await checkScreen(page, 'change-password');
  await passwordDialog.getByRole('button', { name: '取消' }).click();

  await page.goto('/affair');
  await expect(page.getByRole('heading', { name: '我的申请', level: 1 })).toBeVisible();
  await expect(main.getByRole('table').or(main.getByText('暂无办件')).first()).toBeVisible();
  await checkScreen(page, 'affair');
  await page.goto('/nowhere');
  await expect(page.getByText('没有找到这个页面')).toBeVisible();
  await checkScreen(page, 'not-found');
  const otherPage = await openSignedIn(people.systemAdmin, '/done');
  await expect(otherPage.getByText('您没有该菜单的权限，请联系管理员添加')).toBeVisible();
  await checkScreen(otherPage, 'no-permission');
}

/** Checks the fixed sizes: 88 px above the content; a side menu of 220 px, folded 80 px (S0 §2). */
async function expectFixedSizes(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const widthOf = async () => (await menu.boundingBox())?.width;
  expect((await page.getByRole('main').boundingBox())?.y).toBe(88);
  expect(await widthOf()).toBe(220);
  await menu.getByRole('button', { name: '收起菜单' }).click();
  await expect.poll(widthOf).toBe(80);
  await menu.getByRole('button', { name: '展开菜单' }).click();
  await expect.poll(widthOf).toBe(220);
}

/** Checks that the watermark of bpmn-js is complete, uncovered and linked, as its licence requires. */
async function expectWatermark(page: Page): Promise<void> {
  const mark = page.locator('.bjs-powered-by');
  await expect(mark).toHaveAttribute('href', /^https?:\/\/bpmn\.io\/?$/);
  await expect(mark).toBeInViewport({ ratio: 1 });
  const covered = await mark.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
    return points.filter(([x, y]) => {
      const above = document.elementFromPoint(left + width * x, top + height * y);
      return !element.contains(above);
    });
  });
  expect(covered).toEqual([]);
}

/** Walks through the catalogue, a new order in its states, and the drafts. */
export async function walkInitiation(
  { openSignedIn }: ScreenFixtures,
  checkScreen: CheckScreen,
): Promise<void> {
  const page = await openSignedIn(people.clerk, '/workflow-new');
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: '发起群众来信办理' }).last()).toBeVisible();
  await checkScreen(page, 'catalogue');
  await main.getByRole('button', { name: '发起群众来信办理' }).last().click();
  await expect(main.getByRole('textbox', { name: '信访人姓名' })).toBeVisible();
  await checkScreen(page, 'initiation');
  await main.getByRole('radio', { name: '法人或其他组织' }).check();
  await expect(main.getByRole('textbox', { name: '法定代表人姓名' })).toBeVisible();
  await checkScreen(page, 'initiation-organisation');
  await main.getByRole('radio', { name: '自然人' }).check();
  await chooseOption(page, '问题类别', '环境保护');
  await main.getByRole('textbox', { name: '反映人数' }).fill('6');
  await main.getByRole('textbox', { name: '反映人数' }).blur();
  await expect(main.getByRole('group', { name: '代表人' })).toBeVisible();
  await main.getByRole('button', { name: '提交' }).click();
  await expect(main.getByRole('alert').filter({ hasText: '请检查并完善以下信息' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await checkScreen(page, 'initiation-errors');
  await main.getByRole('group', { name: '代表人' }).scrollIntoViewIfNeeded();
  await expect(main.getByText(/^还有 \d+ 项需完善：$/)).toBeInViewport();
  await checkScreen(page, 'initiation-table');
  await page.getByRole('link', { name: '草稿箱' }).click();
  await expect(main.getByRole('table', { name: '草稿箱' })).toBeVisible();
  await checkScreen(page, 'drafts');
}

/** Walks through an order as its handler sees it: every tab, every dialog. */
export async function walkDetail(fixtures: ScreenFixtures, checkScreen: CheckScreen): Promise<void> {
  const code = await fixtures.startLetter(people.clerk, writeLetter('详情里的一件'));
  const page = await fixtures.openSignedIn(people.receiver, '/todo?sort=arrivedAt');
  const main = page.getByRole('main');
  await openFromList(page, code);
  await expect(page.getByRole('textbox', { name: '处理意见' })).toBeVisible();
  for (const [tab, name] of detailTabs) {
    await main.getByRole('tab', { name: tab }).click();
    await checkScreen(page, `detail-${name}`);
  }
  await main.getByRole('tab', { name: '信访人' }).click();
  await main.getByRole('button', { name: '显示敏感信息' }).click();
  await expect(main.getByRole('button', { name: '隐藏敏感信息' })).toBeVisible();
  await checkScreen(page, 'detail-applicant-revealed');

  await main.getByRole('button', { name: '常用意见' }).click();
  await checkScreen(page, 'common-opinions');
  await page.keyboard.press('Escape');
  const dialogs = [
    { action: '退回', name: 'dialog-return' },
    { action: '作废', name: 'dialog-void' },
    { action: '转交', name: 'dialog-forward' },
  ];
  for (const { action, name } of dialogs) {
    const dialog = await press(page, action, '请补正后再报。');
    await expect(dialog.getByText(/^(意见|\*?处理意见)$/).first()).toBeVisible();
    if (action === '退回') await dialog.getByRole('checkbox').first().check();
    if (action === '退回') await expect(dialog.getByText('将办结的待办', { exact: true })).toBeVisible();
    await checkScreen(page, name);
    if (action === '转交') break;
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await page.getByRole('button', { name: '选择受理审查的处理人' }).click();
  const picker = page.getByRole('dialog', { name: '选择处理人' });
  await picker.getByRole('option').first().click();
  await checkScreen(page, 'handler-picker');
  await page.keyboard.press('Escape');
}

const detailTabs = [
  ['基本信息', 'basic'],
  ['信访人', 'applicant'],
  ['群众来信登记表', 'form'],
] as const;

/**
 * Walks through a nearly finished order, the message after an action, and the login dialog over the screen.
 */
export async function walkEndedOrder(
  { openSignedIn, startLetter }: ScreenFixtures,
  checkScreen: CheckScreen,
  address: string,
): Promise<void> {
  const code = await startLetter(people.clerk, writeLetter('已经走远的一件'));
  const page = await openSignedIn(people.receiver, '/todo?sort=arrivedAt');
  await openFromList(page, code);
  await pressWithOpinion(page, '确认收件', '来信齐备。');
  await confirmDocuments(page, '确认收件', '收件回执');
  await expect(page.getByRole('dialog', { name: `该环节已“确认收件”，办件流水号：${code}` })).toBeVisible();
  await checkScreen(page, 'dialog-result');
  await page.getByRole('button', { name: '返回列表页' }).click();

  const main = page.getByRole('main');
  await expect(main.getByRole('row', { name: code })).toContainText('受理审查');
  await openFromList(page, code);
  await main.getByRole('radio', { name: '不予受理' }).check();
  await main.getByRole('textbox', { name: '不予受理理由' }).fill('反映的事项应当通过诉讼解决。');
  const dialog = await press(page, '不予受理', '不属于受理范围。');
  await expect(dialog.getByText('流程结束，不能恢复')).toBeVisible();
  await expect(documentsIn(page)).toContainText('不予受理告知书');
  await checkScreen(page, 'dialog-end');
  await confirmDocuments(page, '不予受理', '不予受理告知书');
  await page.getByRole('button', { name: '返回列表页' }).click();
  await page.getByRole('link', { name: '已办事项' }).click();
  await expect(page.getByRole('heading', { name: '已办', level: 1 })).toBeVisible();
  await main.getByRole('link', { name: code, exact: true }).first().click();
  await expect(main.getByRole('list', { name: '办理轨迹' })).toBeVisible();
  await checkScreen(page, 'detail-concluded');
  await main.getByRole('button', { name: '查看完整流程图' }).click();
  await expect(page.locator('.djs-container')).toBeVisible();
  await expectWatermark(page);
  await checkScreen(page, 'diagram');
  await page.keyboard.press('Escape');
  await expect(page.locator('.djs-container')).toBeHidden();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await checkScreen(page, 'detail-wide');
  await page.setViewportSize({ width: 1366, height: 768 });

  const token = await page.evaluate(() => localStorage.getItem('banjian.accessToken'));
  await endSession(address, token ?? '');
  await main.getByRole('button', { name: '返回' }).click();
  const reloginDialog = page.getByRole('dialog', { name: '登录已失效，请重新登录' });
  await expect(reloginDialog.getByRole('img', { name: '验证码图片' })).toBeVisible();
  await checkScreen(page, 'login-again');
  await reloginDialog.getByLabel('密码', { exact: true }).fill(password);
  await reloginDialog.getByRole('textbox', { name: '验证码' }).fill(captcha);
  await reloginDialog.getByRole('button', { name: '重新登录' }).click();
  await expect(reloginDialog).toBeHidden();
}
