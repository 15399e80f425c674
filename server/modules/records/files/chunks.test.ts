import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import { chunkSender, md5Of } from '#test/world/chunk-sender.ts';
import { eicar } from '#test/world/hostile-office-files.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { deleteStaleUploads } from './chunks.ts';
import { cleanUpFiles } from './service.ts';

/** Tests large files in chunks (S2 §7, §9). */

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
]);
const { context } = portal;
const { db } = context;
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
const token = await portal.signIn('zhang');
const [zhang, li] = [chunkSender(address, token), chunkSender(address, await portal.signIn('li'))];
const folder = join(context.config.dataDir, 'files');
const kilobyte = 1024;

/** Returns a document padded to 1 MB after its end, with different bytes each time. */
const pdf = (bytes = 1000 * kilobyte) => Buffer.concat([samplePdf, randomBytes(bytes - samplePdf.length)]);

async function listStored(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
const countFiles = async () => (await db.selectFrom('files').select('id').execute()).length;

afterEach(async () => {
  await db
    .updateTable('chunked_uploads')
    .set({ seen_at: new Date('2026-01-01') })
    .execute();
  await deleteStaleUploads(context);
});

describe('POST /workportal/api/file/checkMd5', () => {
  test('requires a session', async () => {
    expect((await chunkSender(address, '').check('a.pdf', samplePdf)).status).toBe(401);
  });

  test('reports nothing, then the missing chunks, then the stored file (S2 §7)', async () => {
    const bytes = pdf();
    expect((await zhang.check('来信.pdf', bytes)).data).toMatchObject({ code: 0, missChunks: [], rows: [] });
    for (const chunk of [2, 0]) await zhang.send('来信.pdf', bytes, chunk);
    expect((await zhang.check('来信.pdf', bytes)).data).toMatchObject({
      code: 1,
      missChunks: [1, 3],
      chunkSize: 256 * kilobyte,
    });
    for (const chunk of [1, 3]) await zhang.send('来信.pdf', bytes, chunk);
    expect((await zhang.check('来信.pdf', bytes)).data).toMatchObject({
      code: 2,
      missChunks: [],
      rows: [{ filename: '来信.pdf', size: bytes.length, contentType: 'application/pdf' }],
    });
  });

  test('reveals no file and no chunks of another person', async () => {
    const [complete, incomplete] = [pdf(), pdf()];
    await zhang.sendAll('a.pdf', complete);
    await zhang.send('b.pdf', incomplete, 0);
    expect((await li.check('a.pdf', complete)).data).toMatchObject({ code: 0, rows: [] });
    expect((await li.check('b.pdf', incomplete)).data).toMatchObject({ code: 0, missChunks: [] });
  });

  test('returns the same bytes under another name of the same type as a separate file', async () => {
    const bytes = pdf();
    const first = (await zhang.sendAll('a.pdf', bytes)).data.rows[0]?.id ?? '';
    const stored = (await listStored()).length;
    const again = (await zhang.check('b.pdf', bytes)).data.rows[0];
    expect(again).toMatchObject({ filename: 'b.pdf', size: bytes.length });
    expect(again?.id).not.toBe(first);
    expect(await listStored()).toHaveLength(stored);
    expect((await zhang.check('b.docx', bytes)).data.code).toBe(0);
  });

  test.each([
    ['an invalid MD5', { md5: 'x', fileName: 'a.pdf' }, '文件校验码不正确'],
    ['an empty name', { md5: md5Of(samplePdf), fileName: ' ' }, '请输入文件名称'],
  ])('refuses %s', async (_case, body, message) => {
    const { status, body: answer } = await zhang.request('POST', 'checkMd5', JSON.stringify(body), true);
    expect(status).toBe(400);
    expect(answer.problems?.map((problem) => problem.message)).toEqual([message]);
  });
});

describe('POST /workportal/api/file/chunks', () => {
  test('requires a session', async () => {
    expect((await chunkSender(address, '').send('a.pdf', samplePdf, 0)).status).toBe(401);
  });

  test('returns uploadComplete with the last missing chunk, in any order (S2 §7)', async () => {
    const bytes = pdf();
    const completions: boolean[] = [];
    for (const chunk of [3, 1, 1, 0, 2]) {
      const { data } = await zhang.send('来信.pdf', bytes, chunk);
      completions.push(data.uploadComplete);
      if (!data.uploadComplete) continue;
      const download = await portal.call(`/file/files/${data.rows[0]?.id}`, { token });
      expect(Number(download.headers['content-length'])).toBe(bytes.length);
    }
    expect(completions).toEqual([false, false, false, false, true]);
    const answer = await fetch(
      `${address}/file/files/${(await zhang.check('来信.pdf', bytes)).data.rows[0]?.id}`,
      {
        headers: { 'x-refusal-status': 'http', 'x-access-token': token },
      },
    );
    expect(md5Of(Buffer.from(await answer.arrayBuffer()))).toBe(md5Of(bytes));
  });

  test('creates one file from concurrent chunks, and retains none of the chunks', async () => {
    const bytes = pdf();
    const before = await countFiles();
    const sent = await Promise.all([0, 1, 2, 3].map((chunk) => zhang.send('a.pdf', bytes, chunk)));
    expect(sent.filter(({ data }) => data?.uploadComplete)).toHaveLength(1);
    expect(await countFiles()).toBe(before + 1);
    expect(await db.selectFrom('upload_chunks').selectAll().execute()).toEqual([]);
    const { rows } = await db.executeQuery<{ id: string }>(db.selectFrom('blobs').select('id').compile());
    expect((await listStored()).sort()).toEqual(rows.map(({ id }) => id).sort());
  });

  test('continues at another server process that shares database and store', async () => {
    const other = await createApp({
      context: { ...context, processId: 'other' },
      hub: portal.hub,
      webFolder: '/nonexistent',
    });
    const elsewhere = await other.fastify.listen({ host: '127.0.0.1', port: 0 });
    try {
      const [bytes, otherSender] = [pdf(), chunkSender(elsewhere, token)];
      for (const chunk of [0, 2]) await zhang.send('a.pdf', bytes, chunk);
      expect((await otherSender.check('a.pdf', bytes)).data.missChunks).toEqual([1, 3]);
      await otherSender.send('a.pdf', bytes, 1);
      expect((await otherSender.send('a.pdf', bytes, 3)).data.uploadComplete).toBe(true);
    } finally {
      await other.fastify.close();
    }
  });

  const document = pdf();
  test.each<[string, Record<string, string | undefined>, string]>([
    ['a chunk after the last', { chunk: '4' }, '分片与文件大小不符，请重新上传'],
    ['a chunk before the first', { chunk: '-1' }, '不能小于0'],
    ['more chunks than the size allows', { chunks: '5' }, '分片与文件大小不符，请重新上传'],
    ['a size that does not fit the chunk', { size: '500000' }, '分片与文件大小不符，请重新上传'],
    ['chunks of one byte', { chunkSize: '1', chunks: String(document.length) }, '不能小于'],
    ['chunks of 1 GB', { chunkSize: '1073741824', chunks: '1' }, '不能大于'],
    ['a missing size', { size: undefined }, '格式不正确'],
    ['a size that is not a number', { size: 'many' }, '格式不正确'],
    ['a negative size', { size: '-5' }, '不能小于'],
    ['a truncated MD5', { md5: 'ffff' }, '文件校验码不正确'],
    ['an empty name', { name: '' }, '请输入文件名称'],
    ['an unknown field', { owner: 'li' }, '不支持的参数'],
    ['a field whose name begins with __proto__', { __proto__x: '1' }, '不支持的参数'],
    ['a program', { name: 'a.exe' }, '格式错误！请重新上传'],
    ['a name without an extension', { name: 'a' }, '格式错误！请重新上传'],
    ['a file of more than 200 MB', { size: String(200 * 1_048_576 + 1), chunks: '801' }, '不能大于'],
  ])('refuses %s, and stores nothing', async (_case, changes, message) => {
    const before = (await listStored()).length;
    const { status, body } = await zhang.send('a.pdf', document, 0, { changes });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(message);
    expect(await listStored()).toHaveLength(before);
    expect(await db.selectFrom('chunked_uploads').select('id').execute()).toEqual([]);
  });

  test('refuses a chunk longer or shorter than declared, and an empty one', async () => {
    for (const content of [
      document.subarray(0, 100),
      document.subarray(0, 300 * kilobyte),
      Buffer.alloc(0),
    ]) {
      const { status, body } = await zhang.send('a.pdf', document, 0, { content });
      expect(status).toBe(400);
      expect(body.problems).toEqual([{ field: 'file', message: '分片与文件大小不符，请重新上传' }]);
    }
  });

  test('refuses bytes that do not match the MD5, and discards them, so that they can be sent again', async () => {
    const bytes = pdf();
    const before = (await listStored()).length;
    for (const chunk of [0, 1, 2]) await zhang.send('a.pdf', bytes, chunk);
    const { status, body } = await zhang.send('a.pdf', bytes, 3, {
      content: randomBytes(bytes.length - 3 * 256 * kilobyte),
    });
    expect([status, body.errmsg]).toEqual([400, '上传失败，请重新上传']);
    expect(await listStored()).toHaveLength(before);
    expect((await zhang.sendAll('a.pdf', bytes)).data.uploadComplete).toBe(true);
  });

  test.each([
    ['a program', Buffer.concat([Buffer.from('MZ'), randomBytes(600 * kilobyte)]), '格式错误！请重新上传'],
    [
      'the test virus',
      Buffer.concat([samplePdf, Buffer.alloc(600 * kilobyte, 32), eicar]),
      '文件含有病毒，不能上传',
    ],
    [
      'a script in the second chunk',
      Buffer.concat([
        samplePdf,
        Buffer.alloc(300 * kilobyte, 32),
        Buffer.from('4 0 obj << /S /JavaScript >> endobj'),
      ]),
      '文件含有脚本，不能上传；请去除脚本后重新上传',
    ],
    [
      'a PDF followed by a zip',
      Buffer.concat([samplePdf, Buffer.alloc(300 * kilobyte, 32), emptyZip()]),
      '格式错误！请重新上传',
    ],
  ])(
    'checks the whole file: %s is refused as in any upload, and its chunks are removed',
    async (_case, bytes, message) => {
      const before = (await listStored()).length;
      expect((await zhang.sendAll('a.pdf', bytes)).body.errmsg).toBe(message);
      expect(await listStored()).toHaveLength(before);
      expect((await zhang.check('a.pdf', bytes)).data.code).toBe(0);
    },
  );

  test('restarts the upload when the chunk size changes', async () => {
    const bytes = pdf();
    const wider = chunkSender(address, token, 512 * kilobyte);
    await zhang.send('a.pdf', bytes, 0);
    await wider.send('a.pdf', bytes, 0);
    expect((await wider.check('a.pdf', bytes)).data).toMatchObject({
      missChunks: [1],
      chunkSize: 512 * kilobyte,
    });
    expect((await wider.send('a.pdf', bytes, 1)).data.uploadComplete).toBe(true);
  });

  test('limits the total size of the uploads that a person has begun', async () => {
    const large = String(200 * 1_048_576);
    const beginUpload = (number: number) =>
      li.send(`${number}.pdf`, document, 0, {
        changes: { size: large, chunks: '800', md5: md5Of(Buffer.from(`${number}`)) },
      });
    for (let index = 0; index < 5; index += 1) expect((await beginUpload(index)).status).toBe(200);
    const { status, body } = await beginUpload(5);
    expect([status, body.errcode]).toEqual([400, 40034]);
  });
});

describe('DELETE /workportal/api/file/chunks', () => {
  test('requires a session', async () => {
    expect((await chunkSender(address, '').cancel('a.pdf', samplePdf)).status).toBe(401);
  });

  test('cancels an upload with its bytes, and not that of another person', async () => {
    const bytes = pdf();
    const before = (await listStored()).length;
    for (const chunk of [0, 1]) await zhang.send('a.pdf', bytes, chunk);
    await li.cancel('a.pdf', bytes);
    expect((await zhang.check('a.pdf', bytes)).data.missChunks).toEqual([2, 3]);
    expect((await zhang.cancel('a.pdf', bytes)).status).toBe(200);
    expect((await zhang.check('a.pdf', bytes)).data.code).toBe(0);
    expect(await listStored()).toHaveLength(before);
    expect((await zhang.cancel('a.pdf', bytes)).status).toBe(200);
  });
});

describe('an abandoned upload', () => {
  test('is retained for two days, and then removed', async () => {
    const bytes = pdf();
    const before = (await listStored()).length;
    await zhang.send('a.pdf', bytes, 0);
    portal.clock.forward(47 * 3_600_000);
    await cleanUpFiles(context);
    expect(await db.selectFrom('chunked_uploads').select('id').execute()).toHaveLength(1);
    portal.clock.forward(2 * 3_600_000);
    await cleanUpFiles(context);
    expect(await db.selectFrom('chunked_uploads').select('id').execute()).toHaveLength(0);
    expect(await listStored()).toHaveLength(before);
  });
});

function emptyZip(): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  return Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), end]);
}
