import { existsSync, readFileSync } from 'node:fs';

/**
 * Passed and failed tests of a Vitest JSON report. A file that does not even load has no failing test,
 * and a run without a report has none either: both count as one failure, or a broken run would look like a clean one.
 */
export function countVitest(report) {
  if (!report) return { passed: 0, failed: 1 };
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + unloaded;
  return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? 1 : failed };
}

/** Passed and failed tests of a Playwright JSON report; a skipped or flaky journey has not passed. */
export function countPlaywright(report) {
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky + skipped;
  return { passed: expected, failed: failed === 0 && report.errors.length > 0 ? 1 : failed };
}

/** A runner that ended badly without a failing test (an unhandled error, a killed lane) has failed all the same. */
export function withExitCode(count, code) {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

/** What several runs passed and failed together. */
export function sumOf(counts) {
  return {
    passed: counts.reduce((sum, count) => sum + count.passed, 0),
    failed: counts.reduce((sum, count) => sum + count.failed, 0),
  };
}

export function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
