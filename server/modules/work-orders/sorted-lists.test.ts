import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { exportTasks } from '#contract/exports.ts';
import { workOrders } from '#contract/work-orders.ts';
import type { DeclaredColumns } from '#domain/lists/columns.ts';
import { doneColumns, ownColumns, todoColumns } from '#domain/lists/order-columns.ts';
import { openDesk } from '#test/world/desk.ts';
import { petition, proposal } from '#test/world/matters.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);

const letters: Awaited<ReturnType<typeof desk.start>>[] = [];
for (const number of [1, 2, 3]) {
  letters.push(await desk.start('zhangwei', petition(number)));
  office.clock.now = new Date(office.clock.now.getTime() + 90_000);
}
await desk.start('zhangwei', proposal(1));
for (const letter of letters.slice(1)) await desk.press('liuyang', letter, 'receive', 'receive');

type Shown = Record<string, unknown>;

/** What a cell is sorted by: of a due date its day. */
const placeOf = (cell: unknown) => (cell as { dueAt?: string } | null)?.dueAt ?? cell;

describe('a list of one’s own (S0 §4)', () => {
  test.each([
    ['todoPage', 'liuyang', todoColumns, 3],
    ['donePage', 'liuyang', doneColumns, 2],
    ['initiatedPage', 'zhangwei', ownColumns, 4],
  ] as const)(
    '%s is sorted by each of its columns but the masked name',
    async (list, who, columns, count) => {
      const cellsOf = async (name: string, query: Record<string, string>) => {
        const { rows, total } = await office.as(who).done(workOrders[list], { query: query as never });
        expect(total).toBe(count);
        return (rows as unknown as Shown[]).map((row) => placeOf(row[name]));
      };
      for (const [name, { sort, kind }] of Object.entries<DeclaredColumns[string]>(columns)) {
        expect([name, sort === undefined]).toEqual([name, kind === 'maskedName']);
        if (sort === undefined) continue;
        const up = await cellsOf(name, { sort, order: 'asc' });
        const down = await cellsOf(name, { sort, order: 'desc' });
        expect([name, down]).toEqual([name, up.toReversed()]);
        if (kind !== 'text')
          expect([name, up]).toEqual([name, up.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))]);
      }
    },
  );

  test('is sorted page by page, each row once', async () => {
    const codes = [];
    for (const page of ['1', '2']) {
      const query = { sort: 'title', order: 'asc', page, size: '5' } as const;
      const { rows } = await office.as('zhangwei').done(workOrders.initiatedPage, { query });
      codes.push(...rows.map(({ code }) => code));
    }
    expect(new Set(codes).size).toBe(4);
  });

  test('of more than 10,000 rows is sorted by what an index knows alone, and exported so', async () => {
    await sql`insert into work_orders
      select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'initiator_id', 'staff-lina',
        'code', '2027' || lpad(n::text, 10, '0')))).*
      from work_orders o cross join generate_series(1, 10001) n where o.id = ${letters[0]?.id}`.execute(db);
    const ask = (sort: string) =>
      office.as('lina').call(workOrders.initiatedPage, { query: { sort, status: '' } as never });
    const said = [{ field: 'sort', message: '记录超过一万条，不能按此列排序，请先缩小查询范围' }];
    expect((await ask('title')).body.problems).toEqual(said);
    expect((await ask('startedAt')).status).toBe(200);
    const body = { list: 'initiated', query: { sort: 'title' } };
    expect((await office.as('lina').call(exportTasks.check, { body })).body.problems).toEqual(said);
    const narrowed = { sort: 'code', keyword: '20270000000001', order: 'desc' } as const;
    expect((await office.as('lina').done(workOrders.initiatedPage, { query: narrowed })).total).toBe(1);
  });
});
