import { parseArgs } from 'node:util';
import type { Demo } from './browser.ts';

/** What `npm run bench` was asked for. */
export interface BenchOptions {
  /** Open work orders to load. */
  orders: number;
  /** Rounds of the interleaved run; fewer than 7 are for development only. */
  rounds: number;
  /** Seconds of one variant in one round. */
  seconds: number;
  /** Names of cases; empty means all. */
  only: string[];
  /** Keep the loaded database for the next run. */
  keep: boolean;
  /** Minutes that the churn may take through the services before the rest is done by plain SQL. */
  churnMinutes: number;
  /** Rounds before those that count. */
  warmUpRounds: number;
  /** Load the orders alone, all set going by one person, and churn nothing: all that an export and the figures need. */
  lean: boolean;
  /** A running demo with its captcha, for the cases that open its screens. */
  demo: Demo;
  /** Path of the browser; without it the one that the tests use. */
  browser: string | undefined;
}

/**
 * A server that has just started interprets most of its code: an action costs twice the processor time until some four
 * thousand are behind it, and an office's server has them behind it by mid-morning.
 */
const usualWarmUpRounds = '4';

/** Cases that read the orders and nothing that hangs on them. */
const ofOrdersAlone = ['export', 'dashboard', 'files'];

const usage = `npm run bench -- [--orders 1000000] [--large] [--rounds 7] [--seconds 3] [--only todo,handle] [--keep]
  --large           10 million orders
  --only            todo, worst-lists, handle, initiate, detail, asking, export, core, page-weight; and papers, files, picker, notices, access-log, query, table, screens, first-page, which run only when named
  --keep            keep the loaded database in data/bench, and use the one that an earlier --keep left
  --churn-minutes   longest time of the churn through the services (10)
  --warm-up         rounds that are thrown away (${usualWarmUpRounds})
  --lean            only with --only export, dashboard and files: loads the orders alone, all of one person, without churn
  --address, --captcha  a running demo, for the cases screens and first-page (http://127.0.0.1:8080, 8888)
  --browser         path of the browser for the cases table, screens and first-page`;

export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      orders: { type: 'string', default: '1000000' },
      large: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '3' },
      only: { type: 'string', default: '' },
      keep: { type: 'boolean', default: false },
      'churn-minutes': { type: 'string', default: '10' },
      'warm-up': { type: 'string', default: usualWarmUpRounds },
      lean: { type: 'boolean', default: false },
      address: { type: 'string', default: 'http://127.0.0.1:8080' },
      captcha: { type: 'string', default: '8888' },
      browser: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  const only = values.only
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (values.lean && (only.length === 0 || only.some((name) => !ofOrdersAlone.includes(name))))
    throw new Error(`--lean goes with --only ${ofOrdersAlone.join()}\n${usage}`);
  return {
    orders: values.large ? 10_000_000 : positive('orders', values.orders),
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    only,
    keep: values.keep,
    churnMinutes: positive('churn-minutes', values['churn-minutes']),
    warmUpRounds: positive('warm-up', values['warm-up']),
    lean: values.lean,
    demo: { address: values.address, captcha: values.captcha },
    browser: values.browser,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a positive number, not "${text}"\n${usage}`);
  return value;
}
