import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { browserArguments } from './e2e/browser-arguments.ts';
import { selectJourneys } from './e2e/shards.ts';

// `npm test` sets these. Run by hand (`npx playwright test`), the first process chooses and its workers inherit.
process.env.JOURNEY_PORT ??= String(20_000 + (process.pid % 20_000));
process.env.JOURNEY_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'banjian-journeys-'));
// Pages of third parties, whose origin the portal allows into a frame, and which by another name may show the portal.
process.env.JOURNEY_FORM_PORT ??= String(Number(process.env.JOURNEY_PORT) + 1);
const { JOURNEY_PORT: port, JOURNEY_DATA_DIR: dataDir, BROWSER_PATH: browser } = process.env;
const address = `http://127.0.0.1:${port}`;
const others = `http://127.0.0.1:${process.env.JOURNEY_FORM_PORT}`;

const { JOURNEY_SHARD: shard, JOURNEY_REPORT: report = 'test-results/playwright.json' } = process.env;

/** The journeys by role, in Chromium, against the whole product on a fresh data folder. */
export default defineConfig({
  testDir: 'e2e',
  ...selectJourneys(process.env.JOURNEY_SET, shard),
  outputDir: join('test-results', 'journeys', shard ?? ''),
  // Pictures that papers are compared with.
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
    // So that a journey that waits in vain says for what.
    actionTimeout: 90_000,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1366, height: 768 },
    deviceScaleFactor: 1,
    screenshot: 'only-on-failure',
    // Writing every step down makes a journey a third slower: asked for when one has failed, by JOURNEY_TRACE=1.
    trace: process.env.JOURNEY_TRACE === undefined ? 'off' : 'retain-on-failure',
    launchOptions: {
      executablePath: browser,
      args: browserArguments,
    },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    url: `${address}/readyz`,
    // The first start makes the database and lets the demo office work through half a year.
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
      PORTAL_FORM_ORIGINS: others,
      PORTAL_EMBED_ORIGINS: others.replace('127.0.0.1', 'localhost'),
      PORTAL_THIRD_APPS: [
        `stats|统计平台|${others}/desk|leader`,
        `silent|不应答的应用|${others}/desk?silent|leader`,
        `hostile|冒名应用|${others}/desk?hostile|leader`,
      ].join(','),
      ...(process.env.PORTAL_DEMO_ORDERS ? { PORTAL_DEMO_ORDERS: process.env.PORTAL_DEMO_ORDERS } : {}),
    },
  },
});
