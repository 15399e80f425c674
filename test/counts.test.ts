import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { initiation } from '#contract/initiation.ts';
import { workOrders } from '#contract/work-orders.ts';
import { openDesk } from './world/desk.ts';
import { type Clerk, testOffice } from './world/office.ts';
import { recordStatements } from './world/sent-statements.ts';
import { petition } from './world/start-data.ts';

/**
 * Tests counts that do not depend on the load of the machine; each number is the present cost of the action,
 * and may only decrease.
 */

const office = await testOffice({ max: 4 });
const { pool } = office.database;
const desk = openDesk(office);

const recorder = recordStatements();
afterAll(recorder.stop);

const warmUpOrder = await desk.start('zhangwei', petition(1));
await desk.press('liuyang', warmUpOrder, 'receive', 'receive');
await office.as('liuyang').done(workOrders.todoPage);
await office.as('liuyang').done(workOrders.detailPage, { params: { workorderCode: warmUpOrder.code } });

/**
 * Returns the statements of one call when all caches of the process are filled and the session was used in
 * this minute.
 */
async function countStatements(account: string, call: (clerk: Clerk) => Promise<unknown>): Promise<string[]> {
  const clerk = office.as(account);
  await clerk.done(workOrders.initiatedPage);
  recorder.sent.length = 0;
  await call(clerk);
  // One statement of the notifier serves all actions of the moment and is sent after the answer. A new
  // connection gets its limits once.
  const ownStatements = recorder.sent.filter(
    ({ text }) => !text.includes('pg_notify') && !text.startsWith('set statement_timeout'),
  );
  return ownStatements.map(({ text }) => text.trim().split(/\s+/).slice(0, 3).join(' '));
}

describe('the number of database statements', () => {
  test('is at most three for a handling, with one write', async () => {
    const order = await desk.start('zhangwei', petition(2));
    const body = await desk.pressBody(order, 'receive', 'receive');
    const sent = await countStatements('liuyang', (clerk) => clerk.done(handling.handle, { body }));
    expect(sent.length, sent.join('; ')).toBeLessThanOrEqual(3);
    expect(sent.filter((text) => text.startsWith('with'))).toHaveLength(1);
  });

  test('is at most five for the initiation of a petition, with its judgement', async () => {
    const { start } = petition(3);
    const sent = await countStatements('zhangwei', (clerk) =>
      clerk.done(initiation.initiate, { body: start }),
    );
    expect(sent.length, sent.join('; ')).toBeLessThanOrEqual(5);
  });

  test('includes no write for a refused handling', async () => {
    const body = {
      workorderId: warmUpOrder.id,
      workorderTraceId: `${warmUpOrder.id}.2`,
      handlerOperation: '1',
      buttonId: 'receive',
    };
    const sent = await countStatements('lina', (clerk) => clerk.call(handling.handle, { body }));
    expect(
      sent.some((text) => /^(with|insert|update|delete)/.test(text)),
      sent.join('; '),
    ).toBe(false);
  });

  test('is at most three for the detail page', async () => {
    const sent = await countStatements('liuyang', (clerk) =>
      clerk.done(workOrders.detailPage, { params: { workorderCode: warmUpOrder.code } }),
    );
    expect(sent.length, sent.join('; ')).toBeLessThanOrEqual(3);
  });

  test('is at most two for the to-do page', async () => {
    const sent = await countStatements('liuyang', (clerk) => clerk.done(workOrders.todoPage));
    expect(sent.length, sent.join('; ')).toBeLessThanOrEqual(2);
  });
});

describe('the to-do page with 20,000 open tasks', () => {
  /** Adds copies of one order with traces and inbox rows: 20 for 赵敏 alone among 20,000 of her post. */
  async function fill(): Promise<void> {
    const ids = sql`select ('018f0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id, n
      from generate_series(1, 20000) n`;
    const { db } = office.context;
    await sql`insert into work_orders select x.id, '2099' || lpad(x.n::text, 8, '0'), o.business_item_id, o.task_code,
        o.item_name, o.title, o.applicant_name, o.process_definition_id, o.status, 0, null, o.initiator_id,
        o.initiator_name, o.org_id, o.org_name, o.area_code, o.area_name, o.started_at, o.updated_at, null, o.due_at,
        false, 0
      from (${ids}) x cross join work_orders o where o.id = ${warmUpOrder.id}`.execute(db);
    await sql`insert into traces (workorder_id, number, node_id, node_name, candidates, candidate_names, handler_status,
        started_at, updated_at)
      select x.id, 1, 'examine', '受理审查', array['position:petition-examiner'], array['受理审查岗'], 0,
        timestamptz '2026-01-01' + x.n * interval '1 minute', timestamptz '2026-01-01'
      from (${ids}) x`.execute(db);
    await sql`insert into inbox (workorder_id, number, key, arrived_at, due_at, task_code, area_code, status)
      select x.id, 1, case when x.n % 1000 = 0 then 'staff:staff-liuyang' else 'position:petition-signer' end,
        timestamptz '2026-01-01' + x.n * interval '1 minute', timestamptz '2026-03-01', 'petition-letter', '330127',
        (select status from work_orders where id = ${warmUpOrder.id})
      from (${ids}) x`.execute(db);
    for (const table of ['work_orders', 'traces', 'inbox']) await pool.query(`vacuum analyze ${table}`);
  }

  interface Plan {
    Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
  }

  /** Returns the number of shared buffers used by the actual statement for the page and its total. */
  async function buffersOf(account: string, query: Record<string, string> = {}) {
    await office.as(account).done(workOrders.todoPage, { query });
    recorder.sent.length = 0;
    const page = await office.as(account).done(workOrders.todoPage, { query });
    const statements = recorder.sent.filter(({ text }) => text.includes('from inbox i'));
    const [statement] = statements;
    if (!statement || statements.length > 1)
      throw new Error(`${statements.length} statements read the inbox`);
    const explained = await pool.query<{ 'QUERY PLAN': [Plan] }>(
      `explain (analyze, buffers, format json) ${statement.text}`,
      statement.values,
    );
    const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan;
    return {
      total: page.total,
      bufferCount: (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0),
    };
  }

  test('reads few shared buffers for a typical user and for a user with many tasks', async () => {
    await fill();
    const typical = await buffersOf('liuyang');
    expect(typical.total).toBeGreaterThan(20);
    expect(typical.bufferCount).toBeLessThanOrEqual(200);

    const busy = await buffersOf('wujianguo');
    expect(busy.total).toBe(10_001);
    // The index alone is enough to count up to 10,001, with some hundred rows per index page.
    expect(busy.bufferCount).toBeLessThanOrEqual(400);
  });

  test('reads no more buffers on later pages, by due date, or for one item', async () => {
    const queries: Record<string, string>[] = [
      { page: '20' },
      { sort: 'dueAt' },
      { taskCode: 'petition-letter' },
      { areaCode: '330100' },
    ];
    for (const query of queries) {
      const { bufferCount } = await buffersOf('wujianguo', query);
      expect(bufferCount, JSON.stringify(query)).toBeLessThanOrEqual(400);
    }
  });

  test('reads few buffers when the filter matches nothing', async () => {
    const queries: Record<string, string>[] = [
      { status: '25' },
      { areaCode: '650000' },
      { taskCode: 'permit-application' },
    ];
    for (const query of queries) {
      const { bufferCount } = await buffersOf('wujianguo', query);
      expect(bufferCount, JSON.stringify(query)).toBeLessThanOrEqual(120);
    }
  });
});
