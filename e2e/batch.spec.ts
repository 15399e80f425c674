import { expect, type Page } from '@playwright/test';
import { pressButton } from './calls.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

// A colleague acts first: the document can no longer be confirmed for a step.
test.use({ expectedStatuses: [404, 409] });

test('a batch of twenty letters receives 16 with one opinion, skips the others with a reason, and does nothing twice', async ({
  openSignedIn,
  startLetter,
  baseURL,
}) => {
  test.setTimeout(400_000);
  const address = baseURL ?? '';
  const titlePrefix = `批量收件${Date.now() % 100_000}`;
  const codes: string[] = [];
  for (let n = 1; n <= 20; n += 1)
    codes.push(await startLetter(people.clerk, writeLetter(`${titlePrefix}第${n}封`)));

  const page = await openSignedIn(people.receiver, `/todo?keyword=${encodeURIComponent(titlePrefix)}`);
  await expect(page.getByText('共 20 条')).toBeVisible();
  // By keyboard: j goes to the first row, x selects it or cancels its selection.
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText('已选 1 条')).toBeVisible();
  await page.keyboard.press('x');
  await page.getByRole('checkbox', { name: '全选本页' }).check();
  // Depending on the person's page size, the page contains all rows or the first ten.
  const all = page.getByRole('button', { name: '选择全部 20 件' });
  await expect(all.or(page.getByText('已选 20 条'))).toBeVisible();
  if (await all.isVisible()) await all.click();
  await expect(page.getByText('已选 20 条')).toBeVisible();

  const [first = '', second = '', third = '', fourth = ''] = codes;
  await pressButton(address, people.otherClerk, first, { button: '确认收件' });
  await pressButton(address, people.otherClerk, second, { button: '确认收件' });
  await pressButton(address, people.otherClerk, third, { button: '退回', returnTo: 'start' });

  await page.getByRole('button', { name: '批量办理 20 件' }).click();
  const dialog = page.getByRole('dialog', { name: /^批量确认收件（所选 20 件）/ });
  await expect(dialog.getByText('17 件可以办理')).toBeVisible();
  await expect(dialog.getByText('3 件不能办理，不会提交')).toBeVisible();
  const cannot = dialog.getByRole('table', { name: '不能办理的办件' });
  await expect(cannot.getByRole('row', { name: new RegExp(first) })).toContainText('已办理该环节');
  await expect(cannot.getByRole('row', { name: new RegExp(third) })).toContainText(
    '已退回发起人，等待重新提交',
  );
  await dialog.getByRole('textbox', { name: '处理意见' }).fill('材料已核对，收件。');
  await expectAccessible(page, 'batch-check');
  await expectNoOverflow(page, 'batch-check');

  // A colleague handles one more first; the answers come late, so that the progress is visible.
  await page.route('**/workorder/workorder/handle', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await dialog.getByRole('button', { name: '确认收件 17 件' }).click();
  const documents = page.getByRole('dialog', { name: /^批量确认收件 17 件：请核对将生成的文书/ });
  await expect(documents.getByRole('status')).toHaveText('已生成 17 份文书', { timeout: 60_000 });
  await expect(documents.getByRole('row', { name: new RegExp(fourth) })).toContainText(
    /收件回执\s*淳信访收〔\d{4}〕\d+号/,
  );
  await expectAccessible(page, 'batch-documents');
  await expectNoOverflow(page, 'batch-documents');
  await pressButton(address, people.otherClerk, fourth, { button: '确认收件' });
  await documents.getByRole('button', { name: '确认收件 17 件' }).click();

  const progress = page.getByRole('dialog', { name: /^批量确认收件 17 件/ });
  await expect(progress.getByRole('button', { name: '在后台继续' })).toBeVisible();
  await expectNoOverflow(page, 'batch-running');
  await progress.getByRole('button', { name: '在后台继续' }).click();
  await expect(page.getByRole('button', { name: /批量办理中|批量办理结果/ })).toBeVisible();
  await page.getByRole('button', { name: '批量办理结果' }).click({ timeout: 60_000 });
  await expect(progress.getByText('成功 16')).toBeVisible();
  await expectAccessible(page, 'batch-done');
  await expectNoOverflow(page, 'batch-done');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    progress.getByRole('button', { name: '导出结果' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^批量办理结果\d{4}-\d\d-\d\d\.csv$/);
  await progress.getByRole('button', { name: '完成' }).click();
  // The receiver also has the next node, so the orders appear again, one node later.
  await expect(page.getByRole('button', { name: /^批量/ })).toBeHidden();
  await expect(page.getByText('共 19 条')).toBeVisible();
  await expectOneTraceRow(page, codes.at(-1) ?? '');
});

/**
 * Checks that the last letter has one row of the receiver at 收件, with the shared opinion, and its receipt.
 */
async function expectOneTraceRow(page: Page, code: string): Promise<void> {
  await page.goto(`/affair/detail/${code}`);
  await expect(page.getByText('材料已核对，收件。')).toHaveCount(1);
  await page.getByRole('tab', { name: '文书' }).click();
  const receipt = page.getByRole('region', { name: '文书列表' }).getByRole('row', { name: /收件回执/ });
  await expect(receipt).toContainText('有效');
}
