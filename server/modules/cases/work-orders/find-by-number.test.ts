import { expect, test } from 'vitest';
import { workOrders } from '#contract/work-orders.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const { db } = office.context;

test('any part of a number finds its order, also one that looks like a year', async () => {
  const { id } = await openDesk(office).start('zhangwei', petition(1));
  await db.updateTable('work_orders').set({ code: '2026902012' }).where('id', '=', id).execute();
  for (const keyword of ['2012', '20', '02012', '6902', '2026', '2026902', '2026902012']) {
    const { rows } = await office.as('liuyang').done(workOrders.todoPage, { query: { keyword } });
    expect(
      rows.map((row) => row.id),
      keyword,
    ).toEqual([id]);
  }
  const { rows } = await office.as('liuyang').done(workOrders.todoPage, { query: { keyword: '2026903' } });
  expect(rows).toEqual([]);
});
