import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Runs the work against a second portal. A script of `test/world` starts it for the journeys' data folder; it
 * ends with its standard input.
 */
async function withPortal(
  script: string,
  argument: number,
  work: (address: string) => Promise<void>,
): Promise<void> {
  const path = join(import.meta.dirname, '..', 'test', 'world', script);
  const portal = spawn(process.execPath, [path, String(argument)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: process.env.JOURNEY_DATA_DIR },
  });
  const exited = once(portal, 'exit');
  try {
    await work(await addressOf(portal));
  } finally {
    portal.stdin?.end();
    await exited;
  }
}

/** Returns the address of a portal that a script started and printed on a line. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The separate portal has no output');
  for await (const line of createInterface(stdout)) if (line.startsWith('http')) return line;
  throw new Error('The separate portal did not start');
}

/**
 * Runs the work against the same office some days ago: a portal with the journeys' own database and a clock
 * set back. Afterwards the real portal is started again and finds what has become due.
 */
export const withPortalOfDaysAgo = (days: number, work: (address: string) => Promise<void>): Promise<void> =>
  withPortal('past-portal.ts', days, work);

/**
 * Runs the work against a separate portal in which 李娜 has started `orders` orders; its database and files are
 * deleted afterwards.
 */
export const withPortalOfOrders = (orders: number, work: (address: string) => Promise<void>): Promise<void> =>
  withPortal('crowded-portal.ts', orders, work);
