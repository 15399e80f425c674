import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exploration } from '#test/workflow-model/explore.ts';
import type { Mutant } from './mutants.ts';

const root = join(import.meta.dirname, '..', '..');
/** The core, and the model test that explores it. */
const copiedFolders = ['domain', join('test', 'workflow-model')];

/** Returns the file with the mutant in it; throws if its text does not occur there exactly once. */
export function withMutant({ name, file, find, replacement }: Mutant): string {
  const text = readFileSync(join(root, 'domain', 'workflow', file), 'utf8');
  const parts = text.split(find);
  if (parts.length !== 2)
    throw new Error(`“${name}” matches ${parts.length - 1} times in ${file}, but must match once`);
  return parts.join(replacement);
}

/**
 * Explores a copy of the core that has the mutant; returns the number of steps until it was found, or null.
 */
export async function tryMutant(mutant: Mutant, seed: number, maxSteps: number): Promise<number | null> {
  const folder = mkdtempSync(join(tmpdir(), 'banjian-mutant-'));
  try {
    const imports = { '#domain/*': './domain/*', '#test/*': './test/*' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', imports }));
    for (const part of copiedFolders)
      cpSync(join(root, part), join(folder, part), {
        recursive: true,
        filter: (path) => !/\.test\.ts$|tsconfig\.json$/.test(path),
      });
    writeFileSync(join(folder, 'domain', 'workflow', mutant.file), withMutant(mutant));
    const copy = join(folder, 'test', 'workflow-model', 'explore.ts');
    const { explore } = (await import(copy)) as {
      explore(seed: number, steps: number, more: { shrinks: boolean }): Exploration;
    };
    const found = explore(seed, maxSteps, { shrinks: false });
    return found.failures.length > 0 ? found.steps : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
