import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { listBackupNames, manifestOf, runCommand } from '#test/world/backups.ts';
import { startPortal } from '#test/world/portal-process.ts';

/**
 * Tests backups that the machine which creates them cannot read (docs/decisions/0172), from the keys to the
 * restored office.
 */

const folder = mkdtempSync(join(tmpdir(), 'banjian-encrypted-'));
afterAll(() => rmSync(folder, { recursive: true }));
const pathOf = (...parts: string[]) => join(folder, ...parts);
const [root, keys, live] = [pathOf('backups'), pathOf('keys'), pathOf('live')];
const files = { identity: pathOf('identity.txt'), other: pathOf('other.txt') };

const identity = (path: string) => runCommand('server/commands/identity-main.ts', [path], {});
const backup = (args: readonly string[], settings: Record<string, string> = {}) =>
  runCommand('server/commands/backup-main.ts', args, { DATA_DIR: live, ...settings });
const restore = (args: readonly string[]) =>
  runCommand('server/commands/restore-main.ts', args, { DATA_DIR: pathOf('nowhere') });
let recipient = '';

describe('a backup key pair', () => {
  test('is created once, readable only by its owner, and prints the setting to use', async () => {
    const keyPair = await identity(files.identity);
    expect(keyPair.code, keyPair.output).toBe(0);
    recipient = /^BACKUP_RECIPIENTS=(age1\S+)$/m.exec(keyPair.output)?.[1] ?? '';
    expect(readFileSync(files.identity, 'utf8')).toContain(`# public key: ${recipient}\nAGE-SECRET-KEY-1`);
    expect(keyPair.output).not.toContain('AGE-SECRET-KEY-1');
    expect(statSync(files.identity).mode & 0o777).toBe(0o600);
    expect(await identity(files.identity)).toMatchObject({
      code: 1,
      output: expect.stringContaining('没有覆盖'),
    });
    await identity(files.other);
  });

  test('is refused when the identity is set as the recipient', async () => {
    const secret = readFileSync(files.identity, 'utf8').split('\n')[2] ?? '';
    const { code, output } = await backup([root], { BACKUP_RECIPIENTS: secret });
    expect(code).toBe(1);
    expect(output).toContain('不能填写 AGE-SECRET-KEY');
    expect(output).not.toContain(secret);
  });
});

describe('backups encrypted to a recipient', () => {
  test('are added to plain ones, copy only new files, and later plain backups are refused', async () => {
    const portal = await startPortal({ DATA_DIR: live, PORTAL_DEMO_ORDERS: '6' });
    expect(portal.address, portal.output()).toBeDefined();
    expect(await portal.stop()).toBe(0);
    const plain = await backup([root, '--keys', keys]);
    expect(plain.output).toContain('没有加密');
    const settings = { BACKUP_RECIPIENTS: recipient };
    for (const isFirst of [true, false]) {
      const { code, output } = await backup([root], settings);
      expect(code, output).toBe(0);
      expect(output).toContain('已加密');
      const { files: copied, tables } = manifestOf(root, listBackupNames(root).at(-1) ?? '');
      expect(copied.newCount).toBe(isFirst ? copied.count : 0);
      expect(copied.count).toBeGreaterThan(0);
      for (const { file } of tables)
        expect(
          readFileSync(join(root, listBackupNames(root).at(-1) ?? '', file))
            .subarray(0, 18)
            .toString(),
        ).toBe('age-encryption.org');
    }
    const withoutRecipient = await backup([root]);
    expect(withoutRecipient.code).toBe(1);
    expect(withoutRecipient.output).toContain('没有设置 BACKUP_RECIPIENTS');
    expect(listBackupNames(root)).toHaveLength(3);
    // This machine can still verify them, and with the identity that they can be decrypted.
    expect((await backup(['--check', root])).code).toBe(0);
    expect((await backup(['--check', root, '--identity', files.identity])).code).toBe(0);
    const wrong = await backup(['--check', root, '--identity', files.other]);
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('无法解密') });
  });

  test('are restored completely with the identity, and nothing is restored without it', async () => {
    const into = pathOf('again');
    const from = [root, '--into', into, '--keys', keys];
    expect(await restore(from)).toMatchObject({ code: 1, output: expect.stringContaining(recipient) });
    expect(await restore([...from, '--identity', files.other])).toMatchObject({
      code: 1,
      output: expect.stringContaining('无法解密'),
    });
    expect(existsSync(into)).toBe(false);
    const restored = await restore([...from, '--identity', files.identity]);
    expect(restored.code, restored.output).toBe(0);
    expect(restored.output).toContain('the audit log and the records of the orders are complete');
  });

  test('are refused with a table or a manifest of another backup', async () => {
    const [, one = '', other = ''] = listBackupNames(root);
    const table = 'database/public.work_orders.zst.age';
    const originalTable = readFileSync(join(root, other, table));
    rmSync(join(root, other, table));
    copyFileSync(join(root, one, table), join(root, other, table));
    const from = [root, '--into', pathOf('never'), '--keys', keys, '--identity', files.identity];
    for (const done of [await backup(['--check', root]), await restore(from)])
      expect(done).toMatchObject({ code: 1, output: expect.stringContaining(`${table} 被改动或损坏`) });
    // An attacker who also writes the digest into the manifest cannot sign it.
    const manifest = manifestOf(root, other);
    const path = join(root, other, 'manifest.json');
    const originalManifest = readFileSync(path);
    const otherTable = manifestOf(root, one).tables.find(({ file }) => file === table);
    for (const part of manifest.tables)
      if (part.file === table) Object.assign(part, { sha256: otherTable?.sha256, bytes: otherTable?.bytes });
    rmSync(path);
    writeFileSync(path, JSON.stringify(manifest));
    expect(await restore(from)).toMatchObject({ code: 1, output: expect.stringContaining('签名') });
    expect(existsSync(pathOf('never'))).toBe(false);
    writeFileSync(path, originalManifest);
    writeFileSync(join(root, other, table), originalTable);
  });

  test('are removed with their contents by --keep, plain ones too', async () => {
    const { code, output } = await backup([root, '--keep', '1'], { BACKUP_RECIPIENTS: recipient });
    expect(code, output).toBe(0);
    expect(output).toMatch(/清理旧备份 3 份、不再需要的文件 [1-9]/);
    expect((await backup(['--check', root])).code).toBe(0);
  });
});
