import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { uploadTo } from '#test/world/upload.ts';
import { deleteUnattached, makeThumbnails, removeBytes, storeFile } from './service.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
]);
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
const { context } = portal;
const token = await portal.signIn('zhang');
const photo = (width: number, height: number, background = '#3377aa') =>
  sharp({ create: { width, height, channels: 3, background } });

async function upload(name: string, bytes: Uint8Array): Promise<string> {
  const { body } = await uploadTo(address, token, [{ name, bytes }]);
  expect(body.errmsg).toBeUndefined();
  return (body.data as unknown as { rows: { id: string }[] }).rows[0]?.id ?? '';
}
const requestThumbnails = (ids: string[], as = token) =>
  portal.call(`/api/file-thumbnails?ids=${ids.join()}`, as === '' ? {} : { token: as });
async function picturesOf(ids: string[], as = token) {
  const { rows } = (await requestThumbnails(ids, as)).body.data as unknown as {
    rows: { id: string; picture: string }[];
  };
  return rows;
}
const read = (picture = '') => sharp(Buffer.from(picture.split(',')[1] ?? '', 'base64'));
const listThumbnailRows = () => context.db.selectFrom('thumbnails').select(['blob_id', 'tried_at']).execute();

describe('GET /api/file-thumbnails', () => {
  test('requires a session', async () => {
    expect(
      (await requestThumbnails([await upload('a.png', await photo(9, 9).png().toBuffer())], '')).status,
    ).toBe(401);
  });

  test('omits files that the person may not read, and files without a thumbnail', async () => {
    const ownFile = await upload('b.png', await photo(10, 10).png().toBuffer());
    const pdf = await upload('b.pdf', Buffer.from('%PDF-1.7 ...'));
    const unknownId = '018f0000-0000-7000-8000-000000000000';
    expect(await picturesOf([ownFile], await portal.signIn('li'))).toEqual([]);
    expect((await picturesOf([pdf, unknownId, ownFile])).map(({ id }) => id)).toEqual([ownFile]);
  });

  test('refuses more ids than a list shows at once', async () => {
    const ids = Array.from(
      { length: 51 },
      (_, index) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    );
    expect((await requestThumbnails(ids)).status).toBe(400);
  });

  test('returns a small picture, upright and fitted, without the camera’s metadata', async () => {
    const rotatedPhoto = await photo(1600, 800)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitude: '30/1 0/1 0/1' } })
      .jpeg()
      .toBuffer();
    const [thumbnail] = await picturesOf([await upload('现场.jpg', rotatedPhoto)]);
    expect(thumbnail?.picture.startsWith('data:image/webp;base64,')).toBe(true);
    const { format, width, height, exif } = await read(thumbnail?.picture).metadata();
    expect([format, width, height, exif]).toEqual(['webp', 120, 240, undefined]);
  });
});

describe('the thumbnail job', () => {
  test('is woken by an upload, and creates one thumbnail for identical bytes', async () => {
    await makeThumbnails(context);
    const wake = vi.spyOn(context.notifier, 'wake');
    const bytes = await photo(300, 300, '#aa3333').png().toBuffer();
    const ids = [await upload('c.png', bytes), await upload('d.png', bytes)];
    expect(wake).toHaveBeenCalledWith('files.thumbnails');
    const make = vi.spyOn(context.conversionPool, 'make');
    expect(await makeThumbnails(context)).toBe(1);
    expect(await picturesOf(ids)).toHaveLength(2);
    expect(make).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();
  });

  test('tries a broken picture once, and continues', async () => {
    const actor = await getActor(context, 'zhang');
    if (!actor) throw new Error('Nobody');
    const broken = Buffer.from('no picture at all');
    const { id } = await storeFile(
      context,
      actor,
      { name: 'x.png', bytes: broken, contentType: 'image/png' },
      'r',
    );
    const after = await upload('e.png', await photo(20, 20).png().toBuffer());
    expect(await makeThumbnails(context)).toBe(2);
    expect(await makeThumbnails(context)).toBe(0);
    expect((await picturesOf([id, after])).map((row) => row.id)).toEqual([after]);
  });

  test('retries a file after the store was unavailable', async () => {
    const id = await upload('f.png', await photo(31, 31).png().toBuffer());
    const borrow = vi
      .spyOn(context.files, 'openLocalCopy')
      .mockRejectedValueOnce(new Error('The store is unavailable'));
    await makeThumbnails(context);
    borrow.mockRestore();
    expect(await makeThumbnails(context)).toBe(1);
    expect(await picturesOf([id])).toHaveLength(1);
  });

  test('leaves no thumbnail when the bytes are removed', async () => {
    const actor = await getActor(context, 'zhang');
    const before = (await listThumbnailRows()).length;
    const id = await upload('g.png', await photo(41, 41).png().toBuffer());
    await picturesOf([id]);
    expect(await listThumbnailRows()).toHaveLength(before + 1);
    const deletedBytesIds = await inTransaction(context.db, (tx) =>
      deleteUnattached(tx, context, actor?.staffId ?? '', [id]),
    );
    await removeBytes(context, deletedBytesIds);
    expect(await listThumbnailRows()).toHaveLength(before);
  });
});
