import { expect, test } from 'vitest';
import { copies } from '#contract/copies.ts';
import { findHolders, findSomeHolders } from '#server/modules/organisation/organisations/service.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);

test('the readers of one copy are listed alone, and a key of many people returns some with the total count', async () => {
  const order = await desk.start('zhangwei', petition(1));
  const other = await desk.start('zhangwei', petition(2));
  const copyTo = async (copiedOrder: typeof order, key: string) =>
    await office.as('liuyang').done(copies.copy, {
      body: { traceId: await desk.traceAt(copiedOrder, 'receive'), receivers: [key] },
    });
  await copyTo(other, 'staff:staff-chenjing');
  await copyTo(order, 'staff:staff-chenjing');
  await copyTo(order, 'role:leader');
  const requestReaders = (traceId?: string) =>
    office.as('liuyang').call(copies.readers, {
      params: { workorderCode: order.code },
      query: { ...(traceId && { traceId }) },
    });
  const rowsOf = async (traceId?: string) =>
    ((await requestReaders(traceId)).body.data as unknown as { rows: { traceId: string }[] }).rows;
  expect((await rowsOf()).map(({ traceId }) => traceId)).toEqual([`${order.id}.r2`, `${order.id}.r1`]);
  expect(await rowsOf(`${order.id}.r1`)).toMatchObject([
    { traceId: `${order.id}.r1`, readCount: 0, receivers: [{ candidateName: '陈静', peopleCount: 1 }] },
  ]);
  // A copy of another order is not found for this one.
  expect((await requestReaders(`${other.id}.r1`)).status).toBe(404);
  const holders = await findSomeHolders(db, ['role:leader'], 2);
  const leaders = (await findHolders(db, ['role:leader'])).get('role:leader') ?? [];
  expect(holders.get('role:leader')).toEqual({ staffIds: leaders.slice(0, 2), count: leaders.length });
});
