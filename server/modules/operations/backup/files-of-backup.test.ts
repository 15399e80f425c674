import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { createDiskStore } from '#server/adapters/files/file-store.ts';
import { createS3Store } from '#server/adapters/files/s3/s3-store.ts';
import { latestDate } from '#test/world/latest-date.ts';
import { startS3 } from '#test/world/s3-server.ts';
import { plain } from './backup-cipher.ts';
import type { ReferencedBytes } from './bytes.queries.ts';
import { ensureOutsidePortalFolders } from './check-folders.ts';
import { copyFiles } from './copy-files.ts';
import { type BackupFolder, poolOf, prune, readListedBytes } from './folder.ts';
import type { Manifest } from './manifest.ts';
import { writePacked } from './parts.ts';
import { restoreFiles } from './restore-files.ts';

/** Tests copying bytes from a store to the pool and back, for every kind of store. */

const folder = await mkdtemp(join(tmpdir(), 'banjian-pool-'));
const s3 = await startS3();
const bucket = createS3Store(s3.config, join(folder, 'arrivals'));
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true });
});

const quiet = () => undefined;
const withoutEncryption = { decrypt: plain.encrypt, nameOf: plain.nameOf };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const contents = Array.from({ length: 9 }, (_, index) => randomBytes(1000 * (index + 1)));
const idOf = (index: number) => `file-0000${index}`;

/** Returns the list of bytes in a snapshot; every third one has no digest in its row. */
const referencedFiles = (): ReferencedBytes[] =>
  contents.map((bytes, index) => ({
    id: idOf(index),
    size: bytes.length,
    sha256: index % 3 === 0 ? null : sha256(bytes),
  }));

let counter = 0;
async function copy(previous?: BackupFolder) {
  counter += 1;
  const name = `2026-11-23T00-00-0${counter}-000Z`;
  const paths = { referencedList: join(folder, `wanted-${counter}`), list: join(folder, `list-${counter}`) };
  async function* lines() {
    for (const one of referencedFiles()) yield Buffer.from(`${JSON.stringify(one)}\n`);
  }
  await writePacked(paths.referencedList, lines());
  const copied = await copyFiles(
    bucket,
    poolOf(folder, undefined),
    { ...paths, isEncrypted: false },
    previous,
    quiet,
  );
  const manifest = { files: { list: { file: `list-${counter}` } } } as Manifest;
  return { ...copied, backup: { name, folder, root: folder, manifest } };
}

test('a bucket is copied once without reading known files again, and restored to a folder or another bucket', async () => {
  for (const [index, bytes] of contents.entries()) {
    await bucket.put(idOf(index), bytes);
    await bucket.confirm(idOf(index));
  }
  const first = await copy();
  expect(first).toMatchObject({ count: 9, newCount: 9, damaged: [] });
  const requestCount = s3.requests.length;
  const second = await copy(first.backup);
  expect(second).toMatchObject({ count: 9, newCount: 0, newBytes: 0, damaged: [] });
  expect(s3.requests.length).toBe(requestCount);

  const disk = createDiskStore(join(folder, 'restored'));
  expect(await restoreFiles(disk, second.backup, withoutEncryption, quiet)).toBe(9);
  for (const [index, bytes] of contents.entries())
    expect(bytes.equals(await buffer(disk.read(idOf(index))))).toBe(true);
  expect(await disk.listDoubtful(latestDate)).toEqual([]);
  // Files that outlived their database stay; other bytes with a known id are never overwritten.
  const puts = () => s3.requests.filter((line) => line.startsWith('PUT')).length;
  const before = puts();
  expect(await restoreFiles(bucket, second.backup, withoutEncryption, quiet)).toBe(9);
  expect(puts()).toBe(before);
  await bucket.put(idOf(4), Buffer.from('other'));
  await expect(restoreFiles(bucket, second.backup, withoutEncryption, quiet)).rejects.toThrow(
    /内容不同的文件 file-00004/,
  );
});

test('changed and missing bytes are distinguished, and only those files are left out', async () => {
  contents[7] = randomBytes(800);
  await bucket.remove(idOf(8));
  contents[8] = randomBytes(900);
  const { damaged, backup } = await copy();
  expect(damaged.sort((one, other) => (one.id < other.id ? -1 : 1))).toEqual([
    { id: idOf(7), fault: 'changed' },
    { id: idOf(8), fault: 'missing' },
  ]);
  const listed: string[] = [];
  for await (const { id } of readListedBytes(backup)) listed.push(id);
  // The fourth is in the pool with its original bytes, so its current bytes in the store are not read.
  expect(listed).toEqual([0, 1, 2, 3, 4, 5, 6].map(idOf));
});

test('pruning a folder without a backup removes all file contents', async () => {
  expect((await prune(folder, undefined)).contents).toBe(9);
});

test('pruning removes only files of the pool, even in another folder', async () => {
  const disk = createDiskStore(join(folder, 'files'));
  await disk.put('019e8108-d420-7e62-96b5-6baefd02e6f7', contents[0] ?? Buffer.alloc(1));
  const others = [
    'files/photos/2026/one.jpg',
    'files/aa/bb/letter.txt',
    'files/list.txt',
    'files/incoming/new',
  ];
  const interrupted = 'files/incoming/0b0de1a5-7c5b-4b0f-9d43-0f4a9f9f1c11';
  const notPlaced = `files/aa/bb/${'c'.repeat(64)}`;
  const leftover = `files/aa/bb/aabb${'c'.repeat(60)}`;
  for (const name of [...others, interrupted, notPlaced, leftover]) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), 'x');
  }
  expect((await prune(folder, undefined)).contents).toBe(1);
  const remaining = await readdir(join(folder, 'files'), { recursive: true });
  for (const name of [...others, notPlaced]) expect(remaining).toContain(name.slice('files/'.length));
  for (const name of [interrupted, leftover]) expect(remaining).not.toContain(name.slice('files/'.length));
  expect(await disk.size('019e8108-d420-7e62-96b5-6baefd02e6f7')).toBe(contents[0]?.length);
});

test('a backup folder that overlaps with a folder of the portal is refused, even through a link', async () => {
  const dataDir = join(folder, 'portal', 'files');
  const own = { dataDir, auditDir: join(folder, 'audit') };
  await mkdir(dataDir, { recursive: true });
  await symlink(dataDir, join(folder, 'link'));
  // The last one would use the data folder as its pool.
  for (const root of ['portal/files', 'portal/files/files', 'portal/files/new', 'link/x', 'audit', 'portal'])
    await expect(ensureOutsidePortalFolders(join(folder, root), own), root).rejects.toThrow(/重叠/);
  for (const root of ['backups', 'portal-backups', '.'])
    await expect(ensureOutsidePortalFolders(join(folder, root), own), root).resolves.toBeUndefined();
});
