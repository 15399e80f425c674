import { execFileSync, spawnSync } from 'node:child_process';
import { copyFile, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '#test/world/database.ts';
import { startPortal } from '#test/world/portal-process.ts';

/**
 * Tests an installation without the files that are only for building (docs/decisions/0174), as `npm run trim`
 * leaves it.
 */

const root = join(import.meta.dirname, '..', '..');
const folder = await mkdtemp(join(tmpdir(), 'banjian-size-'));
const installed = join(folder, 'banjian');
const database = await createEmptyDatabase();
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const megabyte = 1_000_000;

/** Returns the size of a folder in bytes, without the targets of its links. */
async function bytesOf(path: string): Promise<number> {
  const stat = await lstat(path);
  if (!stat.isDirectory()) return stat.size;
  const sizes = await Promise.all((await readdir(path)).map((name) => bytesOf(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Links files if possible: they are only removed or replaced, never changed in place. */
function linkOrCopy(name: string): void {
  try {
    execFileSync('cp', ['-al', join(root, name), installed], { stdio: 'pipe' });
  } catch {
    execFileSync('cp', ['-a', join(root, name), installed]);
  }
}

function runInInstallation(program: string, ...args: string[]): string {
  // The doctor reports problems here by its exit code, because there is no web app.
  const { stdout } = spawnSync(program, args, { cwd: installed, encoding: 'utf8', env: ownEnvironment() });
  return stdout;
}

/** Returns the environment of the user who runs the tests, without npm's variables for its own scripts. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
}

test('a trimmed installation has less than 250 MB of packages, and the portal runs on it', async () => {
  await mkdir(installed);
  for (const name of ['server', 'contract', 'domain', 'scripts', 'node_modules']) linkOrCopy(name);
  for (const name of ['package.json', 'package-lock.json'])
    await copyFile(join(root, name), join(installed, name));
  runInInstallation(
    process.execPath,
    '--eval',
    "import('./scripts/lib/trim.mjs').then(({ trimPackages }) => trimPackages())",
  );

  expect(await readdir(join(installed, 'node_modules'))).not.toContain('react');
  expect(await bytesOf(join(installed, 'node_modules'))).toBeLessThan(250 * megabyte);

  const node = join(installed, 'dist', 'node', 'bin', 'node');
  const settings = {
    PORTAL_MODE: 'production',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
  };
  const server = await startPortal(settings, [join(installed, 'server', 'main.ts')], {
    cwd: '/',
    program: node,
  });
  expect(server.address, server.output()).toBeDefined();
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  const doctor = join('server', 'commands', 'doctor-main.ts');
  const { checks } = JSON.parse(runInInstallation(node, doctor, '--web=current', '--json'));
  for (const check of ['node', 'fonts'])
    expect(checks).toContainEqual(expect.objectContaining({ check, state: 'ok' }));
  expect(await server.stop()).toBe(0);
});
