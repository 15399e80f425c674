import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const script = join(import.meta.dirname, '..', 'test', 'world', 'past-portal.ts');

/**
 * Does something by calls at the address of the same office some days ago: a second portal on the journeys' own database
 * whose clock stands then. Afterwards the real one is woken and finds what has become due since.
 */
export async function daysAgo(days: number, work: (address: string) => Promise<void>): Promise<void> {
  const portal = spawn(process.execPath, [script, String(days)], {
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

/** Where a portal of its own listens, which it says on a line. */
export async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('A portal of its own has no output');
  for await (const line of createInterface(stdout)) if (line.startsWith('http')) return line;
  throw new Error('A portal of its own did not start');
}
