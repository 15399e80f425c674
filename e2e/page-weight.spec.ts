import { expect, type Page, type Response } from '@playwright/test';
import { test } from './journey.ts';
import { people } from './people.ts';

interface Weight {
  /** Compressed bytes of scripts and styles, as transferred. */
  bytes: number;
  files: number;
  /** Calls of our own API, in the order sent. */
  calls: string[];
  /** All bodies, with page and answers. */
  totalBytes: number;
  /** All requests to the server; images from the browser's memory are not counted. */
  requests: number;
  /** The paths of these requests. */
  addresses: string[];
}

/**
 * Measures everything that a page loads until it is quiet; with `answer`, scripts and styles only until that
 * call is answered, since later ones load while the user reads.
 */
async function measureWeight(page: Page, open: () => Promise<unknown>, answer?: string): Promise<Weight> {
  const responses: Response[] = [];
  let neededResponses: ReadonlySet<Response> | undefined;
  page.on('response', (response) => {
    responses.push(response);
    if (answer !== undefined && response.url().includes(answer)) neededResponses ??= new Set(responses);
  });
  await open();
  await page.waitForLoadState('networkidle');
  const weight: Weight = { bytes: 0, files: 0, calls: [], totalBytes: 0, requests: 0, addresses: [] };
  for (const response of responses) {
    const kind = response.request().resourceType();
    const isNeeded = neededResponses?.has(response) ?? true;
    // An event stream has no end.
    const size = kind === 'eventsource' ? 0 : (await response.request().sizes()).responseBodySize;
    weight.totalBytes += size;
    if (kind !== 'image' || size > 0) {
      weight.requests += 1;
      weight.addresses.push(new URL(response.url()).pathname);
    }
    if (isNeeded && (kind === 'script' || kind === 'stylesheet')) {
      weight.bytes += size;
      weight.files += 1;
    }
    if (kind === 'fetch' || kind === 'xhr') weight.calls.push(new URL(response.url()).pathname);
  }
  return weight;
}

test('the login page loads at most 80 kB of scripts and styles', async ({ openBrowser }) => {
  const page = await (await openBrowser()).newPage();
  const weight = await measureWeight(page, () => page.goto('/login'));
  expect(weight.bytes).toBeGreaterThan(20_000);
  expect(weight.bytes).toBeLessThanOrEqual(80_000);
  expect(weight.files).toBeLessThanOrEqual(12);
});

test.describe('an unknown QR code', () => {
  // The server answers that the code is gone.
  test.use({ expectedStatuses: [410] });

  test('the page that a phone opens by QR code loads at most 95 kB of scripts and styles', async ({
    openBrowser,
  }) => {
    const page = await (await openBrowser({ viewport: { width: 390, height: 844 } })).newPage();
    const weight = await measureWeight(page, () => page.goto('/m/upload/a-code'));
    expect(weight.bytes).toBeGreaterThan(20_000);
    expect(weight.bytes).toBeLessThanOrEqual(95_000);
    expect(weight.calls).toEqual(['/api/phone-uploads/a-code/open']);
  });
});

/**
 * Postpones the deferred work of a page by ten minutes and sends it no events: on a slow machine their files
 * would arrive early and be counted.
 */
async function postponeDeferredWork(page: Page): Promise<void> {
  await page.route(/\/api\/events\?/, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: ':\n\n' }),
  );
  await page.addInitScript(() => {
    const originalSetTimeout = window.setTimeout.bind(window);
    window.setTimeout = ((work: TimerHandler, ms = 0, ...rest: unknown[]) =>
      originalSetTimeout(work, ms >= 900 ? ms + 600_000 : ms, ...rest)) as typeof window.setTimeout;
  });
}

/** Byte limits for each window before its rows appear; the login page of the compared portal has 1,599 kB. */
const windows = [
  { name: 'at a desk', viewport: { width: 1440, height: 900 }, maxBytes: 294_000 },
  { name: 'on a phone', viewport: { width: 390, height: 844 }, maxBytes: 247_000 },
];

for (const { name, viewport, maxBytes } of windows)
  test(`the to-do list ${name} loads at most ${maxBytes} bytes, and requests its rows once`, async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn(people.receiver, '/done');
    // Ensures that no request of the previous screen is pending.
    await page.goto('about:blank');
    await page.setViewportSize(viewport);
    // Clears the cache as for a first visit: files that are cached already would not be counted.
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
    await postponeDeferredWork(page);
    // The rows are requested before any code has arrived; they count as answered when the list is drawn.
    await page.route(/\/todoPage\?/, async (route) => {
      await page.getByRole('heading', { name: '待办', level: 1 }).waitFor();
      await page.waitForTimeout(300);
      await route.continue();
    });
    const weight = await measureWeight(page, () => page.goto('/todo'), '/todoPage');
    expect(weight.bytes).toBeGreaterThan(200_000);
    expect(weight.bytes).toBeLessThanOrEqual(maxBytes);
    expect(weight.calls.filter((path) => path.endsWith('/todoPage'))).toHaveLength(1);
  });

test('the page is drawn before any file arrives, and asks for its rows before its code has arrived', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.receiver, '/done');
  await page.goto('about:blank');
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const { promise: filesMayArrive, resolve: letFilesArrive } = Promise.withResolvers<void>();
  await page.route(/\/assets\//, async (route) => {
    await filesMayArrive;
    await route.continue();
  });
  await page.goto('/todo', { waitUntil: 'commit' });
  const header = page.locator('.first-header');
  await expect(header).toBeVisible();
  await expect(header).toHaveCSS('height', '88px');
  await expect.poll(() => requests).toContain('/workorder/workorder/todoPage');
  letFilesArrive();
  await expect(page.getByRole('table', { name: '待办' })).toBeVisible();
  await expect(header).toHaveCount(0);
  for (const path of [
    '/workorder/workorder/todoPage',
    '/sys/whoim',
    '/workportal/api/sys/staffs/getUserMenus',
  ])
    expect(requests.filter((request) => request === path)).toHaveLength(1);
  expect(refused).toEqual([]);
});

/** Requests of a first screen: over HTTP/1.1 a browser sends six at a time. */
const maxRequests = 40;
/**
 * Bytes of an order with its page and its answers: those of its own parts change little, but the build groups the parts
 * that several screens share anew with every screen.
 */
const maxDetailBytes = 530_000;

/**
 * Opens a screen with an empty cache, and measures everything that it loads until it is quiet, without deferred
 * parts.
 */
async function measureFirstScreen(page: Page, address: string): Promise<Weight> {
  await page.goto('about:blank');
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await postponeDeferredWork(page);
  return await measureWeight(page, () => page.goto(address));
}

test.describe('first screens', () => {
  const screens = [
    { name: '工作台', account: people.receiver, path: '/index' },
    { name: '待办', account: people.receiver, path: '/todo' },
    { name: '综合查询', account: people.supervisor, path: '/query/all' },
    { name: '数据看板', account: people.leader, path: '/dashboard' },
    { name: '事项', account: people.configAdmin, path: '/business/items' },
  ];
  for (const { name, account, path } of screens)
    test(`${name} needs at most ${maxRequests} requests`, async ({ openSignedIn }) => {
      const page = await openSignedIn(account, path);
      const weight = await measureFirstScreen(page, path);
      expect(weight.files).toBeGreaterThan(10);
      expect(weight.requests, weight.addresses.join('\n')).toBeLessThanOrEqual(maxRequests);
    });
});

test(`an order loads at most ${maxDetailBytes} bytes in ${maxRequests} requests, without calendar and workflow engine`, async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.receiver, '/done');
  const link = page.getByRole('table', { name: '已办' }).getByRole('link').first();
  const address = (await link.getAttribute('href')) ?? '';
  // The list may still load scripts, which end with it.
  await page.goto('about:blank');
  const responses: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') responses.push(response);
  });
  const weight = await measureFirstScreen(page, address);
  const scripts = await Promise.all(responses.map((response) => response.text()));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(weight.totalBytes).toBeGreaterThan(300_000);
  expect(weight.totalBytes).toBeLessThanOrEqual(maxDetailBytes);
  expect(weight.requests, weight.addresses.join('\n')).toBeLessThanOrEqual(maxRequests);
  expect(scripts.length).toBeGreaterThan(10);
  // Words that only the calendar and only the engine contain.
  expect(scripts.filter((script) => /needConfirm|finishedSeq/.test(script))).toHaveLength(0);
});

test('the detail page loads the whole order with one call', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.receiver, '/done');
  const link = page.getByRole('table', { name: '已办' }).getByRole('link').first();
  const address = (await link.getAttribute('href')) ?? '';
  await page.goto('about:blank');
  const weight = await measureWeight(page, () => page.goto(address));
  // The first response draws the whole page; the second catches up on changes before the event stream was
  // open.
  const pages = weight.calls.filter((path) => /\/api\/work-orders\/\d+\/page$/.test(path));
  expect(pages.length).toBeGreaterThanOrEqual(1);
  expect(pages.length).toBeLessThanOrEqual(2);
  expect(weight.calls.filter((path) => path.startsWith('/workorder/'))).toEqual([]);
});
