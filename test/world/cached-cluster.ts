import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort, readSecrets, writeSecrets } from '#server/kernel/database/embedded/secrets.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const storedFolder = join(root, 'node_modules', '.cache', 'test-clusters');

/** The sources of a migrated cluster: the programs, the code that creates it, and the migrations of the portal and its jobs. */
const sources = [
  'package-lock.json',
  'server/framework/jobs',
  'server/kernel/database',
  'test/world/global-setup.ts',
  'test/world/cached-cluster.ts',
];

/** Returns the name under which the migrated cluster of these sources is kept between runs. */
export async function nameOfCluster(): Promise<string> {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.getuid?.()}`);
  for (const source of sources) {
    for (const path of await filesOf(join(root, source)))
      hash.update(`${path}\0`).update(await readFile(path));
  }
  return hash.digest('hex').slice(0, 24);
}

async function filesOf(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Copies the cached cluster into a data folder, with a port of its own; returns whether there was one. */
export async function restoreCluster(name: string, dataDir: string): Promise<boolean> {
  const cluster = join(dataDir, 'postgres', 'cluster');
  try {
    await stat(join(storedFolder, name, 'PG_VERSION'));
    await mkdir(join(dataDir, 'postgres'));
    await run('cp', ['-a', join(storedFolder, name), cluster]);
    await writeSecrets(cluster, { ...(await readSecrets(cluster)), port: await findFreePort() });
    return true;
  } catch {
    // There is none, or another run is removing it as outdated.
    await rm(join(dataDir, 'postgres'), { recursive: true, force: true });
    return false;
  }
}

/**
 * Keeps the cluster of a data folder whose server has stopped, and removes those of other sources. It is copied to a
 * temporary folder and renamed, so that a killed run leaves no partial cluster.
 */
export async function cacheCluster(name: string, dataDir: string): Promise<void> {
  await mkdir(storedFolder, { recursive: true });
  for (const other of await readdir(storedFolder)) {
    if (other === name || isInProgress(other)) continue;
    await rm(join(storedFolder, other), { recursive: true, force: true });
  }
  const temporaryFolder = join(storedFolder, `${name}.of-${process.pid}`);
  await run('cp', ['-a', join(dataDir, 'postgres', 'cluster'), temporaryFolder]);
  // Another run may have stored the same cluster meanwhile.
  await rename(temporaryFolder, join(storedFolder, name)).catch(() =>
    rm(temporaryFolder, { recursive: true }),
  );
}

function isInProgress(folder: string): boolean {
  const pid = Number(/\.of-(\d+)$/.exec(folder)?.[1]);
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
