import { type BrowserContext, type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import { openSession, startLetter } from './calls.ts';
import type { Letter } from './letter.ts';
import { type Matter, publishMatter } from './matter-setup.ts';
import type { Account } from './people.ts';

export interface Journey {
  /** HTTP statuses that the journey provokes on purpose; the browser logs each to its console as an error. */
  expectedStatuses: readonly number[];
  /** Opens a separate browser, whose errors are recorded until the journey ends. */
  openBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** Opens a separate browser with a logged-in person, at `path`. */
  openSignedIn: (account: Account, path: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Starts a letter by calls, for journeys that begin after its start; returns its code. */
  startLetter: (account: Account, letter: Letter) => Promise<string>;
  /** Publishes form, process and item of a journey by calls. */
  publishMatter: (matter: Matter) => Promise<void>;
}

/**
 * A journey of people who each have their own browser. Any hidden error (a console error, an exception, a
 * violation of the content policy) fails the journey, even if the screen looks right.
 */
export const test = base.extend<Journey>({
  expectedStatuses: [[], { option: true }],

  openBrowser: async ({ browser, expectedStatuses }, use) => {
    const contexts: BrowserContext[] = [];
    const errors: string[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      contexts.push(context);
      recordErrors(context, expectedStatuses, errors);
      return context;
    });
    for (const context of contexts) await context.close();
    if (errors.length > 0) throw new Error(`Errors occurred behind the screen:\n${errors.join('\n')}`);
  },

  openSignedIn: async ({ openBrowser, baseURL }, use) => {
    await use(async (account, path, options) => {
      const origin = baseURL ?? '';
      const localStorage = [
        { name: 'banjian.accessToken', value: await openSession(origin, account) },
        // An order started just now is due last; a large page size makes sure that the list shows it.
        { name: 'banjian.person', value: `staff-${account}` },
        { name: `banjian.list.staff-${account}.todo`, value: JSON.stringify({ size: 200 }) },
      ];
      const context = await openBrowser({
        ...options,
        storageState: { cookies: [], origins: [{ origin, localStorage }] },
      });
      const page = await context.newPage();
      await page.goto(path);
      return page;
    });
  },

  startLetter: async ({ baseURL }, use) => {
    await use(async (account, letter) => await startLetter(baseURL ?? '', account, letter));
  },

  publishMatter: async ({ baseURL }, use) => {
    await use(async (matter) => await publishMatter(baseURL ?? '', matter));
  },
});

/** Warnings caused by the portal's own headers; browsers also log warnings about themselves. */
const policyWarnings = /Permissions-Policy|Content Security Policy|WebAssembly|wasm/i;

/** Records every console error, uncaught exception and policy violation in all pages of a browser. */
function recordErrors(context: BrowserContext, provokedStatuses: readonly number[], errors: string[]): void {
  const provokedTexts = provokedStatuses.map((status) => `the server responded with a status of ${status} `);
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error' && !policyWarnings.test(text)) return;
    if (provokedTexts.some((part) => text.includes(part))) return;
    errors.push(`console: ${text} (${message.location().url})`);
  });
  context.on('weberror', (error) =>
    errors.push(`exception: ${error.error().stack ?? error.error().message}`),
  );
}
