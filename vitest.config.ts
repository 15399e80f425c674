import { defineConfig } from 'vitest/config';
import { LongestFirstSequencer } from './test/longest-first.ts';
import { waitingFiles } from './test/waiting-files.ts';

// The office's own time: a rule about days must not depend on where the tests run.
process.env.TZ = 'Asia/Shanghai';

/** The calls, with a PostgreSQL of their run. */
const calls = {
  environment: 'node',
  isolate: false,
  globalSetup: ['test/world/global-setup.ts'],
  setupFiles: process.env.RECORD_STATEMENTS ? ['test/releases/recorder.ts'] : [],
};

/** As in the browser's bundle: what checks something by a schema must fail here, not only before the user. */
const web = {
  resolve: {
    alias: [{ find: /^zod$/, replacement: `${import.meta.dirname}/web/api/zod-shim.ts` }],
  },
};

/**
 * Three sizes of test in one run: rules touch nothing, calls touch a database cloned from the migrated template,
 * widgets mount in jsdom. Journeys are Playwright's. Of the calls those that mostly wait are a project of their own.
 */
export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: 2,
    // Machines that run the tests are small and shared; a slow machine is not a failing product.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for may take its time, too: a second is too short beside other work.
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirstSequencer },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          environment: 'node',
          isolate: false,
          include: [
            'domain/**/*.test.ts',
            'contract/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'e2e/**/*.test.ts',
            'test/workflow-model/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          ...calls,
          name: 'calls',
          include: ['server/**/*.test.ts', 'test/**/*.test.ts', 'device-agent/**/*.test.ts'],
          exclude: ['test/workflow-model/**', ...waitingFiles],
        },
      },
      {
        extends: true,
        test: {
          ...calls,
          name: 'waiting',
          include: waitingFiles,
        },
      },
      {
        extends: true,
        ...web,
        test: {
          name: 'widgets',
          environment: 'jsdom',
          isolate: false,
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/test-setup.ts', 'web/shared-window.ts'],
        },
      },
    ],
  },
});
