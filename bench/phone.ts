/**
 * Loads the screens that a phone opens first, cold, on a slow 4G line, and says how long the page would be deaf on a
 * processor four times slower (TBT: what tasks take beyond 50 ms after the first paint). Tasks are counted by the
 * processor's time and not by the clock, times four: who else works on this machine then adds nothing. A fixed piece of
 * work is timed beside it, since a slow machine's milliseconds are longer (a quiet core needs about 90).
 * `node bench/phone.ts http://127.0.0.1:8080 8888 /usr/bin/chromium` (address, captcha, browser program); five runs each,
 * the median counts.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { probe } from './rounds.ts';

const [address = 'http://127.0.0.1:8080', captcha = '8888', program] = process.argv.slice(2);
const runs = Number(process.env.PHONE_RUNS ?? 5);
const slowerBy = 4;
const slow4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const quietMilliseconds = 3000;

interface Figures {
  paint: number;
  largest: number;
  deaf: number;
  longest: number;
  shift: number;
}

/** Runs in the page before anything else. */
const watch = `(() => {
  const seen = { largest: 0, shift: 0 };
  window.__figures = seen;
  const on = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => { seen.largest = entry.startTime; });
  on('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });
})()`;

const read = `(() => {
  const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  return {
    paint,
    largest: window.__figures.largest,
    shift: window.__figures.shift,
  };
})()`;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Microseconds of the thread's own processor time. */
  tdur?: number;
}

/** What the page's main thread did after its first paint, as four times slower. */
function tasksAfterPaint(trace: Buffer): Pick<Figures, 'deaf' | 'longest'> {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const paint = traceEvents.find(({ name }) => name === 'firstContentfulPaint');
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid, ts, dur = 0 }) =>
      name === 'RunTask' && ph === 'X' && pid === paint?.pid && tid === paint.tid && ts + dur > paint.ts,
  );
  const lengths = tasks.map(({ tdur = 0 }) => (tdur / 1000) * slowerBy);
  return {
    deaf: lengths.reduce((sum, length) => sum + Math.max(0, length - 50), 0),
    longest: Math.max(0, ...lengths),
  };
}

async function measure(browser: Browser, storage: string | undefined, path: string): Promise<Figures> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    if (storage !== undefined) {
      await page.addInitScript(
        `for (const [k, v] of Object.entries(${storage})) localStorage.setItem(k, v);`,
      );
    }
    await page.addInitScript(watch);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow4G);
    await browser.startTracing(page, {
      categories: ['toplevel', 'loading', 'disabled-by-default-devtools.timeline'],
    });
    await page.goto(address + path, { waitUntil: 'load', timeout: 120_000 });
    await page.waitForLoadState('networkidle', { timeout: 20_000 }).catch(() => undefined);
    await page.waitForTimeout(quietMilliseconds);
    const seen = (await page.evaluate(read)) as Omit<Figures, 'deaf' | 'longest'>;
    return { ...seen, ...tasksAfterPaint(await browser.stopTracing()) };
  } finally {
    await context.close();
  }
}

/** Signs in once; every measured page begins with what the browser keeps of it. */
async function signIn(page: Page): Promise<string> {
  await page.goto(`${address}/login`);
  await page.getByLabel('账号', { exact: true }).fill('liuyang');
  await page.getByLabel('密码', { exact: true }).fill('Banjian@2026');
  await page.getByLabel('验证码', { exact: true }).fill(captcha);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  await page.getByRole('main').waitFor();
  return (await page.evaluate('JSON.stringify({ ...localStorage })')) as string;
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
try {
  const desk = await browser.newPage();
  const storage = await signIn(desk);
  await desk.goto(`${address}/todo`);
  await desk.getByRole('table').waitFor();
  const order = await desk.locator('tbody a').first().getAttribute('href');
  await desk.close();
  const screens: [string, string | undefined, string][] = [
    ['login', undefined, '/login'],
    ['list', storage, '/todo'],
    ['detail', storage, order ?? '/todo'],
    ['initiation', storage, '/initiation/petition-letter'],
  ];
  console.log(`CPU probe ${probe().cpuMs.toFixed(0)} ms, load average ${probe().load.toFixed(1)}`);
  console.log('screen       FCP    LCP    TBT  longest   CLS   (ms, median)');
  for (const [name, kept, path] of screens) {
    const found: Figures[] = [];
    for (let run = 0; run < runs; run++) found.push(await measure(browser, kept, path));
    const of = (key: keyof Figures) => Math.round(median(found.map((figures) => figures[key])));
    const shift = median(found.map((figures) => figures.shift)).toFixed(3);
    const columns = [of('paint'), of('largest'), of('deaf'), of('longest')];
    console.log(name.padEnd(11), ...columns.map((value) => String(value).padStart(6)), `  ${shift}`);
  }
} finally {
  await browser.close();
}
