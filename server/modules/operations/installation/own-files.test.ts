import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bindStore } from '#server/adapters/files/bound-store.ts';
import { createDiskStore } from '#server/adapters/files/file-store.ts';
import { bindAuditFolder, recordFolder, refuseLostBackups } from '#server/kernel/folders/own-folders.ts';
import { testDatabase } from '#test/world/database.ts';
import { checkFiles, installationMarkOf, openFiles, refuseForeignFiles } from './own-files.ts';
import { findInstallation, insertInstallationMark } from './queries.ts';

/**
 * Tests file storage that is not mounted, belongs to another installation or is not shared
 * (docs/decisions/0178).
 */

const root = mkdtempSync(join(tmpdir(), 'banjian-own-files-'));
afterAll(() => rmSync(root, { recursive: true }));
const { db } = await testDatabase();
const bytes = Buffer.from('来信');
const ids = [1, 2, 3, 4].map((number) => `01890000-0000-7000-8000-00000000000${number}`);
let counter = 0;
let dataDir = '';
let location = { dataDir, s3: undefined };
let mark = '';

beforeAll(async () => {
  await db
    .transaction()
    .execute((tx) => insertInstallationMark(tx as never, 'production', new Date('2026-03-02T02:00:00Z')));
  mark = installationMarkOf(await findInstallation(db)) ?? '';
});
beforeEach(async () => {
  counter += 1;
  dataDir = join(root, String(counter));
  mkdirSync(dataDir);
  location = { dataDir, s3: undefined };
  await db.deleteFrom('blobs').execute();
});

/** Adds rows that refer to stored files, of which only the first `storedCount` exist in the storage. */
async function store(storedCount: number): Promise<void> {
  const files = createDiskStore(join(dataDir, 'files'));
  for (const id of ids.slice(0, storedCount)) await files.put(id, bytes);
  await db
    .insertInto('blobs')
    .values(
      ids.map(
        (id) =>
          ({
            id,
            sha256: id.replaceAll('-', '').repeat(2),
            size: bytes.length,
            created_at: new Date(),
          }) as never,
      ),
    )
    .execute();
}

describe('the file folder at a start', () => {
  test('is marked when it is empty, or when it is unmarked and has the known files', async () => {
    await openFiles(db, location);
    expect(await readFile(join(dataDir, 'files', 'installation.txt'), 'utf8')).toBe(`${mark}\n`);
    rmSync(join(dataDir, 'files'), { recursive: true });
    await store(3);
    expect(await checkFiles(db, location)).toBe('unmarked');
    await openFiles(db, location);
    expect(await checkFiles(db, location)).toBe('own');
  });

  test('is refused with a message when it lacks the files of the rows, and stays unmarked', async () => {
    await store(0);
    await expect(openFiles(db, location)).rejects.toThrow(/磁盘可能没有挂载.*\n.*may not be mounted/);
    expect(existsSync(join(dataDir, 'files', 'installation.txt'))).toBe(false);
  });

  test('is refused when it belongs to another installation, also by a restore', async () => {
    await createDiskStore(join(dataDir, 'files')).writeInstallationMark(
      'banjian production 2020-01-01T00:00:00.000Z',
    );
    await expect(openFiles(db, location)).rejects.toThrow(/属于另一个系统/);
    await expect(refuseForeignFiles(location, mark)).rejects.toThrow(/another installation/);
  });
});

describe('the file store while the portal runs', () => {
  test('rejects all calls when its disk is missing, and works again when the disk is back', async () => {
    const folder = join(dataDir, 'files');
    const diskStore = createDiskStore(folder);
    await diskStore.writeInstallationMark(mark);
    const files = bindStore(diskStore, mark, 0);
    await files.put(ids[0] ?? '', bytes);
    const received = await files.receive(ids[1] ?? '', bytes);
    renameSync(folder, `${folder}.unmounted`);
    mkdirSync(folder);
    const unavailable = { code: 'FILE_STORE_AWAY' };
    await expect(received.keep()).rejects.toMatchObject(unavailable);
    await expect(files.receive(ids[2] ?? '', bytes)).rejects.toMatchObject(unavailable);
    await expect(files.size(ids[0] ?? '')).rejects.toMatchObject(unavailable);
    await expect(buffer(files.read(ids[0] ?? ''))).rejects.toMatchObject(unavailable);
    expect(existsSync(join(folder, 'incoming'))).toBe(false);
    rmSync(folder, { recursive: true });
    renameSync(`${folder}.unmounted`, folder);
    await files.put(ids[3] ?? '', bytes);
    expect((await buffer(files.read(ids[0] ?? ''))).toString()).toBe('来信');
  });

  test('reports missing bytes by the file id', async () => {
    const files = createDiskStore(join(dataDir, 'files'));
    await expect(buffer(files.read(ids[0] ?? ''))).rejects.toThrow(`The store has no file ${ids[0]}`);
    await expect(files.openLocalCopy(ids[0] ?? '')).rejects.toThrow(`The store has no file ${ids[0]}`);
  });
});

describe('the check of other folders', () => {
  test('refuses the anchor folder when its mark is missing or belongs to another installation', async () => {
    const auditDir = join(dataDir, 'elsewhere');
    await bindAuditFolder({ dataDir, auditDir }, mark);
    await bindAuditFolder({ dataDir, auditDir }, mark);
    await writeFile(join(auditDir, 'installation.txt'), 'banjian demo 2020-01-01T00:00:00.000Z\n');
    await expect(bindAuditFolder({ dataDir, auditDir }, mark)).rejects.toThrow(/属于另一个系统/);
    rmSync(join(auditDir, 'installation.txt'));
    await expect(bindAuditFolder({ dataDir, auditDir }, mark)).rejects.toThrow(/可能没有挂载/);
    // A folder that was never used is accepted as new.
    await bindAuditFolder({ dataDir, auditDir: join(dataDir, 'new') }, mark);
  });

  test('refuses the backup folder when earlier backups are missing', async () => {
    const folder = join(dataDir, 'backups');
    await refuseLostBackups(dataDir, folder, true);
    await recordFolder(dataDir, 'backups', folder);
    await refuseLostBackups(dataDir, folder, false);
    await expect(refuseLostBackups(dataDir, folder, true)).rejects.toThrow(/以前的备份缺失.*\n.*are missing/);
  });
});
