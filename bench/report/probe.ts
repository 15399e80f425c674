import { createHash } from 'node:crypto';
import { loadavg } from 'node:os';

/** How busy the machine is as a round begins. */
export interface Probe {
  /** Load average of the last minute. */
  load: number;
  /** Milliseconds of a fixed piece of work; more means that others are at the processors. */
  cpuMs: number;
}

export function probe(): Probe {
  const started = performance.now();
  let hash: Buffer = Buffer.alloc(32);
  for (let turn = 0; turn < 100_000; turn += 1) hash = createHash('sha256').update(hash).digest();
  return { load: loadavg()[0] ?? 0, cpuMs: performance.now() - started };
}
