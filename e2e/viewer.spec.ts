import { expect } from '@playwright/test';
import { attachToLetter, createPdf, createPhoto, createWorkbook } from './files.ts';
import { test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { people } from './people.ts';

test('the viewer shows pictures, a long PDF and a long spreadsheet over the form, which keeps its input', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.clerk, '/initiation/petition-letter');
  await page.getByLabel('信访人姓名').fill('汪凤仙');
  await attachToLetter(page, [
    await createPhoto(page, '现场照片1.jpg', [1600, 1000]),
    await createPhoto(page, '现场照片2.jpg', [900, 1300]),
    createPdf('台账.pdf', 300),
    await createWorkbook('名册.xlsx', 1500),
  ]);
  await page.getByRole('button', { name: '现场照片1.jpg', exact: true }).click();
  const first = page.getByRole('img', { name: '现场照片1.jpg' });
  await expect(first).toBeVisible();
  await expectAccessible(page, 'a picture');
  await page.getByRole('button', { name: '与下一张对比' }).click();
  await expect(page.getByRole('img', { name: '现场照片2.jpg' })).toBeVisible();
  await expectAccessible(page, 'two pictures');

  await page.getByRole('button', { name: '下一个' }).click();
  await page.getByRole('button', { name: '下一个' }).click();
  const document = page.getByRole('document', { name: '台账.pdf' });
  // The text is drawn with the character maps that the portal ships.
  await expect(document.getByText('台账第1页', { exact: true })).toBeVisible();
  await expect(page.getByText('/ 300 页')).toBeVisible();
  await page.getByLabel(/^页码/).fill('299');
  await page.getByLabel(/^页码/).press('Enter');
  await expect(document.getByText('台账第299页', { exact: true })).toBeVisible();
  await page.getByLabel('在文件中查找').fill('第150页');
  await expect(page.getByText('1 / 1', { exact: true })).toBeVisible();
  await expect(document.getByText('第150页', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a PDF');

  const downloadEvent = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载' }).click();
  expect((await downloadEvent).suggestedFilename()).toBe('台账.pdf');

  await page.getByRole('button', { name: '下一个' }).click();
  const sheet = page.getByRole('table', { name: '名册' });
  await expect(sheet.getByRole('columnheader', { name: '姓名' })).toBeVisible();
  await expect(sheet.getByText('2026年3月2日').first()).toBeVisible();
  await page.getByLabel('在文件中查找').fill('东风路1400号');
  await expect(page.getByText('1 / 1', { exact: true })).toBeVisible();
  await expect(sheet.getByText('东风路1400号')).toBeInViewport();
  // The column headers stay visible while scrolling.
  await expect(sheet.getByRole('columnheader', { name: '姓名' })).toBeInViewport();
  await expectAccessible(page, 'a sheet');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByLabel('信访人姓名')).toHaveValue('汪凤仙');
});
