import { readCommand, UsageError } from '#scripts/lib/options.mjs';
import type { Demo } from './browser.ts';

/** Options of `npm run bench`. */
export interface BenchOptions {
  /** Open work orders to load. */
  orders: number;
  /** Rounds of the interleaved run; fewer than 7 are for development only. */
  rounds: number;
  /** Seconds of one variant in one round. */
  seconds: number;
  /** Names of cases; empty for all. */
  only: string[];
  /** Keep the loaded database for the next run. */
  keep: boolean;
  /** Minutes that the churn through the services may take before the rest is done by plain SQL. */
  churnMinutes: number;
  /** Rounds before those that count. */
  warmUpRounds: number;
  /** Load only the orders, all started by one person, without churn: enough for exports and figures. */
  lean: boolean;
  /** A running demo with its captcha, for the cases that open its screens. */
  demo: Demo;
  /** Path of the browser; by default the one that the tests use. */
  browser: string | undefined;
}

/**
 * A server that has just started interprets most of its code: each of the first four thousand actions needs about
 * twice the processor time. The server of an office has done them after some hours of work.
 */
const usualWarmUpRounds = 4;

/** Cases that read only the orders, without related tables. */
const casesOfOrdersOnly = ['export', 'dashboard', 'files', 'similar'];

export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = readCommand('bench', args);
  const only = (values.only ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (values.lean && (only.length === 0 || only.some((name) => !casesOfOrdersOnly.includes(name))))
    throw new UsageError('bench', [
      {
        chinese: `--lean 只能与 --only ${casesOfOrdersOnly.join()} 一起使用`,
        english: `--lean goes with --only ${casesOfOrdersOnly.join()}`,
      },
    ]);
  if (only.includes('flowable') && only.length > 1)
    throw new UsageError('bench', [
      {
        chinese: 'flowable 须单独测量：连接数与其他项目合计会超过数据库的上限',
        english:
          'flowable is measured alone: with those of other cases its connections exceed the limit of the database',
      },
    ]);
  return {
    orders: values.large ? 10_000_000 : (values.orders ?? 1_000_000),
    rounds: values.rounds ?? 7,
    seconds: values.seconds ?? 3,
    only,
    keep: values.keep,
    churnMinutes: values['churn-minutes'] ?? 10,
    warmUpRounds: values['warm-up'] ?? usualWarmUpRounds,
    lean: values.lean,
    demo: { address: values.address ?? 'http://127.0.0.1:8080', captcha: values.captcha ?? '8888' },
    browser: values.browser,
  };
}
