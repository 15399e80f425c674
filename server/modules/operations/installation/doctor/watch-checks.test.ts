import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { createLog } from '#server/kernel/log/log.ts';
import { createTestDatabase } from '#test/world/database.ts';
import { testPortal } from '#test/world/portal.ts';
import { bindAuditFolderOf, openFiles, openInstallationKeys } from '../service.ts';
import { findingsOf } from './finding.ts';
import { type HealthCheckResults, watchChecks, worstStates } from './watch-checks.ts';

const portal = await testPortal({ settings: { SMS_PROVIDER: 'none', PORTAL_SEPARATE_DUTIES: 'false' } });
const folder = mkdtempSync(join(tmpdir(), 'banjian-checks-'));
const fonts = [join(folder, 'office.ttf')];
writeFileSync(fonts[0] ?? '', '');
const dataDir = join(folder, 'data');
const config = {
  ...portal.context.config,
  dataDir,
  auditDir: join(folder, 'audit'),
  documents: { ...portal.context.config.documents, fonts },
};
mkdirSync(dataDir, { mode: 0o700 });
mkdirSync(config.auditDir, { mode: 0o700 });
await openInstallationKeys(portal.context.db, config, new Date());
await bindAuditFolderOf(portal.context.db, config);
await openFiles(portal.context.db, config);

const watches: HealthCheckResults[] = [];
afterAll(async () => {
  for (const watch of watches) await watch.stop();
  rmSync(folder, { recursive: true });
});
const lines: { level: string; message: string; check: string }[] = [];
const log = createLog('info', (line) => lines.push(JSON.parse(line)));
const times = { everyMs: 30, timeoutMs: 10_000, remoteEvery: 2 };

function open(db = portal.context.db): HealthCheckResults {
  const watch = watchChecks({ config, db, log, now: () => new Date() }, times);
  watches.push(watch);
  return watch;
}
const stateOf = (watch: HealthCheckResults, check: string) => worstStates(watch.findings()).get(check);
const waitForState = (watch: HealthCheckResults, check: string, state: string | undefined) =>
  vi.waitFor(() => expect(stateOf(watch, check)).toBe(state), { timeout: 20_000 });

describe('the health checks of a running portal', () => {
  test('include those of the doctor, and log a warning once', async () => {
    const watch = open();
    await waitForState(watch, 'settings', 'warning');
    const checks = new Set(watch.findings().map(({ check }) => check));
    for (const check of ['clock', 'grants', 'fonts', 'folders', 'file-place', 'audit-place'])
      expect(checks, check).toContain(check);
    for (const check of ['web', 'address', 'passwords']) expect(checks, check).not.toContain(check);
    await waitForState(watch, 'settings', 'warning');
    await watch.stop();
    expect(lines.filter(({ check }) => check === 'settings')).toMatchObject([
      { level: 'warn', message: expect.stringContaining('PORTAL_SEPARATE_DUTIES=false') },
    ]);
  });

  test.each([
    ['audit-place', () => config.auditDir],
    ['file-place', () => join(dataDir, 'files')],
    ['fonts', () => fonts[0] ?? ''],
  ])('log that %s is missing, and that it is back', async (check, place) => {
    const watch = open();
    await waitForState(watch, check, 'ok');
    lines.length = 0;
    renameSync(place(), `${place()}.away`);
    await waitForState(watch, check, 'fault');
    renameSync(`${place()}.away`, place());
    await waitForState(watch, check, 'ok');
    await watch.stop();
    expect(lines.filter((line) => line.check === check).map(({ level }) => level)).toEqual(['error', 'info']);
  });

  test('report only the database when it is unavailable, and continue when it is back', async () => {
    const admin = new pg.Client({ connectionString: inject('adminUrl') });
    await admin.connect();
    const other = await createTestDatabase();
    const name = new URL(other.url).pathname.slice(1);
    const allow = async (isAllowed: boolean) => {
      await admin.query(`alter database ${name} allow_connections ${isAllowed}`);
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    };
    await openInstallationKeys(other.db, config, new Date());
    const watch = open(other.db);
    await waitForState(watch, 'grants', 'ok');
    await allow(false);
    await waitForState(watch, 'database', 'fault');
    await waitForState(watch, 'grants', undefined);
    await allow(true);
    await waitForState(watch, 'grants', 'ok');
    expect(stateOf(watch, 'database')).toBe('ok');
    await watch.stop();
    await other.drop();
    await admin.end();
  });
});

test('a check that hangs is reported as failed, delays no other and is not started twice', async () => {
  let checks = 0;
  const hangingChecks = [
    {
      name: 'disk',
      isRemote: false,
      run: () => {
        checks += 1;
        return new Promise<never>(() => undefined);
      },
    },
    { name: 'node', isRemote: false, run: async () => [findingsOf('node').ok('好', 'well')] },
  ];
  const watch = watchChecks({ ...portal.context, log }, { ...times, timeoutMs: 20 }, hangingChecks);
  watches.push(watch);
  await waitForState(watch, 'node', 'ok');
  expect(stateOf(watch, 'disk')).toBe('fault');
  const before = watch.findings();
  await vi.waitFor(() => expect(watch.findings()).not.toBe(before));
  expect(checks).toBe(1);
});

test('checks of another machine run less often', async () => {
  const counts = { local: 0, remote: 0 };
  const countingCheck = (name: keyof typeof counts, isRemote: boolean) => ({
    name,
    isRemote,
    run: async () => {
      counts[name] += 1;
      return [findingsOf(name).ok('好', 'well')];
    },
  });
  const watch = watchChecks({ ...portal.context, log }, { ...times, everyMs: 5, remoteEvery: 1_000_000 }, [
    countingCheck('local', false),
    countingCheck('remote', true),
  ]);
  watches.push(watch);
  await vi.waitFor(() => expect(counts.local).toBeGreaterThan(3));
  expect(counts.remote).toBe(1);
  expect(stateOf(watch, 'remote')).toBe('ok');
});
