import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { addDays, type LocalDate, localDateOf } from '#domain/calendar/local-date.ts';
import { unzip } from '#test/world/unzip.ts';
import { openSession } from './calls.ts';
import { test } from './journey.ts';
import { people } from './people.ts';
import { withPortalOfOrders } from './separate-portal.ts';

const orders = 12_000;
/** The codes are numbered as in the generated office: the newest is 第1件, each next one a minute older. */
const codeOf = (n: number) => String(2026100000 + n);
const titleOf = (n: number) => (n % 1000 === 0 ? `=1+1,"第${n}件"\n第二行` : `第${n}件`);
const maskedNameOf = (n: number) => ['*勇', '**敏', '***静'][n % 3];
const names = /何勇|周小敏|欧阳文静/;
const ordersOfDay = 24 * 60;

interface SavedFile {
  name: string;
  bytes: Buffer;
}

/**
 * Exports the shown list in the background, waits for the notice in the bell and downloads the file there.
 */
async function exportList(page: Page, format: 'xlsx' | 'csv', question?: string): Promise<SavedFile> {
  const main = page.getByRole('main');
  await expect(main.getByRole('table').getByRole('link').first()).toBeVisible();
  await main.getByRole('button', { name: '导出', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^导出/ });
  if (format === 'csv') await dialog.getByRole('radio', { name: /csv/ }).check();
  // In a narrow window the applicant's column is hidden.
  await dialog.getByRole('checkbox', { name: /^全选/ }).check();
  await dialog.getByRole('button', { name: '导出', exact: true }).click();
  if (question !== undefined) {
    const questionDialog = page.getByRole('dialog').filter({ hasText: question });
    await questionDialog.getByRole('button', { name: '继续导出' }).click();
  }
  const fileName = (await dialog.getByText(/^.+-\d{8}-\d{4}\.(xlsx|csv)$/).innerText()).trim();
  await dialog
    .getByRole('button', { name: /^(在后台继续|关闭)$/ })
    .last()
    .click();
  await page.getByRole('button', { name: /^消息/ }).click();
  await expect(page.getByText(fileName, { exact: false }).filter({ hasText: '共 ' }).first()).toBeVisible();
  await page.getByRole('link', { name: '我的导出' }).first().click();
  const downloadEvent = page.waitForEvent('download');
  await page
    .getByRole('button', { name: `下载 ${fileName}` })
    .first()
    .click();
  const file = await downloadEvent;
  expect(file.suggestedFilename()).toBe(fileName);
  return { name: fileName, bytes: await readFile(await file.path()) };
}

/** Checks the header and the total line of a file, and returns the rows between them. */
function rowsOf(lines: readonly (readonly unknown[])[]): string[][] {
  expect(lines[0]?.slice(0, 4)).toEqual(['流水号', '办件名称', '事项', '申请人']);
  const rows = lines.slice(1, -1).map((line) => line.map((cell) => String(cell ?? '')));
  expect(String(lines.at(-1)?.[0])).toMatch(new RegExp(`^共 ${rows.length} 条；导出人：李娜`));
  return rows;
}

async function rowsOfSheet({ bytes }: SavedFile): Promise<string[][]> {
  const parts = unzip(bytes);
  // Searches all parts of the file, so that names outside the cells are found too.
  expect([...parts.values()].filter((part) => names.test(part))).toEqual([]);
  expect([...parts.values()].filter((part) => part.includes('<f>'))).toEqual([]);
  const { sheets } = await readXlsx(bytes);
  return rowsOf(sheets[0]?.rows ?? []);
}

function rowsOfText({ bytes }: SavedFile): string[][] {
  const text = bytes.toString('utf8');
  expect(text).not.toMatch(names);
  const lines = parseCsv(text).filter((line) => line.some((cell) => cell !== '' && cell !== null));
  // A value that looks like a formula or a long number is marked as text by a quote.
  return rowsOf(lines.map((line) => line.map((cell) => String(cell ?? '').replace(/^'/, ''))));
}

/** Checks rows `first` to `last`, newest first: each has its own code, its exact title and a masked name. */
function expectRows(rows: readonly string[][], first: number, last: number): void {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  expect(rows.map(([code]) => code)).toEqual(numbers.map(codeOf));
  expect(rows.map(([, title]) => title?.replaceAll('\r\n', '\n'))).toEqual(numbers.map(titleOf));
  expect(rows.map(([, , , name]) => name)).toEqual(numbers.map(maskedNameOf));
}

// The copied orders exist only in lists: prefetching the hovered row answers 404.
test.use({ expectedStatuses: [404] });

test('exports of 12,000 orders contain each row once, as xlsx and csv, from lists that cut off or refuse more than 10,000', async ({
  openBrowser,
}) => {
  await withPortalOfOrders(orders, async (address) => {
    const token = await openSession(address, people.otherClerk);
    const localStorage = [{ name: 'banjian.accessToken', value: token }];
    const browser = await openBrowser({
      storageState: { cookies: [], origins: [{ origin: address, localStorage }] },
    });
    const page = await browser.newPage();
    const today = localDateOf(new Date());
    const pathOf = (path: string, from: LocalDate, to: LocalDate) =>
      `${address}${path}?startDate=${from}&endDate=${to}`;
    const [olderDays, newerDays] = [
      [addDays(today, -9), addDays(today, -6)],
      [addDays(today, -5), today],
    ] as const;
    const newerCount = 5 * ordersOfDay;

    // 我发起的 exports the first 10,000 rows after a question (S0 §5); the others are exported by date.
    await page.goto(`${address}/my-initiated`);
    await expect(page.getByText('共 10000+ 条')).toBeVisible();
    const firstRows = await exportList(page, 'xlsx', '每次最多只能导出10000条，是否继续？');
    expectRows(await rowsOfSheet(firstRows), 1, 10_000);
    await page.goto(pathOf('/my-initiated', ...olderDays));
    expectRows(rowsOfText(await exportList(page, 'csv')), newerCount + 1, orders);

    // 我的申请 refuses more rows than the limit, and says so before any request.
    await page.goto(`${address}/affair`);
    await expect(page.getByText('共 10000+ 条')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: '导出', exact: true }).click();
    const refusalDialog = page.getByRole('dialog', { name: /^导出/ });
    await expect(refusalDialog.getByRole('alert')).toHaveText(
      '当前需导出的数据已超过一万条，为了提供更好的数据导出性能体验，请缩小导出范围。',
    );
    await expect(refusalDialog.getByRole('button', { name: '导出', exact: true })).toBeDisabled();
    await page.goto(pathOf('/affair', ...newerDays));
    expectRows(rowsOfText(await exportList(page, 'csv')), 1, newerCount);
    await page.goto(pathOf('/affair', ...olderDays));
    expectRows(await rowsOfSheet(await exportList(page, 'xlsx')), newerCount + 1, orders);
    await browser.close();
  });
});
