import { inProject, UserError } from './project.mjs';
import { listChangedFiles, readTypesRecord, typesReachedBy } from './reached-types.mjs';
import { runNode } from './run-node.mjs';

const tsc = inProject('node_modules', 'typescript', 'bin', 'tsc');
const biome = inProject('node_modules', '@biomejs', 'biome', 'bin', 'biome');
const knip = inProject('node_modules', 'knip', 'bin', 'knip.js');

/**
 * The type checks, each with its own configuration. Server, tests and bench together are one check, which is
 * cheaper than three that read the same sources; each of them can also be checked alone.
 */
const typeChecks = {
  whole: 'tsconfig.json',
  domain: 'domain/tsconfig.json',
  web: 'web/tsconfig.json',
  journeys: 'e2e/tsconfig.json',
};
const partialTypeChecks = {
  server: 'tsconfig.server.json',
  tests: 'tsconfig.tests.json',
  bench: 'tsconfig.bench.json',
};

/** Each check stores its results next to the packages, and checks only the changes since. */
const recordOf = (name) => inProject('node_modules', '.cache', 'types', `${name}.tsbuildinfo`);
const typeCheckOf = (name) => [
  tsc,
  ...['-p', { ...typeChecks, ...partialTypeChecks }[name], '--incremental'],
  ...['--tsBuildInfoFile', recordOf(name)],
];

/**
 * Checks of the code that do not run it: the type checks, the linter, and that
 * nothing is left without use, migrations are numbered without a gap, comments name their subjects, packages are pinned
 * and may be shipped.
 */
const checks = [
  ...Object.keys(typeChecks).map((name) => ({ title: `types of ${name}`, args: typeCheckOf(name) })),
  { title: 'lint and format', args: [biome, 'check', '--error-on-warnings', '--diagnostic-level=warn'] },
  {
    title: 'files, exports and packages without use',
    args: [knip, '--no-progress', '--cache', '--cache-location', inProject('node_modules', '.cache', 'knip')],
  },
  { title: 'numbers of migrations', args: [inProject('test', 'check-migrations.ts')] },
  { title: 'words of comments, names of types', args: [inProject('scripts', 'check-words.mjs')] },
  {
    title: 'packages: versions, checksums, scripts, licences',
    args: [inProject('scripts', 'check-packages.mjs')],
  },
];

/** Runs all given checks even if some fail, and returns how many failed. */
export async function runChecks(chosen = checks) {
  let failed = 0;
  for (const { title, args } of chosen) {
    const code = await runNode(args);
    console.log(`${code === 0 ? '✓' : '✗'} ${title}`);
    if (code !== 0) failed += 1;
  }
  return failed;
}

/** Runs the type checks with these names, or all of them if there are none. */
export async function runTypes(names) {
  const known = Object.keys({ ...partialTypeChecks, ...typeChecks });
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new UserError(
      `没有类型检查“${unknown}”，可用的有：${known.join('、')}`,
      `There is no type check "${unknown}"; available: ${known.join(', ')}`,
    );
  }
  const chosenNames = names.length > 0 ? names : Object.keys(typeChecks);
  return await runChecks(chosenNames.map((name) => ({ title: `types of ${name}`, args: typeCheckOf(name) })));
}

/** Runs the type checks that the changes since a branch or commit reach, the uncommitted ones alone without it. */
export async function runTypesOfChanges(since) {
  const records = Object.keys(typeChecks).map((name) => [name, readTypesRecord(recordOf(name))]);
  const reached = typesReachedBy(listChangedFiles(since), Object.fromEntries(records));
  return reached.length === 0 ? 0 : await runTypes(reached);
}

export async function runBiome(...args) {
  return await runNode([biome, ...args]);
}
