import { defineConfig } from '@playwright/test';
import { people } from './e2e/people.ts';
import journeys from './playwright.config.ts';

const {
  VISUAL_DATA_DIR: folder = 'data/visual',
  VISUAL_PORTS: ports = '',
  BROWSER_PATH: browser,
} = process.env;

/** Windows of the test: a desktop, a laptop without the bars of its browser, the same at 125 %, and a phone. */
const windows = [
  { name: '1440', viewport: { width: 1440, height: 900 } },
  { name: '1366', viewport: { width: 1366, height: 625 } },
  { name: '1093', viewport: { width: 1093, height: 500 } },
  { name: '390', viewport: { width: 390, height: 844 }, hasTouch: true },
];
/** The people who have a session in the fixed world: all except two, who are used only on the login page. */
const { disabled: _disabled, spare: _spare, ...peopleWithSession } = people;
const addresses = ports.split(',').map((port) => `http://127.0.0.1:${port}`);

/** `npm run test:visual`: every screen and state of a fixed world as a picture, compared with the last accepted one. */
export default defineConfig({
  testDir: 'e2e/visual',
  testMatch: '*.visual.ts',
  outputDir: `${folder}/results`,
  snapshotPathTemplate: `${folder}/accepted/{projectName}/{arg}{ext}`,
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['html', { outputFolder: `${folder}/report`, open: 'never' }]],
  use: {
    ...journeys.use,
    locale: 'zh-CN',
    screenshot: 'off',
    trace: 'off',
    launchOptions: { ...journeys.use?.launchOptions, executablePath: browser },
  },
  projects: windows.map(({ name, ...use }, index) => ({ name, use: { ...use, baseURL: addresses[index] } })),
  webServer: {
    command: 'node test/visual/serve.ts',
    url: `${addresses.at(-1)}/readyz`,
    // The first run seeds the world.
    timeout: 600_000,
    reuseExistingServer: false,
    stdout: 'pipe',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: { VISUAL_ACCOUNTS: Object.values(peopleWithSession).join(',') },
  },
});
