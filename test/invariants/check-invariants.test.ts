import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition, proposal } from '#test/world/start-data.ts';
import { replaceEvents, replaceState } from '#test/world/stored-orders.ts';
import { afterTampering, type Tampering } from '#test/world/tampering.ts';
import { checkInvariants } from './check-invariants.ts';

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);

/** An open order, one that was returned, one withdrawn and one ended: rows of every kind. */
const openOrder = await desk.start('zhangwei', petition(1));
await desk.press('liuyang', openOrder, 'receive', 'receive');
await desk.withdraw('liuyang', openOrder, 'receive');
const endedOrder = await desk.start('zhangwei', petition(2));
await desk.press('liuyang', endedOrder, 'receive', 'void');
const proposalOrder = await desk.start('fenglei', proposal(3));
await desk.press('songjia', proposalOrder, 'assign', 'assign');
await deliverNotices(office.context);

test('the invariants hold for orders that only the services have changed', async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

/** Returns the findings of the check after a corruption, which is rolled back at once. */
const findingsAfter = async (corruption: Tampering): Promise<string[]> =>
  (await afterTampering(db, [corruption], (tx) => checkInvariants(tx))) ?? [];

const id = openOrder.id;
const newest = sql`(select max(number) from traces where workorder_id = ${id})`;

/** A corruption by SQL, and words of the rule that must find it. */
const corruptions: [string, Tampering][] = [
  ['has an open task', sql`update traces set handler_status = 1 where workorder_id = ${id}`],
  ['has an open task', sql`update work_orders set ended_at = started_at where id = ${id}`],
  ['once for each of its candidates', sql`delete from inbox where workorder_id = ${id}`],
  [
    'once for each of its candidates',
    sql`update inbox set key = 'role:leader' where workorder_id = ${proposalOrder.id}`,
  ],
  ['no task but open ones', sql`update inbox set number = 1 where workorder_id = ${id}`],
  ['the limits that run', sql`insert into panel_limits values (${id}, 1, now())`],
  ['belongs to an order that runs', sql`insert into panel_limits values (${endedOrder.id}, 1, now())`],
  [
    'a complete trace has its time',
    sql`update traces set handler_id = 'staff-lina' where workorder_id = ${id} and number = ${newest}`,
  ],
  [
    'finished by exactly one event',
    (tx) =>
      replaceEvents(tx, id, (events, action) =>
        action === 'handle'
          ? [...events, ...events.filter(({ type }) => type === 'taskFinished')]
          : undefined,
      ),
  ],
  ['one effect', sql`delete from idempotency_keys where staff_id = 'staff-liuyang'`],
  [
    'one effect',
    sql`insert into idempotency_keys select staff_id, key || 'x', endpoint, request_hash, answer, created_at
    from idempotency_keys limit 1`,
  ],
  ['holds the answer', sql`update idempotency_keys set answer = ''`],
  [
    'traces are numbered',
    sql`update traces set number = number + 1 where workorder_id = ${id} and number = ${newest}`,
  ],
  [
    'one for each action that leaves a record',
    sql`delete from work_order_records where workorder_id = ${id}`,
  ],
  [
    'exactly one audit record',
    sql`delete from audit_links where action = 'work-order.handle' and object_id = ${id}`,
  ],
  [
    'exactly one audit record',
    sql`update audit_links set detail = '{"version":1}' where action = 'work-order.start'`,
  ],
  [
    'the audit chain verifies',
    sql`update audit_links set staff_name = '别人' where object_id = ${id} and seq = 2`,
  ],
  ['belongs to an order that is there', sql`update messages set workorder_id = gen_random_uuid()::text`],
  ['belongs to a committed action', sql`insert into work_order_outbox values (${endedOrder.id}, 999, now())`],
  ['codes of a year are gapless', sql`update order_counters set last = last + 1`],
  ['codes of a year are gapless', sql`update work_orders set code = '2026000009' where id = ${id}`],
  ['is stored for the duplicate check', sql`delete from unfinished_applications where workorder_id = ${id}`],
  [
    'is stored for the duplicate check',
    sql`insert into unfinished_applications values ('petition-letter', 'x', ${endedOrder.id})`,
  ],
  [
    'the done list has',
    sql`delete from done_entries where staff_id = 'staff-liuyang' and workorder_id = ${id}`,
  ],
  ['the status that its order has', sql`update inbox set status = 1 where workorder_id = ${id}`],
  ['names the node of its trace', sql`update inbox set node_name = '别处' where workorder_id = ${id}`],
  ['that a return opened', sql`update inbox set returned = true where workorder_id = ${id}`],
  ['due in the inbox', sql`update inbox set due_at = due_at + interval '1 day' where workorder_id = ${id}`],
  ['every order has its state', sql`delete from work_order_forms where workorder_id = ${id}`],
  ['fold to the stored state', (tx) => replaceState(tx, id, (state) => ({ ...state, rollbackCount: 7 }))],
  [
    'counts the events',
    sql`update work_order_events set version = version + 1 where workorder_id = ${endedOrder.id} and action = 'void'`,
  ],
  ['its status is what', sql`update work_orders set status = 9 where id = ${id}`],
  ['rollback status', sql`update work_orders set rollback_status = 1 where id = ${id}`],
  ['result code', sql`update work_orders set result_code = 2004 where id = ${id}`],
  [
    'it ended when',
    sql`update work_orders set ended_at = ended_at + interval '1 hour' where id = ${endedOrder.id}`,
  ],
  [
    'says what the state says',
    sql`update traces set node_name = '别处' where workorder_id = ${id} and number = 1`,
  ],
  [
    'says what the state says',
    sql`update traces set due_at = due_at + interval '1 hour' where workorder_id = ${id} and number = 2`,
  ],
  ['the figures of the office', sql`delete from figure_changes where status = 16`],
  ['the figures of the office', sql`update work_orders set area_code = '330106' where id = ${id}`],
  ['the combined query', sql`delete from order_query_changes where workorder_id = ${id}`],
  ['how many working days', sql`update work_orders set worked_days = null where id = ${endedOrder.id}`],
  ['what the ledger gives', sql`update work_orders set due_at = due_at + interval '1 day' where id = ${id}`],
  ['has a clock', sql`update work_order_states set clock = null where workorder_id = ${id}`],
  [
    'events can be folded',
    sql`delete from work_order_events where workorder_id = ${id} and action = 'start'`,
  ],
  // Rules of the workflow core, with the events changed as well as the state.
  [
    'has its token waiting at',
    (tx) =>
      replaceEvents(tx, id, (events) =>
        events.map((event) =>
          event.type === 'taskOpened' ? { ...event, task: { ...event.task, tokenId: 1 } } : event,
        ),
      ),
  ],
];

describe('the invariant check', () => {
  test.each(corruptions.map(([rule, corruption], index) => ({ rule, corruption, index })))(
    'reports corruption $index: $rule',
    async ({ rule, corruption }) => {
      expect((await findingsAfter(corruption)).join('\n')).toContain(rule);
    },
  );

  test('reports nothing after the rollback', async () => {
    expect(await checkInvariants(db)).toEqual([]);
  });
});
