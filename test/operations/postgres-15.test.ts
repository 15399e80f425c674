import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sm2 } from 'sm-crypto-v2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboard } from '#contract/dashboard.ts';
import { session } from '#contract/session.ts';
import { workOrders } from '#contract/work-orders.ts';
import { demoPassword } from '#server/kernel/config/config.ts';
import { connect } from '#server/kernel/database/connect.ts';
import { newTally, openCaller } from '#test/chaos/caller.ts';
import { accounts, completeLetter } from '#test/chaos/complete-letter.ts';
import { readKeys, verifyActions } from '#test/chaos/verify-run.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { runCommand } from '#test/world/backups.ts';
import { type InstalledPostgres, startInstalled } from '#test/world/installed-postgres.ts';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';
import { solveProofOfWork } from '#web/features/session/proof-of-work.ts';

/** Tests the oldest supported PostgreSQL, that of Debian 12, if it is installed. */

const programs = '/usr/lib/postgresql/15/bin';
const isInstalled = existsSync(join(programs, 'initdb'));
if (!isInstalled)
  console.warn('LEFT OUT: there is no PostgreSQL 15 on this machine, so that the oldest one is not tried.');

const folder = mkdtempSync(join(tmpdir(), 'banjian-postgres-15-'));
const pathOf = (...parts: string[]) => join(folder, ...parts);
// The account that runs the server needs access.
chmodSync(folder, 0o755);
let postgres: InstalledPostgres;
const running = new Set<PortalProcess>();
beforeAll(async () => {
  if (!isInstalled) return;
  postgres = await startInstalled(programs, pathOf('postgres'));
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  for (const role of ['owner', 'portal'])
    await admin.query(`create role ${role} login password '${postgres.password}'`);
  for (const name of ['office', 'demo']) await admin.query(`create database ${name} owner owner`);
  await admin.end();
});
afterAll(async () => {
  for (const portal of running) portal.signal('SIGKILL');
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

async function start(settings: Record<string, string>): Promise<PortalProcess> {
  const portal = await startPortal(settings);
  expect(portal.address, portal.output()).toBeDefined();
  running.add(portal);
  return portal;
}

async function stop(portal: PortalProcess): Promise<void> {
  running.delete(portal);
  expect(await portal.stop()).toBe(0);
}

describe.skipIf(!isInstalled)('PostgreSQL 15', () => {
  test('runs an office with two database roles, and its administrator signs in', async () => {
    const portalSettings = {
      PORTAL_MODE: 'production',
      DATA_DIR: pathOf('office'),
      DATABASE_URL: postgres.urlOf('portal', 'office'),
    };
    const ownerSettings = { ...portalSettings, DATABASE_OWNER_URL: postgres.urlOf('owner', 'office') };
    const migrated = await runCommand('server/commands/migrate-main.ts', [], ownerSettings);
    expect(migrated.code, migrated.output).toBe(0);
    const portal = await start(portalSettings);
    const [, password = ''] = /一次性密码 (\S+?)（/.exec(portal.output()) ?? [];
    const getJson = async <T>(path: string, init?: RequestInit) =>
      (await (await fetch(portal.address + path, init)).json()) as { errcode: number; data: T };
    const { data: captcha } = await getJson<{
      captchaToken: string;
      work: { salt: string; difficulty: number };
    }>(`${session.captcha.path}?kind=work`);
    const { data: key } = await getJson<{ publicKey: string }>(session.publicKey.path);
    const signedIn = await getJson<{ accessToken: string }>(session.login.path, {
      method: 'POST',
      body: new URLSearchParams({
        username: 'admin',
        password: `sm2:${sm2.doEncrypt(`${captcha.captchaToken} ${password}`, key.publicKey, 1)}`,
        captchaToken: captcha.captchaToken,
        verifyCode: await solveProofOfWork(captcha.work.salt, captcha.work.difficulty),
      }),
    });
    expect(signedIn).toMatchObject({ errcode: 0, data: { accessToken: expect.any(String) } });
    await stop(portal);
  });

  test('handles orders with every action, and its backup is restored into the embedded database', async () => {
    const settings = {
      PORTAL_MODE: 'demo',
      PORTAL_DEMO_ORDERS: '0',
      PORTAL_DEMO_CAPTCHA: 'A7K3',
      PORTAL_URGE_HOURS: '1',
      DATA_DIR: pathOf('demo'),
      DATABASE_URL: postgres.urlOf('owner', 'demo'),
    };
    const portal = await start(settings);
    const tally = newTally();
    const caller = openCaller(portal.address ?? '', tally);
    for (const account of accounts) await caller.signIn(account, demoPassword);
    await Promise.all([3, 4].map((number) => completeLetter(caller, number, [])));
    expect(tally.refused).toEqual([]);
    expect(tally.acknowledged.length).toBeGreaterThan(30);
    for (const path of [
      `${workOrders.todoPage.path}?page=1&size=10`,
      `${workOrders.donePage.path}?page=1&size=10`,
      `${workOrders.myWorkOrderPage.path}?page=1&size=10`,
      `${workOrders.search.path}?keyword=${encodeURIComponent('来信')}`,
      dashboard.page.path,
    ])
      await caller.read('wujianguo', path);

    const backups = pathOf('backups');
    const backupResult = await runCommand(
      'server/commands/backup-main.ts',
      [backups, '--keys', pathOf('keys')],
      settings,
    );
    expect(backupResult.code, backupResult.output).toBe(0);
    await stop(portal);
    const database = await connect(settings.DATABASE_URL, { max: 2 });
    expect(await verifyActions(database.db, tally)).toEqual({ lost: [], duplicated: [] });
    expect(await checkInvariants(database.db, readKeys(pathOf('demo')))).toEqual([]);
    await database.close();

    const restored = await runCommand(
      'server/commands/restore-main.ts',
      [backups, '--keys', pathOf('keys'), '--into', pathOf('newer')],
      { DATA_DIR: pathOf('nowhere') },
    );
    expect(restored.code, restored.output).toBe(0);
    expect(restored.output).toContain('the audit log and the records of the orders are complete');
  }, 180_000);
});
