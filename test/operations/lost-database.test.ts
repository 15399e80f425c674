import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase } from '#test/world/demo-database.ts';
import { type FreezableProxy, openFreezableProxy } from '#test/world/freezable-proxy.ts';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';

/**
 * Tests a busy portal, with calls and jobs running at every moment, whose database is killed, stops answering or
 * is restarted.
 */

const folder = mkdtempSync(join(tmpdir(), 'banjian-lost-database-'));
const database = await createDemoDatabase();
let proxy: FreezableProxy;
let server: PortalProcess | undefined;
let isOver = false;
const backgroundWork: Promise<void>[] = [];

async function repeat(everyMs: number, work: () => Promise<unknown>): Promise<void> {
  while (!isOver) {
    await work().catch(() => undefined);
    await wait(everyMs);
  }
}

const readyStatus = async () => (await fetch(`${server?.address}/readyz`).catch(() => undefined))?.status;
async function waitForStatus(status: number): Promise<void> {
  while ((await readyStatus()) !== status) await wait(50);
}

beforeAll(async () => {
  proxy = await openFreezableProxy(database.url);
  const settings = { PORTAL_MODE: 'demo', PORTAL_DEMO_ORDERS: '0', DATA_DIR: join(folder, 'data') };
  server = await startPortal({ ...settings, DATABASE_URL: proxy.url });
  expect(server.address, server.output()).toBeDefined();
  for (const path of ['/sys/captcha', '/sys/captcha', '/api/session/public-key'])
    backgroundWork.push(
      repeat(5, async () => await (await fetch(`${server?.address}${path}`)).arrayBuffer()),
    );
  // Short ones, so that one is finishing at every moment.
  const job =
    "select graphile_worker.add_job('work-order.notices'), graphile_worker.add_job('message.deliver')";
  backgroundWork.push(repeat(5, () => database.pool.query(job)));
});

afterAll(async () => {
  isOver = true;
  await Promise.all(backgroundWork);
  await server?.stop();
  await database.drop();
  proxy.close();
  rmSync(folder, { recursive: true });
});

const restart = async () => {
  proxy.cut();
  const admin = new pg.Client(database.url);
  await admin.connect();
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like $1 and pid <> pg_backend_pid()',
    ['banjian%'],
  );
  await admin.end();
};

const faults: [string, () => void | Promise<void>][] = [
  ['silent', () => proxy.freeze()],
  ['dead', () => proxy.cut()],
  ['restarted', restart],
];

test.each(faults)('a database that is %s causes no unhandled rejection', async (_how, begin) => {
  for (let round = 0; round < 3; round += 1) {
    await waitForStatus(200);
    await wait(300);
    await begin();
    await waitForStatus(503);
    await wait(500);
    proxy.resume();
  }
  await waitForStatus(200);
  expect(server?.output()).not.toMatch(/A rejection that nobody handled|An error that nobody caught/);
});
