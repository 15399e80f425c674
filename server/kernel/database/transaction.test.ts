import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/world/database.ts';
import { inShortTransaction, inTransaction, readAtOnce, type Tx } from './transaction.ts';

const { db, pool } = await testDatabase();

beforeAll(async () => {
  await pool.query('create table pots (name text primary key, grams int8 not null, filled_on date)');
  await pool.query("insert into pots values ('a', 1, '2026-02-28'), ('b', 1, null)");
});

async function gramsOf(name: string): Promise<number> {
  const found = await pool.query<{ grams: number }>('select grams from pots where name = $1', [name]);
  return found.rows[0]?.grams ?? Number.NaN;
}

const add = (tx: Tx, name: string) => sql`update pots set grams = grams + 1 where name = ${name}`.execute(tx);

describe('inTransaction', () => {
  test('commits the work', async () => {
    const before = await gramsOf('a');
    await inTransaction(db, (tx) => add(tx, 'a'));
    expect(await gramsOf('a')).toBe(before + 1);
  });

  test('rolls back everything when the work throws', async () => {
    const before = await gramsOf('a');
    const work = inTransaction(db, async (tx) => {
      await add(tx, 'a');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await gramsOf('a')).toBe(before);
  });

  test('does not take a COMMIT answered by ROLLBACK for success', async () => {
    const work = inTransaction(db, async (tx) => {
      await add(tx, 'a');
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    });
    await expect(work).rejects.toThrow();
  });

  test('completes both of two deadlocked transactions', async () => {
    const before = (await gramsOf('a')) + (await gramsOf('b'));
    let waiting = 0;
    const cross = (first: string, second: string) =>
      inTransaction(db, async (tx) => {
        await add(tx, first);
        waiting += 1;
        while (waiting < 2) await new Promise((resolve) => setTimeout(resolve, 5));
        await add(tx, second);
      });
    await Promise.all([cross('a', 'b'), cross('b', 'a')]);
    expect((await gramsOf('a')) + (await gramsOf('b'))).toBe(before + 4);
  });

  test('gives up after three attempts', async () => {
    let tries = 0;
    const work = inTransaction(db, async () => {
      tries += 1;
      throw Object.assign(new Error('again'), { code: '40001' });
    });
    await expect(work).rejects.toThrow('again');
    expect(tries).toBe(3);
  });

  test('does not retry any other error', async () => {
    let tries = 0;
    const work = inTransaction(db, async () => {
      tries += 1;
      throw Object.assign(new Error('twice'), { code: '23505' });
    });
    await expect(work).rejects.toThrow('twice');
    expect(tries).toBe(1);
  });
});

describe('column types', () => {
  test('a bigint is a number, a date is text, a timestamp is a Date', async () => {
    const found = await pool.query('select grams, filled_on, now() as now from pots where name = $1', ['a']);
    expect(found.rows[0]).toEqual({
      grams: expect.any(Number),
      filled_on: '2026-02-28',
      now: expect.any(Date),
    });
  });

  test('a bigint beyond the safe integers is refused and not rounded', async () => {
    await expect(pool.query('select 9007199254740993::int8 as big')).rejects.toThrow('too large');
  });

  test('frequent statements with values are prepared under a name', async () => {
    const client = await pool.connect();
    for (let time = 0; time < 60; time += 1) await client.query('select $1::int as named_once', [time]);
    const found = await client.query(
      "select count(*) as times from pg_prepared_statements where statement like '%named_once%' and name like 's%'",
    );
    client.release();
    expect(found.rows).toEqual([{ times: 1 }]);
  });
});

/** Returns the order in which queries are sent to PostgreSQL and answers arrive. */
async function trafficOf(work: () => Promise<unknown>): Promise<string[]> {
  const traffic: string[] = [];
  const client = await pool.connect();
  const { stream } = (client as unknown as { connection: { stream: NodeJS.EventEmitter } }).connection;
  const query = client.query;
  client.query = ((...args: Parameters<typeof query>) => {
    traffic.push('sent');
    return query.apply(client, args);
  }) as typeof query;
  stream.on('data', () => traffic.push('answered'));
  client.release();
  try {
    await work();
  } finally {
    client.query = query;
  }
  return traffic;
}

describe('concurrent statements on one connection', () => {
  const selectValue = (value: number) => (reader: typeof db) =>
    sql<{ value: number }>`select ${value}::int as value`.execute(reader);

  test('are sent before the first answer arrives', async () => {
    const traffic = await trafficOf(async () => {
      const [one, other] = await readAtOnce(db, selectValue(1), selectValue(2));
      expect([one.rows, other.rows]).toEqual([[{ value: 1 }], [{ value: 2 }]]);
    });
    expect(traffic.slice(0, 3)).toEqual(['sent', 'sent', 'answered']);
  });

  test('throw the error of either one after both have finished', async () => {
    await expect(
      readAtOnce(db, (reader) => sql`select 1 / 0`.execute(reader), selectValue(2)),
    ).rejects.toThrow('division by zero');
    const [one] = await readAtOnce(db, selectValue(3), selectValue(4));
    expect(one.rows).toEqual([{ value: 3 }]);
  });

  test('combine BEGIN with the read and COMMIT with the write, and a failed write is rolled back', async () => {
    const before = await gramsOf('a');
    const traffic = await trafficOf(() =>
      inShortTransaction(db, selectValue(1), async () => ({ result: 1, write: (tx) => add(tx, 'a') })),
    );
    expect(traffic.slice(0, 3)).toEqual(['sent', 'sent', 'answered']);
    expect(await gramsOf('a')).toBe(before + 1);
    const failed = inShortTransaction(db, selectValue(1), async () => ({
      result: 1,
      write: async (tx) => Promise.all([add(tx, 'a'), sql`select 1 / 0`.execute(tx)]),
    }));
    await expect(failed).rejects.toThrow('division by zero');
    expect(await gramsOf('a')).toBe(before + 1);
  });
});
