import { existsSync, readFileSync } from 'node:fs';
import { findPackageProblems } from './lib/packages-check.mjs';
import { inProject } from './lib/project.mjs';

const read = (...parts) => JSON.parse(readFileSync(inProject(...parts), 'utf8'));

/** Returns the licence that an installed package names; undefined for one that is for another system. */
function readLicence(path) {
  if (!existsSync(inProject(path, 'package.json'))) return undefined;
  const { license } = read(path, 'package.json');
  return license?.type ?? license;
}

const problems = findPackageProblems({
  manifest: read('package.json'),
  packages: read('package-lock.json').packages,
  readLicence,
});
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
