import { describe, expect, test } from 'vitest';
import { countPlaywright, countVitest, sumOf, withExitCode } from './counts.mjs';

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

  test('takes failed, flaky and skipped journeys for failures', () => {
    const report = { stats: { ...stats, unexpected: 1, flaky: 1, skipped: 1 }, errors: [] };
    expect(countPlaywright(report)).toEqual({ passed: 5, failed: 3 });
  });

  test('counts a run that broke before its first journey as a failure', () => {
    const report = { stats: { ...stats, expected: 0 }, errors: [{ message: 'the server did not start' }] };
    expect(countPlaywright(report)).toEqual({ passed: 0, failed: 1 });
  });

  test('counts a missing report as a failure', () => {
    expect(countPlaywright(undefined)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('what is counted of several runs', () => {
  test('is the sum of all', () => {
    const lanes = [
      { passed: 50, failed: 0 },
      { passed: 40, failed: 2 },
    ];
    expect(sumOf(lanes)).toEqual({ passed: 90, failed: 2 });
  });

  test('has a failure for a lane that ended badly though what it told had none', () => {
    expect(withExitCode({ passed: 50, failed: 0 }, 137)).toEqual({ passed: 50, failed: 1 });
    expect(withExitCode({ passed: 50, failed: 2 }, 1)).toEqual({ passed: 50, failed: 2 });
    expect(withExitCode({ passed: 50, failed: 0 }, 0)).toEqual({ passed: 50, failed: 0 });
  });
});
