import { describe, expect, test } from 'vitest';
import {
  countPlaywright,
  countVitest,
  failuresOfPlaywright,
  failuresOfVitest,
  sumOf,
  withExitCode,
} from './counts.mjs';

const loaded = { status: 'passed', assertionResults: [{ status: 'passed' }] };

describe('countVitest', () => {
  test('counts passed and failed tests', () => {
    const report = { success: false, numPassedTests: 7, numFailedTests: 2, testResults: [loaded] };
    expect(countVitest(report)).toEqual({ passed: 7, failed: 2 });
  });

  test('counts a file that did not load as a failure', () => {
    const unloaded = { status: 'failed', assertionResults: [] };
    const report = { success: false, numPassedTests: 7, numFailedTests: 0, testResults: [loaded, unloaded] };
    expect(countVitest(report)).toEqual({ passed: 7, failed: 1 });
  });

  test('counts an unsuccessful run without any failing test as a failure', () => {
    const report = { success: false, numPassedTests: 7, numFailedTests: 0, testResults: [loaded] };
    expect(countVitest(report)).toEqual({ passed: 7, failed: 1 });
  });

  test('counts a missing report as a failure', () => {
    expect(countVitest(undefined)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('countPlaywright', () => {
  const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 };

  test('counts passed journeys', () => {
    expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 5, failed: 0 });
  });

  test('counts failed, flaky and skipped journeys as failures', () => {
    const report = { stats: { ...stats, unexpected: 1, flaky: 1, skipped: 1 }, errors: [] };
    expect(countPlaywright(report)).toEqual({ passed: 5, failed: 3 });
  });

  test('counts a run that stopped before its first journey as a failure', () => {
    const report = { stats: { ...stats, expected: 0 }, errors: [{ message: 'the server did not start' }] };
    expect(countPlaywright(report)).toEqual({ passed: 0, failed: 1 });
  });

  test('counts a missing report as a failure', () => {
    expect(countPlaywright(undefined)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('result of several runs', () => {
  test('is the sum of all runs', () => {
    const shards = [
      { passed: 50, failed: 0 },
      { passed: 40, failed: 2 },
    ];
    expect(sumOf(shards)).toMatchObject({ passed: 90, failed: 2 });
  });

  test('has a failure for a shard with a bad exit code although its report has none', () => {
    expect(withExitCode({ passed: 50, failed: 0 }, 137)).toEqual({ passed: 50, failed: 1 });
    expect(withExitCode({ passed: 50, failed: 2 }, 1)).toEqual({ passed: 50, failed: 2 });
    expect(withExitCode({ passed: 50, failed: 0 }, 0)).toEqual({ passed: 50, failed: 0 });
  });
});

describe('list of failures', () => {
  test('contains file, name and the start of the message', () => {
    const report = {
      testResults: [
        { name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'fine' }] },
        {
          name: 'server/b.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'fine too' },
            {
              status: 'failed',
              fullName: 'a lock is kept',
              failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m\n  at x'],
            },
          ],
        },
        { name: 'c.test.ts', status: 'failed', assertionResults: [], message: 'no such module' },
      ],
    };
    expect(failuresOfVitest(report)).toEqual([
      'server/b.test.ts › a lock is kept\n    expected 1 to be 2\n      at x',
      'c.test.ts › did not load\n    no such module',
    ]);
    expect(failuresOfVitest(undefined)).toEqual(['no report was written']);
  });

  test('contains journeys in nested suites and a run that stopped', () => {
    const journey = (status, ...messages) => ({
      status,
      results: [{ errors: messages.map((message) => ({ message })) }],
    });
    const report = {
      errors: [{ message: 'the server did not start' }],
      suites: [
        {
          specs: [{ file: 'a.spec.ts', title: 'fine', tests: [journey('expected')] }],
          suites: [
            {
              specs: [
                {
                  file: 'a.spec.ts',
                  title: 'a phone',
                  tests: [journey('unexpected', 'Test timeout exceeded.', 'page.goto: no answer')],
                },
              ],
            },
          ],
        },
      ],
    };
    expect(failuresOfPlaywright(report)).toEqual([
      'playwright › broke\n    the server did not start',
      'a.spec.ts › a phone (unexpected)\n    Test timeout exceeded.\n    page.goto: no answer',
    ]);
  });
});
