/**
 * Measures how long a person waits after pressing 登录 on a slow network (400 ms, 50 kB/s): seconds until the
 * first row of the to-do list, requests, and transferred kilobytes with headers; once right after the form is
 * filled in, and once after the time needed to type a password and a captcha. `--files` lists each request.
 * `node bench/first-screen.ts http://127.0.0.1:8080 8888 /usr/bin/chromium` (address, captcha, browser
 * program).
 */
import { parseArgs } from 'node:util';
import type { Browser, BrowserContextOptions } from '@playwright/test';
import { desktopViewport, launchBrowser, phone } from './browser.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'boolean', default: false } },
});
const [address = 'http://127.0.0.1:8080', captcha = '8888', program] = positionals;
const slowNetwork = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** Seconds spent on the form: none, and as many as a person needs to type a known password and a captcha. */
const typingSeconds = [0, 10];

interface RequestRecord {
  path: string;
  /** Seconds since the page was opened. */
  seconds: number;
  done: number;
  bytes: number;
}

async function measure(browser: Browser, options: BrowserContextOptions, typing: number) {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const records = new Map<string, RequestRecord>();
    const startTime = performance.now();
    const secondsSinceStart = () => (performance.now() - startTime) / 1000;
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      const path = request.url.replace(address, '');
      if (!path.startsWith('data:'))
        records.set(requestId, {
          path,
          seconds: secondsSinceStart(),
          done: Infinity,
          bytes: 0,
        });
    });
    session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      const record = records.get(requestId);
      if (record) record.bytes += encodedDataLength;
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const record = records.get(requestId);
      if (record) Object.assign(record, { done: secondsSinceStart(), bytes: encodedDataLength });
    });
    session.on('Network.requestServedFromCache', ({ requestId }) => records.delete(requestId));
    session.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.fromDiskCache) records.delete(requestId);
    });
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slowNetwork);
    await page.goto(`${address}/login`, { timeout: 120_000 });
    await page.waitForLoadState('networkidle');
    const ofLogin = sum([...records.values()]);
    await page.getByLabel('账号', { exact: true }).fill('liuyang');
    await page.getByLabel('密码', { exact: true }).fill('Banjian@2026');
    await page.getByLabel('验证码', { exact: true }).fill(captcha);
    await page.waitForTimeout(typing * 1000);
    const atPress = secondsSinceStart();
    const beforePress = sum([...records.values()]);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    const isPhone = 'isMobile' in options;
    const list = isPhone
      ? page.getByRole('list', { name: '待办' }).getByRole('listitem')
      : page.locator('tbody tr');
    await list.first().waitFor({ timeout: 120_000 });
    const atRows = secondsSinceStart();
    const after = [...records.values()].filter(({ done, seconds }) => done > atPress && seconds < atRows);
    const { kilobytes, requests } = sum([...records.values()]);
    if (values.files)
      for (const record of after.toSorted((a, b) => a.seconds - b.seconds))
        console.log(
          (record.seconds - atPress).toFixed(2).padStart(7),
          (record.done - atPress).toFixed(2).padStart(7),
          String(record.bytes).padStart(7),
          record.path,
        );
    return {
      seconds: atRows - atPress,
      kilobytes: kilobytes - beforePress.kilobytes,
      requests: after.length,
      all: kilobytes,
      allRequests: requests,
      ofLogin: ofLogin.kilobytes,
    };
  } finally {
    await context.close();
  }
}

function sum(all: readonly RequestRecord[]) {
  return { kilobytes: all.reduce((total, { bytes }) => total + bytes, 0) / 1000, requests: all.length };
}

const browser = await launchBrowser(program);
try {
  for (const [name, options] of Object.entries({ desktop: desktopViewport, phone }))
    for (const typing of typingSeconds) {
      const figures = await measure(browser, options, typing);
      console.log(
        `${name}, ${typing} s of typing: ${figures.seconds.toFixed(1)} s, ${figures.kilobytes.toFixed(0)} kB, ${figures.requests} requests after the press; ` +
          `${figures.all.toFixed(0)} kB, ${figures.allRequests} requests with the login page (${figures.ofLogin.toFixed(0)} kB until it is quiet)`,
      );
    }
} finally {
  await browser.close();
}
