import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '#test/world/backups.ts';
import { createEmptyDatabase } from '#test/world/database.ts';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';

/** Tests a restore to a disk that is full, or becomes full (docs/decisions/0172). */

const folder = mkdtempSync(join(tmpdir(), 'banjian-full-restore-'));
const disk = join(folder, 'disk');
mkdirSync(disk);
const isMounted =
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk], { stdio: 'ignore' }).status === 0;
if (!isMounted) console.warn('LEFT OUT: no disk may be mounted here, so that none is filled.');
const filler = join(disk, 'filler');
const backups = join(folder, 'backups');
const keys = join(folder, 'keys');
const settings = { PORTAL_MODE: 'demo', PORTAL_DEMO_ORDERS: '0', DATA_DIR: join(folder, 'data') };
let server: PortalProcess | undefined;
afterAll(async () => {
  await server?.stop();
  if (isMounted) spawnSync('umount', [disk]);
  rmSync(folder, { recursive: true });
});

/** Leaves this many megabytes free on the disk. */
function leaveFree(megabytes: number): void {
  rmSync(filler, { force: true });
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(filler, Buffer.alloc(bavail * bsize - megabytes * 1_048_576));
}

describe.skipIf(!isMounted)('a restore to a disk that becomes full', () => {
  beforeAll(async () => {
    server = await startPortal(settings);
    expect(server.address, server.output()).toBeDefined();
    const backupResult = await runCommand(
      'server/commands/backup-main.ts',
      [backups, '--keys', keys],
      settings,
    );
    expect(backupResult).toMatchObject({ code: 0 });
    await server.stop();
  }, 300_000);

  const restore = (into: string[], more: Record<string, string> = {}) =>
    runCommand('server/commands/restore-main.ts', [backups, '--keys', keys, ...into], {
      ...settings,
      ...more,
    });

  // No free space, too little to create the embedded database, and too little to fill it.
  test.each([0, 25, 60])(
    'with %i MB free ends with a message and leaves nothing behind',
    async (megabytes) => {
      leaveFree(megabytes);
      const into = join(disk, 'try');
      mkdirSync(into, { mode: 0o700 });
      const full = await restore(['--into', into]);
      expect(full.code, full.output).toBe(1);
      expect(full.output).not.toMatch(/\n\s+at /);
      expect(full.output).toMatch(/恢复没有完成：.*没有余量.*\n.*not enough free space on the disk/);
      expect(readdirSync(into)).toEqual([]);
      rmSync(into, { recursive: true });
    },
  );

  test('with an external database leaves no files, and succeeds with free space', async () => {
    const database = await createEmptyDatabase();
    try {
      const DATA_DIR = join(disk, 'data');
      mkdirSync(DATA_DIR, { mode: 0o700 });
      leaveFree(0);
      const targetSettings = { DATA_DIR, DATABASE_URL: database.url };
      const full = await restore([], targetSettings);
      expect(full.code, full.output).toBe(1);
      expect(full.output).toMatch(/恢复没有完成：.*没有余量/);
      expect(full.output).not.toMatch(/\n\s+at /);
      expect(readdirSync(DATA_DIR)).toEqual([]);
      rmSync(filler);
      expect(await restore([], targetSettings)).toMatchObject({ code: 0 });
    } finally {
      await database.drop();
    }
  });
});
