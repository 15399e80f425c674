/**
 * Loads the screens that a phone opens first, with an empty cache and a slow 4G network, and prints how long
 * the page would not react on a processor four times slower (TBT: time of tasks beyond 50 ms after the first
 * paint). Tasks are measured in processor time times four, so other work on this machine adds nothing. Also
 * times a fixed piece of work, because a slow machine needs more milliseconds (a quiet core needs about 90).
 * `node bench/phone.ts http://127.0.0.1:8080 8888 /usr/bin/chromium` (address, captcha, browser program);
 * prints the median of five runs.
 */
import type { Browser } from '@playwright/test';
import { launchBrowser, openDemo, phone, restoreBrowserStorage } from './browser.ts';
import { blockingOf, isTask, readTrace } from './measuring/main-thread-tasks.ts';
import { measureMachineLoad } from './rounds.ts';

const [address = 'http://127.0.0.1:8080', captcha = '8888', program] = process.argv.slice(2);
const runs = Number(process.env.PHONE_RUNS ?? 5);
const slow4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const quietMilliseconds = 3000;

interface Figures {
  paint: number;
  largest: number;
  blocked: number;
  longest: number;
  shift: number;
}

/** Runs in the page before anything else. */
const watchScript = `(() => {
  const figures = { largest: 0, shift: 0 };
  window.__figures = figures;
  const on = (type, onEntry) => new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => { figures.largest = entry.startTime; });
  on('layout-shift', (entry) => { if (!entry.hadRecentInput) figures.shift += entry.value; });
})()`;

const readScript = `(() => {
  const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  return {
    paint,
    largest: window.__figures.largest,
    shift: window.__figures.shift,
  };
})()`;

/**
 * Returns the blocked time and the longest task of the main thread after the first paint, as on a processor
 * four times slower.
 */
function tasksAfterPaint(trace: Buffer): Pick<Figures, 'blocked' | 'longest'> {
  const events = readTrace(trace);
  const paint = events.find(({ name }) => name === 'firstContentfulPaint');
  return blockingOf(
    events.filter(
      (event) =>
        isTask(event) &&
        event.pid === paint?.pid &&
        event.tid === paint.tid &&
        event.ts + (event.dur ?? 0) > paint.ts,
    ),
  );
}

async function measure(browser: Browser, storage: string | undefined, path: string): Promise<Figures> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    if (storage !== undefined) await restoreBrowserStorage(page, storage);
    await page.addInitScript(watchScript);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow4G);
    await browser.startTracing(page, {
      categories: ['toplevel', 'loading', 'disabled-by-default-devtools.timeline'],
    });
    await page.goto(address + path, { waitUntil: 'load', timeout: 120_000 });
    await page.waitForLoadState('networkidle', { timeout: 20_000 }).catch(() => undefined);
    await page.waitForTimeout(quietMilliseconds);
    const pageFigures = (await page.evaluate(readScript)) as Omit<Figures, 'blocked' | 'longest'>;
    return { ...pageFigures, ...tasksAfterPaint(await browser.stopTracing()) };
  } finally {
    await context.close();
  }
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const browser = await launchBrowser(program);
try {
  const { storage, order } = await openDemo(browser, { address, captcha });
  const screens: [string, string | undefined, string][] = [
    ['login', undefined, '/login'],
    ['list', storage, '/todo'],
    ['detail', storage, order],
    ['initiation', storage, '/initiation/petition-letter'],
  ];
  console.log(
    `CPU probe ${measureMachineLoad().cpuMs.toFixed(0)} ms, load average ${measureMachineLoad().load.toFixed(1)}`,
  );
  console.log('screen       FCP    LCP    TBT  longest   CLS   (ms, median)');
  for (const [name, storedSession, path] of screens) {
    const runFigures: Figures[] = [];
    for (let run = 0; run < runs; run++) runFigures.push(await measure(browser, storedSession, path));
    const medianOf = (key: keyof Figures) => Math.round(median(runFigures.map((figures) => figures[key])));
    const shift = median(runFigures.map((figures) => figures.shift)).toFixed(3);
    const columns = [medianOf('paint'), medianOf('largest'), medianOf('blocked'), medianOf('longest')];
    console.log(name.padEnd(11), ...columns.map((value) => String(value).padStart(6)), `  ${shift}`);
  }
} finally {
  await browser.close();
}
