import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Counts passed and failed tests of a Vitest JSON report. A file that cannot be loaded and a run without a
 * report have no failing test, so each counts as one failure: otherwise a broken run would look successful.
 */
export function countVitest(report) {
  if (!report) return { passed: 0, failed: 1 };
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + unloaded;
  return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? 1 : failed };
}

/** Counts passed and failed tests of a Playwright JSON report; a skipped or flaky journey has not passed. */
export function countPlaywright(report) {
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky + skipped;
  return { passed: expected, failed: failed === 0 && report.errors.length > 0 ? 1 : failed };
}

/** Errors of one journey that are printed. */
const maxErrors = 3;

/**
 * Returns the failures of a Vitest report, one or two lines each: file, name, and the beginning of the
 * message. They are printed again at the very end, for a reader who sees only the last page of a long run.
 */
export function failuresOfVitest(report) {
  if (!report) return ['no report was written'];
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length > 0)
      return failed.map((test) => failureLine(file.name, test.fullName, test.failureMessages?.[0]));
    return file.status === 'failed' ? [failureLine(file.name, 'did not load', file.message)] : [];
  });
}

/** Returns the failures of a Playwright report, for each journey that did not simply pass. */
export function failuresOfPlaywright(report) {
  if (!report) return ['no report was written'];
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const journeys = (report.suites ?? []).flatMap(specs).flatMap((spec) =>
    spec.tests
      .filter((journey) => journey.status !== 'expected')
      .map((journey) => {
        const errors = journey.results.flatMap((result) => result.errors ?? []);
        // The first error of a journey that waited in vain is only its time limit; the next one names the call.
        const messages = errors.slice(0, maxErrors).map(({ message }) => message);
        return failureLine(spec.file, `${spec.title} (${journey.status})`, ...messages);
      }),
  );
  return [...report.errors.map((error) => failureLine('playwright', 'broke', error.message)), ...journeys];
}

function failureLine(file, name, ...messages) {
  const begins = messages.map((message = '') => {
    const lines = stripVTControlCharacters(message).split('\n').slice(0, 6);
    return lines.join('\n    ').slice(0, 500);
  });
  const details = begins.filter((begin) => begin !== '').map((begin) => `\n    ${begin}`);
  return `${relative(process.cwd(), resolve(file))} › ${name}${details.join('')}`;
}

/**
 * Counts a failure if a runner ended with an error but without a failing test (an unhandled error, a killed
 * process).
 */
export function withExitCode(count, code) {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

/** Returns the sums of passed and failed tests of several runs, and the failures by name. */
export function sumOf(counts) {
  return {
    passed: counts.reduce((sum, count) => sum + count.passed, 0),
    failed: counts.reduce((sum, count) => sum + count.failed, 0),
    failures: counts.flatMap((count) => count.failures ?? []),
  };
}

export function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
