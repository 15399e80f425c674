import type { Browser, BrowserContextOptions } from '@playwright/test';
import {
  type Demo,
  desktopViewport,
  launchBrowser,
  openDemo,
  phone,
  restoreBrowserStorage,
} from '../browser.ts';
import type { Benchmark, Variant } from '../measuring/case.ts';

const slowdown = 4;
const quietMs = 5000;
const taskMs = 50;
const maxBlockedMs = 200;

/** Runs in the page before anything else. */
const watchScript = `window.__longTasks = [];
  new PerformanceObserver((list) => window.__longTasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration }))))
    .observe({ type: 'longtask', buffered: true });`;

const readScript = `({
  paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  now: performance.now(),
  tasks: window.__longTasks,
})`;

interface PageTimes {
  paint?: number;
  now: number;
  tasks: { startTime: number; duration: number }[];
}

/**
 * Measures how long list and detail of a running demo do not react while they open (TBT: time of tasks beyond
 * 50 ms, from the first paint until no long task has run for five seconds). The browser slows the processor
 * four times; by the clock, on a desktop and on a phone, with an empty cache each time. `bench/phone.ts`
 * measures the same in processor time on a slow network.
 */
export async function openScreens(
  demo: Demo,
  program: string | undefined,
): Promise<{ cases: Benchmark[]; close(): Promise<void> }> {
  const browser = await launchBrowser(program);
  const { storage, order } = await openDemo(browser, demo);
  const screens = { list: '/todo', detail: order };
  const variants = Object.entries({ desktop: desktopViewport, phone }).flatMap(([device, options]) =>
    Object.entries(screens).map(
      ([screen, path]): Variant => ({
        name: `${screen}, ${device}`,
        measure: () => blockedTime(browser, options, storage, demo.address + path),
      }),
    ),
  );
  return {
    close: () => browser.close(),
    cases: [
      {
        name: 'screens',
        unit: 'ms',
        variants,
        goals: [],
        bounds: variants.map(({ name }) => ({
          title: `TBT, processor slowed ${slowdown} ×: ${name}`,
          variant: name,
          atMost: maxBlockedMs,
        })),
      },
    ],
  };
}

async function blockedTime(
  browser: Browser,
  options: BrowserContextOptions,
  storage: string,
  url: string,
): Promise<number> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    await restoreBrowserStorage(page, storage);
    await page.addInitScript(watchScript);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
    for (;;) {
      const { paint, now, tasks } = (await page.evaluate(readScript)) as PageTimes;
      const last = tasks.at(-1);
      const quietFrom = Math.max(paint ?? now, last ? last.startTime + last.duration : 0);
      const remainingMs = quietFrom + quietMs - now;
      if (paint !== undefined && remainingMs <= 0) {
        const blockingTasks = tasks.filter(({ startTime, duration }) => startTime + duration > paint);
        return blockingTasks.reduce((sum, { duration }) => sum + duration - taskMs, 0);
      }
      await page.waitForTimeout(Math.max(remainingMs, 100));
    }
  } finally {
    await context.close();
  }
}
