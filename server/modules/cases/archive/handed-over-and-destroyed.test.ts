import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { archive } from '#contract/archive.ts';
import { archiveDestructions } from '#contract/archive-destructions.ts';
import { archiveHandOvers } from '#contract/archive-hand-overs.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openArchiveDesk } from '#test/world/archive-desk.ts';
import { waitForBlockedQuery } from '#test/world/database.ts';
import { pathOf } from '#test/world/office.ts';
import { destroyPackages } from './service.ts';

/** Tests concurrent transfers and destructions: they never include the same entry (docs/decisions/0162). */

const { office, context, clock, db, archivist, archivePetition, detailOf, fetchFile } =
  await openArchiveDesk();
const second = office.as('sunlei');
const receiver = '县档案馆';
const opinion = { body: { opinion: '同意销毁' } };
await archivist.done(archive.saveItem, {
  body: { taskCode: 'petition-letter', period: 'D10', department: 'LX' },
});
clock.forward(new Date('2037-03-02T02:00:00.000Z').getTime() - clock.now.getTime());

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

/** Returns an order whose retention period is over. */
async function expiredOrder() {
  const order = await archivePetition();
  await sql`update archive_entries set kept_until = '2036-12-31' where workorder_id = ${order.id}::uuid`.execute(
    db,
  );
  return order;
}

/** Puts the entries in a list for destruction. */
async function proposeDestruction(ids: readonly string[], evenHandedOver = false) {
  const body = { ids: [...ids], outcome: 'destroy', reason: '已无保存价值', evenHandedOver } as const;
  await archivist.done(archiveDestructions.appraise, { body });
  return await archivist.done(archiveDestructions.prepare, { body: { ids: [...ids] } });
}

const handOver = (ids: readonly string[]) =>
  archivist.call(archiveHandOvers.prepare, { body: { receiver, ids: [...ids] } });
const approve = (id: string) => second.call(archiveDestructions.approve, { params: { id }, ...opinion });
const confirmation = { body: { handedOn: '2037-03-02', receivedBy: '周敏' } };

const withLock = async <Result>(lock: (tx: Tx) => Promise<unknown>, work: () => Promise<Result>) =>
  await db.transaction().execute(async (tx) => {
    await lock(tx as Tx);
    return await work();
  });

describe('concurrent hand-over and destruction', () => {
  test('an entry that is being destroyed is not included in a transfer', async () => {
    const order = await expiredOrder();
    const { id } = await proposeDestruction([order.id]);
    const { approval, preparation } = await withLock(
      (tx) =>
        sql`select from archive_packages where workorder_id = ${order.id}::uuid for no key update`.execute(
          tx,
        ),
      async () => {
        const approval = approve(id);
        await waitForBlockedQuery(db);
        const preparation = handOver([order.id]);
        await waitForBlockedQuery(db, 2, preparation);
        return { approval, preparation };
      },
    );
    expect((await approval).body.errcode).toBe(0);
    expect((await preparation).body.errmsg).toBe('没有可移交的档案');
    expect(await detailOf(order)).toMatchObject({ state: 'destroyed', handOver: null });
  });

  test('an entry that is being transferred is not destroyed', async () => {
    const order = await expiredOrder();
    const { id } = await proposeDestruction([order.id]);
    await sql`insert into archive_counters (fonds, year, period, department, last) values ('YJ', 2037, '', '', 7)
      on conflict do nothing`.execute(db);
    const { approval, preparation } = await withLock(
      (tx) => sql`select from archive_counters where fonds = 'YJ' for update`.execute(tx),
      async () => {
        const preparation = handOver([order.id]);
        await waitForBlockedQuery(db);
        const approval = approve(id);
        await waitForBlockedQuery(db, 2, approval);
        return { approval, preparation };
      },
    );
    expect((await preparation).body.errcode).toBe(0);
    expect((await approval).body.errmsg).toContain('已编入移交批次');
    expect(await detailOf(order)).toMatchObject({ state: 'kept', handOver: { state: 'prepared' } });
  });

  test.each([
    'views the package',
    'requests a download of the package',
    'requests a download of the hand-over',
  ])('an approval waits for a concurrent reader who %s', async (readerAction) => {
    const order = await expiredOrder();
    const batch = await archivist.done(archiveHandOvers.prepare, { body: { receiver, ids: [order.id] } });
    await archivist.done(archiveHandOvers.confirm, { params: { id: batch.id }, ...confirmation });
    const { id } = await proposeDestruction([order.id], true);
    const readRequest = { params: { id: order.id }, body: { purpose: '查' } };
    const read = () => {
      if (readerAction === 'views the package') return archivist.call(archive.openPage, readRequest);
      if (readerAction === 'requests a download of the package')
        return archivist.call(archive.requestDownload, readRequest);
      return archivist.call(archiveHandOvers.requestDownload, { params: { id: batch.id } });
    };
    const { answer, approval, isBlocked } = await withLock(
      (tx) => sql`lock table archive_retrievals in share mode`.execute(tx),
      async () => {
        const answer = read();
        await waitForBlockedQuery(db);
        const approval = approve(id);
        return { answer, approval, isBlocked: await waitForBlockedQuery(db, 2, approval) };
      },
    );
    expect(isBlocked).toBe(true);
    expect((await answer).body.errcode).toBe(0);
    expect((await approval).body.errcode).toBe(0);
    expect((await detailOf(order)).retrievals).toHaveLength(1);
  });

  test('a check reports an entry that is destroyed during the check as destroyed, not as missing', async () => {
    const order = await expiredOrder();
    const { id } = await proposeDestruction([order.id]);
    const { size } = context.files;
    vi.spyOn(context.files, 'size').mockImplementationOnce(async (bytesId) => {
      await approve(id);
      await destroyPackages(context);
      return await size.call(context.files, bytesId);
    });
    const { body } = await archivist.call(archive.check, { params: { id: order.id } });
    expect(body.errmsg).toBe('该档案已销毁');
  });

  test('a hand-over with a destroyed entry cannot be confirmed but can be cancelled', async () => {
    const order = await expiredOrder();
    const batch = await archivist.done(archiveHandOvers.prepare, { body: { receiver, ids: [order.id] } });
    // A state that an older version of the portal could produce.
    await sql`update archive_entries set state = 'destroyed', destroyed_on = '2037-03-02'
      where workorder_id = ${order.id}::uuid`.execute(db);
    await sql`update archive_packages set key_sealed = '', parts = '[]' where workorder_id = ${order.id}::uuid`.execute(
      db,
    );
    const params = { id: batch.id };
    const { status, body } = await archivist.call(archiveHandOvers.confirm, { params, ...confirmation });
    expect([status, body.errmsg]).toEqual([409, '该批次中有档案已销毁']);
    const { rows } = await archivist.done(archiveHandOvers.page, { query: { keyword: batch.number } });
    expect(rows[0]?.state).toBe('prepared');
    await archivist.done(archiveHandOvers.cancel, { params });
  });
});

describe('the download ticket of a hand-over', () => {
  test('returns 404 once one of its packages is destroyed', async () => {
    const orders = [await expiredOrder(), await expiredOrder()] as const;
    const ids = orders.map(({ id }) => id);
    const params = { id: (await archivist.done(archiveHandOvers.prepare, { body: { receiver, ids } })).id };
    await archivist.done(archiveHandOvers.confirm, { params, ...confirmation });
    const { id } = await proposeDestruction(ids.slice(0, 1), true);
    const { ticket } = await archivist.done(archiveHandOvers.requestDownload, { params });
    expect((await approve(id)).body.errcode).toBe(0);
    const { status } = await fetchFile(pathOf(archiveHandOvers.file, params), { ticket });
    expect(status).toBe(404);
  });
});
