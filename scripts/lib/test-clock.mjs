import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages, isDebianRoot } from './browser.mjs';
import { inProject, UserError } from './project.mjs';

/**
 * Times (in Beijing) at which the tests run, apart from the present one: hours, days and dates on which a
 * test may wrongly depend. Three of them pass midnight while the tests run.
 */
export const moments = [
  '2026-12-07T09:00:00', // the first hour of work
  '2026-12-08T23:55:00', // the last minutes of a day
  '2026-12-12T10:30:00', // a Saturday
  '2027-01-31T16:00:00', // a month's end, and a Sunday
  '2026-12-31T23:50:00', // a year's end
  '2028-02-29T14:00:00', // a day that most years lack
  '2026-10-08T08:30:00', // the first working day after a long holiday
  '2026-10-10T11:00:00', // a Saturday that is a make-up working day
  '2026-10-01T12:00:00', // a holiday
  '2027-04-01T00:00:10', // just past midnight, at the beginning of a quarter
];

const dayMs = 24 * 3600 * 1000;

/**
 * Returns the time that TEST_MOMENT requests; undefined if it is not set. It is a Beijing time
 * (`2028-02-29T09:00:00`), or `drawn`, which uses another one from the list each day. Throws a UserError for
 * anything else.
 */
export function readMoment({ TEST_MOMENT: setting }, now = Date.now()) {
  if (setting === undefined || setting === '') return undefined;
  if (setting === 'drawn') return moments[Math.floor(now / dayMs) % moments.length];
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(setting) && !Number.isNaN(Date.parse(`${setting}+08:00`)))
    return setting;
  throw new UserError(
    `TEST_MOMENT 须是北京时间（如 2028-02-29T09:00:00）或 drawn，现在是“${setting}”`,
    `TEST_MOMENT must be a Beijing time (such as 2028-02-29T09:00:00) or drawn, not "${setting}"`,
  );
}

/**
 * Returns environment variables with which the tests and all programs that they start (the portal,
 * PostgreSQL, the browser) run at that time: a small library, compiled into `folder`, shifts the time of day
 * of each process, but not the clocks that measure durations. It replaces libfaketime, with which PostgreSQL
 * detects no deadlock and Chromium does not start.
 */
export function moveClock(moment, folder, now = Date.now()) {
  const library = join(folder, 'shift-clock.so');
  const compile = () =>
    spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, inProject('scripts', 'lib', 'shift-clock.c')]);
  mkdirSync(folder, { recursive: true });
  if (compile().status !== 0 && isDebianRoot()) {
    installPackages('gcc', 'libc6-dev');
    compile();
  }
  if (!existsSync(library)) {
    throw new UserError(
      '改变测试时钟需要 Linux 和 C 编译器（cc），请安装后重试，或不设 TEST_MOMENT。',
      'A changed test clock needs Linux and a C compiler (cc): install it, or do not set TEST_MOMENT.',
    );
  }
  const seconds = Math.round((Date.parse(`${moment}+08:00`) - now) / 1000);
  return { LD_PRELOAD: library, TEST_CLOCK_SHIFT_MS: String(seconds * 1000) };
}
