import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBinaries } from '#server/kernel/database/embedded/binaries.ts';
import { clusterFolder, ensureCluster } from '#server/kernel/database/embedded/cluster.ts';
import {
  type ClusterSetup,
  startPostmaster,
  stopPostmaster,
} from '#server/kernel/database/embedded/launch.ts';
import type { Secrets } from '#server/kernel/database/embedded/secrets.ts';
import { changeOwner, chooseServerUser } from '#server/kernel/database/embedded/server-user.ts';
import {
  databaseUrl,
  ensurePortalDatabase,
  openSupervisorConnection,
} from '#server/kernel/database/embedded/supervisor-connection.ts';
import { freePort } from '#test/world/free-port.ts';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';

/**
 * Tests a separate PostgreSQL that is made read-only and writable again by its parameter, and made a standby
 * and promoted (0168).
 */

const folder = mkdtempSync(join(tmpdir(), 'banjian-read-only-'));
let clusterSetup: ClusterSetup;
let secrets: Secrets;
let postmaster: number;
let server: PortalProcess | undefined;
let metrics = 0;

async function asAdmin(...statements: string[]): Promise<void> {
  const client = new pg.Client(databaseUrl('postgres', secrets.adminPassword, secrets.port, 'postgres'));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const settings = () => ({
  PORTAL_MODE: 'production',
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: databaseUrl('banjian', secrets.password, secrets.port, 'banjian'),
});

beforeAll(async () => {
  const cluster = join(folder, 'postgres');
  await mkdir(cluster, { mode: 0o700 });
  const user = await chooseServerUser(cluster);
  await changeOwner(user, folder);
  await changeOwner(user, cluster);
  clusterSetup = { binaries: await findBinaries(), user, folder: cluster, options: { durable: false } };
  secrets = await ensureCluster(clusterSetup.binaries, user, cluster, clusterSetup.options);
  postmaster = await startPostmaster(clusterSetup, secrets);
  // The embedded one writes no more than it needs by itself; a standby needs more.
  await asAdmin('alter system set wal_level = replica');
  await stopPostmaster(clusterSetup, postmaster);
  postmaster = await startPostmaster(clusterSetup, secrets);
  const guard = await openSupervisorConnection(secrets, clusterFolder(cluster));
  if (!guard) throw new Error('The cluster does not answer');
  await ensurePortalDatabase(guard, secrets);
  await guard.end();
  metrics = await freePort();
  server = await startPortal({ ...settings(), METRICS_PORT: String(metrics) });
  expect(server.address, server.output()).toBeDefined();
});

afterAll(async () => {
  await server?.stop();
  await stopPostmaster(clusterSetup, postmaster);
  rmSync(folder, { recursive: true });
});

const readiness = async () => {
  const answer = await fetch(`${server?.address}/readyz`);
  const { reason } = (await answer.json()) as { reason?: string };
  return { status: answer.status, reason };
};
const waitForStatus = async (status: number) => {
  for (;;) {
    const result = await readiness();
    if (result.status === status) return result;
    await wait(100);
  }
};
const metricOf = async (name: string) =>
  new RegExp(`^${name} (\\S+)`, 'm').exec(
    await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text(),
  )?.[1];

/** Returns the status of a call that needs the database. */
async function requestCaptcha(): Promise<{ status: number; retryAfter: string | null }> {
  const answer = await fetch(`${server?.address}/sys/captcha`);
  await answer.arrayBuffer();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
}

const listBackendPids = async () => {
  const client = new pg.Client(settings().DATABASE_URL);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name in ('banjian', 'banjian events')",
  );
  await client.end();
  return rows.map(({ pid }) => pid);
};

describe('a read-only database', () => {
  test('is reported by /readyz and metrics, drops its connections, and works again when writable', async () => {
    expect(await waitForStatus(200)).toMatchObject({ status: 200 });
    expect(await metricOf('banjian_database_up')).toBe('1');
    const before = await listBackendPids();
    expect(before.length).toBeGreaterThan(0);
    await asAdmin('alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
    expect((await waitForStatus(503)).reason).toMatch(/read-only/);
    expect(await metricOf('banjian_database_up')).toBe('0');
    expect(await metricOf('banjian_database_read_only')).toBe('1');
    expect(await requestCaptcha()).toEqual({ status: 503, retryAfter: '2' });
    while ((await listBackendPids()).some((pid) => before.includes(pid))) await wait(100);
    await asAdmin(
      'set default_transaction_read_only = off',
      'alter system reset default_transaction_read_only',
      'select pg_reload_conf()',
    );
    await waitForStatus(200);
    expect(await metricOf('banjian_database_read_only')).toBe('0');
    expect(await requestCaptcha()).toMatchObject({ status: 200 });
  });

  test('is also detected when only new connections are read-only', async () => {
    await waitForStatus(200);
    await asAdmin('alter role banjian set default_transaction_read_only = on');
    expect((await waitForStatus(503)).reason).toMatch(/read-only/);
    await asAdmin('alter role banjian reset default_transaction_read_only');
    await waitForStatus(200);
  });

  test('that is a standby causes 503 until its promotion, and a start on it is refused with a message', async () => {
    await stopPostmaster(clusterSetup, postmaster);
    const signal = join(clusterFolder(clusterSetup.folder), 'standby.signal');
    await writeFile(signal, '');
    await changeOwner(clusterSetup.user, signal);
    postmaster = await startPostmaster(clusterSetup, secrets);
    for (;;) {
      const { status, reason } = await waitForStatus(503);
      if (status === 503 && /read-only/.test(reason ?? '')) break;
      await wait(100);
    }
    expect(await requestCaptcha()).toMatchObject({ status: 503 });
    const second = await startPortal({ ...settings(), DATA_DIR: join(folder, 'second') });
    expect(second.address).toBeUndefined();
    expect(await second.waitForExit()).toBe(1);
    expect(second.output()).toContain('是只读的，不能启动');
    expect(second.output()).toContain('is read-only');
    expect(second.output()).not.toMatch(/\n\s+at /);
    await asAdmin('select pg_promote()');
    await waitForStatus(200);
    expect(await requestCaptcha()).toMatchObject({ status: 200 });
  });
});
