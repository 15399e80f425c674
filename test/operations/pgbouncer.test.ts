import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { connect } from '#server/kernel/database/connect.ts';
import { testDatabase } from '#test/world/database.ts';
import { freePort } from '#test/world/free-port.ts';

/** Tests a pooler between the portal and its database (docs/decisions/0168), if pgbouncer is installed. */

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0;
if (!isInstalled)
  console.warn('LEFT OUT: there is no pgbouncer on this machine, so that no pooler is tried.');

const folder = await mkdtemp(join(tmpdir(), 'banjian-pooler-'));
const { url } = await testDatabase();
const running: ChildProcess[] = [];
afterAll(async () => {
  for (const child of running) child.kill('SIGINT');
  await rm(folder, { recursive: true, force: true });
});

/** Starts pgbouncer as Debian ships it, in this mode; returns the address of the database through it. */
async function startPooler(mode: 'session' | 'transaction'): Promise<string> {
  const poolerUrl = new URL(url);
  const port = await freePort();
  const user = decodeURIComponent(poolerUrl.username);
  await writeFile(join(folder, 'users'), `"${user}" "${decodeURIComponent(poolerUrl.password)}"\n`, {
    mode: 0o644,
  });
  const settings = join(folder, `${mode}.ini`);
  await writeFile(
    settings,
    `[databases]
* = host=${poolerUrl.hostname} port=${poolerUrl.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
ignore_startup_parameters = extra_float_digits
`,
    { mode: 0o644 },
  );
  // It refuses to run as root.
  const processUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  spawnSync('chmod', ['755', folder]);
  const child = spawn('pgbouncer', [settings], { stdio: 'ignore', ...processUser });
  running.push(child);
  poolerUrl.hostname = '127.0.0.1';
  poolerUrl.port = String(port);
  return poolerUrl.href;
}

test.runIf(isInstalled)('a session pooler keeps the settings of each connection', async () => {
  const database = await connect(await startPooler('session'), { max: 4 });
  const limit = () => sql<{ limit: string }>`select current_setting('statement_timeout') as "limit"`;
  const results = await Promise.all(
    Array.from({ length: 4 }, () => database.db.connection().execute((one) => limit().execute(one))),
  );
  expect(results.map(({ rows }) => rows[0]?.limit)).toEqual(['1min', '1min', '1min', '1min']);
  await database.close();
});

test.runIf(isInstalled)('a transaction pooler is refused with the setting to change', async () => {
  await expect(connect(await startPooler('transaction'))).rejects.toThrow(/pool_mode 设为 session/);
});
