import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { files } from '#contract/files.ts';
import { initiation } from '#contract/initiation.ts';
import { attachedFileMessage } from '#domain/forms/attached-files.ts';
import { openDesk } from '#test/world/desk.ts';
import { openSession, testOffice } from '#test/world/office.ts';
import { permit } from '#test/world/start-data.ts';
import { uploadTo } from '#test/world/upload.ts';

/** Tests that reading a file merged from documents of orders still requires permission for each order. */

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);
const address = await office.app.fastify.listen({ host: '127.0.0.1', port: 0 });

async function uploadDocument(
  account: string,
  name: string,
): Promise<{ id: string; name: string; size: number }> {
  const document = await PDFDocument.create();
  document.addPage([595, 842]);
  const token = await openSession(office, account);
  const { body } = await uploadTo(address, token, [{ name, bytes: await document.save() }]);
  const [row] = (body.data as unknown as { rows: { id: string; filename: string; size: number }[] }).rows;
  return { id: row?.id ?? '', name: row?.filename ?? '', size: row?.size ?? 0 };
}

const start = (account: string, startData: ReturnType<typeof permit>) =>
  office.as(account).call(initiation.initiate, { body: startData.start });

async function merge(account: string, ids: readonly string[]): Promise<string> {
  const token = await openSession(office, account);
  const answer = await fetch(`${address}${files.merge.path}`, {
    method: 'POST',
    headers: { 'x-refusal-status': 'http', 'x-access-token': token, 'content-type': 'text/plain' },
    body: ids.join(),
  });
  const { data, errmsg } = (await answer.json()) as { data?: { rows: { id: string }[] }; errmsg: string };
  const [merged] = data?.rows ?? [];
  if (!merged) throw new Error(errmsg);
  return merged.id;
}

test('a PDF merged from materials of an order follows the permission for this order, also when merged again', async () => {
  const document = await uploadDocument('wangfang', '申请书.pdf');
  await desk.start('wangfang', permit(1, [document]));
  // 沈洁 may read every order, and loses this permission afterwards.
  const merged = await merge('shenjie', [document.id]);
  const own = await uploadDocument('shenjie', '说明.pdf');
  const mergedAgain = await merge('shenjie', [merged, own.id]);
  const free = await merge('shenjie', [own.id]);
  const read = (id: string) => office.as('shenjie').call(files.details, { params: { id } });
  for (const id of [merged, mergedAgain, free]) expect((await read(id)).status).toBe(200);

  await db.deleteFrom('staff_roles').where('staff_id', '=', 'staff-shenjie').execute();
  await db.insertInto('staff_roles').values({ staff_id: 'staff-shenjie', role_code: 'handler' }).execute();
  expect((await read(document.id)).status).toBe(404);
  for (const id of [merged, mergedAgain]) expect((await read(id)).status).toBe(404);
  expect((await read(free)).status).toBe(200);
  const token = await openSession(office, 'shenjie');
  expect(
    (
      await fetch(`${address}/file/files/${merged}`, {
        headers: { 'x-refusal-status': 'http', 'x-access-token': token },
      })
    ).status,
  ).toBe(404);
});

test('a merged PDF can be attached to another order only while its creator may read its source', async () => {
  const document = await uploadDocument('wangfang', '申请书.pdf');
  await desk.start('wangfang', permit(2, [document]));
  const rights = { staff_id: 'staff-zhangwei', role_code: 'matter-admin' };
  await db.insertInto('staff_roles').values(rights).execute();
  const [attached, rejected] = [
    await merge('zhangwei', [document.id]),
    await merge('zhangwei', [document.id]),
  ];
  const asDocument = (id: string) => ({ id, name: '合并.pdf', size: 1 });
  expect((await start('zhangwei', permit(3, [asDocument(attached)]))).status).toBe(200);

  await db
    .deleteFrom('staff_roles')
    .where('staff_id', '=', rights.staff_id)
    .where('role_code', '=', rights.role_code)
    .execute();
  const refused = await start('zhangwei', permit(4, [asDocument(rejected)]));
  expect(refused.body.problems).toEqual([
    { field: 'permit-application.materials', message: attachedFileMessage.unknown },
  ]);
});

test('a package of files is created with the rights at download time, regardless of its ticket', async () => {
  const document = await uploadDocument('wangfang', '申请书.pdf');
  await desk.start('wangfang', permit(5, [document]));
  const rights = { staff_id: 'staff-zhangwei', role_code: 'matter-admin' };
  await db.insertInto('staff_roles').values(rights).execute();
  const ids = [await merge('zhangwei', [document.id]), document.id];
  const prepare = () => office.as('zhangwei').done(files.preparePackage, { body: { ids } });
  const [first, second] = [await prepare(), await prepare()];
  const fetchBy = async (ticket: string) =>
    (
      await fetch(`${address}/file/files/${ids.join()}/zip?ticket=${ticket}`, {
        headers: { 'x-refusal-status': 'http' },
      })
    ).status;
  expect(await fetchBy(first.ticket)).toBe(200);
  await db
    .deleteFrom('staff_roles')
    .where('staff_id', '=', rights.staff_id)
    .where('role_code', '=', rights.role_code)
    .execute();
  expect(await fetchBy(second.ticket)).toBe(404);
  expect(await fetchBy(first.ticket)).toBe(401);
});
