import { createHash, randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, describe, expect, test } from 'vitest';
import { createDiskStore } from '#server/adapters/files/file-store.ts';
import { createCrypto } from '#server/kernel/crypto/crypto.ts';
import { cipherForRecipients, decryptionOf } from './backup-cipher.ts';
import type { ReferencedBytes } from './bytes.queries.ts';
import { copyFiles } from './copy-files.ts';
import { type BackupFolder, poolOf } from './folder.ts';
import type { Manifest } from './manifest.ts';
import { readPacked, writePacked } from './parts.ts';
import { restoreFiles } from './restore-files.ts';

/**
 * Tests contents that are encrypted to recipients: only these can open them, and changed bytes are detected.
 */

const folder = await mkdtemp(join(tmpdir(), 'banjian-envelope-'));
afterAll(() => rm(folder, { recursive: true }));
const pathOf = (name: string) => join(folder, name);
const quiet = () => undefined;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const crypto = createCrypto([randomBytes(32)], randomBytes(32));

async function createKeyPair(name: string) {
  const identity = await generateIdentity();
  await writeFile(pathOf(name), `# public key: …\n${identity}\n`);
  return { file: pathOf(name), recipient: await identityToRecipient(identity) };
}
const ours = await createKeyPair('ours.txt');
const theirs = await createKeyPair('theirs.txt');
const ourCipher = cipherForRecipients([ours.recipient], crypto);
const decrypt = await decryptionOf(ourCipher, ours.file);

// Incompressible data, so that it has several chunks of age, 64 KiB each.
const rows = randomBytes(300_000);
async function* source() {
  for (let from = 0; from < rows.length; from += 10_000) yield rows.subarray(from, from + 10_000);
}
const readRows = (path: string, decryptWith = decrypt) => buffer(readPacked(path, decryptWith));

describe('an encrypted table', async () => {
  const path = pathOf('rows.zst.age');
  const written = await writePacked(path, source(), ourCipher.encrypt);
  const packedBytes = await readFile(path);
  const chunk = 65_536 + 16;
  // The header is followed by a nonce, and that by the chunks.
  const payload = packedBytes.indexOf('\n', packedBytes.indexOf('\n--- ') + 1) + 1 + 16;

  test('can be read with the identity, and its digest is that of the stored bytes', async () => {
    expect((await readRows(path)).equals(rows)).toBe(true);
    expect(written).toEqual({ bytes: packedBytes.length, sha256: sha256(packedBytes) });
    expect(packedBytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  });

  test('can be read with each of several identities', async () => {
    const both = cipherForRecipients([ours.recipient, theirs.recipient], crypto);
    await writePacked(pathOf('both'), source(), both.encrypt);
    for (const { file } of [ours, theirs])
      expect((await readRows(pathOf('both'), await decryptionOf(both, file))).equals(rows)).toBe(true);
  });

  test('cannot be read with another identity, and the error names it', async () => {
    const decryptAsOther = await decryptionOf(ourCipher, theirs.file);
    await expect(readRows(path, decryptAsOther)).rejects.toThrow(
      `rows.zst.age 无法解密：${theirs.file} 不是公钥 ${ours.recipient}`,
    );
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['truncated in the middle of a chunk', (bytes) => bytes.subarray(0, bytes.length - 5_000)],
    ['truncated after a chunk', (bytes) => bytes.subarray(0, payload + 2 * chunk)],
    ['truncated to its header', (bytes) => bytes.subarray(0, payload)],
    ['empty', () => Buffer.alloc(0)],
    ['longer', (bytes) => Buffer.concat([bytes, Buffer.from('x')])],
    [
      'written with swapped chunks',
      (bytes) =>
        Buffer.concat([
          bytes.subarray(0, payload),
          bytes.subarray(payload + chunk, payload + 2 * chunk),
          bytes.subarray(payload, payload + chunk),
          bytes.subarray(payload + 2 * chunk),
        ]),
    ],
    [
      'missing its first chunk',
      (bytes) => Buffer.concat([bytes.subarray(0, payload), bytes.subarray(payload + chunk)]),
    ],
    ...[30, 120, payload + 7, payload + chunk + 9, -1].map(
      (position): [string, (bytes: Buffer) => Buffer] => [
        `changed by one bit at ${position}`,
        (bytes) => {
          const offset = position < 0 ? bytes.length + position : position;
          bytes[offset] = (bytes[offset] ?? 0) ^ 1;
          return bytes;
        },
      ],
    ),
  ])('is refused when it is %s, and the error names the file', async (_how, damage) => {
    await writeFile(pathOf('damaged.zst.age'), damage(Buffer.from(packedBytes)));
    await expect(readRows(pathOf('damaged.zst.age'))).rejects.toThrow(
      /^damaged\.zst\.age (被改动或损坏|无法解密)/,
    );
  });
});

describe('encrypted files', async () => {
  const store = createDiskStore(pathOf('store'));
  const contents = Array.from({ length: 7 }, (_, index) => randomBytes(90_000 * (index + 1)));
  const idOf = (index: number) => `file-0000${index}`;
  for (const [index, bytes] of contents.entries()) {
    await store.put(idOf(index), bytes);
    await store.confirm(idOf(index));
  }
  let counter = 0;
  async function copy(cipher: typeof ourCipher, previous?: BackupFolder) {
    counter += 1;
    const paths = { referencedList: pathOf(`wanted-${counter}`), list: pathOf(`list-${counter}`) };
    const lines = contents.map((bytes, index): ReferencedBytes => {
      const name = index % 3 === 0 ? null : cipher.nameOf(sha256(bytes));
      return { id: idOf(index), size: bytes.length, sha256: name };
    });
    await writePacked(paths.referencedList, [
      Buffer.from(lines.map((one) => `${JSON.stringify(one)}\n`).join('')),
    ] as never);
    const pool = poolOf(folder, cipher.encryption, cipher);
    const copied = await copyFiles(store, pool, { ...paths, isEncrypted: true }, previous, quiet);
    const manifest = {
      encryption: cipher.encryption,
      files: { list: { file: `list-${counter}` } },
    } as Manifest;
    return { ...copied, pool, backup: { name: '', folder, root: folder, manifest } };
  }
  const decryption = { decrypt, nameOf: ourCipher.nameOf };
  const first = await copy(ourCipher);

  test('are copied once, under names that reveal nothing, and are restored unchanged', async () => {
    const second = await copy(ourCipher, first.backup);
    expect([first.newCount, second.newCount, second.count]).toEqual([7, 0, 7]);
    const names = await readdir(pathOf(ourCipher.encryption?.pool ?? ''), { recursive: true });
    for (const bytes of contents) expect(names.join()).not.toContain(sha256(bytes));
    const disk = createDiskStore(pathOf('restored'));
    expect(await restoreFiles(disk, second.backup, decryption, quiet)).toBe(7);
    for (const [index, bytes] of contents.entries())
      expect(bytes.equals(await buffer(disk.read(idOf(index))))).toBe(true);
  });

  test('are reported as lost or changed, as without encryption', async () => {
    const [original, other] = [contents[4] ?? rows, contents[5] ?? rows];
    contents[4] = randomBytes(10);
    await store.remove(idOf(5));
    contents[5] = randomBytes(10);
    const { damaged } = await copy(cipherForRecipients([ours.recipient, theirs.recipient], crypto));
    expect(damaged.toSorted((one, last) => (one.id < last.id ? -1 : 1))).toEqual([
      { id: idOf(4), fault: 'changed' },
      { id: idOf(5), fault: 'missing' },
    ]);
    Object.assign(contents, { 4: original, 5: other });
    await store.put(idOf(5), other);
    await store.confirm(idOf(5));
  });

  test('are encrypted again for other recipients', async () => {
    const other = await copy(cipherForRecipients([theirs.recipient], crypto));
    expect(other.newCount).toBe(7);
    expect(other.backup.manifest.encryption?.pool).not.toBe(ourCipher.encryption?.pool);
  });

  test('are refused when one replaces another', async () => {
    const [one, other] = [1, 2].map((index) =>
      first.pool.pathOf(ourCipher.nameOf(sha256(contents[index] ?? rows))),
    );
    await rm(one ?? '');
    await copyFile(other ?? '', one ?? '');
    const disk = createDiskStore(pathOf('swapped'));
    await expect(restoreFiles(disk, first.backup, decryption, quiet)).rejects.toThrow(
      '备份中的文件 file-00001 已损坏',
    );
  });
});

describe('the check of backup keys', () => {
  test.each(['', 'hello', '# nothing', `${ours.recipient}`, 'AGE-SECRET-KEY-1QQQ'])(
    'refuses the identity file %j without repeating its text',
    async (text) => {
      await writeFile(pathOf('odd.txt'), text);
      const message = await decryptionOf(ourCipher, pathOf('odd.txt')).catch((error: Error) => error.message);
      expect(message).toContain('不是私钥文件');
      if (text.length > 5) expect(message).not.toContain(text);
    },
  );

  test('reports a missing identity file, and names the required public key when none is given', async () => {
    await expect(decryptionOf(ourCipher, pathOf('none.txt'))).rejects.toThrow('不是私钥文件');
    await expect(decryptionOf(ourCipher, undefined)).rejects.toThrow(ours.recipient);
  });

  test('refuses a truncated public key before anything is written', () => {
    const cut = ours.recipient.slice(0, -1);
    expect(() => cipherForRecipients([ours.recipient, cut], crypto)).toThrow(
      'BACKUP_RECIPIENTS 中的公钥不完整或写错',
    );
  });
});
