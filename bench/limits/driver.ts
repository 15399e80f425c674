import pg from 'pg';
import type { LimitReport, LimitRun, LimitStatement } from './limit-run.ts';

/**
 * Runs statements with the plain driver in this process if pgbench is missing: named statements, with nothing
 * around them.
 */
export async function runByDriver(
  statements: readonly LimitStatement[],
  { url, clients, seconds }: LimitRun,
): Promise<LimitReport> {
  let runs = 0;
  const startTime = performance.now();
  const work = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    while (performance.now() - startTime < seconds * 1000) {
      for (const [number, { text, values }] of statements.entries()) {
        await client.query({ name: `limit ${number}`, text, values });
      }
      runs += 1;
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: clients }, work));
  const elapsed = performance.now() - startTime;
  return { rate: (runs * 1000) / elapsed, mean: (clients * elapsed) / runs };
}
