import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '#test/world/database.ts';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';

/**
 * Tests the server as the service of an office starts it: `node server/main.ts`, without npm, from a folder
 * that it cannot write.
 */

const entry = join(import.meta.dirname, '..', '..', 'server', 'main.ts');
const folder = await mkdtemp(join(tmpdir(), 'banjian-operations-'));
await chmod(folder, 0o777);
const database = await createEmptyDatabase();
const servers: PortalProcess[] = [];
afterAll(async () => {
  for (const server of servers) server.signal('SIGKILL');
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Returns a user who owns nothing; the user who runs the tests if that is impossible, or if the other cannot
 * read the folder.
 */
function unprivilegedUser(): { uid?: number; gid?: number } {
  const other = { uid: 65_534, gid: 65_534 };
  if (process.getuid?.() !== 0) return {};
  const inspect = `require('node:fs').accessSync(${JSON.stringify(entry)})`;
  if (spawnSync(process.execPath, ['--eval', inspect], other).status === 0) return other;
  console.warn('Other users cannot read the tree: the server is started as this one.');
  return {};
}

async function start(): Promise<PortalProcess> {
  const settings = {
    PORTAL_MODE: 'production',
    TZ: 'UTC',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
  };
  const server = await startPortal(settings, [entry], { ...unprivilegedUser(), cwd: '/' });
  servers.push(server);
  expect(server.address, server.output()).toBeDefined();
  return server;
}

const passwords = (server: PortalProcess) => [
  ...new Set(server.output().match(/[a-zA-Z]{6}@[2-9]{4}[a-zA-Z]{5}/g)),
];

test('two servers started at once fill one empty database, print one password and stop cleanly', async () => {
  const [one, other] = await Promise.all([start(), start()]);
  expect([one, other].flatMap(passwords)).toHaveLength(1);
  const page = await fetch(`${one.address}/login`, { headers: { accept: 'text/html' } });
  // The web app is built by `npm run build`; without it the server says so.
  expect(one.output().includes('npm run build')).toBe(!page.ok);

  expect(await one.stop()).toBe(0);
  expect((await fetch(`${other.address}/readyz`)).status).toBe(200);
  expect(await other.stop()).toBe(0);

  const restarted = await start();
  expect(passwords(restarted)).toEqual([]);
  // A second signal ends it at once.
  restarted.signal('SIGTERM');
  restarted.signal('SIGINT');
  expect(await restarted.waitForExit()).toBeOneOf([0, 130]);
});

test('the migrate command works for an unprivileged user', () => {
  const script = join(import.meta.dirname, '..', '..', 'scripts', 'run.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'migrate', '--check'], {
    ...unprivilegedUser(),
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      PORTAL_MODE: 'production',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database.url,
    },
  });
  expect(stdout + stderr).toContain('数据库已是这一版');
  expect(status).toBe(0);
});
