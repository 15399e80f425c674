import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/world/database.ts';
import { connect } from './connect.ts';
import { inSharedTransaction, shareTransactions } from './shared-transaction.ts';
import type { Tx } from './transaction.ts';
import { violatedKey } from './violated-key.ts';

// Kysely's type of tables does not know this one.
const { db, pool, url } = await testDatabase({ max: 8 });
await sql`create table written (id bigserial, name text primary key, xid text default pg_current_xact_id()::text)`.execute(
  db,
);
await sql`create table counter (id integer primary key, value integer)`.execute(db);

beforeEach(async () => {
  shareTransactions(db, 'auto');
  await sql`truncate written`.execute(db);
  await sql`truncate counter`.execute(db);
  await sql`insert into counter values (1, 0)`.execute(db);
});

const insert = (name: string) => async (tx: Tx) =>
  (await sql<{ xid: string }>`insert into written (name) values (${name}) returning xid`.execute(tx)).rows[0]
    ?.xid;

const write = (name: string) => inSharedTransaction(db, insert(name));

async function writtenNames(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from written order by id`.execute(db);
  return rows.map(({ name }) => name);
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

describe('writes of one moment', () => {
  test('share a transaction, in their order; the first has its own', async () => {
    const xids = await Promise.all(names(6).map(write));
    expect(new Set(xids.slice(1)).size).toBe(1);
    expect(xids[0]).not.toBe(xids[1]);
    expect(await writtenNames()).toEqual(names(6));
  });

  test('share at most sixteen to a transaction', async () => {
    const xids = await Promise.all(names(40).map(write));
    const sizes = new Map<string | undefined, number>();
    for (const xid of xids) sizes.set(xid, (sizes.get(xid) ?? 0) + 1);
    expect([...sizes.values()]).toEqual([1, 16, 16, 7]);
  });

  test('are visible to everyone when their promise is fulfilled', async () => {
    await Promise.all(
      names(20).map(async (name) => {
        await write(name);
        expect(await writtenNames()).toContain(name);
      }),
    );
  });

  test('have a transaction each if switched off, and a shared one even alone if always', async () => {
    shareTransactions(db, 'off');
    expect(new Set(await Promise.all(names(4).map(write))).size).toBe(4);
    shareTransactions(db, 'always');
    expect(new Set(await Promise.all(['a', 'b', 'c'].map(write))).size).toBe(1);
  });
});

describe('a write that fails', () => {
  test('gets its own error, and the others are committed', async () => {
    await write('n3');
    const outcomes = await Promise.allSettled(names(6).map(write));
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
    const [failed] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(violatedKey(failed)).toBe('written_pkey');
    expect((await writtenNames()).sort()).toEqual(names(6));
  });

  test('before it sends a statement fails alone, too', async () => {
    const refuse = () => Promise.reject(new Error('never sent'));
    const outcomes = await Promise.allSettled([write('a'), inSharedTransaction(db, refuse), write('b')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await writtenNames()).sort()).toEqual(['a', 'b']);
  });

  test('and hides its failure, does not affect the others', async () => {
    await write('n1');
    const silent = () => inSharedTransaction(db, (tx) => insert('n1')(tx).catch(() => 'not written'));
    const outcomes = await Promise.allSettled([write('first'), write('a'), write('b'), silent()]);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    expect((await writtenNames()).sort()).toEqual(['a', 'b', 'first', 'n1']);
  });

  test('only when it is committed gets its own error, and the others are committed', async () => {
    await sql`alter table written add column parent text references written deferrable initially deferred`.execute(
      db,
    );
    const orphan = () =>
      inSharedTransaction(db, (tx) =>
        sql`insert into written (name, parent) values ('orphan', 'nobody')`.execute(tx),
      );
    const outcomes = await Promise.allSettled([write('first'), write('a'), orphan(), write('b')]);
    await sql`alter table written drop column parent`.execute(db);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect((await writtenNames()).sort()).toEqual(['a', 'b', 'first']);
  });

  test('because its statement is cancelled does not affect the others', async () => {
    const cancelled = () =>
      inSharedTransaction(db, async (tx) => {
        await sql`select pg_cancel_backend(pg_backend_pid()), pg_sleep(60)`.execute(tx);
      });
    const outcomes = await Promise.allSettled([write('first'), write('a'), cancelled(), write('b')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect((await writtenNames()).sort()).toEqual(['a', 'b', 'first']);
  });

  test('beside statements that are new to the connection leaves it usable', async () => {
    await write('n0');
    const other = (column: string, name: string) => () =>
      inSharedTransaction(db, (tx) =>
        sql`insert into written (name) values (${name}) returning ${sql.ref(column)}`.execute(tx),
      );
    const inserts = ['id', 'xid'].flatMap((column) => [
      other(column, `${column} 1`),
      other(column, `${column} 2`),
    ]);
    for (let round = 0; round < 20; round += 1) {
      await sql`delete from written where name <> 'n0'`.execute(db);
      const all = [write('first'), write('n0'), ...inserts.map((send) => send())];
      const outcomes = await Promise.allSettled(all);
      expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([1]);
    }
  });

  test('does not stop those that come later', async () => {
    for (let round = 0; round < 5; round += 1) {
      await Promise.allSettled([write('same'), write('same'), write('same')]);
      await write(`later ${round}`);
    }
    expect(await writtenNames()).toHaveLength(6);
  });
});

describe('a write that waits for a locked row', () => {
  const raise = (name: string) =>
    inSharedTransaction(db, async (tx) => {
      await sql`with raised as (update counter set value = value + 1 where id = 1 returning value)
        insert into written (name) select ${name} from raised`.execute(tx);
    });

  test('delays those of its transaction only for a moment', async () => {
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query('update counter set value = 0 where id = 1');
      let isRaised = false;
      const first = write('first');
      const raised = raise('raised').then(() => (isRaised = true));
      // These share the transaction of the one that waits, and those of the next one do not.
      await Promise.all([first, ...names(5).map(write)]);
      await Promise.all(names(5).map((name) => write(`next ${name}`)));
      expect(isRaised).toBe(false);
      await holder.query('commit');
      await raised;
      expect(await writtenNames()).toHaveLength(12);
    } finally {
      holder.release();
    }
  });
});

describe('writes in turn', () => {
  // A start of an order takes its number so, and holds the row until its commit.
  const raise = (seconds: number, order?: 'sequential') =>
    inSharedTransaction(
      db,
      async (tx) => {
        const { rows } = await sql<{ xid: string; value: number }>`with raised as (
            update counter set value = value + 1 where id = 1 returning value
          ), waited as (select pg_sleep(${seconds}) from raised)
          select value, pg_current_xact_id()::text as xid from raised, waited`.execute(tx);
        return rows[0];
      },
      order,
    );
  // The first takes longer than it may make others wait, and longer than a shared transaction waits for a row.
  const raiseAll = (order?: 'sequential') =>
    Promise.all([raise(0.4, order), ...names(6).map(() => raise(0, order))]);

  test('share the next transaction, however long the one before them takes', async () => {
    const raised = await raiseAll('sequential');
    expect(raised.map((one) => one?.value)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(new Set(raised.map((one) => one?.xid)).size).toBe(2);
  });

  test('have a transaction each if they are written beside each other', async () => {
    expect(new Set((await raiseAll()).map((one) => one?.xid)).size).toBe(7);
  });
});

describe('two processes whose writes need the same rows in another order', () => {
  const change = (of: typeof db, id: number) =>
    inSharedTransaction(of, async (tx) => {
      await sql`with pause as materialized (select pg_sleep(0.02))
        update counter set value = value + 1 from pause where id = ${id}`.execute(tx);
    });

  test('both write all', async () => {
    const other = await connect(url, { max: 8 });
    try {
      for (const queue of [db, other.db]) shareTransactions(queue, 'always');
      await sql`insert into counter values (2, 0)`.execute(db);
      for (let round = 0; round < 5; round += 1)
        await Promise.all([change(db, 1), change(db, 2), change(other.db, 2), change(other.db, 1)]);
      const { rows } = await sql`select id, value from counter order by id`.execute(db);
      expect(rows).toEqual([
        { id: 1, value: 10 },
        { id: 2, value: 10 },
      ]);
    } finally {
      await other.close();
    }
  });
});

describe('a lost connection', () => {
  const killItself = async (tx: Tx) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
  };

  test('fails every write of the transaction, and nothing of it is committed', async () => {
    const [first, ...others] = await Promise.allSettled([
      write('first'),
      write('a'),
      inSharedTransaction(db, killItself),
      write('b'),
    ]);
    expect(first.status).toBe('fulfilled');
    expect(others.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await writtenNames()).toEqual(['first']);
    await write('afterwards');
    expect(await writtenNames()).toEqual(['first', 'afterwards']);
  });
});
