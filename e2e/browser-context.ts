import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';

/** Milliseconds by which the clock of this run is shifted (scripts/lib/moment.mjs). */
const shiftMs = Number(process.env.TEST_CLOCK_SHIFT_MS ?? 0);

/** Opens a browser context whose pages have the clock of the run: the one way to a context, as the portal lives by that clock too. */
export async function openContext(
  browser: Browser,
  options?: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  if (shiftMs !== 0) await context.addInitScript(shiftClock, shiftMs);
  return context;
}

/** Runs in the page before its own scripts. */
function shiftClock(byMs: number): void {
  const RealDate = Date;
  const read = RealDate.now;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length > 0 ? given : [read() + byMs], newTarget),
    apply: () => new RealDate(read() + byMs).toString(),
  });
  RealDate.now = () => read() + byMs;
}
