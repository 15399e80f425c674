import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';
import { createTwoRoles } from '#test/world/two-roles.ts';

/**
 * Tests `npm run migrate` separately from the start, and servers of two versions on one database
 * (docs/decisions/0174).
 */

const roles = await createTwoRoles();
const folder = mkdtempSync(join(tmpdir(), 'banjian-migrate-'));
const owner = new pg.Pool({ connectionString: roles.urlOf(roles.owner), max: 1 });
const servers: PortalProcess[] = [];
afterAll(async () => {
  for (const server of servers) server.signal('SIGKILL');
  await owner.end();
  await roles.drop();
  rmSync(folder, { recursive: true });
});

const settings = {
  PORTAL_MODE: 'production',
  DATA_DIR: folder,
  DATABASE_URL: roles.urlOf(roles.portal),
};

async function start(): Promise<PortalProcess> {
  const server = await startPortal(settings);
  servers.push(server);
  return server;
}

function migrate(...args: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['server/commands/migrate-main.ts', ...args],
    {
      cwd: join(import.meta.dirname, '..', '..'),
      env: { PATH: process.env.PATH, ...settings, DATABASE_OWNER_URL: roles.urlOf(roles.owner) },
      encoding: 'utf8',
    },
  );
  return { code: status, output: stdout + stderr };
}

const recordMigration = (name: string, removesSchema: boolean) =>
  owner.query('insert into schema_migrations (name, checksum, contracts) values ($1, $2, $3)', [
    name,
    'of a newer version',
    removesSchema,
  ]);

test('a server without the owner role refuses an unprepared database until npm run migrate', async () => {
  const refused = await start();
  expect(refused.address).toBeUndefined();
  expect(refused.output()).toContain('npm run migrate');
  expect((await owner.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);

  expect(migrate('--chek').code).toBe(2);
  const pending = migrate('--check');
  expect(pending.code).toBe(1);
  expect(pending.output).toContain('0001-platform');
  const done = migrate();
  expect(done, done.output).toMatchObject({ code: 0 });
  expect(migrate('--check')).toMatchObject({ code: 0 });

  const server = await start();
  expect(server.address, server.output()).toBeDefined();
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  expect(server.output()).not.toContain('newer version');

  await owner.query(`revoke all on all tables in schema public from ${roles.portal}`);
  const withoutGrants = await start();
  expect(withoutGrants.address).toBeUndefined();
  expect(withoutGrants.output()).toContain('没有读写门户各表的权限');
  expect(migrate()).toMatchObject({ code: 0 });

  // Additions of the next version disturb neither the running server nor one that is started again.
  await owner.query("alter table halls add column phone text not null default ''");
  await recordMigration('9998-phones-of-halls', false);
  expect(await server.stop()).toBe(0);
  const restarted = await start();
  expect(restarted.address, restarted.output()).toBeDefined();
  expect(restarted.output()).toContain('newer version');
  expect(await restarted.stop()).toBe(0);

  await recordMigration('9999-no-halls', true);
  const tooOld = await start();
  expect(tooOld.address).toBeUndefined();
  expect(tooOld.output()).toContain('9999-no-halls，本版本不能再使用这个数据库');
});
