import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { runCommand } from '#test/world/backups.ts';
import { allowTraversal, ensureDataFolder, isOpenToOthers, restrictFolders } from './data-folder.ts';
import { ensureFolder } from './folder.ts';

const base = mkdtempSync(join(tmpdir(), 'banjian-folder-'));
const pathOf = (...parts: string[]) => join(base, ...parts);
const isMounted =
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', createFolder('readonly')], { stdio: 'ignore' })
    .status === 0;
afterAll(() => {
  if (isMounted) spawnSync('umount', [pathOf('readonly')]);
  rmSync(base, { recursive: true });
});
function createFolder(name: string): string {
  mkdirSync(pathOf(name));
  return pathOf(name);
}
writeFileSync(pathOf('file'), '');
symlinkSync(pathOf('nowhere'), pathOf('dangling'));
symlinkSync(pathOf('circle'), pathOf('circle'));
symlinkSync('/proc', pathOf('to-proc'));
symlinkSync(createFolder('real'), pathOf('link'));

const refusedFolders: [path: string, message: string][] = [
  ['/proc/x', '系统内核的虚拟目录'],
  ['/proc/self/x/y', '系统内核的虚拟目录'],
  ['/sys/x', '系统内核的虚拟目录'],
  ['/sys', '系统内核的虚拟目录'],
  ['/dev/x', '系统内核的虚拟目录'],
  [pathOf('to-proc', 'x'), '系统内核的虚拟目录'],
  [pathOf('file'), '是文件，不是目录'],
  [pathOf('file', 'x'), '是文件，不是目录'],
  [pathOf('dangling'), '所指的位置不存在'],
  [pathOf('dangling', 'x'), '所指的位置不存在'],
  [pathOf('circle'), '链接绕回了自身'],
  [pathOf('办'.repeat(100)), '名称过长'],
  ...(isMounted ? [[pathOf('readonly', 'x'), '只读'] satisfies [string, string]] : []),
];
/** Returns code that blocks its process for a time. */
const waitFor = (ms: number) => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms})`;
/** Lets the next processes run this code before their own. */
const importFirst = (code: string) =>
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(code)}`);
const use = { chinese: '数据目录', english: 'The data directory', setting: 'DATA_DIR' };

describe('a configured folder', () => {
  test.each(refusedFolders)('%s is refused: %s', async (path, message) => {
    const before = readdirSync(base);
    await expect(ensureFolder(path, use)).rejects.toThrow(message);
    await expect(ensureFolder(path, use)).rejects.toThrow(`数据目录 ${path} 不可用`);
    expect(readdirSync(base)).toEqual(before);
  });

  test('is created when missing, only for its owner, also behind a link', async () => {
    await ensureFolder(pathOf('one', 'two'), use);
    await ensureFolder(pathOf('one', 'two'), use);
    await ensureFolder(pathOf('link', 'within'), use);
    expect(readdirSync(pathOf('one', 'two'))).toEqual([]);
    expect(readdirSync(pathOf('real'))).toEqual(['within']);
    for (const path of [pathOf('one'), pathOf('one', 'two'), pathOf('real', 'within')])
      expect(rightsOf(path)).toBe('700');
  });

  test('is not taken for a silent disk while a busy machine delays the checking process', async () => {
    importFirst(waitFor(2500));
    await ensureFolder(pathOf('delayed'), { ...use, timeoutMs: 2000 });
    vi.unstubAllEnvs();
    expect(readdirSync(pathOf('delayed'))).toEqual([]);
  });

  test('is not created, and no error is printed, when the process that asked has ended', async () => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'folder-child.ts'), pathOf('not wanted')],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    child.stdout.destroy();
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    await once(child, 'close');
    expect(errors).toBe('');
    expect(existsSync(pathOf('not wanted'))).toBe(false);
  });

  test('for the anchors is checked, also inside the data folder when it is a link', async () => {
    mkdirSync(pathOf('data'));
    symlinkSync('/proc/self', pathOf('data', 'audit'));
    await expect(ensureDataFolder(pathOf('data'), pathOf('data', 'audit'))).rejects.toThrow('审计锚点目录');
    await expect(ensureDataFolder(pathOf('data'), pathOf('file'))).rejects.toThrow('AUDIT_DIR');
    await ensureDataFolder(pathOf('data'), pathOf('data', 'other'));
    expect(readdirSync(pathOf('data'))).toEqual(['audit']);
  });

  test('on a disk that does not answer is refused after a time limit', async () => {
    importFirst(`import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
      fs.writeFileSync = () => ${waitFor(60_000)}; syncBuiltinESMExports();`);
    await expect(ensureFolder(pathOf('late'), { ...use, timeoutMs: 300 })).rejects.toThrow('磁盘没有应答');
    vi.unstubAllEnvs();
  });

  test.skipIf(process.getuid?.() !== 0)('of another user is refused and leaves nothing', () => {
    chmodSync(base, 0o755);
    const script = `import { ensureFolder } from ${JSON.stringify(join(import.meta.dirname, 'folder.ts'))};
      await ensureFolder(${JSON.stringify(pathOf('mine', 'x'))}, ${JSON.stringify(use)}).catch((error) => console.log(error.message));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      uid: 65_534,
      gid: 65_534,
      encoding: 'utf8',
    });
    expect(stdout).toContain('没有权限');
    expect(existsSync(pathOf('mine'))).toBe(false);
  });
});

const rightsOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

describe.skipIf(process.platform === 'win32')('a folder with access for other users', () => {
  const open = (name: string, ...within: string[]) => {
    for (const part of within) mkdirSync(pathOf(name, part), { recursive: true });
    for (const path of [pathOf(name), ...within.map((part) => pathOf(name, part))]) chmodSync(path, 0o755);
    return pathOf(name);
  };

  test('is closed to them with its subfolders, and reported once', async () => {
    const dataDir = open('loose', 'keys', 'files', 'files/incoming', 'audit');
    const settings = { dataDir, auditDir: join(dataDir, 'audit') };
    const all = [dataDir, ...['audit', 'keys', 'files', 'files/incoming'].map((part) => join(dataDir, part))];
    expect(await restrictFolders(settings)).toEqual(all);
    expect(all.map(rightsOf)).toEqual(all.map(() => '700'));
    expect(await restrictFolders(settings)).toEqual([]);
    // As for the embedded PostgreSQL of a portal that runs as root.
    await allowTraversal(dataDir);
    expect([rightsOf(dataDir), await isOpenToOthers(dataDir)]).toEqual(['711', process.getuid?.() !== 0]);
  });

  test('is left unchanged when it is shared by all or is not a portal folder', async () => {
    const shared = open('shared', 'keys');
    chmodSync(shared, 0o1777);
    const foreign = open('foreign', 'photos');
    expect(await restrictFolders({ dataDir: shared, auditDir: foreign })).toEqual([join(shared, 'keys')]);
    expect([rightsOf(shared), rightsOf(foreign)]).toEqual(['1777', '755']);
  });

  test('is closed when it is empty, and a missing one causes no error', async () => {
    const dataDir = open('empty', '');
    expect(await restrictFolders({ dataDir, auditDir: pathOf('nowhere') })).toEqual([dataDir]);
  });
});

describe('commands with an unusable folder', () => {
  test.each<[string, string, string[], Record<string, string>]>([
    ['backup', 'server/commands/backup-main.ts', ['/proc/x'], {}],
    ['backup', 'server/commands/backup-main.ts', [pathOf('backups'), '--keys', '/proc/x'], {}],
    ['start', 'server/main.ts', [], { DATA_DIR: '/proc/x' }],
    ['start', 'server/main.ts', [], { AUDIT_DIR: '/proc/x' }],
    ['migrate', 'server/commands/migrate-main.ts', [], { DATA_DIR: '/proc/x' }],
    ['account:reset', 'server/commands/reset-main.ts', ['admin'], { DATA_DIR: '/proc/x' }],
  ])('%s reports it and ends before it begins: %s %j %j', async (_name, script, args, settings) => {
    const { code, output } = await runCommand(script, args, { DATA_DIR: pathOf('data'), ...settings });
    expect(output).toContain('/proc/x 不可用（KERNEL）');
    expect(output).toContain('cannot be used (KERNEL)');
    expect(code).toBe(1);
    expect(existsSync(pathOf('data', 'postgres'))).toBe(false);
  });
});
