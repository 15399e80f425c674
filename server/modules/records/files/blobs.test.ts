import { randomBytes } from 'node:crypto';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { fileDeletionLock } from '#server/kernel/database/file-deletion-lock.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { runUntilKilled as dieWith } from '#test/world/killable.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { mergeEqualBytes } from './blobs.ts';
import { findFile } from './queries.ts';
import { cleanUpFiles, deleteUnattached, removeBytes, storeFile } from './service.ts';

/**
 * Tests that equal bytes are stored once, even if several people upload them, and are removed with the last
 * file that refers to them.
 */

const key = randomBytes(32);
const portal = await testPortal({ key });
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
]);
const { context } = portal;
const { db, files } = context;
const folder = join(context.config.dataDir, 'files');
const [zhang, li] = [await getActor(context, 'zhang'), await getActor(context, 'li')];

const store = (text: string, actor = zhang) =>
  storeFile(
    context,
    actor,
    { name: 'a.pdf', bytes: Buffer.from(text), contentType: 'application/pdf' },
    'test',
  );

async function remove(id: string, actor = zhang): Promise<void> {
  const removedIds = await inTransaction(db, (tx) => deleteUnattached(tx, context, actor.staffId, [id]));
  await removeBytes(context, removedIds);
}

/** Lists the names of all stored files, without their folders. */
async function listStored(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

async function textOf(id: string): Promise<string> {
  const file = await findFile(db, id);
  return file ? (await buffer(files.read(file.bytesId))).toString() : 'no such file';
}

/** Makes unconfirmed bytes two days old. */
async function ageIncoming(): Promise<void> {
  const incoming = join(folder, 'incoming');
  const longAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const name of await readdir(incoming)) await utimes(join(incoming, name), longAgo, longAgo);
}

/** Kills a process at that step of storing or removing a file. */
const dieAt = (step: string, what: string, account = 'zhang') =>
  dieWith('file-child.ts', portal, { key, account, step, job: what });

const blobs = () => db.selectFrom('blobs').select(['id', 'sha256']).execute();

beforeEach(async () => {
  await db.deleteFrom('files').execute();
  await db.deleteFrom('blobs').execute();
  await rm(folder, { recursive: true, force: true });
});

describe('identical file contents', () => {
  test('are stored once for two people, each with a separate file, and removed with the last one', async () => {
    const [one, other] = [await store('same'), await store('same', li)];
    expect(one.id).not.toBe(other.id);
    expect([one.bytesId, other.bytesId]).toEqual([one.id, one.id]);
    expect(await listStored()).toEqual([one.id]);
    await remove(one.id);
    expect(await textOf(one.id)).toBe('no such file');
    expect(await textOf(other.id)).toBe('same');
    await remove(other.id, li);
    expect(await listStored()).toEqual([]);
    expect(await blobs()).toEqual([]);
  });

  test('can be stored again after their removal', async () => {
    await remove((await store('again')).id);
    expect(await textOf((await store('again')).id)).toBe('again');
  });

  test('are stored once when sent twenty times concurrently', async () => {
    const stored = await Promise.all(
      Array.from({ length: 20 }, (_, index) => store('at once', index % 2 ? zhang : li)),
    );
    expect(new Set(stored.map(({ bytesId }) => bytesId)).size).toBe(1);
    expect(await listStored()).toHaveLength(1);
  });

  test('are not lost when they are sent while the last file with them is removed', async () => {
    for (let round = 0; round < 30; round += 1) {
      const text = `round ${round}`;
      const first = await store(text);
      const [, second, third] = await Promise.all([remove(first.id), store(text, li), store(text, li)]);
      expect(await textOf(second.id)).toBe(text);
      await Promise.all([remove(second.id, li), remove(third.id, li)]);
    }
    expect(await listStored()).toEqual([]);
    expect(await blobs()).toEqual([]);
  });

  test('replace a copy that the disk has lost', async () => {
    const first = await store('precious');
    await files.remove(first.bytesId);
    const second = await store('precious', li);
    expect(await textOf(first.id)).toBe('precious');
    expect(await textOf(second.id)).toBe('precious');
  });

  test('cannot be removed from the database while a file uses them', async () => {
    await store('held');
    await expect(db.deleteFrom('blobs').execute()).rejects.toThrow('foreign key');
  });
});

describe('a process killed while it stores or removes a file', () => {
  test.each(['first', 'second'])(
    'leaves no bytes after the clean-up when killed between bytes and rows: the %s of its content',
    async (which) => {
      const before = which === 'second' ? await store('text') : undefined;
      await dieAt('bytes are stored', 'text');
      expect(await db.selectFrom('files').select('id').execute()).toHaveLength(before ? 1 : 0);
      await ageIncoming();
      await cleanUpFiles(context);
      expect(await listStored()).toEqual(before ? [before.id] : []);
    },
  );

  test('keeps the file when killed between rows and the confirmation of its bytes', async () => {
    await dieAt('rows are written', 'text');
    const [row] = await db.selectFrom('files').select('id').execute();
    await ageIncoming();
    await cleanUpFiles(context);
    expect(await textOf(row?.id ?? '')).toBe('text');
    expect(await listStored()).toEqual([row?.id]);
  });

  test('leaves one copy when killed before it removes its duplicate bytes', async () => {
    const first = await store('text', li);
    await dieAt('rows are deleted', 'text');
    expect(await listStored()).toHaveLength(3);
    await ageIncoming();
    await cleanUpFiles(context);
    expect(await listStored()).toEqual([first.id]);
    expect(await db.selectFrom('files').select('id').execute()).toHaveLength(2);
  });

  test('has removed the file or not when killed during a removal, and never the bytes of another', async () => {
    for (const step of ['rows are about to be deleted', 'rows are deleted']) {
      const [alone, other] = [await store(`alone ${step}`), await store(`shared ${step}`)];
      const shared = await store(`shared ${step}`, li);
      await dieAt(step, alone.id);
      await dieAt('rows are about to be deleted', other.id);
      await ageIncoming();
      await cleanUpFiles(context);
      expect(await textOf(shared.id)).toBe(`shared ${step}`);
      expect(await textOf(alone.id)).toBe(step === 'rows are deleted' ? 'no such file' : `alone ${step}`);
      expect(await listStored()).not.toContain(`${alone.id}.doubt`);
      if (step === 'rows are deleted') expect(await listStored()).not.toContain(alone.id);
    }
  });

  test('leaves a blob for the clean-up when killed after the rows and before the disk', async () => {
    const file = await store('swept');
    await db.deleteFrom('files').execute();
    portal.clock.forward(2 * 86_400_000);
    await cleanUpFiles(context);
    expect(await blobs()).toEqual([]);
    expect(await files.size(file.bytesId)).toBeUndefined();
  });
});

describe('older files, each with its own bytes', () => {
  /** Stores a file as an earlier version did. */
  async function storeAsBefore(text: string, workorderId: string | null): Promise<string> {
    const { id } = await store(`${text} ${randomBytes(8).toString('hex')}`);
    const { size, sha256 } = await files.put(id, Buffer.from(text));
    await files.confirm(id);
    const before = { blob_id: null, size, sha256, workorder_id: workorderId };
    await db.updateTable('files').set(before).where('id', '=', id).execute();
    await db.deleteFrom('blobs').where('id', '=', id).execute();
    return id;
  }

  test('remain readable, and share one copy when they belong to orders', async () => {
    const ids = [await storeAsBefore('old', 'order'), await storeAsBefore('old', 'order')].sort();
    const unattached = await storeAsBefore('old', null);
    expect(await Promise.all([...ids, unattached].map(textOf))).toEqual(['old', 'old', 'old']);
    expect(await mergeEqualBytes(context)).toBe(2);
    expect(await Promise.all([...ids, unattached].map(textOf))).toEqual(['old', 'old', 'old']);
    expect(await listStored()).toEqual([ids[0], unattached].sort());
    expect(await mergeEqualBytes(context)).toBe(0);
  });

  test('are not merged into a damaged copy', async () => {
    const ids = [await storeAsBefore('old', 'order'), await storeAsBefore('old', 'order')];
    const [damaged = '', intact = ''] = ids.sort();
    await writeFile(join(folder, damaged.slice(-2), damaged.slice(-4, -2), damaged), 'bad');
    expect(await mergeEqualBytes(context)).toBe(1);
    expect(await textOf(intact)).toBe('old');
  });
});

test('the audit reads the stored bytes of each file, and reports a changed copy for each of its files', async () => {
  const [one, other] = [await store('audited'), await store('audited', li)];
  const reportedProblems = async () =>
    (await verifyAudit(db, context.crypto, { files })).findings
      .map(({ english }) => english)
      .filter((text) => text.includes(one.id) || text.includes(other.id));
  expect(await reportedProblems()).toEqual([]);
  await writeFile(join(folder, one.id.slice(-2), one.id.slice(-4, -2), one.id), 'Audited');
  expect(await reportedProblems()).toHaveLength(2);
});

test('while a backup runs, removed files keep their bytes unconfirmed until a later clean-up', async () => {
  const { id } = await store('held by a backup');
  const other = await store('let go before');
  await remove(other.id);
  expect(await listStored()).not.toContain(other.id);
  await db.connection().execute(async (backup) => {
    await sql`select pg_advisory_lock(${fileDeletionLock})`.execute(backup);
    await remove(id);
    expect(await textOf(id)).toBe('no such file');
    expect(await listStored()).toEqual(expect.arrayContaining([id, `${id}.doubt`]));
    await ageIncoming();
    await cleanUpFiles(context);
    expect(await listStored()).toContain(id);
    await sql`select pg_advisory_unlock(${fileDeletionLock})`.execute(backup);
  });
  await ageIncoming();
  await cleanUpFiles(context);
  expect(await listStored()).not.toContain(id);
  expect(await listStored()).not.toContain(`${id}.doubt`);
});
