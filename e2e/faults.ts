import type { BrowserContext } from '@playwright/test';

/** Notes every console error, uncaught exception and breach of the content policy in all pages of a browser. */
export function watchFaults(context: BrowserContext, provoked: readonly number[], faults: string[]): void {
  const expected = provoked.map((status) => `the server responded with a status of ${status} `);
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error') return;
    if (expected.some((part) => text.includes(part))) return;
    faults.push(`console: ${text} (${message.location().url})`);
  });
  context.on('weberror', (error) =>
    faults.push(`exception: ${error.error().stack ?? error.error().message}`),
  );
}
