import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Does something at the address of a second portal, which a script of `test/world` opens beside the running one for the
 * journeys' data folder, and which ends with its standard input.
 */
async function atPortal(
  script: string,
  argument: number,
  work: (address: string) => Promise<void>,
): Promise<void> {
  const path = join(import.meta.dirname, '..', 'test', 'world', script);
  const portal = spawn(process.execPath, [path, String(argument)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: process.env.JOURNEY_DATA_DIR },
  });
  const ended = once(portal, 'exit');
  try {
    await work(await addressOf(portal));
  } finally {
    portal.stdin?.end();
    await ended;
  }
}

/** Returns the address of a portal of its own, which the portal prints on a line. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('A portal of its own has no output');
  for await (const line of createInterface(stdout)) if (line.startsWith('http')) return line;
  throw new Error('A portal of its own did not start');
}

/**
 * By calls at the address of the same office some days ago: on the journeys' own database with a clock that stands then.
 * Afterwards the real one is woken and finds what has become due since.
 */
export const daysAgo = (days: number, work: (address: string) => Promise<void>): Promise<void> =>
  atPortal('past-portal.ts', days, work);

/**
 * Runs the work at a portal where 李娜 has begun so many orders, with a database and files of its own;
 * afterwards it is gone.
 */
export const amongOrders = (orders: number, work: (address: string) => Promise<void>): Promise<void> =>
  atPortal('crowded-portal.ts', orders, work);
