import { inProject } from './project.mjs';
import { runNode } from './run-node.mjs';

const tsc = inProject('node_modules', 'typescript', 'bin', 'tsc');
const biome = inProject('node_modules', '@biomejs', 'biome', 'bin', 'biome');

/**
 * Checks of the code that do not run it: four type checks, each with its own idea of the world, the linter, and that
 * migrations are numbered without a gap, comments name their subjects, packages are pinned and may be shipped.
 */
export const checks = [
  { title: 'types of server, contract and tests', args: [tsc, '-p', 'tsconfig.json'] },
  { title: 'types of domain', args: [tsc, '-p', 'domain/tsconfig.json'] },
  { title: 'types of web', args: [tsc, '-p', 'web/tsconfig.json'] },
  { title: 'types of journeys', args: [tsc, '-p', 'e2e/tsconfig.json'] },
  { title: 'lint and format', args: [biome, 'check', '--error-on-warnings', '--diagnostic-level=warn'] },
  { title: 'numbers of migrations', args: [inProject('test', 'check-migrations.ts')] },
  { title: 'words of comments, names of types', args: [inProject('scripts', 'check-words.mjs')] },
  {
    title: 'packages: versions, checksums, scripts, licences',
    args: [inProject('scripts', 'check-packages.mjs')],
  },
];

/** Runs all of them, whatever fails, and answers how many failed. */
export async function runChecks() {
  let failed = 0;
  for (const { title, args } of checks) {
    const code = await runNode(args);
    console.log(`${code === 0 ? '✓' : '✗'} ${title}`);
    if (code !== 0) failed += 1;
  }
  return failed;
}

export async function runBiome(...args) {
  return await runNode([biome, ...args]);
}
