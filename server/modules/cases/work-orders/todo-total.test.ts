import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { countCap, noFilters } from './lists.queries.ts';
import { listTodo } from './todo-list.queries.ts';

const office = await testOffice();
const { db } = office.context;
await openDesk(office).start('zhangwei', petition(1));

const key = 'position:of-many';
const holder = { staffId: 'staff-liuyang', keys: ['staff:staff-liuyang', key] };
const page = { limit: 10, offset: 0, descending: true, sort: 'arrivedAt', now: office.clock.now } as const;

/** So many tasks could not be handled in a second until `countCap` are left. */
const fullCount = countCap + 5_000;

// The tasks of the role are copies of another one, with traces for the first page.
await sql`insert into inbox
  select copy.* from (select * from inbox order by workorder_id, number, key limit 1) i
  cross join generate_series(1, ${fullCount}::int) n
  cross join jsonb_populate_record(null::inbox, to_jsonb(i) || jsonb_build_object('number', 100 + n, 'key', ${key}::text)) copy`.execute(
  db,
);
await sql`insert into traces
  select (jsonb_populate_record(null::traces, to_jsonb(t) || jsonb_build_object('number', i.number))).*
  from (select * from inbox where key = ${key} order by number desc limit 20) i
  join (select * from traces order by workorder_id, number limit 1) t on t.workorder_id = i.workorder_id`.execute(
  db,
);

const reduceTasksTo = (count: number) =>
  sql`delete from inbox where key = ${key} and number > ${100 + count}`.execute(db);

const totalOf = async (filters = noFilters) => (await listTodo(db, holder, filters, page)).total;

test('the total of a key with far more tasks than it shows is counted once a second', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
  const [counted, known] = [
    await listTodo(db, holder, noFilters, page),
    await listTodo(db, holder, noFilters, page),
  ];
  const numbersOf = ({ rows }: typeof known) => rows.map(({ id, number }) => [id, number]);
  expect(numbersOf(known)).toEqual(numbersOf(counted));
  expect([counted.total, known.total, known.rows.length]).toEqual([countCap, countCap, 10]);
  expect(await totalOf({ ...noFilters, returned: true })).toBe(0);

  clock.mockReturnValue(1_001_001);
  await reduceTasksTo(fullCount - 1);
  expect(await totalOf()).toBe(countCap);
  await reduceTasksTo(3);
  expect(await totalOf()).toBe(3);
  // Within the first second nothing is counted again.
  clock.mockReturnValue(1_000_999);
  expect(await totalOf()).toBe(countCap);
  clock.mockRestore();
});
