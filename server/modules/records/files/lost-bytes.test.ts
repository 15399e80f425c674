import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pngOf } from '#test/world/office-files.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { uploadTo } from '#test/world/upload.ts';

/** Tests bytes to which a row refers, but which the store has lost (docs/decisions/0178). */

const portal = await testPortal();
await addPeople(portal, [{ account: 'li', name: '李娜' }]);
const token = await portal.signIn('li');
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });

test('a file whose bytes are lost is reported with its own message, and not as a program error', async () => {
  const { body } = await uploadTo(address, token, [{ name: 'a.png', bytes: pngOf() }]);
  const id = (body.data as unknown as { rows: { id: string }[] }).rows[0]?.id ?? '';
  const fetchFile = () => fetch(`${address}/file/files/${id}`, { headers: { 'x-access-token': token } });
  expect((await fetchFile()).status).toBe(200);
  await rm(join(portal.context.config.dataDir, 'files'), { recursive: true });
  const lost = await fetchFile();
  expect([lost.status, (await lost.json()) as object]).toMatchObject([
    410,
    { errcode: 41003, errmsg: '附件的内容在服务器上找不到，不能打开，请联系系统管理员' },
  ]);
});
