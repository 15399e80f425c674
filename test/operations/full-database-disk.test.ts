import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { initiation } from '#contract/initiation.ts';
import { installation } from '#contract/installation.ts';
import { workOrders } from '#contract/work-orders.ts';
import { demoPassword } from '#server/kernel/config/config.ts';
import { adminRole } from '#server/kernel/database/embedded/cluster.ts';
import { readSecrets } from '#server/kernel/database/embedded/secrets.ts';
import { databaseUrl } from '#server/kernel/database/embedded/supervisor-connection.ts';
import { newTally, openCaller } from '#test/chaos/caller.ts';
import { freePort } from '#test/world/free-port.ts';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';
import { petition } from '#test/world/start-data.ts';

/** Tests a completely full disk that contains the embedded database, the files and the anchors (0178). */

const folder = mkdtempSync(join(tmpdir(), 'banjian-full-database-'));
const disk = join(folder, 'data');
mkdirSync(disk);
const isMounted =
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk], { stdio: 'ignore' }).status === 0;
if (!isMounted) console.warn('LEFT OUT: no disk may be mounted here, so that none is filled.');
let server: PortalProcess | undefined;
afterAll(async () => {
  await server?.stop();
  if (isMounted) spawnSync('umount', [disk]);
  rmSync(folder, { recursive: true });
});

const isTrue = () => true;
const isFalse = () => false;
const filler = join(disk, 'filler');
const fill = () => {
  const { bavail, bsize } = statfsSync(disk);
  if (bavail > 0) writeFileSync(filler, Buffer.alloc(bavail * bsize), { flag: 'a' });
};

describe.skipIf(!isMounted)('a completely full disk', () => {
  test('with the embedded database causes 507 with a message, and all works again with free space', async () => {
    const metrics = await freePort();
    server = await startPortal({
      PORTAL_MODE: 'demo',
      PORTAL_DEMO_ORDERS: '0',
      PORTAL_DEMO_CAPTCHA: 'A7K3',
      DATA_DIR: disk,
      DISK_RESERVE_MB: '1',
      METRICS_PORT: String(metrics),
    });
    expect(server.address, server.output()).toBeDefined();
    const address = server.address ?? '';
    const { signIn, headersOf, act } = openCaller(address, newTally());
    await signIn('zhangwei', demoPassword);
    await signIn('tianye', demoPassword);
    const start = (number: number) =>
      fetch(address + initiation.initiate.path, {
        method: 'POST',
        headers: {
          ...headersOf('zhangwei'),
          'idempotency-key': randomUUID(),
          'content-type': 'application/json',
        },
        body: JSON.stringify(petition(number).start),
      });
    const textByStatus = new Map<number, string>();
    for (let number = 0; number < 400 && !textByStatus.has(507); number += 1) {
      fill();
      const answer = await start(number);
      textByStatus.set(answer.status, await answer.text());
    }
    expect([...textByStatus.keys()].filter((status) => status >= 500)).toEqual([507]);
    const body = JSON.parse(textByStatus.get(507) ?? '{}');
    expect(body).toMatchObject({
      errcode: 50702,
      errmsg: '服务器磁盘已满，操作未完成，请联系系统管理员处理后再试',
      requestId: expect.stringMatching(/./),
    });
    expect(server.output()).toContain('A disk is full, fails or accepts no writes');
    expect(server.output()).not.toContain('A call failed');
    const listResponse = await fetch(`${address}${workOrders.initiatedPage.path}?page=1&size=10`, {
      headers: headersOf('zhangwei'),
    });
    expect(listResponse.status).toBe(200);
    const figuresResponse = await fetch(address + installation.figures.path, {
      headers: headersOf('tianye'),
    });
    expect(await figuresResponse.json()).toMatchObject({
      data: { cannotStoreAt: expect.stringContaining('T') },
    });
    const metricsText = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    expect(metricsText).toMatch(/banjian_refusals_total\{code="cannotStore"\} [1-9]/);

    // Now its write-ahead log has no space either, so it stops and cannot start again.
    const { adminPassword, port } = await readSecrets(join(disk, 'postgres', 'cluster'));
    const admin = new pg.Client(databaseUrl(adminRole, adminPassword, port, 'postgres'));
    admin.on('error', () => undefined);
    await admin.connect();
    const switchWalSegment = async () => {
      fill();
      await admin.query('create table turned (a int)');
      await admin.query('drop table turned; select pg_switch_wal()');
    };
    for (let segment = 0; segment < 8 && (await switchWalSegment().then(isTrue, isFalse)); segment += 1);
    const statuses: number[] = [];
    for (let second = 0; second < 12; second += 1) {
      const answer = await start(500);
      statuses.push(answer.status);
      await wait(1_000);
    }
    expect(new Set(statuses.slice(4)), server.output().slice(-2_000)).toEqual(new Set([507]));
    expect(server.output()).toContain('PostgreSQL cannot be brought back');

    rmSync(filler);
    const { workorderCode } = await act<{ workorderCode: string }>(
      'zhangwei',
      'start',
      initiation.initiate.path,
      petition(999).start,
    );
    expect(workorderCode).toMatch(/\d/);
  }, 180_000);
});
