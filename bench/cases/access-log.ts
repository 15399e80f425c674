import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadReport } from '../load/load.ts';
import type { Bench, Benchmark, Probe } from '../measuring/case.ts';
import { startChild } from '../processes/child.ts';
import { accounts } from '../world/people.ts';
import { deleteJobs, handlingItems, sendOnce } from './handle.ts';
import { todoRequest } from './todo.ts';

const clients = 8;

/**
 * Measures the cost of a line of JSON for each call (`ACCESS_LOG`): two servers that differ only in this,
 * with the lines written to a file. Compares processor time, which depends less on the machine's load than
 * rates do.
 */
export async function accessLogCase(bench: Bench): Promise<Benchmark> {
  const { load, portal, seconds, world } = bench;
  const path = join(world.dataDir, 'access.log');
  await rm(path, { force: true });
  const loggingPortal = await startChild(new URL('../processes/portal.ts', import.meta.url).pathname, {
    ...world,
    accessLog: path,
  });
  const todoItems = [[[todoRequest(bench.tokens[accounts.typical] ?? '')]]];
  const actions = await handlingItems(bench, 'handle');
  let calls = 0;
  const probes: Probe[] = [];
  const variantsOf = (subject: string, send: (port: number) => Promise<LoadReport>): Benchmark['variants'] =>
    (['without', 'with'] as const).map((setting) => {
      const name = `${subject}: ${setting}`;
      const server = setting === 'with' ? loggingPortal : portal;
      const [rate, p50, p95] = [
        ['a second', ''],
        ['p50', 'ms'],
        ['p95', 'ms'],
      ].map(([title, unit]) => ({ title: `${name}, ${title}`, unit, values: [] }) as Probe);
      probes.push(...[rate, p50, p95].filter((probe) => probe !== undefined));
      return {
        name,
        measure: async () => {
          const before = await server.counters();
          const report = await send(server.port);
          const after = await server.counters();
          if (setting === 'with') calls += report.completed;
          rate?.values.push(report.rate);
          p50?.values.push(report.p50);
          p95?.values.push(report.p95);
          return (after.cpuMs - before.cpuMs) / report.completed;
        },
      };
    });
  return {
    name: 'access-log',
    unit: 'ms',
    variants: [
      ...variantsOf('to-do', (port) => load.send({ port, clients, seconds, items: todoItems })),
      ...variantsOf('handle', async (port) => {
        const report = await sendOnce(bench, { port, clients, items: actions });
        await deleteJobs(bench);
        return report;
      }),
    ],
    goals: ['to-do', 'handle'].map((subject) => ({
      title: `${subject}, Node of a call, with / without`,
      over: `${subject}: with`,
      under: `${subject}: without`,
      atMost: 1.1,
    })),
    probes,
    async finish() {
      await loggingPortal.stop();
      const bytes = statSync(path).size;
      if (bytes < calls * 100) throw new Error(`The access log has only ${bytes} bytes for ${calls} calls`);
    },
  };
}
