import { parseArgs } from 'node:util';

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
}

const usage = `npm run bench -- [--orders 1000000] [--large] [--rounds 7] [--seconds 3] [--only todo,handle] [--keep]
  --large           10 million orders
  --only            todo, worst-lists, handle, initiate, detail, asking, export, core, page-weight; and picker, notices, query, which run only when named
  --keep            keep the loaded database in data/bench, and use the one that an earlier --keep left
  --churn-minutes   longest time of the churn through the services (10)`;

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
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  return {
    orders: values.large ? 10_000_000 : positive('orders', values.orders),
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    only: values.only
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    keep: values.keep,
    churnMinutes: positive('churn-minutes', values['churn-minutes']),
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a positive number, not "${text}"\n${usage}`);
  return value;
}
