import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { archive } from '#contract/archive.ts';
import { archiveDestructions } from '#contract/archive-destructions.ts';
import { exportTasks } from '#contract/exports.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { writeExports } from '#server/modules/portal/exports/service.ts';
import { cleanUpFiles } from '#server/modules/records/files/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openArchiveDesk } from '#test/world/archive-desk.ts';
import { sheetOf } from '#test/world/export-desk.ts';
import { pathOf } from '#test/world/office.ts';
import { checkArchive, destroyPackages } from './service.ts';

/** Tests which data of a destroyed package stay (docs/decisions/0162). */

const { office, context, clock, db, archivist, archivePetition, detailOf, packageOf, ...helpers } =
  await openArchiveDesk();
const { fetchFile, tokenOf, runJobs } = helpers;
const second = office.as('sunlei');
clock.forward(new Date('2037-03-02T02:00:00.000Z').getTime() - clock.now.getTime());
const opinion = { body: { opinion: '同意销毁' } };

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
  await office.app.callObserver.flush();
  const { findings } = await verifyAudit(db, context.crypto, { files: context.files });
  expect(findings).toEqual([]);
});

const messageOf = async (answer: Promise<{ body: { errmsg?: string } }>) => (await answer).body.errmsg;
const isStored = async (bytesId: string) => (await context.files.size(bytesId)) !== undefined;
const bytesOf = ({ id }: { id: string }) =>
  db
    .selectFrom('archive_packages')
    .select(['bytes_id', 'key_sealed'])
    .where('workorder_id', '=', id)
    .execute();

/** Returns an order whose retention period is over. */
async function expiredOrder() {
  await archivist.done(archive.saveItem, {
    body: { taskCode: 'petition-letter', period: 'D10', department: 'LX' },
  });
  const order = await archivePetition();
  await sql`update archive_entries set kept_until = '2036-12-31' where workorder_id = ${order.id}::uuid`.execute(
    db,
  );
  return order;
}

async function prepare(ids: readonly string[]) {
  const body = { ids: [...ids], outcome: 'destroy', reason: '已无保存价值' } as const;
  await archivist.done(archiveDestructions.appraise, { body });
  return await archivist.done(archiveDestructions.prepare, { body: {} });
}

describe('a destroyed archive package', () => {
  test('cannot be opened after the approval, loses its bytes, and stays in the catalogue', async () => {
    const order = await expiredOrder();
    const [before] = await bytesOf(order);
    const bytesId = before?.bytes_id ?? '';
    expect(await isStored(bytesId)).toBe(true);
    const { id, number } = await prepare([order.id]);
    const { ticket } = await archivist.done(archive.requestDownload, {
      params: { id: order.id },
      body: { purpose: '查' },
    });
    const approve = { params: { id }, ...opinion, key: 'approved-once' };
    const approval = await second.done(archiveDestructions.approve, approve);
    expect(approval.state).toBe('approved');

    // Even before the bytes are deleted they cannot be opened, and running reads stop.
    expect(await bytesOf(order)).toEqual([{ bytes_id: bytesId, key_sealed: '' }]);
    const path = pathOf(archive.file, { id: order.id, version: '1' });
    expect((await fetchFile(path, { ticket })).status).toBe(404);
    const params = { id: order.id };
    for (const answer of [
      archivist.call(archive.openPage, { params, body: { purpose: '查' } }),
      archivist.call(archive.requestDownload, { params, body: { purpose: '查' } }),
      archivist.call(archive.requeue, { params }),
      archivist.call(archive.check, { params }),
    ])
      expect(await messageOf(answer)).toBe('该档案已销毁');

    // The store is unavailable, then available again.
    const remove = () => Promise.reject(new Error('The store is unavailable'));
    await expect(destroyPackages({ ...context, files: { ...context.files, remove } })).rejects.toThrow(
      'unavailable',
    );
    expect((await second.done(archiveDestructions.page, {})).rows[0]?.state).toBe('approved');
    await destroyPackages(context);
    await destroyPackages(context);
    expect(await isStored(bytesId)).toBe(false);
    expect(await bytesOf(order)).toEqual([{ bytes_id: null, key_sealed: '' }]);
    expect((await second.done(archiveDestructions.page, {})).rows[0]).toMatchObject({
      state: 'done',
      number,
    });
    expect(await second.done(archiveDestructions.approve, approve)).toEqual(approval);

    const detail = await detailOf(order);
    expect(detail).toMatchObject({
      state: 'destroyed',
      destroyedOn: '2037-03-02',
      expired: false,
      found: null,
    });
    expect(detail.number).toMatch(/^J068-WS/);
    expect(detail.packages).toMatchObject([{ destroyed: true, parts: [] }]);
    const auditRows = await sql<{ action: string }>`select action from audit_links
      where object_id = ${id} order by at, seq`.execute(db);
    expect(auditRows.rows.map(({ action }) => action)).toEqual([
      'archive.prepare-destruction',
      'archive.approve-destruction',
      'archive.destroyed',
    ]);
    // It is never restored, and its absence is no finding.
    await runJobs();
    clock.forward(31 * 86_400_000);
    await checkArchive(context);
    await cleanUpFiles(context);
    clock.forward(-31 * 86_400_000);
    expect(await detailOf(order)).toMatchObject({ state: 'destroyed', found: null });
    expect((await archivist.done(archive.figures, {})).broken).toBe(0);
    // The order itself is unchanged, with its files.
    const { rows } = await sql<{ bytes: string }>`
      select coalesce(blob_id, id) as bytes from files where workorder_id = ${order.id}`.execute(db);
    expect(rows).toHaveLength(2);
    for (const { bytes } of rows) expect(await isStored(bytes)).toBe(true);
  });

  test('is followed by a new package when its order ends again, while the list stays unchanged', async () => {
    const order = await expiredOrder();
    const { id, number } = await prepare([order.id]);
    await second.done(archiveDestructions.approve, { params: { id }, ...opinion });
    await destroyPackages(context);
    const setEnd = async (at: Date | null) => {
      await sql`update work_orders set ended_at = ${at} where id = ${order.id}::uuid`.execute(db);
      await sql`insert into work_order_outbox (workorder_id, version, created_at)
        select workorder_id, max(version), now() from work_order_events where workorder_id = ${order.id}::uuid
        group by workorder_id`.execute(db);
      await runJobs();
    };
    const { ended_at } = await db
      .selectFrom('work_orders')
      .select('ended_at')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    const listItems = () => archivist.done(archiveDestructions.items, { query: { register: number } });
    const itemsBefore = await listItems();
    await setEnd(null);
    expect(await detailOf(order)).toMatchObject({ state: 'reopened', destroyedOn: null, appraisal: null });
    await setEnd(new Date('2037-03-02T03:00:00.000Z'));
    expect(await detailOf(order)).toMatchObject({ state: 'kept', version: 2, keptUntil: '2047-12-31' });
    expect((await packageOf(order)).length).toBeGreaterThan(1_000);
    expect(await listItems()).toEqual(itemsBefore);
    await sql`update work_orders set ended_at = ${ended_at} where id = ${order.id}::uuid`.execute(db);
  });

  test('is exported with its destruction list as a spreadsheet', async () => {
    const { number } = await prepare([(await expiredOrder()).id]);
    const task = await archivist.done(exportTasks.request, {
      body: {
        list: 'archive-destruction',
        query: { register: number },
        columns: ['place', 'number', 'reason'],
      },
    });
    await writeExports(context);
    const { bytes } = await fetchFile(
      pathOf(exportTasks.file, { id: task.id }),
      {},
      await tokenOf('fangning'),
    );
    const sheet = await sheetOf(bytes);
    expect(sheet[0]).toEqual(['序号', '档号', '销毁理由']);
    expect(sheet[1]?.[2]).toBe('已无保存价值');
  });
});
