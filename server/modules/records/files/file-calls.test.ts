import { buffer } from 'node:stream/consumers';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import { docxOf, pdfOf, pngOf } from '#test/world/office-files.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { readPdf } from '#test/world/read-pdf.ts';
import { uploadTo } from '#test/world/upload.ts';

/** Tests the calls for files in the specification, apart from upload and download (S2 §7). */

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
]);
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
const [zhang, li] = [await portal.signIn('zhang'), await portal.signIn('li')];
const incoming = `${portal.context.config.dataDir}/files/incoming`;

const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#336699' } })
  .png()
  .toBuffer();
const base64 = photo.toString('base64');

interface Answer {
  status: number;
  errcode: number;
  errmsg: string;
  problems: { field: string; message: string }[];
  rows: { id: string; filename: string; size: number; contentType: string }[];
}

async function post(path: string, body: unknown, token = zhang): Promise<Answer> {
  const isText = typeof body === 'string';
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: {
      ...(token && { 'x-refusal-status': 'http', 'x-access-token': token }),
      'content-type': isText ? 'text/plain' : 'application/json',
    },
    body: isText ? body : JSON.stringify(body),
  });
  const { errcode, errmsg, problems, data } = (await answer.json()) as Answer & { data?: { rows: [] } };
  return { status: answer.status, errcode, errmsg, problems, rows: data?.rows ?? [] };
}

const get = (path: string, token = zhang, headers: Record<string, string> = {}) =>
  fetch(`${address}${path}`, {
    headers: { ...(token && { 'x-refusal-status': 'http', 'x-access-token': token }), ...headers },
  });

async function storeOne(name: string, bytes: Uint8Array, token = zhang, path?: string): Promise<string> {
  const { body } = await uploadTo(address, token, [{ name, bytes }], path);
  return (body.data as unknown as Answer).rows[0]?.id ?? `refused: ${body.errmsg}`;
}

const filesOf = async (owner: string) =>
  await portal.context.db.selectFrom('files').selectAll().where('owner_staff_id', '=', owner).execute();

const pictures = '/workportal/api/file/base64File';
const onePicture = '/workportal/api/file/filespic';
const merge = '/workportal/api/file/filesToMulForFileIds';

describe('POST /workportal/api/file/filespic', () => {
  test('requires a session, before a large body is read', async () => {
    expect((await post(onePicture, { imgFile: base64 }, '')).status).toBe(401);
    expect((await post(onePicture, { imgFile: 'A'.repeat(8_000_000) }, '')).status).toBe(401);
  });

  test('stores a picture, as plain Base64 or as a data URL, and returns rows[0].id (S2 §7)', async () => {
    for (const imgFile of [base64, `data:image/png;base64,${base64}`]) {
      const { rows } = await post(onePicture, { imgFile });
      expect(rows).toMatchObject([
        { filename: '图片20260302100000.png', size: photo.length, contentType: 'image/png' },
      ]);
      const preview = await get(`/workportal/api/file/files/${rows[0]?.id}/preview`);
      expect(Buffer.from(await preview.arrayBuffer())).toEqual(photo);
      expect(preview.headers.get('content-disposition')).toMatch(/^inline/);
    }
  });

  test('accepts exactly 20 MB and no more', async () => {
    const large = Buffer.concat([photo, Buffer.alloc(20 * 1_048_576 - photo.length)]);
    expect((await post(onePicture, { imgFile: large.toString('base64') })).rows).toMatchObject([
      { size: 20 * 1_048_576 },
    ]);
    const larger = Buffer.concat([large, Buffer.alloc(1)]);
    expect(await post(onePicture, { imgFile: larger.toString('base64') })).toMatchObject({
      errmsg: '附件大小不得超过20M！请重新上传',
    });
  });

  test.each([
    ['invalid base64', '<img>', '图片内容不是有效的Base64'],
    ['truncated base64', base64.slice(0, 101), '图片内容不是有效的Base64'],
    ['padding in the middle', 'QUJD=QUJ', '图片内容不是有效的Base64'],
    ['a data URL with another encoding', 'data:image/png;hex,00ff', '图片内容不是有效的Base64'],
    ['nothing', '', '请选择图片'],
  ])('refuses %s', async (_case, imgFile, message) => {
    const { status, problems } = await post(onePicture, { imgFile });
    expect(status).toBe(400);
    expect(problems.map((problem) => problem.message)).toEqual([message]);
  });

  test.each([
    ['a program', Buffer.from('MZ\u0090\u0000')],
    ['a document', Buffer.from(samplePdf)],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a Word document', docxOf()],
  ])('refuses %s declared as a picture, and stores nothing', async (_case, bytes) => {
    const before = (await filesOf('zhang')).length;
    const imgFile = `data:image/png;base64,${bytes.toString('base64')}`;
    expect(await post(onePicture, { imgFile })).toMatchObject({ errmsg: '格式错误！请重新上传' });
    expect((await filesOf('zhang')).length).toBe(before);
  });
});

describe('POST /workportal/api/file/base64File', () => {
  test('requires a session', async () => {
    expect((await post(pictures, { files: [{ name: 'a', image: base64 }] }, '')).status).toBe(401);
  });

  test('stores all pictures under their names, with a missing extension added', async () => {
    const { rows } = await post(pictures, {
      files: [
        { name: 'XF20260302.png', image: base64 },
        { name: '身份证正面', image: base64 },
      ],
    });
    expect(rows.map(({ filename }) => filename)).toEqual(['XF20260302.png', '身份证正面.png']);
  });

  test('refuses eleven pictures, a missing name, and all of them when one is no picture', async () => {
    const one = { name: 'a.png', image: base64 };
    expect(await post(pictures, { files: Array(11).fill(one) })).toMatchObject({
      errmsg: '附件数量不得超过10个！请重新上传',
    });
    expect((await post(pictures, { files: [{ ...one, name: ' ' }] })).problems).toEqual([
      { field: 'files.0.name', message: '请输入文件名称' },
    ]);
    const before = (await filesOf('zhang')).length;
    const { problems } = await post(pictures, { files: [one, { name: 'b.png', image: 'TVqQ' }] });
    expect(problems).toEqual([{ field: 'file', message: 'b.png：格式错误！请重新上传' }]);
    expect((await filesOf('zhang')).length).toBe(before);
  });
});

describe('POST /workportal/api/file/filesToMulForFileIds', () => {
  const twoPages = async () => {
    const pdf = await PDFDocument.create();
    for (const text of ['first', 'second']) pdf.addPage([595, 842]).drawText(text, { x: 50, y: 700 });
    return Buffer.from(await pdf.save());
  };

  test('requires a session', async () => {
    expect((await post(merge, 'x', '')).status).toBe(401);
  });

  test('refuses a file of another person', async () => {
    const ids = [await storeOne('a.png', photo), await storeOne('b.png', photo, li)];
    expect((await post(merge, ids.join())).status).toBe(404);
  });

  test('creates one PDF in the given order, with each picture upright and fitted on a page (S2 §7)', async () => {
    const ids = [await storeOne('照片.png', photo), await storeOne('来信.pdf', await twoPages())];
    const { rows } = await post(merge, ids.join());
    expect(rows).toMatchObject([{ filename: '合并20260302100000.pdf', contentType: 'application/pdf' }]);
    const bytes = Buffer.from(await (await get(`/file/files/${rows[0]?.id}`)).arrayBuffer());
    const pdf = await PDFDocument.load(bytes);
    expect(pdf.getPages().map((page) => Math.round(page.getWidth()))).toEqual([842, 595, 595]);
    expect((await readPdf(bytes)).map(({ page, text }) => [page, text])).toEqual([
      [2, 'first'],
      [3, 'second'],
    ]);
  });

  test.each([
    ['a Word document', '来信.docx', docxOf(), '来信.docx：只有PDF和图片可以合并'],
    ['a truncated picture', 'a.png', pngOf(500, 500), 'a.png：文件已损坏或无法读取，不能合并'],
    [
      'a PDF without pages',
      'a.pdf',
      pdfOf(['<< /Type /Catalog >>']),
      'a.pdf：文件已损坏或无法读取，不能合并',
    ],
    ['a truncated PDF', 'a.pdf', Buffer.from('%PDF-1.7 ...'), 'a.pdf：文件已损坏或无法读取，不能合并'],
    [
      'a PDF with a cycle in its page tree',
      'a.pdf',
      pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']),
      'a.pdf：文件已损坏或无法读取，不能合并',
    ],
  ])('refuses %s by its name, and leaves nothing behind', async (_case, name, bytes, message) => {
    const ids = [await storeOne('好.png', photo), await storeOne(name, bytes)];
    const before = (await filesOf('zhang')).length;
    const { status, problems } = await post(merge, ids.join());
    expect(problems).toEqual([{ field: 'ids', message }]);
    expect(status).toBe(400);
    expect((await filesOf('zhang')).length).toBe(before);
    const { readdir } = await import('node:fs/promises');
    expect(await readdir(incoming)).toEqual([]);
  });

  test('refuses invalid ids, and more than fifty', async () => {
    expect((await post(merge, 'a,b')).status).toBe(400);
    const many = Array.from({ length: 51 }, () => crypto.randomUUID()).join();
    expect(await post(merge, many)).toMatchObject({ errmsg: '附件数量不得超过50个！请重新上传' });
  });
});

describe('GET /file/files/:ids/zip', () => {
  async function unpack(answer: Response): Promise<[string, Buffer][]> {
    const zip = await fromBufferPromise(Buffer.from(await answer.arrayBuffer()));
    const parts: [string, Buffer][] = [];
    for await (const entry of zip.eachEntry()) {
      parts.push([entry.fileName, await buffer(await zip.openReadStreamPromise(entry))]);
    }
    return parts;
  }

  test('requires a session or a ticket for exactly these files', async () => {
    const [one, two] = [await storeOne('a.png', photo), await storeOne('b.png', photo)];
    expect((await get(`/file/files/${one}/zip`, '')).status).toBe(401);
    const prepared = await portal.call('/api/file-packages', { token: zhang, json: { ids: [one, two] } });
    const { ticket, files, bytes } = prepared.body.data as unknown as {
      ticket: string;
      files: number;
      bytes: number;
    };
    expect([files, bytes]).toEqual([2, 2 * photo.length]);
    expect((await get(`/file/files/${one}/zip?ticket=${ticket}`, '')).status).toBe(401);
    const again = await portal.call('/api/file-packages', { token: zhang, json: { ids: [one, two] } });
    const validTicket = (again.body.data as unknown as { ticket: string }).ticket;
    expect((await get(`/file/files/${one},${two}/zip?ticket=${validTicket}`, '')).status).toBe(200);
  });

  test('refuses the whole package when one file is not readable for the person', async () => {
    const ids = [await storeOne('a.png', photo), await storeOne('b.png', photo, li)];
    expect((await get(`/file/files/${ids.join()}/zip`)).status).toBe(404);
  });

  test.each(['/file/files', '/workportal/api/file/files'])(
    'packs Chinese names, numbers duplicates and keeps every byte, under %s (S2 §7)',
    async (base) => {
      const text = docxOf();
      const ids = [
        await storeOne('身份证.png', photo),
        await storeOne('身份证.PNG', photo),
        await storeOne('来信（二）.docx', text),
      ];
      const answer = await get(`${base}/${ids.join()}/zip`);
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename*=UTF-8''${encodeURIComponent('附件20260302100000.zip')}`,
      );
      expect(await unpack(answer)).toEqual([
        ['身份证.png', photo],
        ['身份证(2).PNG', photo],
        ['来信（二）.docx', text],
      ]);
    },
  );

  test('is recorded in the audit log with its place (S2 §2)', async () => {
    const id = await storeOne('a.png', photo);
    await (await get(`/file/files/${id}/zip?pagePath=/todo/2026000001/trail`)).arrayBuffer();
    const { db } = portal.context;
    const link = await db
      .selectFrom('audit_links')
      .select('detail')
      .where('action', '=', 'file.package')
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    expect(link?.detail).toEqual({
      files: [id],
      bytes: photo.length,
      place: { code: 2, label: '办理轨迹' },
    });
  });

  test('accepts a hundred ids in the address, and more in a form', async () => {
    const ids: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const parts = Array.from({ length: 10 }, (_, index) => ({
        name: `${round}-${index}.png`,
        bytes: photo,
      }));
      const { body } = await uploadTo(address, zhang, parts);
      ids.push(...(body.data as unknown as Answer).rows.map(({ id }) => id));
    }
    expect(await unpack(await get(`/file/files/${ids.slice(0, 100).join()}/zip`))).toHaveLength(100);
    const sent = await fetch(`${address}/file/zip`, {
      method: 'POST',
      headers: { 'x-refusal-status': 'http', 'x-access-token': zhang },
      body: new URLSearchParams({ ids: ids.join() }),
    });
    expect(await unpack(sent)).toHaveLength(120);
  });

  test('refuses invalid ids, and more than a thousand', async () => {
    expect((await get('/file/files/a,b/zip')).status).toBe(400);
    expect((await get(`/file/files/${'x'.repeat(13_000)}/zip`)).status).toBe(414);
    const many = Array.from({ length: 1001 }, () => crypto.randomUUID());
    expect((await portal.call('/api/file-packages', { token: zhang, json: { ids: many } })).status).toBe(400);
  });
});

describe('GET /file/files/:id/preview', () => {
  test('returns a byte range, and records the ranges of one file as one reading', async () => {
    const id = await storeOne('a.png', photo);
    const part = await get(`/file/files/${id}/preview`, zhang, { range: 'bytes=10-19' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${photo.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(photo.subarray(10, 20));
    const end = await get(`/file/files/${id}/preview`, zhang, { range: 'bytes=-5' });
    expect(Buffer.from(await end.arrayBuffer())).toEqual(photo.subarray(-5));
    for (const range of ['bytes=9999999-', 'bytes=5-1', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-0']) {
      expect((await get(`/file/files/${id}/preview`, zhang, { range })).status).toBe(200);
    }
    const records = await portal.context.db
      .selectFrom('audit_links')
      .select('seq')
      .where('object_id', '=', id)
      .where('action', '=', 'file.download')
      .execute();
    // One record for both parts, and one for each complete download.
    expect(records).toHaveLength(6);
  });

  test('returns a text document only as an attachment', async () => {
    const id = await storeOne('a.docx', docxOf());
    const answer = await get(`/workportal/api/file/files/${id}/preview`);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  });
});

describe('GET /file/nocheck/files/:id/preview', () => {
  const statusOf = async (id: string) => (await get(`/file/nocheck/files/${id}/preview`, '')).status;

  test('shows a file uploaded with category 02 without a session, by query or by form field (S2 §7)', async () => {
    const byQuery = await storeOne('a.png', photo, zhang, '/file/files?dirType=materials&category=02');
    const form = new FormData();
    form.append('category', '02');
    form.append('file', new Blob([new Uint8Array(photo)]), 'b.png');
    const sent = await fetch(`${address}/file/files`, {
      method: 'POST',
      body: form,
      headers: { 'x-refusal-status': 'http', 'x-access-token': zhang },
    });
    const byField = ((await sent.json()) as { data: Answer }).data.rows[0]?.id ?? '';
    for (const id of [byQuery, byField]) {
      const answer = await get(`/workportal/api/file/nocheck/files/${id}/preview`, '');
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(photo);
    }
  });

  test('shows no other file, and none of an order', async () => {
    const [ordinary, visible] = [
      await storeOne('a.png', photo, zhang, '/file/files?dirType=materials'),
      await storeOne('b.png', photo, zhang, '/file/files?category=02'),
    ];
    expect([await statusOf(ordinary), await statusOf(visible), await statusOf(crypto.randomUUID())]).toEqual([
      404, 200, 404,
    ]);
    await portal.context.db
      .updateTable('files')
      .set({ workorder_id: 'order' })
      .where('id', '=', visible)
      .execute();
    expect(await statusOf(visible)).toBe(404);
  });

  test.each([
    ['a document', 'a.pdf', Buffer.from(samplePdf), '格式错误！请重新上传'],
    ['a drawing', 'a.svg', Buffer.from('<svg/>'), '格式错误！请重新上传'],
    [
      'a picture of more than 5 MB',
      'a.png',
      Buffer.concat([photo, Buffer.alloc(5 * 1_048_576)]),
      '附件大小不得超过5M！请重新上传',
    ],
  ])('category 02 refuses %s', async (_case, name, bytes, message) => {
    const { body } = await uploadTo(address, zhang, [{ name, bytes }], '/file/files?category=02');
    expect(body.errmsg).toBe(message);
  });
});
