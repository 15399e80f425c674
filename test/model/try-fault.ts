import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exploration } from '#test/workflow-model/explore.ts';
import type { Fault } from './faults.ts';

const domain = join(import.meta.dirname, '..', '..', 'domain');

/** The file with the fault in it; throws when its text does not stand there exactly once. */
export function withFault({ name, file, find, instead }: Fault): string {
  const text = readFileSync(join(domain, 'workflow', file), 'utf8');
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`“${name}” fits ${parts.length - 1} times into ${file}`);
  return parts.join(instead);
}

/** Explores a copy of the core that has the fault; steps until it was found, null when it was not. */
export async function tryFault(fault: Fault, seed: number, mostSteps: number): Promise<number | null> {
  const folder = mkdtempSync(join(tmpdir(), 'banjian-fault-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    cpSync(domain, join(folder, 'domain'), {
      recursive: true,
      filter: (path) => !/\.test\.ts$|tsconfig\.json$/.test(path),
    });
    writeFileSync(join(folder, 'domain', 'workflow', fault.file), withFault(fault));
    const copy = join(folder, 'domain', 'workflow', 'model-test', 'explore.ts');
    const { explore } = (await import(copy)) as {
      explore(seed: number, steps: number, more: { shrinks: boolean }): Exploration;
    };
    const found = explore(seed, mostSteps, { shrinks: false });
    return found.failures.length > 0 ? found.steps : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
