import { expect, test, vi } from 'vitest';
import { createDiskSpaceReader, type DiskSpaceReader } from '#server/kernel/folders/free-space.ts';
import { chunkSender } from '#test/world/chunk-sender.ts';
import { pngOf } from '#test/world/office-files.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { openRawConnection } from '#test/world/raw-socket.ts';
import { uploadTo } from '#test/world/upload.ts';

/**
 * Tests that a disk with less free space than its reserve accepts no uploads, while the portal continues to
 * work (docs/decisions/0178).
 */

const reserve = 1_000_000_000;
let free = 2 * reserve;
/** Checks again for every file, as if two seconds had passed. */
const space: DiskSpaceReader = {
  lacksSpace: (bytes) => createDiskSpaceReader(reserve, async () => ({ free })).lacksSpace(bytes),
};
const portal = await testPortal({ diskSpace: space });
await addPeople(portal, [{ account: 'li', name: '李娜' }]);
const token = await portal.signIn('li');
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });

const png = pngOf();
const refused = {
  status: 507,
  body: { errcode: 50701, errmsg: '存储空间不足，暂不能上传附件，请联系系统管理员' },
};
const upload = () => uploadTo(address, token, [{ name: 'a.png', bytes: png }]);

const large = Buffer.concat([png, Buffer.alloc(300 * 1024)]);
const { send } = chunkSender(address, token);

test('an upload on a full disk is refused with its own message, stores nothing, and works again with space', async () => {
  free = reserve - 1;
  expect(await upload()).toMatchObject(refused);
  expect(await portal.context.db.selectFrom('files').selectAll().execute()).toEqual([]);
  free = 2 * reserve;
  expect(await upload()).toMatchObject({ status: 200, body: { errcode: 0 } });
});

test('a picture in JSON on a full disk is refused with the same message', async () => {
  free = reserve - 1;
  const path = '/workportal/api/file/filespic';
  const imgFile = png.toString('base64');
  expect(await portal.call(path, { token, json: { imgFile } })).toMatchObject(refused);
});

test('a chunked upload stops on a full disk, and continues when there is space', async () => {
  free = 2 * reserve;
  expect(await send('b.png', large, 0)).toMatchObject({ status: 200, body: { errcode: 0 } });
  free = reserve - 1;
  expect(await send('b.png', large, 1)).toMatchObject(refused);
  free = 2 * reserve;
  expect(await send('b.png', large, 1)).toMatchObject({ status: 200 });
  expect(await portal.context.db.selectFrom('files').select('name').orderBy('name').execute()).toEqual([
    { name: 'a.png' },
    { name: 'b.png' },
  ]);
});

test('other calls continue on a full disk, and the server stays ready', async () => {
  free = 0;
  expect((await portal.call('/readyz', {})).status).toBe(200);
  expect((await portal.call('/api/home', { token })).status).toBeLessThan(500);
});

test('an upload that fails in the middle does not block the next call on the same connection', async () => {
  free = 2 * reserve;
  vi.spyOn(portal.context.files, 'receive').mockImplementationOnce(async (_id, bytes) => {
    for await (const _ of bytes)
      throw Object.assign(new Error('No space left on device'), { code: 'ENOSPC' });
    throw new Error('No bytes arrived');
  });
  const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="c.png"\r\n\r\n${'%'.repeat(300 * 1024)}\r\n--x--\r\n`;
  const upload = [
    'POST /file/files HTTP/1.1',
    'host: portal',
    `x-access-token: ${token}`,
    'x-refusal-status: http',
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${body.length}`,
  ];
  const next = 'GET /healthz HTTP/1.1\r\nhost: portal\r\nconnection: close\r\n\r\n';
  const answers = await openRawConnection(address, `${upload.join('\r\n')}\r\n\r\n${body}`, next).answers();
  expect(answers.map(({ status }) => status)).toEqual([507, 200]);
});
