import { createHash } from 'node:crypto';
import { loadavg } from 'node:os';
import type { Benchmark, Figures } from './measuring/case.ts';
import type { BenchOptions } from './options.ts';
import { formatNumber } from './report/table.ts';

export interface Rounds {
  /** By case name, then variant. */
  figures: Record<string, Figures>;
  machineLoads: MachineLoad[];
}

/**
 * Measures every variant of every case once in each round, one after the other, so that other work of the
 * machine affects all of them equally. Peers are warmed up like the portal.
 */
export async function measureRounds(
  cases: readonly Benchmark[],
  { rounds, warmUpRounds }: Pick<BenchOptions, 'rounds' | 'warmUpRounds'>,
  print: (text: string) => void,
): Promise<Rounds> {
  const figures: Rounds['figures'] = Object.fromEntries(cases.map(({ name }) => [name, {}]));
  const machineLoads: MachineLoad[] = [];
  for (let round = 1 - warmUpRounds; round <= rounds; round += 1) {
    const machineLoad = measureMachineLoad();
    print(
      round <= 0
        ? `warming up, round ${round + warmUpRounds} of ${warmUpRounds}`
        : `round ${round} of ${rounds}: load average ${machineLoad.load.toFixed(1)}, CPU probe ${machineLoad.cpuMs.toFixed(0)} ms`,
    );
    if (round === 1)
      for (const { probes } of cases) for (const probe of probes ?? []) probe.values.length = 0;
    if (round > 0) machineLoads.push(machineLoad);
    for (const { name, unit, variants } of cases) {
      const parts: string[] = [];
      for (const variant of variants) {
        const figure = await variant.measure();
        parts.push(`${variant.name} ${formatNumber(figure)}`);
        if (round <= 0) continue;
        const caseFigures = figures[name] ?? {};
        caseFigures[variant.name] = [...(caseFigures[variant.name] ?? []), figure];
        figures[name] = caseFigures;
      }
      print(`  ${name} (${unit}): ${parts.join(', ')}`);
    }
  }
  return { figures, machineLoads };
}

/** The load of the machine at the beginning of a round. */
export interface MachineLoad {
  /** Load average of the last minute. */
  load: number;
  /** Milliseconds of a fixed piece of work; more means that other processes use the processors. */
  cpuMs: number;
}

export function measureMachineLoad(): MachineLoad {
  const startTime = performance.now();
  let hash: Buffer = Buffer.alloc(32);
  for (let iteration = 0; iteration < 100_000; iteration += 1)
    hash = createHash('sha256').update(hash).digest();
  return { load: loadavg()[0] ?? 0, cpuMs: performance.now() - startTime };
}
