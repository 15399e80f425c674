import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { copies } from '#contract/copies.ts';
import { exportTasks } from '#contract/exports.ts';
import { workOrders } from '#contract/work-orders.ts';
import type { DeclaredColumns } from '#domain/lists/columns.ts';
import {
  copiedColumns,
  doneColumns,
  initiatedColumns,
  myColumns,
  todoColumns,
} from '#domain/lists/order-columns.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition, proposal } from '#test/world/start-data.ts';

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);
const forwardClock = () => {
  office.clock.now = new Date(office.clock.now.getTime() + 90_000);
};

const letters: Awaited<ReturnType<typeof desk.start>>[] = [];
for (const number of [1, 2, 3]) {
  letters.push(await desk.start('zhangwei', petition(number)));
  forwardClock();
}
await desk.start('zhangwei', proposal(1));
for (const letter of letters.slice(1)) await desk.press('liuyang', letter, 'receive', 'receive');
for (const letter of letters.slice(0, 2)) {
  const traceId = await desk.traceAt(letter, letter === letters[0] ? 'receive' : 'examine');
  const body = { traceId, receivers: ['staff:staff-zhangwei'] };
  await office.as('liuyang').done(copies.copy, { body });
  forwardClock();
}

const lists = {
  todo: { endpoint: workOrders.todoPage, who: 'liuyang', columns: todoColumns, count: 3 },
  done: { endpoint: workOrders.donePage, who: 'liuyang', columns: doneColumns, count: 2 },
  initiated: { endpoint: workOrders.initiatedPage, who: 'zhangwei', columns: initiatedColumns, count: 4 },
  copied: { endpoint: copies.page, who: 'zhangwei', columns: copiedColumns, count: 2 },
} as const;

/** Returns the value by which a cell is sorted: for a due date its day. */
const sortValue = (cell: unknown) => (cell as { dueAt?: string } | null)?.dueAt ?? cell;

describe('a personal list (S0 §4)', () => {
  test.each(Object.entries(lists))(
    '%s is sorted by each of its columns except the masked name',
    async (_, list) => {
      const cellsOf = async (name: string, query: object) => {
        const request = { query: query as never };
        const { rows, total } = await office.as(list.who).done(list.endpoint as typeof copies.page, request);
        expect(total).toBe(list.count);
        return rows.map((row) => sortValue((row as Record<string, unknown>)[name]));
      };
      for (const [name, { sort, kind }] of Object.entries<DeclaredColumns[string]>(list.columns)) {
        expect([name, sort === undefined]).toEqual([name, kind === 'maskedName']);
        // Unread copies are first if the list is sorted by time.
        if (sort === undefined || sort === 'copiedAt') continue;
        const ascending = await cellsOf(name, { sort, order: 'asc' });
        const descending = await cellsOf(name, { sort, order: 'desc' });
        expect([name, descending]).toEqual([name, ascending.toReversed()]);
        if (kind === 'text') continue;
        expect([name, ascending]).toEqual([
          name,
          ascending.toSorted((a, b) => ((a as string) < (b as string) ? -1 : 1)),
        ]);
      }
    },
  );

  test.each([
    ['initiated', 'zhangwei', 4, { isDone: '0', isInitiated: '1', traceType: '0' }],
    ['waiting', 'liuyang', 3, { isDone: '0', isInitiated: '0', traceType: '0' }],
    ['done', 'liuyang', 2, { isDone: '1', isInitiated: '0', traceType: '0' }],
    ['copied', 'zhangwei', 2, { isDone: '0', isInitiated: '0', traceType: '1' }],
  ] as const)(
    'of 我的申请 with tab %s is sorted, marked with its tab and exported',
    async (tab, account, count, parameters) => {
      const person = office.as(account);
      for (const { sort } of Object.values<DeclaredColumns[string]>(myColumns)) {
        const query = { tab, ...(sort !== undefined && { sort }) };
        const { rows } = await person.done(workOrders.myWorkOrderPage, { query });
        expect(rows).toHaveLength(count);
        for (const row of rows) expect(row).toMatchObject(parameters);
      }
      expect((await person.done(workOrders.myWorkOrderPage, { query: parameters })).total).toBe(count);
      const exported = await person.done(exportTasks.check, { body: { list: 'mine', query: { tab } } });
      expect(exported).toMatchObject({ decision: 'export', rows: count });
      const ended = { list: 'mine', query: { tab, phase: 'ended' } };
      expect((await person.done(exportTasks.check, { body: ended })).rows).toBe(0);
    },
  );

  test('returns each row once over sorted pages', async () => {
    const codes = [];
    for (const page of ['1', '2']) {
      const query = { sort: 'title', order: 'asc', page, size: '5' } as const;
      const { rows } = await office.as('zhangwei').done(workOrders.initiatedPage, { query });
      codes.push(...rows.map(({ code }) => code));
    }
    expect(new Set(codes).size).toBe(4);
  });

  test('with more than 10,000 rows is sorted and exported only by indexed columns', async () => {
    await sql`insert into work_orders
      select copy.* from work_orders o cross join generate_series(1, 10001) n
      cross join jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'initiator_id', 'staff-lina',
        'code', '2027' || lpad(n::text, 10, '0'))) copy
      where o.id = ${letters[0]?.id}`.execute(db);
    const ask = (sort: string) =>
      office.as('lina').call(workOrders.initiatedPage, { query: { sort, status: '' } as never });
    const problems = [{ field: 'sort', message: '记录超过一万条，不能按此列排序，请先缩小查询范围' }];
    expect((await ask('title')).body.problems).toEqual(problems);
    expect((await ask('startedAt')).status).toBe(200);
    const body = { list: 'initiated', query: { sort: 'title' } };
    expect((await office.as('lina').call(exportTasks.check, { body })).body.problems).toEqual(problems);
    const narrowed = { sort: 'code', keyword: '20270000000001', order: 'desc' } as const;
    expect((await office.as('lina').done(workOrders.initiatedPage, { query: narrowed })).total).toBe(1);
  });
});
