import { expect } from '@playwright/test';
import { confirmButtonWithDocuments } from './handling.ts';
import { test } from './journey.ts';
import { expectFocusInSight, maxTabs, tabTo } from './keyboard.ts';
import { writeLetter } from './letter.ts';
import { captcha, password, people } from './people.ts';

test('login, list and handling work by keyboard alone, and the focus stays visible', async ({
  openBrowser,
  startLetter,
}) => {
  const code = await startLetter(people.clerk, writeLetter('只用键盘办理'));
  const page = await (await openBrowser()).newPage();
  const { keyboard } = page;

  await test.step('login', async () => {
    await page.goto('/login');
    await expect(page.getByRole('img', { name: '验证码图片' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: '账号' })).toBeFocused();
    await keyboard.type(people.receiver);
    await tabTo(page, '密码');
    await keyboard.type(password);
    await tabTo(page, '验证码');
    await keyboard.type(captcha);
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '待办', level: 1 })).toBeVisible();
    await tabTo(page, '工作台');
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '工作台', level: 1 })).toBeVisible();
  });

  await test.step('the skip link passes the header', async () => {
    // The newest order is first.
    await page.goto('/todo?sort=arrivedAt');
    await expect(page.getByRole('link', { name: code, exact: true })).toBeVisible();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(page, '跳到主要内容');
    await keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('j and k move along the rows, and e opens the newest order', async () => {
    await keyboard.press('j');
    await expect(page.getByRole('link', { name: code, exact: true })).toBeFocused();
    await expectFocusInSight(page);
    await keyboard.press('j');
    await expect(page.getByRole('link', { name: code, exact: true })).not.toBeFocused();
    await keyboard.press('k');
    await expect(page.getByRole('link', { name: code, exact: true })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '办件详情' })).toBeVisible();
    await page.goBack();
    // On returning, the opened row has the focus again.
    await expect(page.getByRole('link', { name: code, exact: true })).toBeFocused();
    await keyboard.press('e');
    await expect(page.getByRole('textbox', { name: '处理意见' })).toBeFocused();
    await expectFocusInSight(page);
  });

  await test.step('handling', async () => {
    await keyboard.type('来信齐备，予以收件。');
    await tabTo(page, '确认收件');
    await keyboard.press('Enter');
    // An action that can be undone and needs no input shows its document for confirmation, in one dialog.
    await expect(confirmButtonWithDocuments(page, '确认收件')).toBeFocused();
    await keyboard.press('Enter');
    const result = page.getByRole('dialog', { name: `该环节已“确认收件”，办件流水号：${code}` });
    await expect(result.getByRole('button', { name: '返回列表页' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '待办', level: 1 })).toBeVisible();
  });

  await test.step('Escape closes a dialog and restores the focus', async () => {
    await expect(page.getByRole('row', { name: code })).toContainText('受理审查');
    await keyboard.press('j');
    await expect(page.getByRole('link', { name: code, exact: true })).toBeFocused();
    await keyboard.press('e');
    await expect(page.getByRole('textbox', { name: '处理意见' })).toBeFocused();
    await keyboard.type('暂不受理。');
    await tabTo(page, '退回');
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: '退回' })).toBeFocused();
  });
});

test('a letter is started by keyboard alone', async ({ openSignedIn }) => {
  const letter = writeLetter('只用键盘登记');
  const page = await openSignedIn(people.clerk, '/initiation/petition-letter');
  const { keyboard } = page;
  await expect(page.getByRole('textbox', { name: '信访人姓名' })).toBeVisible();
  const write = async (field: string, text: string) => {
    await tabTo(page, field);
    await keyboard.type(text);
  };
  const choose = async (field: string, option: string) => {
    await tabTo(page, field);
    await keyboard.press('ArrowDown');
    const chosen = page.locator('.ant-select-dropdown:visible .ant-select-item-option-active');
    for (let presses = 0; presses < maxTabs; presses++) {
      await expect(chosen).toBeVisible();
      if ((await chosen.innerText()).trim() === option) break;
      await keyboard.press('ArrowDown');
    }
    await keyboard.press('Enter');
  };

  await write('信访人姓名', letter.applicant);
  await write('证件号码', letter.idCard);
  await write('手机号码', letter.mobile);
  await write('来信日期', letter.day);
  await keyboard.press('Enter');
  await choose('信访形式', '来信');
  await write('来信标题', letter.title);
  // The county is found by its pinyin initials.
  await tabTo(page, '问题属地');
  await keyboard.press('ArrowDown');
  const regions = page.getByRole('dialog', { name: '选择问题属地' });
  await expect(regions.getByRole('combobox', { name: '搜索行政区划' })).toBeFocused();
  await keyboard.type('cax');
  await expect(regions.getByRole('option', { name: '淳安县' }).first()).toBeVisible();
  await keyboard.press('Enter');
  await expect(regions).toBeHidden();
  await choose('问题类别', '城乡建设');
  await choose('具体类别', '物业管理');
  await write('来信摘要', letter.summary);
  await write('诉求', letter.demand);
  await tabTo(page, '提交');
  await keyboard.press('Enter');
  await expect(page.getByText(/^办件已提交，办件流水号：\d{10,}$/)).toBeVisible();
});
