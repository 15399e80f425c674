/**
 * Times the first document of a running demo that was just started, or had no request for more than three
 * minutes: from the press of 确认收件 until the document is in the dialog, and from the press of 预览 until it is
 * drawn; then the same for another order. Meanwhile the given number of clients each read a list and an order
 * every second. `node bench/first-document.ts http://127.0.0.1:8080 8888 /usr/bin/chromium --clients 8`
 * (address, captcha, browser program).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { workOrders } from '#contract/work-orders.ts';
import { desktopViewport, launchBrowser, openDemo, restoreBrowserStorage } from './browser.ts';
import { signIn } from './sign-in.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { clients: { type: 'string', default: '8' }, reading: { type: 'string', default: '5' } },
});
const [address = 'http://127.0.0.1:8080', captcha = '8888', program] = positionals;
/** A person reads the order before pressing the button. */
const readingMs = Number(values.reading) * 1000;
const pauseMs = 1000;
const accounts = ['wujianguo', 'zhaomin', 'xujun', 'dengtao', 'panguohua', 'zhangwei'];

interface Page<Row> {
  /** Missing if the portal refuses a client with too many requests. */
  data?: { rows: Row[] };
}
type TodoRow = { code: string; traceId: string; nodeName: string };

async function fetchData<Answer>(path: string, token: string): Promise<Answer> {
  const headers = { 'x-access-token': token, accept: 'application/json' };
  return (await (await fetch(address + path, { headers })).json()) as Answer;
}

const rowsOf = async (token: string) =>
  (await fetchData<Page<TodoRow>>(`${workOrders.todoPage.path}?page=1&size=50&tab=all`, token)).data?.rows ??
  [];

/** Reads lists and orders until `isOver` is true; returns the number of readings. */
async function load(token: string, isOver: () => boolean): Promise<number> {
  let requests = 0;
  for (; !isOver(); requests += 1) {
    await wait(pauseMs);
    const rows = await rowsOf(token);
    const row = rows[requests % rows.length];
    if (row) await fetchData(workOrders.detailPage.path.replace(':workorderCode', row.code), token);
  }
  return requests;
}

async function measure(browser: Browser, storage: string, { code, traceId }: TodoRow) {
  const context = await browser.newContext(desktopViewport);
  try {
    const page = await context.newPage();
    await restoreBrowserStorage(page, storage);
    await page.goto(`${address}/affair/detail/${code}?traceId=${traceId}`);
    const button = page.getByRole('button', { name: '确认收件', exact: true });
    await button.waitFor({ timeout: 60_000 });
    await page.waitForTimeout(readingMs);
    const pressTime = performance.now();
    await button.click();
    const document = page.getByRole('list', { name: '将生成的文书' }).getByRole('button', { name: /^预览/ });
    await document.first().waitFor({ timeout: 60_000 });
    const createdTime = performance.now();
    await document.first().click();
    await page.locator('[data-loaded="true"]').first().waitFor({ timeout: 60_000 });
    return { createdMs: createdTime - pressTime, drawnMs: performance.now() - createdTime };
  } finally {
    await context.close();
  }
}

const browser = await launchBrowser(program);
let isOver = false;
try {
  const { storage } = await openDemo(browser, { address, captcha });
  const token = (JSON.parse(storage) as Record<string, string>)['banjian.accessToken'] ?? '';
  const orders = (await rowsOf(token)).filter(({ nodeName }) => nodeName === '收件');
  const tokens = Object.values(await signIn(Number(new URL(address).port), accounts, captcha));
  const clients = Array.from({ length: Number(values.clients) }, (_client, index) =>
    load(tokens[index % tokens.length] ?? '', () => isOver),
  );
  for (const [index, order] of orders.slice(0, 3).entries()) {
    const { createdMs, drawnMs } = await measure(browser, storage, order);
    const [first, second] = [createdMs, drawnMs].map((ms) => (ms / 1000).toFixed(2));
    console.log(`document ${index + 1}: made ${first} s after the press, drawn ${second} s after 预览`);
  }
  isOver = true;
  const requests = (await Promise.all(clients)).reduce((sum, times) => sum + times, 0);
  console.log(`with ${values.clients} concurrent clients, which read a list and an order ${requests} times`);
} finally {
  isOver = true;
  await browser.close();
}
