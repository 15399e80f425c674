import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isFor, thisSystem } from './omitted-packages.mjs';
import { copyRuntimeFiles } from './prepare.mjs';
import { inProject, installedNode, UserError } from './project.mjs';

/** Files that only removed tools read: types, and source maps. */
const toolFiles = /\.(map|d\.[cm]?ts)$/;

/**
 * Removes everything that is only for building and testing, for `npm run trim` after `npm run build`
 * (docs/decisions/0174). Reads the lock file and does not call npm, which needs its registry and keeps a compiler
 * that a package would use if it were installed.
 */
export function trim() {
  if (!existsSync(inProject('dist', 'web', 'index.html'))) {
    throw new UserError(
      '尚未构建网页，精简之后就不能再构建：请先执行 npm run build。',
      'The web app is not built, and cannot be built after this step: run npm run build first.',
    );
  }
  trimPackages();
  console.log(
    '已精简。要再次构建，请先执行 npm ci --include=dev。 Trimmed; to build again: npm ci --include=dev.',
  );
}

/**
 * Removes the packages, caches and files that nothing needs at run time.
 *
 * @public The test of a trimmed installation calls it in another folder.
 */
export function trimPackages() {
  if (existsSync(installedNode)) copyRuntimeFiles();
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  for (const path of packagesForBuilding(packages)) rmSync(inProject(path), { recursive: true, force: true });
  for (const cache of ['.cache', '.vite', '.vite-temp', '.vitest-cache', '.bin']) {
    rmSync(inProject('node_modules', cache), { recursive: true, force: true });
  }
  removeToolFiles(inProject('node_modules'));
}

/**
 * Returns the paths of packages that nothing needs at run time, nested ones first. Includes packages used
 * only by such packages, which the lock file does not mark as `dev`, and packages for other systems that an
 * older npm installed.
 */
export function packagesForBuilding(packages, system = thisSystem()) {
  const entries = Object.entries(packages).filter(([path]) => path !== '');
  const removedPaths = new Set(
    entries
      .filter(([, entry]) => entry.dev || entry.devOptional || !isFor(entry, system))
      .map(([path]) => path),
  );
  for (const [path, { optional }] of entries) {
    if (!optional || removedPaths.has(path)) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const users = Object.keys(packages).filter((user) => mayUse(packages[user], name));
    if (users.length > 0 && users.every((user) => removedPaths.has(user))) removedPaths.add(path);
  }
  return [...removedPaths].sort((one, other) => other.length - one.length);
}

const mayUse = ({ dependencies, optionalDependencies, peerDependencies }, name) =>
  [dependencies, optionalDependencies, peerDependencies].some((list) => list && name in list);

function removeToolFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeToolFiles(path);
    else if (entry.isFile() && toolFiles.test(entry.name)) rmSync(path);
  }
}
