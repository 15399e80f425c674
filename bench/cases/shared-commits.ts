import type { Bench, Benchmark, Probe } from '../measuring/case.ts';
import { startChild } from '../processes/child.ts';
import { deleteJobs, handlingItems, sendOnce } from './handle.ts';

const clientCounts = [1, 8, 32];

/**
 * Measures what concurrent actions gain by sharing a transaction (docs/decisions/0217): two servers that differ
 * only in this (`DATABASE_SHARED_COMMITS`).
 */
export async function sharedCommitsCase(bench: Bench): Promise<Benchmark> {
  const unsharedServer = await startChild(new URL('../processes/portal.ts', import.meta.url).pathname, {
    ...bench.world,
    sharedCommits: 'off',
  });
  const items = await handlingItems(bench, 'handle');
  const servers = { without: unsharedServer, with: bench.portal };
  const probes: Probe[] = [];
  const variants = clientCounts.flatMap((clients) =>
    (['without', 'with'] as const).map((mode) => {
      const name = `${clients}: ${mode}`;
      const p50: Probe = { title: `${name}, p50`, unit: 'ms', values: [] };
      const p99: Probe = { title: `${name}, p99`, unit: 'ms', values: [] };
      probes.push(p50, p99);
      return {
        name,
        measure: async () => {
          const report = await sendOnce(bench, { port: servers[mode].port, clients, items });
          await deleteJobs(bench);
          p50.values.push(report.p50);
          p99.values.push(report.p99);
          return report.rate;
        },
      };
    }),
  );
  return {
    name: 'shared-commits',
    unit: '/s',
    variants,
    goals: clientCounts.map((clients) => ({
      title: `${clients} clients, with / without`,
      over: `${clients}: with`,
      under: `${clients}: without`,
    })),
    probes,
    finish: () => unsharedServer.stop(),
  };
}
