import { createHash } from 'node:crypto';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { archive } from '#contract/archive.ts';
import { documents } from '#contract/documents.ts';
import { packageParts } from '#domain/archive/package-paths.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { releaseBytes } from '#server/modules/records/files/blobs.ts';
import { cleanUpFiles } from '#server/modules/records/files/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openArchiveDesk } from '#test/world/archive-desk.ts';
import { latestDate } from '#test/world/latest-date.ts';
import { petition } from '#test/world/start-data.ts';
import { unzip } from '#test/world/unzip.ts';
import * as entries from './entries.queries.ts';
import { checkArchive, makePackages, verifyPackages } from './service.ts';

/** Tests the packages of an order in the archive (docs/decisions/0162), and the job that makes them. */

const {
  office,
  context,
  clock,
  db,
  desk,
  archivist,
  concludePetition,
  runJobs,
  archivePetition,
  detailOf,
  packageOf,
} = await openArchiveDesk();
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
  await office.app.callObserver.flush();
  const { findings } = await verifyAudit(db, context.crypto, { files: context.files });
  expect(findings).toEqual([]);
});

/** Returns the place of a package's bytes in the store. */
async function placeOfBytes({ id }: { id: string }): Promise<string> {
  const { bytes_id } = await db
    .selectFrom('archive_packages')
    .select('bytes_id')
    .where('workorder_id', '=', id)
    .executeTakeFirstOrThrow();
  const folder = join(context.config.dataDir, 'files');
  const name = (await readdir(folder, { recursive: true })).find((name) => name.endsWith(bytes_id ?? ''));
  return join(folder, name ?? 'nowhere');
}

/** Counts the stored files after the store's clean-up. */
async function countStoredFiles(): Promise<number> {
  await cleanUpFiles(context);
  const all = await readdir(join(context.config.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile() && !entry.name.includes('.')).length;
}

/** Sets the end of an order, or reopens it, like an action; returns the former end. */
async function setEnd({ id }: { id: string }, at: Date | null): Promise<Date | null> {
  const before = await db
    .selectFrom('work_orders')
    .select('ended_at')
    .where('id', '=', id)
    .executeTakeFirst();
  await sql`update work_orders set ended_at = ${at} where id = ${id}::uuid`.execute(db);
  await sql`insert into work_order_outbox (workorder_id, version, created_at)
    select workorder_id, max(version), now() from work_order_events where workorder_id = ${id}::uuid
    group by workorder_id`.execute(db);
  await runJobs();
  return before?.ended_at ?? null;
}

const first = await archivePetition();

describe('an archive package', () => {
  test('is made with page, metadata, data, files and digests when an order is concluded', async () => {
    const parts = unzip(await packageOf(first));
    const sums = (parts.get(packageParts.checksums) ?? '').trim().split('\n');
    expect(sums.map((line) => line.slice(66))).toEqual([...parts.keys()].slice(0, -1));
    const page = parts.get(packageParts.page) ?? '';
    expect(sums[0]).toBe(`${sha256(page)}  ${packageParts.page}`);
    // Unmasked, because an archive is complete; and with the opinion.
    expect(page).toContain('15405712345');
    expect(page).toContain('不属于本机关职权范围。<br>请向人民法院起诉。');
    expect(page).not.toContain('***');
    expect(parts.get(packageParts.metadata)).toContain('<档号值>J068-WS·2026-D30-LX-0001</档号值>');
    const data = JSON.parse(parts.get(packageParts.record) ?? '');
    expect(data).toMatchObject({ 档号: 'J068-WS·2026-D30-LX-0001', status: '不予受理', code: first.code });
    expect(data.trace.at(-1)).toMatchObject({ node: '受理审查', by: '赵敏', files: ['材料/审查记录.pdf'] });
  });

  test('is stored encrypted: its content cannot be read from the disk', async () => {
    const bytes = await readFile(await placeOfBytes(first));
    expect(bytes.includes('来信')).toBe(false);
    expect(bytes.subarray(0, 2).toString()).not.toBe('PK');
    const { packages } = await detailOf(first);
    expect(sha256(await packageOf(first))).toBe(packages[0]?.sha256);
  });

  test('gets another version when the order was reopened, and the older version stays', async () => {
    const order = await archivePetition();
    const { number } = await detailOf(order);
    // No action can reopen a concluded order yet; it would leave a row without an end, and an outbox entry.
    const ended = await setEnd(order, null);
    expect(await detailOf(order)).toMatchObject({ state: 'reopened', version: 1 });
    await makePackages(context);
    expect((await detailOf(order)).state).toBe('reopened');
    const { title } = await detailOf(order);
    const setTitle = (text: string) =>
      sql`update work_orders set title = ${text} where id = ${order.id}::uuid`.execute(db);
    await setTitle('又一次办结');
    await setEnd(order, ended);
    await setTitle(title);
    const detail = await detailOf(order);
    expect(detail).toMatchObject({ state: 'kept', version: 2, number, title: '又一次办结' });
    expect(detail.packages.map(({ version }) => version)).toEqual([2, 1]);
    expect(unzip(await packageOf(order)).get(packageParts.page)).toContain('又一次办结');
    expect(unzip(await packageOf(order, 1)).get(packageParts.page)).not.toContain('又一次办结');
  });

  test('marks a voided document in a new version', async () => {
    const order = await archivePetition();
    await sql`insert into order_documents (workorder_id, id, number, button_id, staff_id, code, name, made_of, created_at, activated_at)
      select ${order.id}::uuid, id, 1, 'decline', 'staff-zhaomin', 'notice', '告知书', '', now(), now()
      from files where workorder_id = ${order.id} and name = '审查记录.pdf'`.execute(db);
    await archivist.done(archive.requeue, { params: { id: order.id } });
    await makePackages(context);
    const parts = unzip(await packageOf(order));
    expect([...parts.keys()]).toContain('文书/审查记录.pdf');
    const { id: docId } = await db
      .selectFrom('order_documents')
      .select('id')
      .where('workorder_id', '=', order.id)
      .executeTakeFirstOrThrow();
    await office.as('shenjie').done(documents.void, { params: { docId }, body: { reason: '文号有误' } });
    await makePackages(context);
    expect((await detailOf(order)).version).toBe(3);
    expect(unzip(await packageOf(order)).get(packageParts.page)).toContain('审查记录.pdf（已作废）');
    await db.deleteFrom('order_documents').where('id', '=', docId).execute();
  });

  test('marks a document of a returned step as void, but not a document made by hand', async () => {
    const order = await desk.start('zhangwei', petition(900));
    const byButton = await desk.paper('liuyang', '收件回执.pdf');
    const byHand = await desk.paper('liuyang', '情况说明.pdf');
    const fileList = [{ id: byButton.id }, { id: byHand.id }];
    await desk.press('liuyang', order, 'receive', 'receive', { fileList });
    const number = (await desk.traceAt(order, 'receive', 'done')).split('.').at(-1);
    for (const [id, buttonId] of [
      [byButton.id, 'receive'],
      [byHand.id, ''],
    ])
      await sql`insert into order_documents (workorder_id, id, number, button_id, staff_id, code, name, made_of, created_at, activated_at)
        values (${order.id}::uuid, ${id}, ${number}::int, ${buttonId}, 'staff-liuyang', 'receipt', '回执', '', now(), now())`.execute(
        db,
      );
    await desk.press('zhaomin', order, 'examine', 'return', { backNodeIds: 'receive' });
    await desk.press('liuyang', order, 'receive', 'receive');
    await desk.press('zhaomin', order, 'examine', 'decline', { handlerOpinion: '不属于本机关职权范围。' });
    await runJobs();
    const page = unzip(await packageOf(order)).get(packageParts.page) ?? '';
    expect(page).toContain('收件回执.pdf（已作废）');
    expect(page).toContain('情况说明.pdf');
    expect(page).not.toContain('情况说明.pdf（已作废）');
    await db.deleteFrom('order_documents').where('workorder_id', '=', order.id).execute();
  });

  test('is made once by two concurrent workers and gets a unique number', async () => {
    const orders = [await concludePetition(), await concludePetition(), await concludePetition()];
    await Promise.all([runJobs(), runJobs(), makePackages(context)]);
    await makePackages(context);
    const numbers = await Promise.all(orders.map(async (order) => (await detailOf(order)).number));
    expect(new Set(numbers).size).toBe(3);
    const { rows } = await sql<{ versions: number }>`select count(*)::int as versions from archive_packages
      where workorder_id = any(${orders.map(({ id }) => id)}::uuid[])`.execute(db);
    expect(rows[0]?.versions).toBe(3);
  });
});

describe('an archive worker that fails', () => {
  test('leaves no partial package: the next worker makes it again and unused bytes are removed', async () => {
    const order = await concludePetition();
    const before = await countStoredFiles();
    // Killed after writing the bytes and before writing the row.
    const files = {
      ...context.files,
      receive: async (id: string, bytes: Parameters<typeof context.files.receive>[1]) => {
        const file = await context.files.receive(id, bytes);
        await file.keep();
        throw new Error('killed');
      },
    };
    await deliverNotices(context);
    await makePackages({ ...context, files });
    expect(await detailOf(order)).toMatchObject({ state: 'waiting', version: 0, packages: [] });
    const claimedEntry = await entries.claimNextEntry(db, 'dead worker', 60);
    expect(claimedEntry?.workorderId).toBe(order.id);
    // Its worker has a heartbeat: no other worker claims it.
    await makePackages(context);
    expect((await detailOf(order)).state).toBe('running');
    await sql`update archive_entries set told_at = clock_timestamp() - interval '61 seconds' where state = 'running'`.execute(
      db,
    );
    await makePackages(context);
    expect(await detailOf(order)).toMatchObject({ state: 'kept', version: 1 });
    expect(await entries.renewClaim(db, order.id, 'dead worker')).toBe(false);
    // One package, and no bytes of interrupted ones, after the doubtful files are old enough to be removed.
    for (const id of await context.files.listDoubtful(latestDate)) {
      await releaseBytes(context, id);
    }
    expect(await countStoredFiles()).toBe(before + 1);
    expect(unzip(await packageOf(order)).size).toBe(6);
  });

  test('stops after three attempts, then the archivist sees the reason and starts it again', async () => {
    const order = await concludePetition();
    const receive = () => Promise.reject(new Error('The disk is full'));
    const contextWithFullDisk = { ...context, files: { ...context.files, receive } };
    await deliverNotices(context);
    for (const expected of ['waiting', 'waiting', 'failed']) {
      await makePackages(contextWithFullDisk);
      expect((await detailOf(order)).state).toBe(expected);
    }
    expect((await detailOf(order)).reason).toBe('打包时出错，请稍后重做；多次失败请联系运维管理员');
    const page = await archivist.done(archive.page, { query: { tab: 'trouble' } });
    expect(page.rows.map(({ id }) => id)).toEqual([order.id]);
    await makePackages(context);
    expect((await detailOf(order)).state).toBe('failed');
    await archivist.done(archive.requeue, { params: { id: order.id } });
    await makePackages(context);
    expect((await detailOf(order)).state).toBe('kept');
  });

  test('makes no package when an attached file was changed or is missing', async () => {
    const order = await concludePetition({ letterTitle: '附件被改动' });
    const { rows } = await sql<{ id: string; name: string }>`
      select coalesce(blob_id, id) as id, name from files where workorder_id = ${order.id} limit 1`.execute(
      db,
    );
    const read: typeof context.files.read = (id, range) =>
      id === rows[0]?.id ? Readable.from([Buffer.from('x')]) : context.files.read(id, range);
    await deliverNotices(context);
    await makePackages({ ...context, files: { ...context.files, read } });
    const detail = await detailOf(order);
    expect(detail).toMatchObject({ state: 'failed', packages: [] });
    expect(detail.reason).toMatch(/^附件“.*”缺失或与登记不一致/);
    const readMissing: typeof read = (id, range) =>
      context.files.read(id === rows[0]?.id ? first.id : id, range);
    const size = async (id: string) => (id === rows[0]?.id ? undefined : context.files.size(id));
    await archivist.done(archive.requeue, { params: { id: order.id } });
    await makePackages({ ...context, files: { ...context.files, read: readMissing, size } });
    expect(await detailOf(order)).toMatchObject({ state: 'failed', reason: detail.reason });
  });
});

describe('the integrity check of archive packages', () => {
  test('runs periodically, reports damaged packages and refuses their download', async () => {
    const [changed, missing] = [await archivePetition(), await archivePetition()];
    const place = await placeOfBytes(changed);
    const bytes = await readFile(place);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(place, bytes);
    await rm(await placeOfBytes(missing));
    await checkArchive(context);
    expect((await detailOf(changed)).found).toBeNull();
    clock.forward(31 * 86_400_000);
    await checkArchive(context);
    expect((await detailOf(changed)).found).toBe('changed');
    expect((await detailOf(missing)).found).toBe('missing');
    expect((await detailOf(first)).found).toBe('whole');
    const figures = await archivist.done(archive.figures, {});
    expect(figures.broken).toBe(2);
    const request = { params: { id: changed.id }, body: { purpose: '查' } };
    expect((await archivist.call(archive.requestDownload, request)).body).toMatchObject({
      errcode: 40952,
      errmsg: '档案包内容已变动或缺失，请先核查并重新归档',
    });
    // Made again it is another version, even with the same content.
    await archivist.done(archive.requeue, { params: { id: changed.id } });
    await makePackages(context);
    expect(await detailOf(changed)).toMatchObject({ version: 2, found: null });
    expect(unzip(await packageOf(changed)).size).toBe(6);
    await truncate(place, 10);
    expect(await archivist.done(archive.check, { params: { id: changed.id } })).toEqual({ found: 'changed' });
    expect((await detailOf(changed)).found).toBe('whole');
  });
});

test('the audit reads whole archive packages and compares them with their records in the audit log', async () => {
  const order = await archivePetition();
  const findingsOfOrder = async () =>
    (
      await verifyAudit(db, context.crypto, { files: context.files, packages: verifyPackages(context) })
    ).findings
      .map(({ english }) => english)
      .filter((line) => line.includes(`order ${order.code}, archive package 1`));
  const findingsFor = (problem: string) => [`order ${order.code}, archive package 1: ${problem}`];
  expect(await findingsOfOrder()).toEqual([]);
  const path = await placeOfBytes(order);
  const bytes = await readFile(path);
  const changedBytes = Buffer.from(bytes);
  const middle = changedBytes.length >> 1;
  changedBytes[middle] = (changedBytes[middle] ?? 0) ^ 1;
  await writeFile(path, changedBytes);
  expect(await findingsOfOrder()).toEqual(findingsFor('its bytes were changed'));
  const withoutStore = await verifyAudit(db, context.crypto, { packages: verifyPackages(context) });
  expect(withoutStore.findings).toEqual([]);
  expect(withoutStore.packages).toBeGreaterThan(0);
  await rm(path);
  expect(await findingsOfOrder()).toEqual(findingsFor('its bytes are missing'));
  await writeFile(path, bytes);
  const row = () => db.updateTable('archive_packages').where('workorder_id', '=', order.id);
  const { sha256: digest } = await db
    .selectFrom('archive_packages')
    .select('sha256')
    .where('workorder_id', '=', order.id)
    .executeTakeFirstOrThrow();
  await row()
    .set({ sha256: sha256('another') })
    .execute();
  expect(await findingsOfOrder()).toEqual(findingsFor('its row was changed'));
  await row().set({ sha256: digest }).execute();
  expect(await findingsOfOrder()).toEqual([]);
});
