import { expect, type Page } from '@playwright/test';
import { chooseOption } from './form-controls.ts';
import { test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { people } from './people.ts';

// A link to a view that does not exist is answered with 404.
test.use({ expectedStatuses: [404] });

/** Opens the panel of views and returns it. */
async function openViews(page: Page) {
  await page.getByRole('main').getByRole('button', { name: /^视图/ }).click();
  const panel = page.locator('.ant-popover:visible');
  await expect(panel.getByRole('textbox', { name: '视图名称' })).toBeVisible();
  return panel;
}

test('a view stores filters, sorting and columns, opens with the list, can be shared, and its deletion can be undone', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.leader, '/done');
  const main = page.getByRole('main');
  await expect(main.getByRole('table', { name: '已办' }).getByRole('link').first()).toBeVisible();
  const name = `来信 ${Date.now() % 1_000_000}`;

  await chooseOption(page, '事项', '群众来信办理');
  await main.getByRole('button', { name: '查询' }).click();
  await main.getByRole('button', { name: '办理时间' }).click();
  await main.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('checkbox', { name: '发起人' }).check();
  await main.getByRole('button', { name: '列设置' }).click();
  await expect(main.getByRole('columnheader', { name: '发起人' })).toBeVisible();

  let panel = await openViews(page);
  await panel.getByRole('textbox', { name: '视图名称' }).fill(name);
  await panel.getByRole('button', { name: '保存为视图' }).click();
  await expect(panel.getByRole('button', { name, exact: true })).toBeVisible();
  await panel.getByRole('button', { name: `管理视图“${name}”` }).click();
  await panel.getByRole('button', { name: '设为默认' }).click();
  await expect(panel.getByText('默认', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: '共享给本机构' }).click();
  await expect(panel.getByText('已共享')).toBeVisible();
  await expectAccessible(page, 'views of a list');

  // The list opens with the view, sends one request, and 重置 leaves the view.
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/donePage')) requests.push(new URL(request.url()).search);
  });
  await page.reload();
  await expect(main.getByRole('button', { name: `视图：${name}` })).toBeVisible();
  await expect(main.getByRole('columnheader', { name: '发起人' })).toBeVisible();
  expect(requests.every((search) => search.includes('taskCode=petition-letter'))).toBe(true);
  await main.getByRole('button', { name: '重置' }).click();
  await expect(main.getByRole('button', { name: '视图', exact: true })).toBeVisible();

  // A colleague of the same organisation can use it, but not change it.
  const colleague = await openSignedIn(people.receiver, '/done');
  panel = await openViews(colleague);
  await panel.getByRole('button', { name: `管理视图“${name}”` }).click();
  await expect(panel.getByRole('button', { name: '复制链接' })).toBeVisible();
  await expect(panel.getByRole('button', { name: '删除' })).toBeHidden();
  await panel.getByRole('button', { name, exact: true }).click();
  await expect(colleague.getByRole('main').getByRole('button', { name: `视图：${name}` })).toBeVisible();
  await expect(colleague.getByRole('main').getByRole('columnheader', { name: '发起人' })).toBeVisible();

  // The deletion can be undone.
  panel = await openViews(page);
  await panel.getByRole('button', { name: `管理视图“${name}”` }).click();
  await panel.getByRole('button', { name: '删除' }).click();
  await expect(panel.getByText(`已删除“${name}”`)).toBeVisible();
  await panel.getByRole('button', { name: '撤销' }).click();
  await expect(panel.getByRole('button', { name, exact: true })).toBeVisible();
  await panel.getByRole('button', { name: '删除' }).click();
});

test('filters stored in the browser become views, and a link to an unknown view shows a message', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.reviewer, '/done');
  const main = page.getByRole('main');
  await page.evaluate(() => {
    const storedSettings = { savedFilters: [{ name: '旧的筛选', values: { keyword: '电梯' } }] };
    localStorage.setItem('banjian.list.zhaomin.done', JSON.stringify(storedSettings));
  });
  await page.reload();
  const panel = await openViews(page);
  await panel.getByRole('button', { name: '旧的筛选', exact: true }).click();
  await expect(main.getByRole('textbox', { name: '关键词' })).toHaveValue('电梯');
  expect(await page.evaluate(() => localStorage.getItem('banjian.list.zhaomin.done'))).not.toContain(
    '旧的筛选',
  );

  await page.goto('/done?view=018f0000-0000-7000-8000-000000000000');
  await expect(page.getByText('这个视图不存在，或没有共享给您')).toBeVisible();
});

test('no button of a list moves while its rows are loading', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.leader, '/done');
  const main = page.getByRole('main');
  const tools = main.getByRole('button', { name: /^(查询|重置|视图|展开)$/ });
  const positionsOfTools = async () => {
    const positions = [];
    for (const tool of await tools.all())
      positions.push([await tool.textContent(), await tool.boundingBox()]);
    return positions;
  };
  const { promise: mayAnswer, resolve: allowAnswer } = Promise.withResolvers<void>();
  await page.route(/\/donePage/, async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await page.reload();
  await expect(main.getByRole('heading', { name: '已办', level: 1 })).toBeVisible();
  await expect(main.getByRole('button', { name: '视图' })).toBeDisabled();
  const positionsBefore = await positionsOfTools();
  allowAnswer();
  await expect(main.getByRole('button', { name: '视图' })).toBeEnabled();
  await expect(main.getByRole('link').first()).toBeVisible();
  expect(await positionsOfTools()).toEqual(positionsBefore);
});
