import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { files } from '#contract/files.ts';
import { unzipBytes } from '#test/world/unzip.ts';
import { openSession, pressButton } from './calls.ts';
import { pressInRow } from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { expectAccessible } from './page-checks.ts';
import { people } from './people.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A picture of one pixel. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Uploads a file as this person, for use with an opinion, and returns it. */
async function uploadFile(address: string, token: string, name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(dot, 'base64')], { type: 'image/png' }), name);
  const answer = await fetch(address + files.upload.path, {
    method: 'POST',
    headers: { 'x-access-token': token },
    body: form,
  });
  const { data } = (await answer.json()) as { data: { rows: { id: string }[] } };
  return data.rows[0]?.id ?? '';
}

test('an archive package opens from a disk, without portal and network, and its checksums match', async ({
  openSignedIn,
  startLetter,
  openBrowser,
  baseURL,
}, testInfo) => {
  const address = baseURL ?? '';
  const letter = writeLetter('归档后离线打开');
  const code = await startLetter(people.clerk, letter);
  await pressButton(address, people.receiver, code, { button: '确认收件' });
  const id = await uploadFile(address, await openSession(address, people.reviewer), '审查 记录#1.png');
  await pressButton(address, people.reviewer, code, {
    button: '不予受理',
    content: { acceptResult: 'reject', rejectReason: '不属于本机关职权范围。' },
    extraFields: { handlerOpinion: '请依法向人民法院起诉。', fileList: [{ id }] },
  });

  const archivist = await openSignedIn(people.archivist, `/business/archive?keyword=${code}`);
  const main = archivist.getByRole('main');
  await expect(async () => {
    await main.getByRole('button', { name: '刷新' }).first().click();
    await expect(main.getByText('已归档')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expectAccessible(archivist, 'the catalogue');
  await pressInRow(main.getByRole('button', { name: '查看' }).first());
  const entry = archivist.getByRole('dialog').first();
  await expect(entry.getByText('审查 记录#1.png')).toBeVisible();
  await expectAccessible(archivist, 'an entry');
  await entry.getByRole('button', { name: /^下\s*载$/ }).click();
  const purposeDialog = archivist.getByRole('dialog', { name: '下载档案' });
  await purposeDialog.getByRole('button', { name: '登记并下载' }).click();
  await expect(purposeDialog.getByText('请填写利用目的')).toBeVisible();
  await purposeDialog.getByLabel('利用目的').fill('信访事项复查');
  const downloadEvent = archivist.waitForEvent('download');
  await purposeDialog.getByRole('button', { name: '登记并下载' }).click();
  const download = await downloadEvent;
  expect(download.suggestedFilename()).toMatch(/^J068-WS·\d{4}-D30-LX-\d{4}-1\.zip$/);
  // The entry shows at once who downloaded it, and for which purpose.
  await expect(entry.getByRole('cell', { name: '信访事项复查' })).toBeVisible();

  // Opened in the portal, the package's page has the portal's content policy, but still its own styles.
  await entry.getByRole('button', { name: /^查\s*阅$/ }).click();
  await archivist.getByLabel('利用目的').fill('信访事项复查');
  await archivist.getByRole('button', { name: '登记并查阅' }).click();
  const preview = archivist.frameLocator(`iframe[title="${letter.title}"]`);
  await expect(preview.getByRole('heading', { level: 1, name: letter.title })).toBeVisible();
  await expect(preview.locator('header')).toHaveCSS('text-align', 'center');
  await expect(preview.locator('dl').first()).toHaveCSS('display', 'grid');

  const parts = unzipBytes(await readFile(await download.path()));
  const folder = testInfo.outputPath('package');
  for (const [name, bytes] of parts) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  const checksums = (parts.get('校验值.sha256') ?? Buffer.alloc(0)).toString().trim().split('\n');
  expect(checksums).toHaveLength(parts.size - 1);
  for (const line of checksums) {
    const bytes = await readFile(join(folder, line.slice(66)));
    expect(`${sha256(bytes)}  ${line.slice(66)}`).toBe(line);
  }

  const offlineBrowser = await openBrowser({ offline: true });
  const requests: string[] = [];
  offlineBrowser.on('request', (request) => requests.push(request.url()));
  const page = await offlineBrowser.newPage();
  await page.goto(pathToFileURL(join(folder, '打开查看.html')).href);
  await expect(page.getByRole('heading', { level: 1, name: letter.title })).toBeVisible();
  await expect(page.getByText(letter.idCard)).toBeVisible();
  await expect(page.getByText('请依法向人民法院起诉。')).toBeVisible();
  await expectAccessible(page, 'the page of a package');
  await page.getByRole('link', { name: '审查 记录#1.png' }).first().click();
  await expect(page.locator('img')).toHaveJSProperty('naturalWidth', 1);
  expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
});
