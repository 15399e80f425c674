import { CompiledQuery, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { copies } from '#contract/copies.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { countCopiesTo, countUnreadCopies, listCopiesTo } from './copied-list.queries.ts';
import { noFilters } from './lists.queries.ts';

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);
const reader = { staffId: 'staff-chenjing', keys: ['staff:staff-chenjing', 'position:of-many'] };
const second = 1_000;
const startTime = new Date('2026-01-01T00:00:00Z').getTime();

/**
 * Adds copies of 1,000 orders, one a second: two thirds by the post, each tenth by both, each fiftieth sent
 * by the reader.
 */
async function addCopies(from: number, to: number): Promise<void> {
  await sql`insert into work_order_records
    select copy.* from generate_series(${from}::int, ${to}::int) n
    join (select id, row_number() over (order by id) as place from work_orders) o on o.place = n % 1000 + 1
    join work_order_records r on r.number = 1
    cross join jsonb_populate_record(r, jsonb_build_object('workorder_id', o.id, 'number', 10 + n,
      'handler_id', case when n % 50 = 0 then ${reader.staffId} else 'staff-liuyang' end)) copy`.execute(db);
  await sql`insert into work_order_copies (workorder_id, number, key, copied_at, sent_by)
    select r.workorder_id, r.number, k.key, ${new Date(startTime)}::timestamptz + (r.number - 10) * interval '1 second', r.handler_id
    from work_order_records r cross join (values (${reader.keys[0]}), (${reader.keys[1]})) k (key)
    where r.number between ${from + 10} and ${to + 10}
      and (r.number % 10 = 0 or (r.number % 3 = 0) = (k.key = ${reader.keys[0]}))`.execute(db);
}

async function markRead(which: string): Promise<void> {
  await sql`insert into copy_readings (workorder_id, number, staff_id, staff_name, org_name, read_at)
    select distinct workorder_id, number, ${reader.staffId}, '陈静', '', now()
    from work_order_copies where ${sql.raw(which)} on conflict do nothing`.execute(db);
}

/** Returns the ids that the lists must show, found by reading all copies. */
async function expected(
  unread: boolean | undefined,
  direction: 'asc' | 'desc',
  from?: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.workorder_id || '.r' || m.number as id from (
      select workorder_id, number, max(copied_at) as copied_at from work_order_copies
      where key = any(${reader.keys}) group by 1, 2) m
    join work_order_records r on r.workorder_id = m.workorder_id and r.number = m.number and r.handler_id <> ${reader.staffId}
    left join copy_readings g on g.workorder_id = m.workorder_id and g.number = m.number and g.staff_id = ${reader.staffId}
    where (${unread ?? null}::boolean is null or (g.read_at is null) = ${unread ?? null}::boolean)
      and m.copied_at >= ${from ?? new Date(0)}
    order by g.read_at is null desc, m.copied_at ${sql.raw(direction)}, m.workorder_id, m.number ${sql.raw(direction)}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Returns the cost of a statement: the number of blocks that it reads once they are in memory. */
async function countBlocks(ask: (db: Db) => Promise<unknown>): Promise<number> {
  const compiled: CompiledQuery[] = [];
  const executeQuery = async (query: CompiledQuery) => {
    compiled.push(query);
    return { rows: [] };
  };
  await ask({ executeQuery } as unknown as Db);
  const [query] = compiled;
  if (!query) throw new Error('No query was executed');
  const explainQuery = CompiledQuery.raw(`explain (analyze, buffers, format json) ${query.sql}`, [
    ...query.parameters,
  ]);
  await db.executeQuery(explainQuery);
  const { rows } = await db.executeQuery<{
    'QUERY PLAN': { Plan: Record<string, number> }[];
  }>(explainQuery);
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  return (plan?.Plan['Shared Hit Blocks'] ?? 0) + (plan?.Plan['Shared Read Blocks'] ?? 0);
}

const firstPage = { limit: 10, offset: 0, descending: true, now: new Date('2026-03-02T02:00:00.000Z') };
const parts = {
  page: (reading: Db) => listCopiesTo(reading, reader, noFilters, firstPage),
  total: (reading: Db) => countCopiesTo(reading, reader, noFilters, undefined),
  unread: (reading: Db) => countUnreadCopies(reading, reader, 100),
};

/**
 * Vacuums until every page of both tables is marked as all-visible. A pass skips pages while another
 * connection (a statistics run of the database, a job) has an older snapshot, and then index-only scans are
 * not possible.
 */
async function vacuumCompletely(): Promise<void> {
  await expect
    .poll(
      async () => {
        await sql`vacuum analyze work_order_copies, copy_readings, work_order_records`.execute(db);
        const { rows } = await sql`select relname from pg_class
          where relname in ('work_order_copies', 'copy_readings') and relallvisible < relpages`.execute(db);
        return rows;
      },
      { timeout: 30_000 },
    )
    .toEqual([]);
}

/**
 * Returns the blocks that each part reads. Statistics are samples, and a plan made with an unlucky one does
 * not measure the statement: the best of three is used.
 */
async function measureCosts(): Promise<Record<keyof typeof parts, number>> {
  const best = {
    page: Number.POSITIVE_INFINITY,
    total: Number.POSITIVE_INFINITY,
    unread: Number.POSITIVE_INFINITY,
  };
  for (let sample = 0; sample < 3; sample += 1) {
    await vacuumCompletely();
    for (const name of ['page', 'total', 'unread'] as const)
      best[name] = Math.min(best[name], await countBlocks(parts[name]));
  }
  return best;
}

beforeAll(async () => {
  const order = await desk.start('zhangwei', petition(1));
  await office.as('liuyang').done(copies.copy, {
    body: { traceId: await desk.traceAt(order, 'receive'), receivers: ['staff:staff-dengtao'] },
  });
  await sql`insert into work_orders
    select copy.* from work_orders o cross join generate_series(1, 999) n
    cross join jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'code', '2027' || lpad(n::text, 10, '0'))) copy`.execute(
    db,
  );
  await addCopies(1, 900);
});

describe('抄送我的 with some hundred copies', () => {
  test('returns the same as reading all copies, for each filter and sort direction', async () => {
    await markRead(`number % 7 < 3`);
    for (const unread of [undefined, true, false]) {
      for (const descending of [true, false]) {
        for (const from of [undefined, new Date(startTime + 300 * second)]) {
          const all = await expected(unread, descending ? 'desc' : 'asc', from);
          const filters = { ...noFilters, ...(from && { from }) };
          const seen: string[] = [];
          for (let offset = 0; offset < all.length; offset += 100) {
            const page = {
              ...firstPage,
              limit: 100,
              offset,
              descending,
              ...(unread !== undefined && { unread }),
            };
            const rows = await listCopiesTo(db, reader, filters, page);
            seen.push(...rows.map(({ id, number }) => `${id}.r${number}`));
          }
          expect(seen).toEqual(all);
          expect(await countCopiesTo(db, reader, filters, unread)).toBe(all.length);
          const ended = { ...filters, ended: false };
          const found = await listCopiesTo(db, reader, ended, {
            ...firstPage,
            limit: 1_000,
            descending,
            ...(unread !== undefined && { unread }),
          });
          expect(found.map(({ id, number }) => `${id}.r${number}`)).toEqual(all);
          expect(await countCopiesTo(db, reader, ended, unread)).toBe(all.length);
        }
      }
    }
    expect(await countUnreadCopies(db, reader, 10_000)).toBe((await expected(true, 'desc')).length);
    expect(await countUnreadCopies(db, reader, 100)).toBe(100);
  });
});

describe('抄送我的 with very many copies', () => {
  test('costs about the same with 60,000 copies as with 25,000, also when nearly all are read', async () => {
    await addCopies(901, 25_000);
    await markRead('true');
    const before = await measureCosts();
    await addCopies(25_001, 60_000);
    await markRead(`number <= 60000`);
    const after = await measureCosts();
    for (const name of ['page', 'total', 'unread'] as const) {
      expect(after[name], name).toBeLessThan(1.5 * before[name]);
    }
    // Unread ones of today are first, and the others follow by time.
    const rows = await listCopiesTo(db, reader, noFilters, { ...firstPage, limit: 100 });
    const unread = rows.filter(({ read_at }) => read_at === null);
    expect(unread.length).toBeGreaterThan(0);
    expect(rows.slice(0, unread.length)).toEqual(unread);
    expect(await countCopiesTo(db, reader, noFilters, undefined)).toBe(10_001);
  });
});
