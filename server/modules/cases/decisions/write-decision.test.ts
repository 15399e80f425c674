import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { type PackedState, unpackState } from '#domain/workflow/versions/packed-state.ts';
import { expandJson } from '#server/kernel/database/compressed-json.ts';
import { inSharedTransaction, shareTransactions } from '#server/kernel/database/shared-transaction.ts';
import { inOneStatement, inTransaction } from '#server/kernel/database/transaction.ts';
import { violatedKey } from '#server/kernel/database/violated-key.ts';
import { appendOrderAudit } from '#server/modules/access/audit/service.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import { unwrap } from '#server/seeds/unwrap.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import {
  type Decision,
  type DecisionRequest,
  decideAndRecord,
  type OrderSnapshot,
  writeDecision,
} from './service.ts';

const office = await testOffice();
const { context } = office;
const { db } = context;
const desk = openDesk(office);
let lastNumber = 0;

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

async function readOrder({ id }: StartedOrder): Promise<OrderSnapshot> {
  const row = await db
    .selectFrom('work_order_states as s')
    .innerJoin('work_orders as o', 'o.id', 's.workorder_id')
    .selectAll('s')
    .select(['o.task_code', 'o.area_code', 'o.title', 'o.updated_at'])
    .where('o.id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    id,
    taskCode: row.task_code,
    areaCode: row.area_code,
    title: row.title,
    version: row.version,
    state: unpackState(expandJson(row.state) as PackedState),
    clock: row.clock,
    actedAt: row.updated_at,
    auditSeq: row.audit_seq,
    auditHash: row.audit_hash,
    recordCount: 0,
  };
}

/** Decides that Liuyang receives a petition, based on one reading of it. */
async function decideToReceive(
  order: OrderSnapshot,
  key: string,
  fileIds: string[] = [],
  more: Partial<Pick<DecisionRequest, 'command' | 'actor' | 'remainingDraft'>> = {},
): Promise<Decision> {
  const { definition } = await getPublishedProcess(db, 'petition-letter:1');
  const decision = decideAndRecord({
    order,
    command: { action: 'handle', taskId: 2, buttonId: 'receive', opinion: '同意' },
    definition,
    actor: await getActor(context, 'liuyang'),
    at: context.now(),
    facts: { order: {} },
    directory: await currentDirectory(db),
    holidays: await currentHolidays(db),
    forms: { changed: [], pending: [], fileIdsToAttach: fileIds },
    requestId: 'request',
    signer: context.crypto,
    ...more,
    answer: () => ({
      key,
      endpoint: handling.handle.path,
      requestHash: 'hash',
      answer: JSON.stringify({ errcode: 0, code: 200 }),
    }),
  });
  return unwrap('Receiving', decision);
}

const write = (decision: Decision) => inOneStatement(db, (tx) => writeDecision(tx, decision));

/** Returns every row of the order and every key, as one text. */
async function allRowsOf({ id }: StartedOrder): Promise<string> {
  const tables = [
    'work_order_states',
    'work_order_events',
    'traces',
    'inbox',
    'done_entries',
    'work_order_outbox',
  ];
  const all = await Promise.all([
    sql`select * from work_orders where id = ${id}`.execute(db),
    ...tables.map((table) =>
      sql`select * from ${sql.table(table)} where workorder_id = ${id} order by 2, 3`.execute(db),
    ),
    sql`select * from audit_links where object_id = ${id} order by seq`.execute(db),
    sql`select * from idempotency_keys order by staff_id, key`.execute(db),
    sql`select id, workorder_id from files order by id`.execute(db),
  ]);
  return JSON.stringify(all.map(({ rows }) => rows));
}

test('a decision based on an outdated reading of the order writes nothing', async () => {
  const order = await desk.start('zhangwei', petition(++lastNumber));
  const document = await desk.paper('liuyang');
  const snapshot = await readOrder(order);
  const outdatedDecision = await decideToReceive(snapshot, 'late', [document.id]);
  expect(await write(await decideToReceive(snapshot, 'first'))).toEqual({ code: null });
  const before = await allRowsOf(order);
  expect(await write(outdatedDecision)).toBeUndefined();
  expect(await allRowsOf(order)).toBe(before);
});

test('a decision is also outdated after an act that only added an audit record, such as a reveal', async () => {
  const order = await desk.start('zhangwei', petition(++lastNumber));
  const decision = await decideToReceive(await readOrder(order), 'after a reveal');
  await inTransaction(db, (tx) =>
    appendOrderAudit(tx, context, {
      workorderId: order.id,
      actor: undefined,
      action: 'work-order.reveal',
      detail: {},
      requestId: '',
    }),
  );
  expect(await write(decision)).toBeUndefined();
  expect(await write(await decideToReceive(await readOrder(order), 'read again'))).toEqual({ code: null });
});

test('only one of ten concurrent decisions based on one reading is written', async () => {
  const order = await desk.start('zhangwei', petition(++lastNumber));
  const snapshot = await readOrder(order);
  const decisions = await Promise.all(
    Array.from({ length: 10 }, (_, number) => decideToReceive(snapshot, `${number} at once`)),
  );
  const written = await Promise.all(decisions.map(write));
  expect(written.filter((one) => one !== undefined)).toHaveLength(1);
});

describe('decisions written at one moment', () => {
  const writeShared = (decision: Decision) => inSharedTransaction(db, (tx) => writeDecision(tx, decision));
  const startOrders = (count: number) =>
    Promise.all(Array.from({ length: count }, () => desk.start('zhangwei', petition(++lastNumber))));

  async function transactionsOf(orders: readonly StartedOrder[]): Promise<unknown[]> {
    const chains = orders.map(({ id }) => `order:${id}`);
    const { rows } = await sql<{ written_in: unknown }>`select distinct written_in from audit_links
      where chain = any(${chains}) and action <> 'work-order.start'`.execute(db);
    return rows;
  }

  test('share a transaction; the second on one order writes nothing', async () => {
    shareTransactions(db, 'always');
    const orders = await startOrders(3);
    const [one, two, three] = (await Promise.all(orders.map(readOrder))) as [
      OrderSnapshot,
      OrderSnapshot,
      OrderSnapshot,
    ];
    const decisions = await Promise.all(
      [one, one, two, three].map((order, place) => decideToReceive(order, `shared ${place}`)),
    );
    const written = await Promise.all(decisions.map(writeShared));
    expect(written).toEqual([{ code: null }, undefined, { code: null }, { code: null }]);
    expect(await transactionsOf(orders)).toHaveLength(1);
  });

  test('with one key for two orders are written for one, and do not affect a third', async () => {
    shareTransactions(db, 'always');
    const orders = await startOrders(3);
    const snapshots = await Promise.all(orders.map(readOrder));
    const decisions = await Promise.all(
      snapshots.map((order, place) => decideToReceive(order, place < 2 ? 'one key' : 'its own key')),
    );
    const [one, other, third] = await Promise.allSettled(decisions.map(writeShared));
    expect(third).toEqual({ status: 'fulfilled', value: { code: null } });
    const failures = [one, other].flatMap((answer) => (answer?.status === 'rejected' ? [answer.reason] : []));
    expect(failures.map(violatedKey)).toEqual(['idempotency_keys_pkey']);
    expect(await transactionsOf(orders)).toHaveLength(2);
  });
});

test('a task draft keeps its own files and releases earlier ones when its task waits for added signers', async () => {
  const order = await desk.start('zhangwei', petition(++lastNumber));
  const [oldFile, newFile] = [await desk.paper('zhaomin'), await desk.paper('zhaomin')];
  await desk.press('liuyang', order, 'receive', 'receive');
  const id = context.newId();
  const row = { workorder_id: order.id, number: 3, staff_id: 'staff-zhaomin' };
  await db
    .insertInto('staged_tasks')
    .values({ ...row, id, content_sealed: 'before', staged_at: context.now() })
    .execute();
  await db.updateTable('files').set({ draft_id: id }).where('id', '=', oldFile.id).execute();
  const decision = await decideToReceive(await readOrder(order), 'staged', [], {
    command: {
      action: 'addSigners',
      taskId: 3,
      seats: [{ group: 0, keys: ['staff:staff-xujun'] }],
      sequence: 'any',
      place: 'before',
      opinion: '',
    },
    actor: await getActor(context, 'zhaomin'),
    remainingDraft: { number: 3, id: context.newId(), sealed: 'now', fileIds: [newFile.id] },
  });
  expect(await write(decision)).toEqual({ code: null });
  expect(await db.selectFrom('staged_tasks').select(['id', 'content_sealed']).execute()).toEqual([
    { id, content_sealed: 'now' },
  ]);
  const files = await db.selectFrom('files').select('id').where('draft_id', '=', id).execute();
  expect(files).toEqual([{ id: newFile.id }]);
});
