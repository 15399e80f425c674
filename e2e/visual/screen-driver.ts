import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Route } from '@playwright/test';
import type { Endpoint } from '#contract/endpoint.ts';
import { messages } from '#contract/messages.ts';
import { workOrders } from '#contract/work-orders.ts';
import type { Account } from '../people.ts';

/** The time of the fixed world, which the browsers use too. */
const instant = new Date('2026-11-20T10:05:00+08:00');
const folder = process.env.VISUAL_DATA_DIR ?? 'data/visual';
const intervalMilliseconds = 200;
const maxTries = 20;
/** Waiting time after which the page shows a skeleton. */
const skeletonMilliseconds = 700;

/** Tools of a scene for acting in the fixed world. */
export interface ScreenDriver {
  readonly page: Page;
  readonly main: Locator;
  readonly isPhone: boolean;
  /** Address of the portal that this window shows. */
  readonly address: string;
  /** Goes to an address as the scene's person. */
  open(path: string): Promise<void>;
  /**
   * Opens the first task at a node, of this person or of `owner`, in this status; returns the code of its
   * order.
   */
  openTask(node: string, owner?: Account, statusLabel?: string): Promise<string>;
  /** Returns the code of the first order that matches in this person's done list. */
  findDone(matches: (row: { statusLabel: string; itemName: string }) => boolean): Promise<string>;
  /** Shows every filter of the list: unfolded above the rows, or in a drawer. */
  showFilters(): Promise<void>;
  /** Leaves this call unanswered from now on. */
  leaveUnanswered(endpoint: Endpoint): Promise<void>;
  /** Lets this call fail from now on. */
  fail(endpoint: Endpoint): Promise<void>;
  /** Empties this list from now on. */
  clear(endpoint: Endpoint): Promise<void>;
  /** Changes this call's answers from now on. */
  alter(endpoint: Endpoint, change: (data: unknown) => void): Promise<void>;
  /** Waits long enough for a skeleton to be drawn. */
  waitForSkeleton(): Promise<void>;
}

/** Opens a browser in the fixed world for one person. */
export async function openScreenDriver(
  browser: Browser,
  options: BrowserContextOptions & { baseURL?: string },
  account: Account | undefined,
): Promise<ScreenDriver> {
  const { baseURL = '', viewport } = options;
  const token = account === undefined ? undefined : tokenOf(account);
  const getData = async (
    path: string,
    query: Record<string, string> = {},
    person = account,
  ): Promise<unknown> => {
    const url = `${baseURL}${path}?${new URLSearchParams(query)}`;
    const headers = {
      'x-refusal-status': 'http',
      'x-access-token': person === undefined ? '' : tokenOf(person),
    };
    const answer = await fetch(url, { headers });
    const { data, errmsg } = (await answer.json()) as { data: unknown; errmsg?: string };
    if (!answer.ok) throw new Error(`${path} was refused: ${errmsg}`);
    return data;
  };
  const storedValues: Record<string, string> = {};
  if (token !== undefined) {
    storedValues['banjian.accessToken'] = token;
    // Messages that are older than the picture must not appear over it.
    const newest = (await getData(messages.newest.path, { mark: 'new' })) as { id: string } | null;
    if (newest !== null) storedValues['banjian.lastMessageShown'] = newest.id;
  }
  const context = await contextOf(browser, options, account);
  const page = await context.newPage();
  await page.addInitScript(`localStorage.clear();
    for (const [key, value] of Object.entries(${JSON.stringify(storedValues)})) localStorage.setItem(key, value);`);
  await page.clock.setFixedTime(instant);
  const routeCall = async (endpoint: Endpoint, answer: (route: Route) => Promise<void>): Promise<void> => {
    // A list and the call that adds to it share one path.
    await page.route(
      (url) => matches(endpoint, url.pathname),
      (route) => (route.request().method() === endpoint.method ? answer(route) : route.fallback()),
    );
  };
  const main = page.getByRole('main');
  const driver: ScreenDriver = {
    page,
    main,
    address: baseURL,
    isPhone: (viewport?.width ?? 0) < 768,
    open: async (path) => void (await page.goto(path)),
    async openTask(node, owner = account, statusLabel = '') {
      const data = await getData(workOrders.todoPage.path, { nodeName: node, size: '200' }, owner);
      const { rows } = workOrders.todoPage.output.parse(data);
      const row = rows.find((one) => statusLabel === '' || one.statusLabel === statusLabel);
      if (row === undefined) throw new Error(`${owner} has no open task at ${node} ${statusLabel}`);
      await page.goto(`/affair/detail/${row.code}${owner === account ? `?traceId=${row.traceId}` : ''}`);
      return row.code;
    },
    async findDone(condition) {
      const data = await getData(workOrders.donePage.path, { size: '200' });
      const row = workOrders.donePage.output.parse(data).rows.find(condition);
      if (row === undefined) throw new Error(`No order in the done list of ${account} meets the condition`);
      return row.code;
    },
    async showFilters() {
      await main
        .getByRole('button', { name: /展开|筛选/ })
        .first()
        .click();
    },
    leaveUnanswered: (endpoint) => routeCall(endpoint, () => new Promise(() => undefined)),
    fail: (endpoint) =>
      routeCall(endpoint, (route) =>
        route.fulfill({
          status: 500,
          json: { errcode: 500, code: 500, errmsg: '系统异常，请稍后重试', requestId: '7d1c2a90' },
        }),
      ),
    clear: (endpoint) =>
      routeCall(endpoint, async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { data: unknown };
        await route.fulfill({ response: answer, json: { ...body, ...withoutRows(body) } });
      }),
    alter: (endpoint, change) =>
      routeCall(endpoint, async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { data: unknown };
        change(body.data);
        await route.fulfill({ response: answer, json: body });
      }),
    waitForSkeleton: () => page.waitForTimeout(skeletonMilliseconds),
  };
  return driver;
}

/** Takes a picture once nothing on the page moves any more. */
export async function captureStillPage(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready);
  const takeScreenshot = () => page.screenshot({ animations: 'disabled', caret: 'hide' });
  let previous = await takeScreenshot();
  for (let tried = 0; tried < maxTries; tried++) {
    await page.waitForTimeout(intervalMilliseconds);
    const now = await takeScreenshot();
    if (now.equals(previous)) return now;
    previous = now;
  }
  throw new Error('The page did not stop changing');
}

const contexts = new Map<string, Promise<BrowserContext>>();

/** Returns one browser context per person and window, so that a second page finds the code in the cache. */
function contextOf(
  browser: Browser,
  options: BrowserContextOptions & { baseURL?: string },
  account: Account | undefined,
): Promise<BrowserContext> {
  const key = `${options.baseURL} ${account}`;
  const existing = contexts.get(key);
  if (existing !== undefined) return existing;
  const context = browser.newContext({ ...options, reducedMotion: 'reduce' });
  contexts.set(key, context);
  return context;
}

function tokenOf(account: Account): string {
  const tokens = JSON.parse(readFileSync(join(folder, 'tokens.json'), 'utf8')) as Record<string, string>;
  const token = tokens[account];
  if (token === undefined) throw new Error(`There is no session of ${account} in the fixed world`);
  return token;
}

/**
 * Checks an address against a path: `/api/work-orders/:workorderCode/page` matches any code in that place.
 */
function matches(endpoint: Endpoint, pathname: string): boolean {
  const expected = endpoint.path.split('/');
  const found = pathname.split('/');
  return (
    expected.length === found.length &&
    expected.every((part, index) => part.startsWith(':') || part === found[index])
  );
}

/** Returns the same answer without rows. */
function withoutRows(body: { data: unknown }): object {
  if (Array.isArray(body.data)) return { data: [] };
  return { data: { ...(body.data as object), rows: [], total: 0 } };
}
