import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { listBackupNames, runCommand } from '#test/world/backups.ts';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';

/** Tests a backup disk that is full, and one that is not mounted (docs/decisions/0172). */

const folder = mkdtempSync(join(tmpdir(), 'banjian-full-backup-'));
const disk = join(folder, 'backups');
mkdirSync(disk);
const mount = () =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', disk], { stdio: 'ignore' }).status === 0;
const isMounted = mount();
if (!isMounted) console.warn('LEFT OUT: no disk may be mounted here, so that none is filled.');
const settings = { PORTAL_MODE: 'demo', PORTAL_DEMO_ORDERS: '0', DATA_DIR: join(folder, 'data') };
let server: PortalProcess | undefined;
afterAll(async () => {
  await server?.stop();
  if (isMounted) spawnSync('umount', [disk]);
  rmSync(folder, { recursive: true });
});

describe.skipIf(!isMounted)('a backup to a full or unmounted disk', () => {
  const backUp = (...options: string[]) =>
    runCommand('server/commands/backup-main.ts', [disk, ...options], settings);

  test('ends with a message, leaves no partial backup and keeps the previous one when the disk is full', async () => {
    server = await startPortal(settings);
    expect(server.address, server.output()).toBeDefined();
    expect(await backUp()).toMatchObject({ code: 0 });
    const before = listBackupNames(disk);
    const filler = join(disk, 'filler');
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 64 * 1024));
    const full = await backUp();
    expect(full.code).toBe(1);
    expect(full.output).toMatch(/磁盘没有余量。\n.*its disk is full/);
    expect(full.output).not.toMatch(/\n\s+at /);
    rmSync(filler);
    expect(listBackupNames(disk)).toEqual(before);
    expect(await backUp('--check')).toMatchObject({ code: 0 });
  });

  test('is refused while the disk is not mounted, and succeeds when it is', async () => {
    const before = listBackupNames(disk).length;
    expect(before).toBe(1);
    const aside = join(folder, 'aside');
    mkdirSync(aside);
    expect(spawnSync('mount', ['--move', disk, aside]).status).toBe(0);
    const refused = await backUp();
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(/以前的备份缺失：备份磁盘可能没有挂载/);
    expect(listBackupNames(disk)).toEqual([]);
    expect(spawnSync('mount', ['--move', aside, disk]).status).toBe(0);
    expect(await backUp()).toMatchObject({ code: 0 });
    expect(listBackupNames(disk)).toHaveLength(2);
  });
});
