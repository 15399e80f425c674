import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { readPdf } from '#test/world/read-pdf.ts';
import { test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { people } from './people.ts';

/** Presses 打印 in a browser whose print dialog stays open, so that the printed list can be inspected. */
async function printList(page: Page): Promise<void> {
  await page.evaluate("window.print = () => dispatchEvent(new Event('beforeprint'))");
  await page.getByRole('main').getByRole('button', { name: '打印', exact: true }).click();
  await expect(page.locator('body > article')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
}

/** Returns width and height, in points, of each page that would be printed. */
async function pagesOf(page: Page): Promise<[width: number, height: number][]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const boxes = [...pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)];
  return boxes.map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))]);
}

test('a list is printed with all its rows and one header, on its own pages', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.receiver, '/done');
  const main = page.getByRole('main');
  await expect(main.getByText(/^共 \d+ 条$/)).toBeVisible();
  const shownCodes = await main.getByRole('table', { name: '已办' }).getByRole('link').allInnerTexts();
  const total = Number(/共 (\d+) 条/.exec(await main.innerText())?.[1]);
  // More rows than one page of the list, and than one printed page.
  expect(total).toBeGreaterThan(40);
  await printList(page);

  const sheet = page.locator('body > article');
  await expect(sheet.getByRole('heading', { name: '已办', level: 1 })).toBeVisible();
  await expect(sheet).toContainText('淳安县信访局');
  await expect(sheet).toContainText('查询条件：全部');
  await expect(sheet).toContainText(`共 ${total} 条`);
  await expect(sheet).toContainText('打印人：刘洋');
  await expect(main).toBeHidden();
  const codes = await sheet.locator('tbody td:first-child').allInnerTexts();
  expect(codes.slice(0, shownCodes.length)).toEqual(shownCodes);
  expect(codes).toHaveLength(total);
  expect(new Set(codes).size).toBe(total);

  const styles = await sheet.evaluate((element) => ({
    head: getComputedStyle(element.querySelector('thead') ?? element).display,
    row: getComputedStyle(element.querySelector('tbody tr') ?? element).breakInside,
    page: getComputedStyle(element).getPropertyValue('page'),
  }));
  // The header repeats on every page, and no row is split between pages.
  expect(styles).toEqual({ head: 'table-header-group', row: 'avoid', page: 'list-wide' });
  await expectAccessible(page, 'a list on paper');
  const pages = await pagesOf(page);
  expect(pages.length).toBeGreaterThan(1);
  // A4 landscape, for the number of columns of this list.
  expect(new Set(pages.map(String))).toEqual(new Set(['842,595']));

  await page.emulateMedia({ media: null });
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  await expect(sheet).toHaveCount(0);
  await expect(main).toBeVisible();
});

test('selected orders are printed as sheets, each on its own page, and as address labels of their applicants', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.receiver, '/done');
  await page.evaluate("window.print = () => dispatchEvent(new Event('beforeprint'))");
  const main = page.getByRole('main');
  const boxes = main.locator('tbody').getByRole('checkbox');
  for (const row of [0, 1, 2]) await boxes.nth(row).check();
  const codes = (await main.getByRole('table', { name: '已办' }).getByRole('link').allInnerTexts()).slice(
    0,
    3,
  );
  const openPrint = async (option: RegExp) => {
    await main.getByRole('button', { name: '打印', exact: true }).click();
    await page.getByRole('radio', { name: option }).check();
    await page.getByRole('button', { name: '下一步' }).click();
  };

  await openPrint(/^办件单/);
  const sheets = page.locator('body > article');
  await expect(sheets).toHaveCount(3);
  await page.emulateMedia({ media: 'print' });
  for (const [index, code] of codes.entries()) await expect(sheets.nth(index)).toContainText(code);
  await expect(page.getByText('打印人：刘洋')).toHaveCount(1);
  await expectAccessible(page, 'sheets of several orders');
  // Each order begins on a new page.
  expect((await pagesOf(page)).length).toBeGreaterThanOrEqual(3);
  await page.emulateMedia({ media: null });
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  await expect(sheets).toHaveCount(0);
  await page.getByRole('button', { name: '关闭' }).last().click();

  await openPrint(/^信封或地址标签/);
  const recipients = page.getByRole('region', { name: '收件人' });
  await expect(recipients.getByRole('row')).toHaveCount(4);
  await expectAccessible(page, 'addresses of letters');
  await page.getByRole('radio', { name: '地址标签' }).check();
  const first = recipients.getByRole('textbox', { name: `${codes[0]}的收件人` });
  await first.fill('王大明 先生（收）');
  // Letters of other journeys may have no address.
  for (const code of codes)
    await recipients
      .getByRole('textbox', { name: `${code}的地址` })
      .fill('浙江省杭州市淳安县千岛湖镇新安大街 1 号');
  const downloadEvent = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 PDF' }).click();
  const file = await downloadEvent;
  expect(file.suggestedFilename()).toBe('地址标签.pdf');
  const printedText = (await readPdf(await readFile(await file.path()))).map(({ text }) => text).join('');
  expect(printedText).toContain('王大明');
});
