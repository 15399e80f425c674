import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { addressOf } from './past.ts';

const script = join(import.meta.dirname, '..', 'test', 'world', 'crowded-portal.ts');

/** Does something at the address of a portal of its own where 李娜 has begun so many orders; afterwards it is gone. */
export async function amongOrders(orders: number, work: (address: string) => Promise<void>): Promise<void> {
  const portal = spawn(process.execPath, [script, String(orders)], {
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
