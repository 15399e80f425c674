import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#server/kernel/config/config.ts';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import { newTally, openCaller } from '#test/chaos/caller.ts';
import { listBackupNames, runCommand } from '#test/world/backups.ts';
import { chunkSender } from '#test/world/chunk-sender.ts';
import { createEmptyDatabase } from '#test/world/database.ts';
import { createDemoDatabase } from '#test/world/demo-database.ts';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';
import { uploadTo } from '#test/world/upload.ts';

/**
 * Tests folders that cannot be written, because they are read-only or belong to another user, and files that
 * may not grow. The first portal runs as an ordinary user, because root ignores permissions.
 */

const isRoot = process.getuid?.() === 0;
const unprivilegedUser = { uid: 65_534, gid: 65_534 };
const canLimit = spawnSync('prlimit', ['--version'], { stdio: 'ignore' }).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'banjian-closed-'));
const dataDir = join(folder, 'data');
const database = isRoot ? await createDemoDatabase() : undefined;
const settings = {
  PORTAL_MODE: 'demo',
  PORTAL_DEMO_ORDERS: '0',
  PORTAL_DEMO_CAPTCHA: 'A7K3',
  DISK_RESERVE_MB: '0',
  DATABASE_URL: database?.url ?? '',
  DATA_DIR: dataDir,
};
let server: PortalProcess | undefined;
afterAll(async () => {
  await server?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

/** Makes a folder read-only during the work: by its permissions, or like a disk that became read-only. */
async function withReadOnlyFolder(method: string, path: string, work: () => Promise<void>): Promise<void> {
  const mount = (...args: string[]) => expect(spawnSync('mount', args).status).toBe(0);
  if (method === 'rights') chmodSync(path, 0o500);
  else {
    mount('--bind', path, path);
    mount('-o', 'remount,ro,bind', path);
  }
  try {
    await work();
  } finally {
    if (method === 'rights') chmodSync(path, 0o700);
    else spawnSync('umount', [path]);
  }
}
const canMount = isRoot && spawnSync('unshare', ['--mount', 'true'], { stdio: 'ignore' }).status === 0;
const methods = canMount ? ['rights', 'a read-only disk'] : ['rights'];
const megabyte = 1_048_576;
const paper = (bytes: number) => Buffer.concat([samplePdf, Buffer.alloc(bytes, '%')]);

async function uploader(portal: PortalProcess) {
  const { signIn, headersOf } = openCaller(portal.address ?? '', newTally());
  await signIn('zhangwei', demoPassword);
  const token = headersOf('zhangwei')['x-access-token'];
  return {
    upload: (bytes: number) =>
      uploadTo(portal.address ?? '', token, [{ name: '证明.pdf', bytes: paper(bytes) }]),
    send: chunkSender(portal.address ?? '', token).send,
  };
}

describe.skipIf(!isRoot)('a portal of an unprivileged user', () => {
  beforeAll(async () => {
    chmodSync(folder, 0o755);
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, unprivilegedUser.uid, unprivilegedUser.gid);
    server = await startPortal(settings, undefined, unprivilegedUser);
    expect(server.address, server.output()).toBeDefined();
  });

  test.each(methods)(
    'refuses files with a message while their folder is closed by %s, and accepts them after that',
    async (method) => {
      if (!server) throw new Error('No portal');
      const { upload, send } = await uploader(server);
      expect(await upload(1_000)).toMatchObject({ status: 200 });
      const refused = {
        status: 507,
        body: { errcode: 50702, errmsg: '服务器的文件目录不能写入，操作没有完成，请联系系统管理员' },
      };
      await withReadOnlyFolder(method, join(dataDir, 'files', 'incoming'), async () => {
        expect(await upload(1_000)).toMatchObject(refused);
        expect(await send('卷宗.pdf', paper(megabyte), 0)).toMatchObject(refused);
        expect((await fetch(new URL('/readyz', server?.address))).status).toBe(200);
        const { code, output } = await asUnprivilegedUser('server/commands/doctor-main.ts');
        expect(output).toMatch(/不能写入 \S+\/files\/incoming（E(ACCES|ROFS)）/);
        expect(code).toBe(1);
      });
      expect(readdirSync(join(dataDir, 'files', 'incoming'))).toEqual([]);
      expect(await upload(1_000)).toMatchObject({ status: 200 });
      expect(server.output()).not.toContain('A call failed');
    },
  );

  const asUnprivilegedUser = async (
    script: string,
    more: Record<string, string> = {},
    args: string[] = [],
  ) => {
    const child = await startPortal({ ...settings, ...more }, [script, ...args], unprivilegedUser);
    return { code: await child.waitForExit(), output: child.output() };
  };

  test.each(methods)('does not start while its folders are closed by %s', async (method) => {
    for (const name of ['files', 'files/incoming', 'audit', '.'])
      await withReadOnlyFolder(method, join(dataDir, name), async () => {
        const { code, output } = await asUnprivilegedUser('server/main.ts');
        expect(output).toMatch(/目录 \S+ 不可用（E(ACCES|ROFS)/);
        expect(output).not.toMatch(/\n\s+at /);
        expect(code).toBe(1);
      });
  });

  test.each(methods)('makes no backup into a folder that is closed by %s', async (method) => {
    const backups = join(folder, `backups of ${method}`);
    mkdirSync(backups);
    chownSync(backups, unprivilegedUser.uid, unprivilegedUser.gid);
    await withReadOnlyFolder(method, backups, async () => {
      const { code, output } = await asUnprivilegedUser('server/commands/backup-main.ts', {}, [backups]);
      expect(output).toMatch(/备份目录 .* 不可用（E(ACCES|ROFS)/);
      expect(code).toBe(1);
    });
    expect(readdirSync(backups)).toEqual([]);
  });
});

describe.skipIf(!isRoot || !canLimit)('files above a size limit of the system', () => {
  const startLimited = async (script: string, args: string[], more: Record<string, string> = {}) =>
    await startPortal(
      { ...settings, ...more },
      [`--fsize=${2 * megabyte}`, process.execPath, script, ...args],
      { program: 'prlimit' },
    );
  const tooLarge = /文件超过了系统允许的大小/;

  test('are refused with a message and removed, and smaller files are accepted', async () => {
    await server?.stop();
    server = await startLimited('server/main.ts', []);
    expect(server.address, server.output()).toBeDefined();
    const { upload } = await uploader(server);
    expect(await upload(1_000)).toMatchObject({ status: 200 });
    expect(await upload(3 * megabyte)).toMatchObject({
      status: 507,
      body: { errmsg: '文件超过服务器允许的大小，操作没有完成，请联系系统管理员' },
    });
    expect(readdirSync(join(dataDir, 'files', 'incoming'))).toEqual([]);
    expect(await upload(1_000)).toMatchObject({ status: 200 });
    expect(server.output()).not.toContain('A call failed');
    await server.stop();
  });

  test('end a backup and a restore with a message and leave nothing partial', async () => {
    server = await startPortal(settings);
    const { upload } = await uploader(server);
    expect(await upload(3 * megabyte)).toMatchObject({ status: 200 });
    await server.stop();
    const [backups, keys, small] = ['whole', 'keys', 'small'].map((name) => join(folder, name));
    const backUp = 'server/commands/backup-main.ts';
    const fullBackup = await runCommand(backUp, [backups ?? '', '--keys', keys ?? ''], settings);
    expect(fullBackup.code, fullBackup.output).toBe(0);
    const limitedBackup = await startLimited(backUp, [small ?? '']);
    expect(await limitedBackup.waitForExit()).toBe(1);
    expect(limitedBackup.output()).toMatch(tooLarge);
    expect(listBackupNames(small ?? '')).toEqual([]);

    const empty = await createEmptyDatabase();
    const into = join(folder, 'restored');
    try {
      const limitedRestore = await startLimited(
        'server/commands/restore-main.ts',
        [backups ?? '', '--keys', keys ?? ''],
        { DATABASE_URL: empty.url, DATA_DIR: into },
      );
      expect(await limitedRestore.waitForExit()).toBe(1);
      expect(limitedRestore.output()).toMatch(tooLarge);
      expect(readdirSync(into)).toEqual([]);
    } finally {
      await empty.drop();
    }
  });

  test('prevent the start of the embedded database', async () => {
    const DATA_DIR = join(folder, 'embedded');
    const refused = await startLimited('server/main.ts', [], { DATABASE_URL: '', DATA_DIR });
    expect(await refused.waitForExit()).toBe(1);
    expect(refused.output()).toMatch(/不超过 2 MB 的文件，内置数据库需要 1024 MB 以上/);
    expect(readdirSync(join(DATA_DIR, 'postgres'))).toEqual(['cluster.lock']);
  });
});
