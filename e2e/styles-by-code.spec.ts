import { expect, type Locator } from '@playwright/test';
import { AlignmentType, Document, Packer, Paragraph, TextRun } from 'docx';
import { guides } from '#contract/guides.ts';
import { attachToLetter } from './files.ts';
import { test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { people } from './people.ts';

/**
 * Components with their own styles are drawn correctly under a content policy without inline styles (decision
 * 0020).
 */

const styleOf = (part: Locator, property: string) =>
  part.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

test('the API documentation page is styled, and its calls expand', async ({ openBrowser }) => {
  const page = await (await openBrowser()).newPage();
  await page.goto('/api/docs');
  const group = page.locator('#operations-tag-sys');
  // The API description is built at the first request.
  await expect(group).toBeVisible({ timeout: 60_000 });
  await group.click();
  const call = page.locator('.opblock').first();
  await expect(call).toBeVisible();
  expect(await styleOf(call, 'border-radius')).toBe('4px');
  expect(await styleOf(group, 'font-size')).toBe('24px');
  await call.getByRole('button').first().click();
  await expect(call.getByText('成功', { exact: true })).toBeVisible();
});

test('a guide keeps the colours and alignment of its text', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.clerk, '/todo');
  await page.route(
    (url) => url.pathname === guides.guide.path,
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { guide: string } };
      body.data.guide =
        '<h3 style="text-align: center">办理须知</h3><p>来信须写明<strong style="color: #a8071a">本人姓名</strong>。</p>';
      await route.fulfill({ response: answer, json: body });
    },
  );
  await page.goto('/initiation/petition-letter');
  await page.getByRole('button', { name: '办事指南' }).click();
  const dialog = page.getByRole('dialog', { name: /^办事指南/ });
  expect(await styleOf(dialog.getByText('本人姓名'), 'color')).toBe('rgb(168, 7, 26)');
  expect(await styleOf(dialog.getByText('办理须知'), 'text-align')).toBe('center');
  await expectAccessible(page, 'a guide with styles');
});

test('a text document is shown on its page with its text styles', async ({ openSignedIn }) => {
  const title = new Paragraph({
    alignment: AlignmentType.CENTER,
    children: [new TextRun({ text: '关于电梯停运的来信', bold: true, color: 'A8071A', size: 44 })],
  });
  const buffer = await Packer.toBuffer(new Document({ sections: [{ children: [title] }] }));
  const page = await openSignedIn(people.clerk, '/initiation/petition-letter');
  await attachToLetter(page, [{ name: '来信.docx', mimeType: 'application/octet-stream', buffer }]);
  await page.getByRole('button', { name: '来信.docx', exact: true }).click();
  const document = page.frameLocator('iframe[title="来信.docx"]');
  const titleText = document.getByText('关于电梯停运的来信');
  await expect(titleText).toBeVisible();
  expect(await styleOf(titleText, 'color')).toBe('rgb(168, 7, 26)');
  expect(await styleOf(titleText, 'font-weight')).toBe('700');
  expect(await styleOf(document.locator('p').filter({ has: titleText }), 'text-align')).toBe('center');
  expect(await styleOf(document.locator('section').first(), 'background-color')).toBe('rgb(255, 255, 255)');
});
