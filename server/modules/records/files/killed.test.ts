import { randomBytes } from 'node:crypto';
import { readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { PDFDocument } from '@cantoo/pdf-lib';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { chunkSender, md5Of } from '#test/world/chunk-sender.ts';
import { runUntilKilled } from '#test/world/killable.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { findFile } from './queries.ts';
import { cleanUpFiles, storeFile } from './service.ts';

/** Tests `kill -9` while files are assembled and merged: no partial file remains, and nothing is lost. */

const key = randomBytes(32);
const portal = await testPortal({ key });
await addPeople(portal, [{ account: 'zhang', name: '张伟' }]);
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
const sender = chunkSender(address, await portal.signIn('zhang'));
const { context } = portal;
const { db, files } = context;
const zhang = await getActor(context, 'zhang');
const folder = join(context.config.dataDir, 'files');

const killAt = (step: string, what: string) =>
  runUntilKilled('assemble-child.ts', portal, { key, account: 'zhang', step, job: what });

async function listStored(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
const rowsOf = () => db.selectFrom('files').select(['id', 'blob_id']).execute();

/** Runs the clean-up as if two days later, and checks that only bytes remain to which rows refer. */
async function cleanUpLater(): Promise<void> {
  const incoming = join(folder, 'incoming');
  const longAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const name of await readdir(incoming)) await utimes(join(incoming, name), longAgo, longAgo);
  await cleanUpFiles(context);
  const referencedIds = new Set((await rowsOf()).map(({ id, blob_id }) => blob_id ?? id));
  const chunks = await db.selectFrom('upload_chunks').select('bytes_id').execute();
  for (const { bytes_id } of chunks) referencedIds.add(bytes_id);
  expect((await listStored()).sort()).toEqual([...referencedIds].sort());
  expect((await verifyAudit(db, context.crypto, { files })).findings).toEqual([]);
}

/**
 * Sends a PDF of three chunks, all of which arrive; the process that should assemble them died before it
 * began.
 */
async function sendAllChunks(): Promise<{ bytes: Buffer; name: string; what: string }> {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(700 * 1024)]);
  const name = '卷宗.pdf';
  for (const chunk of [0, 1]) await sender.send(name, bytes, chunk);
  const upload = await db.selectFrom('chunked_uploads').select('id').executeTakeFirstOrThrow();
  // Stores the last chunk like a process that dies before it begins to assemble them.
  const bytesId = context.newId();
  const last = bytes.subarray(2 * 256 * 1024);
  await files.put(bytesId, last);
  await files.confirm(bytesId);
  await db
    .insertInto('upload_chunks')
    .values({ upload_id: upload.id, number: 2, bytes_id: bytesId, size: last.length })
    .execute();
  return { bytes, name, what: `${md5Of(bytes)}/${name}` };
}

/** Simulates the silence after which another process takes over. */
const simulateSilence = () =>
  sql`update chunked_uploads set claimed_at = now() - interval '1 minute'`.execute(db);

beforeEach(async () => {
  await db.deleteFrom('chunked_uploads').execute();
  await db.deleteFrom('files').execute();
  await db.deleteFrom('blobs').execute();
  await rm(folder, { recursive: true, force: true });
});

describe('a process killed while it assembles chunks', () => {
  test.each([
    'half of the bytes is written',
    'all bytes are written',
    'bytes are stored',
    'rows are about to be deleted',
  ])('leaves no file and all chunks when %s, and the next chunk completes the file', async (step) => {
    const { bytes, name, what } = await sendAllChunks();
    await killAt(step, what);
    expect(await rowsOf()).toEqual([]);
    expect((await sender.check(name, bytes)).data).toMatchObject({ code: 1, missChunks: [] });
    await simulateSilence();
    const { data } = await sender.send(name, bytes, 2);
    expect(data.uploadComplete).toBe(true);
    const file = await findFile(db, data.rows[0]?.id ?? '');
    expect((await buffer(files.read(file?.bytesId ?? ''))).equals(bytes)).toBe(true);
    await cleanUpLater();
  });

  test.each(['rows are written', 'rows are deleted'])(
    'leaves the whole file when %s, which is found when it is sent again',
    async (step) => {
      const { bytes, name, what } = await sendAllChunks();
      await killAt(step, what);
      const [row] = await rowsOf();
      expect((await buffer(files.read(row?.blob_id ?? ''))).equals(bytes)).toBe(true);
      expect((await sender.check(name, bytes)).data.code).toBe(2);
      await cleanUpLater();
      expect(await db.selectFrom('chunked_uploads').select('id').execute()).toEqual([]);
    },
  );
});

describe('a process killed while it merges files into one PDF', () => {
  async function twoDocuments(): Promise<string> {
    const ids: string[] = [];
    for (const text of ['one', 'two']) {
      const document = await PDFDocument.create();
      document.addPage().drawText(text);
      const bytes = await document.save();
      const { id } = await storeFile(
        context,
        zhang,
        { name: 'a.pdf', bytes, contentType: 'application/pdf' },
        'r',
      );
      ids.push(id);
    }
    return ids.join();
  }

  test.each([
    'the document is drawn',
    'half of the bytes is written',
    'all bytes are written',
    'bytes are stored',
  ])('leaves no PDF when %s, and both source files unchanged', async (step) => {
    const ids = await twoDocuments();
    const before = await rowsOf();
    await killAt(step, ids);
    expect(await rowsOf()).toEqual(before);
    await cleanUpLater();
  });

  test('leaves the whole PDF when rows are written', async () => {
    await killAt('rows are written', await twoDocuments());
    const rows = await rowsOf();
    expect(rows).toHaveLength(3);
    const merged = await PDFDocument.load(await buffer(files.read(rows.at(-1)?.blob_id ?? '')));
    expect(merged.getPageCount()).toBe(2);
    await cleanUpLater();
  });
});
