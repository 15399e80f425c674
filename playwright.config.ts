import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { browserArguments } from './e2e/browser-arguments.ts';
import { selectJourneys } from './e2e/shards.ts';

// `npm test` sets these values; after `npx playwright test` the first process chooses them for its workers.
process.env.JOURNEY_PORT ??= String(20_000 + (process.pid % 20_000));
process.env.JOURNEY_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'banjian-journeys-'));
// Port of third-party pages: the portal may embed and call them, and by the host name `localhost` they may embed
// the portal.
process.env.JOURNEY_FORM_PORT ??= String(Number(process.env.JOURNEY_PORT) + 1);
const { JOURNEY_PORT: port, JOURNEY_DATA_DIR: dataDir, BROWSER_PATH: browser } = process.env;
const address = `http://127.0.0.1:${port}`;
const thirdPartyOrigin = `http://127.0.0.1:${process.env.JOURNEY_FORM_PORT}`;

const { JOURNEY_SHARD: shard, JOURNEY_REPORT: report = 'test-results/playwright.json' } = process.env;

/** The journeys by role, in Chromium, against the whole product on a fresh data folder. */
export default defineConfig({
  testDir: 'e2e',
  ...selectJourneys(process.env.JOURNEY_SET, shard),
  outputDir: join('test-results', 'journeys', shard ?? ''),
  // Pictures with which documents are compared.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json', { outputFile: report }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: address,
    // End a journey that waits in vain with an error that names the element or the address.
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1366, height: 768 },
    deviceScaleFactor: 1,
    screenshot: 'only-on-failure',
    // With JOURNEY_TRACE=1 every step of a failed journey is recorded; recording makes a journey a third slower.
    trace: process.env.JOURNEY_TRACE === undefined ? 'off' : 'retain-on-failure',
    launchOptions: {
      executablePath: browser,
      args: browserArguments,
    },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    url: `${address}/readyz`,
    // The first start creates the database and the demo orders of half a year.
    timeout: 300_000,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: port ?? '',
      DATA_DIR: dataDir ?? '',
      PORTAL_DEMO_CAPTCHA: '8888',
      DEMO_SSO: 'oidc',
      PORTAL_FORM_ORIGINS: thirdPartyOrigin,
      PORTAL_TRACE_ORIGINS: thirdPartyOrigin,
      PORTAL_TRACE_NETWORKS: '127.0.0.0/8',
      PORTAL_EMBED_ORIGINS: thirdPartyOrigin.replace('127.0.0.1', 'localhost'),
      PORTAL_THIRD_APPS: [
        `stats|统计平台|${thirdPartyOrigin}/desk|leader`,
        `silent|不应答的应用|${thirdPartyOrigin}/desk?silent|leader`,
        `hostile|冒名应用|${thirdPartyOrigin}/desk?hostile|leader`,
      ].join(','),
      ...(process.env.PORTAL_DEMO_ORDERS ? { PORTAL_DEMO_ORDERS: process.env.PORTAL_DEMO_ORDERS } : {}),
    },
  },
});
