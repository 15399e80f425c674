import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { chunkSender } from '#test/world/chunk-sender.ts';
import { jpgOf, pngOf } from '#test/world/office-files.ts';
import { scanCode } from '#test/world/phone.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { heicOfSize, heicPhoto, tiffOf } from '#test/world/sample-photos.ts';
import { uploadTo } from '#test/world/upload.ts';

/**
 * Tests photos from phones and pages from scanners in formats that no form field accepts
 * (docs/decisions/0159).
 */

const portal = await testPortal();
await addPeople(portal, [{ account: 'zhang', name: '张伟' }]);
const { db } = portal.context;
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
const zhang = await portal.signIn('zhang');

interface Row {
  id: string;
  filename: string;
  size: number;
  contentType: string;
}

async function upload(name: string, bytes: Uint8Array, path?: string) {
  const { body } = await uploadTo(address, zhang, [{ name, bytes }], path);
  const [row] = (body.data as unknown as { rows: Row[] } | undefined)?.rows ?? [];
  return { row, errcode: body.errcode, message: body.problems?.[0]?.message };
}

async function read({ id }: Row): Promise<Buffer> {
  const answer = await fetch(`${address}/file/files/${id}/preview`, {
    headers: { 'x-access-token': zhang },
  });
  return Buffer.from(await answer.arrayBuffer());
}

async function detailOf(row: Row) {
  const link = await db
    .selectFrom('audit_links')
    .select('detail')
    .where('object_id', '=', row.id)
    .where('action', '=', 'file.upload')
    .executeTakeFirstOrThrow();
  return link.detail as { sha256: string; convertedFrom?: unknown };
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a HEIC', () => {
  test.each(['IMG_0001.HEIC', 'IMG_0001.heif', '手机改名.jpg', '手机改名.png'])(
    'is stored as JPEG when named %s, and the audit log records its original',
    async (name) => {
      const { row } = await upload(name, heicPhoto);
      expect(row).toMatchObject({ filename: name.replace(/\.\w+$/, '.jpg'), contentType: 'image/jpeg' });
      if (!row) return;
      const bytes = await read(row);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 96 });
      expect(bytes.length).toBe(row.size);
      expect(await detailOf(row)).toMatchObject({
        sha256: sha256Of(bytes),
        convertedFrom: {
          name,
          size: heicPhoto.length,
          sha256: sha256Of(heicPhoto),
          kind: 'heic',
          pages: 1,
        },
      });
    },
  );

  test('is refused when named as a PDF', async () => {
    expect(await upload('申请书.pdf', heicPhoto)).toMatchObject({
      message: '申请书.pdf：格式错误！请重新上传',
    });
  });

  test('is refused with advice when damaged', async () => {
    expect(await upload('IMG_1.heic', heicPhoto.subarray(0, 600))).toEqual({
      row: undefined,
      errcode: 40030,
      message: 'IMG_1.heic：图片已损坏或无法读取；请用原软件打开，另存为 jpg 或 png 后重新上传',
    });
  });

  test('is refused before decoding when it has too many pixels', async () => {
    expect(await upload('IMG_1.heic', heicOfSize(8_001, 8_000))).toMatchObject({
      message: 'IMG_1.heic：图片的长宽过大，不能上传；请缩小后重新上传',
    });
  });

  test('is stored under a .jpg name when the phone already sent JPEG', async () => {
    const { row } = await upload('IMG_2.HEIC', jpgOf());
    expect(row).toMatchObject({ filename: 'IMG_2.jpg', contentType: 'image/jpeg', size: jpgOf().length });
    expect(row && (await detailOf(row)).convertedFrom).toBeUndefined();
  });

  test('is refused when another file of the same form is invalid', async () => {
    const { body } = await uploadTo(address, zhang, [
      { name: 'IMG_3.HEIC', bytes: heicPhoto },
      { name: 'b.png', bytes: pngOf() },
      { name: 'c.heic', bytes: pngOf().subarray(0, 8) },
    ]);
    expect(body.problems?.map(({ message }) => message)).toEqual(['c.heic：格式错误！请重新上传']);
  });
});

describe('a TIFF', () => {
  test('is stored as JPEG when it has one page', async () => {
    expect((await upload('扫描件.tif', await tiffOf(1))).row).toMatchObject({
      filename: '扫描件.jpg',
      contentType: 'image/jpeg',
    });
  });

  test('is stored as one PDF when it has several pages', async () => {
    const { row } = await upload('扫描件.TIFF', await tiffOf(3));
    expect(row).toMatchObject({ filename: '扫描件.pdf', contentType: 'application/pdf' });
    expect(row && (await detailOf(row)).convertedFrom).toMatchObject({ kind: 'tiff', pages: 3 });
  });

  test('is refused with advice when it has several pages and only pictures are accepted', async () => {
    expect(await upload('扫描件.tif', await tiffOf(2), '/file/files?category=02')).toMatchObject({
      message: '扫描件.tif：TIFF文件共2页，转换后为PDF，此处不能上传PDF；请拆成单页图片后重新上传',
    });
  });
});

test('a HEIC uploaded by a phone arrives at the desktop page as JPEG (S0 §4)', async () => {
  const { phone, files } = await scanCode(portal, address, 'zhang');
  const planned = await phone.plan([{ key: 'photo-one', name: 'IMG_4.HEIC', size: heicPhoto.length }]);
  expect(planned.body.data).toMatchObject({ refused: [] });
  expect((await phone.send('photo-one', heicPhoto)).body.errcode).toBe(0);
  expect((await phone.submit()).body.errcode).toBe(0);
  expect((await files()).rows).toMatchObject([{ filename: 'IMG_4.jpg', contentType: 'image/jpeg' }]);
});

test('a HEIC as Base64 of a device is accepted as a picture (S2 §7)', async () => {
  const { body } = await portal.call('/workportal/api/file/filespic', {
    token: zhang,
    json: { imgFile: heicPhoto.toString('base64') },
  });
  expect(body.data).toMatchObject({
    rows: [{ contentType: 'image/jpeg', filename: expect.stringMatching(/\.jpg$/) }],
  });
});

test('a HEIC in chunks is converted, and is found again by the bytes that were sent (S2 §9)', async () => {
  const chunks = chunkSender(address, zhang);
  const name = 'IMG_5.HEIC';
  // Bytes after the last box are ignored.
  const large = Buffer.concat([heicPhoto, Buffer.alloc(300_000)]);
  await chunks.send(name, large, 0);
  const sent = await chunks.send(name, large, 1);
  expect(sent.data.rows).toMatchObject([{ filename: 'IMG_5.jpg', contentType: 'image/jpeg' }]);
  expect((await chunks.check(name, large)).data).toMatchObject({
    code: 2,
    rows: [{ filename: 'IMG_5.jpg', size: sent.data.rows[0]?.size }],
  });
});
