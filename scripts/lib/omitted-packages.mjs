import { existsSync, readFileSync } from 'node:fs';
import { inProject } from './project.mjs';

/**
 * Finds optional packages that npm omitted: it skips those that need a newer Node than its own, without a
 * message. On the Node 18 of Debian these include programs that sharp and Vite need.
 */
export function findOmittedPackages() {
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  return omittedPackagesOf(packages, { ...thisSystem(), exists: (path) => existsSync(inProject(path)) });
}

/** Returns the optional packages for this system that are missing although their parent is installed. */
export function omittedPackagesOf(packages, { exists, ...system }) {
  const omitted = new Set();
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    if (path !== '' && !exists(path)) continue;
    for (const name of Object.keys(optionalDependencies)) {
      const packagePath = possiblePathsOf(path, name).find((one) => packages[one]);
      if (packagePath && isFor(packages[packagePath], system) && !exists(packagePath))
        omitted.add(packagePath);
    }
  }
  return [...omitted];
}

/** Returns the possible paths of a package with that name as seen from the path, nearest first. */
function possiblePathsOf(path, name) {
  const places = [];
  for (
    let parent = path;
    parent !== '';
    parent = parent.slice(0, Math.max(0, parent.lastIndexOf('node_modules/') - 1))
  )
    places.push(`${parent}/node_modules/${name}`);
  return [...places, `node_modules/${name}`];
}

/** Checks whether a package of the lock file is for that system. */
export function isFor({ os, cpu, libc }, system) {
  return allows(os, system.os) && allows(cpu, system.cpu) && (!system.libc || allows(libc, system.libc));
}

function allows(allowed, value) {
  if (!allowed) return true;
  return (
    allowed.includes(value) ||
    (allowed.every((each) => each.startsWith('!')) && !allowed.includes(`!${value}`))
  );
}

export function thisSystem() {
  const { platform, arch, report } = process;
  const isLinux = platform === 'linux';
  const libc = isLinux && (report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl');
  return { os: platform, cpu: arch, libc };
}
