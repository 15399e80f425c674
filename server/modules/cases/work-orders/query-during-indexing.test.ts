import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { orderQuery } from '#contract/order-query.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import * as index from './query-index.queries.ts';
import { indexOrders } from './service.ts';

const office = await testOffice({ max: 8 });
const desk = openDesk(office);
const { context } = office;
const { pool } = office.database;

async function waitUntilQueryBlocks(): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      `select from pg_locks where not granted and relation = 'order_query_bits'::regclass
        and database = (select oid from pg_database where datname = current_database())`,
    );
    if (rows.length > 0) return;
    await wait(5);
  }
}

/**
 * Adds new orders to the index while `ask` runs, with the bitmap index locked for all readers until every order
 * is written.
 */
async function indexDuring(ask: () => Promise<unknown>): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    expect(await index.tryLockIndex(tx)).toBe(true);
    await sql`lock table order_query_bits in access exclusive mode`.execute(tx);
    void ask();
    await waitUntilQueryBlocks();
    const { ids } = await index.drainChanges(tx, 100);
    await index.assignPlaces(tx, ids);
    const orders = await index.readTerms(tx, ids);
    const got = orders.flatMap(({ place, currentTerms }) => currentTerms.map((term) => ({ term, place })));
    await index.writeTerms(tx, orders, { added: got, removed: [] });
  });
}

let started = 0;

test.each([{}, { titleWords: '电梯' }, { code: '20260000' }, { order: 'asc' }] as Record<string, string>[])(
  'an order that is indexed during a query is found once: %o',
  async (query) => {
    await desk.start('lina', petition(++started));
    await indexOrders(context);
    await desk.start('lina', petition(++started));
    await deliverNotices(context);
    let answer: ReturnType<ReturnType<typeof office.as>['done']> | undefined;
    await indexDuring(() => {
      answer = office.as('lina').done(orderQuery.page, { query });
      return answer;
    });
    const { rows, total } = (await answer) as { rows: { code: string }[]; total: number };
    const codes = rows.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(total).toBe(codes.length);
    const after = await office.as('lina').done(orderQuery.page, { query });
    expect(after.rows.map(({ code }) => code)).toEqual(codes);
  },
);
