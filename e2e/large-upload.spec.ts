import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, type Request, test } from '@playwright/test';
import { catalogue } from '#contract/catalogue.ts';
import { ChunkCheck, chunkedUploads } from '#contract/chunked-uploads.ts';
import { openSession } from './calls.ts';
import { people } from './people.ts';

const megabyte = 1_048_576;
const size = 200 * megabyte;
const chunks = size / (5 * megabyte);
const path = join(tmpdir(), `banjian-large-${process.pid}.pdf`);
const name = `banjian-large-${process.pid}.pdf`;

/** Makes a sparse file of 200 MB, which takes no disk space: it is empty except for its start and end. */
test.beforeAll(async () => {
  const file = await open(path, 'w');
  await file.write('%PDF-1.7\n');
  await file.write('\n%%EOF\n', size - 7);
  await file.close();
  expect((await stat(path)).size).toBe(size);
});
test.afterAll(() => rm(path, { force: true }));

/**
 * Watches the requests that send a chunk: how many began, ended and failed, and the numbers of the received
 * chunks, in order.
 */
function watchChunks(page: Page) {
  const seen = { begun: 0, ended: 0, failed: 0, arrived: [] as number[] };
  const isChunk = (request: Request) => request.url().endsWith(chunkedUploads.send.path);
  page.on('request', (request) => {
    if (isChunk(request)) seen.begun += 1;
  });
  page.on('requestfinished', (request) => {
    if (isChunk(request)) seen.ended += 1;
  });
  page.on('requestfailed', (request) => {
    if (!isChunk(request)) return;
    seen.ended += 1;
    seen.failed += 1;
  });
  page.on('response', (response) => {
    const request = response.request();
    if (!isChunk(request) || !response.ok()) return;
    const found = /name="chunk"\r\n\r\n(\d+)/.exec(
      request.postDataBuffer()?.toString('latin1', 0, 4096) ?? '',
    );
    seen.arrived.push(Number(found?.[1]));
  });
  return seen;
}

test('an upload of 200 MB survives a lost connection, a pause and a reload, and sends no chunk twice', async ({
  browser,
  baseURL,
}) => {
  if (baseURL === undefined) throw new Error('No portal');
  const token = await openSession(baseURL, people.clerk);
  const localStorage = [
    { name: 'banjian.accessToken', value: token },
    { name: 'banjian.person', value: `staff-${people.clerk}` },
  ];
  // An interrupted connection is logged as an expected console error.
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: baseURL, localStorage }] },
  });
  const page = await context.newPage();
  // Raises the size limit of the field, as an administrator of the item could.
  await page.route(`**${catalogue.item.path.replace(':taskCode', '*')}*`, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({ response: answer, body: text.replaceAll('"maxSizeMb":20', '"maxSizeMb":200') });
  });
  const seen = watchChunks(page);
  const { arrived } = seen;
  const choose = async () => {
    await page.goto('/initiation/petition-letter');
    await expect(page.getByText('单个不超过 200 MB').first()).toBeVisible();
    await page.locator('input[type="file"]').first().setInputFiles(path);
  };
  const atLeast = (number: number) =>
    expect.poll(() => arrived.length, { timeout: 60_000 }).toBeGreaterThan(number);
  await choose();
  await atLeast(4);

  await context.setOffline(true);
  const before = arrived.length;
  await expect.poll(() => seen.failed, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(arrived.length).toBeLessThanOrEqual(before + 2);
  await context.setOffline(false);
  await atLeast(before + 4);

  await page.getByRole('button', { name: `暂停 ${name}` }).click();
  const goOn = page.getByRole('button', { name: `继续 ${name}` });
  await expect(goOn).toBeVisible();
  const begun = seen.begun;
  // The current chunk ends; a page that did not stop would begin the next one within three more polls.
  await expect.poll(() => seen.begun - seen.ended, { timeout: 60_000 }).toBe(0);
  for (const turn of [1, 2, 3])
    await page.evaluate((number) => fetch(`/healthz?${number}`).then(() => undefined), turn);
  expect(seen.begun).toBe(begun);
  const paused = arrived.length;
  await goOn.click();
  await atLeast(paused + 4);

  // The same file is chosen again, and its existing chunks are not sent.
  await choose();
  await expect(page.getByText('上传成功！')).toBeVisible({ timeout: 120_000 });
  // No chunk is sent twice; an aborted one may have arrived without an answer.
  expect(new Set(arrived).size).toBe(arrived.length);
  expect(arrived.length).toBeLessThanOrEqual(chunks);
  expect(arrived.length).toBeGreaterThan(chunks - 8);
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await context.close();

  // Checks by the content digest that the server has the chosen file.
  const answer = await fetch(baseURL + chunkedUploads.check.path, {
    method: 'POST',
    headers: { 'x-access-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ md5: await md5Of(path), fileName: name }),
  });
  const { data } = (await answer.json()) as { data: unknown };
  const found = chunkedUploads.check.output.parse(data);
  expect([found.code, found.rows[0]?.size]).toEqual([ChunkCheck.whole, size]);
});

async function md5Of(file: string): Promise<string> {
  const hash = createHash('md5');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
