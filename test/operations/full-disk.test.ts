import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { initiation } from '#contract/initiation.ts';
import { workOrders } from '#contract/work-orders.ts';
import { demoPassword } from '#server/kernel/config/config.ts';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import { newTally, openCaller } from '#test/chaos/caller.ts';
import { chunkSender } from '#test/world/chunk-sender.ts';
import { createDemoDatabase } from '#test/world/demo-database.ts';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';
import { petition } from '#test/world/start-data.ts';
import { uploadTo } from '#test/world/upload.ts';

/**
 * Tests a completely full disk of files (docs/decisions/0178): a small disk in memory, if one can be mounted.
 */

const folder = mkdtempSync(join(tmpdir(), 'banjian-full-'));
const disk = join(folder, 'data', 'files');
mkdirSync(disk, { recursive: true });
const isMounted =
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', disk], { stdio: 'ignore' }).status === 0;
if (!isMounted) console.warn('LEFT OUT: no disk may be mounted here, so that none is filled.');

const database = isMounted ? await createDemoDatabase() : undefined;
let server: PortalProcess | undefined;
afterAll(async () => {
  server?.signal('SIGKILL');
  await server?.waitForExit();
  if (isMounted) spawnSync('umount', [disk]);
  await database?.drop();
  rmSync(folder, { recursive: true });
});

const megabyte = 1_048_576;
const paper = (bytes: number) => Buffer.concat([samplePdf, Buffer.alloc(bytes, '%')]);
const free = () => {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
};
const refused = {
  status: 507,
  body: { errcode: 50701, errmsg: '存储空间不足，暂不能上传附件，请联系系统管理员' },
};

describe.skipIf(!isMounted)('a full disk of files', () => {
  test('refuses files with a message while all else works, and accepts them again with free space', async () => {
    server = await startPortal({
      PORTAL_MODE: 'demo',
      PORTAL_DEMO_ORDERS: '0',
      PORTAL_DEMO_CAPTCHA: 'A7K3',
      DATABASE_URL: database?.url ?? '',
      DATA_DIR: join(folder, 'data'),
      DISK_RESERVE_MB: '1',
    });
    expect(server.address, server.output()).toBeDefined();
    const address = server.address ?? '';
    const tally = newTally();
    const { signIn, headersOf, act, read } = openCaller(address, tally);
    await signIn('zhangwei', demoPassword);
    const token = headersOf('zhangwei')['x-access-token'];
    const upload = (bytes: number) => uploadTo(address, token, [{ name: '证明.pdf', bytes: paper(bytes) }]);
    const large = paper(megabyte);
    const { send } = chunkSender(address, token);

    expect(await upload(megabyte)).toMatchObject({ status: 200 });
    expect(await send('卷宗.pdf', large, 0)).toMatchObject({ status: 200 });
    const filler = join(disk, 'filler');
    writeFileSync(filler, Buffer.alloc(free() - 2 * megabyte));
    // The disk becomes full in the middle of the file, and the partial file is removed.
    const before = free();
    expect(await upload(8 * megabyte)).toMatchObject(refused);
    expect(free()).toBe(before);
    writeFileSync(filler, Buffer.alloc(free()), { flag: 'a' });
    expect(free()).toBe(0);
    expect(await upload(megabyte)).toMatchObject(refused);
    expect(await send('卷宗.pdf', large, 1)).toMatchObject(refused);

    const start = { ...petition(1).start };
    const { workorderCode } = await act<{ workorderCode: string }>(
      'zhangwei',
      'start',
      initiation.initiate.path,
      start,
    );
    expect(workorderCode).toMatch(/\d/);
    await read('zhangwei', `${workOrders.initiatedPage.path}?page=1&size=10`);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    // No caller had to repeat a request.
    expect([...tally.statuses.keys()]).toEqual([200]);
    expect(server.output()).not.toContain('A call failed');

    rmSync(filler);
    // The last measurement of the free space is used for two seconds.
    await expect.poll(async () => (await upload(8 * megabyte)).status).toBe(200);
    for (let chunk = 1; chunk * 256 * 1024 < large.length; chunk += 1)
      expect(await send('卷宗.pdf', large, chunk)).toMatchObject({ status: 200 });
    expect(readdirSync(join(disk, 'incoming'))).toEqual([]);
  });
});
