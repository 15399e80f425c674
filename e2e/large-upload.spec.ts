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
  const counters = { begun: 0, ended: 0, failed: 0, arrived: [] as number[] };
  const isChunk = (request: Request) => request.url().endsWith(chunkedUploads.send.path);
  page.on('request', (request) => {
    if (isChunk(request)) counters.begun += 1;
  });
  page.on('requestfinished', (request) => {
    if (isChunk(request)) counters.ended += 1;
  });
  page.on('requestfailed', (request) => {
    if (!isChunk(request)) return;
    counters.ended += 1;
    counters.failed += 1;
  });
  page.on('response', (response) => {
    const request = response.request();
    if (!isChunk(request) || !response.ok()) return;
    const match = /name="chunk"\r\n\r\n(\d+)/.exec(
      request.postDataBuffer()?.toString('latin1', 0, 4096) ?? '',
    );
    counters.arrived.push(Number(match?.[1]));
  });
  return counters;
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
  const counters = watchChunks(page);
  const { arrived } = counters;
  const chooseFile = async () => {
    await page.goto('/initiation/petition-letter');
    await expect(page.getByText('单个不超过 200 MB').first()).toBeVisible();
    await page.locator('input[type="file"]').first().setInputFiles(path);
  };
  const waitForMoreThan = (number: number) =>
    expect.poll(() => arrived.length, { timeout: 60_000 }).toBeGreaterThan(number);
  await chooseFile();
  await waitForMoreThan(4);

  await context.setOffline(true);
  const before = arrived.length;
  await expect.poll(() => counters.failed, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(arrived.length).toBeLessThanOrEqual(before + 2);
  await context.setOffline(false);
  await waitForMoreThan(before + 4);

  await page.getByRole('button', { name: `暂停 ${name}` }).click();
  const resumeButton = page.getByRole('button', { name: `继续 ${name}` });
  await expect(resumeButton).toBeVisible();
  const begun = counters.begun;
  // The current chunk ends; a page that did not stop would begin the next one within three more polls.
  await expect.poll(() => counters.begun - counters.ended, { timeout: 60_000 }).toBe(0);
  for (const poll of [1, 2, 3])
    await page.evaluate((number) => fetch(`/healthz?${number}`).then(() => undefined), poll);
  expect(counters.begun).toBe(begun);
  const countAtPause = arrived.length;
  await resumeButton.click();
  await waitForMoreThan(countAtPause + 4);

  // The same file is chosen again, and its existing chunks are not sent.
  await chooseFile();
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
  const checkResult = chunkedUploads.check.output.parse(data);
  expect([checkResult.code, checkResult.rows[0]?.size]).toEqual([ChunkCheck.whole, size]);
});

async function md5Of(file: string): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
