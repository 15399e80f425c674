import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { handling } from '#contract/handling.ts';
import { orderFields } from '#server/framework/routing/order-reference.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { appendOrderAudit } from '#server/modules/access/audit/service.ts';
import { sampleInput } from '#test/access/sample-input.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { waitForBlockedQuery } from '#test/world/database.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition, proposal, units } from '#test/world/start-data.ts';

/** Tests that a call acts exactly on the task that it names. */

const office = await testOffice({ max: 16 });
const { db } = office.context;
const desk = openDesk(office);
const traceFields = Object.entries(orderFields).flatMap(([field, name]) => (name === 'trace' ? [field] : []));
let lastNumber = 900;

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

/** Returns an order at both branches of its fork; 承办联络岗 may handle either. */
async function forkedOrder(): Promise<StartedOrder> {
  lastNumber += 1;
  const order = await desk.start('fenglei', proposal(lastNumber, 'lead', units.housing));
  await desk.press('songjia', order, 'assign', 'assign');
  return order;
}

/** Returns the call's input with the order in every field that it accepts, and the trace likewise, if any. */
function inputOf(endpoint: Endpoint, order: StartedOrder, trace: string | undefined) {
  const traces = Object.fromEntries(traceFields.map((field) => [field, trace]));
  const input = sampleInput(endpoint, {
    workorderCode: order.code,
    caseCode: order.code,
    workorderId: order.id,
    procInsId: order.id,
    proInsId: order.id,
    ...(trace === undefined ? {} : traces),
    handlerOperation: '1',
    handlerOpinion: '同意',
    buttonId: 'handle',
    reason: '登记有误',
    backNodeIds: 'start',
  });
  return input;
}

const eventsOf = async ({ id }: StartedOrder) =>
  (
    await db
      .selectFrom('work_order_events')
      .select('action')
      .where('workorder_id', '=', id)
      .orderBy('version')
      .execute()
  ).map(({ action }) => action);

const actingCalls = office.app.mounted.filter(
  ({ access }) => access.kind === 'order' && access.need === 'act',
);

describe('a call that acts on an order', async () => {
  const mine = await forkedOrder();
  const other = await forkedOrder();
  await desk.press('zhuhong', other, 'host', 'handle');

  /** True if the call accepts a trace without an order. */
  const namesTrace = (endpoint: Endpoint) => {
    const text = JSON.stringify(inputOf(endpoint, mine, `${mine.id}.1`));
    const names = (field: string) => text.includes(`"${field}"`);
    return (
      traceFields.some(names) && Object.keys(orderFields).some((f) => !traceFields.includes(f) && names(f))
    );
  };

  test('has more than one endpoint that accepts a trace and an order', () => {
    expect(actingCalls.filter(({ endpoint }) => namesTrace(endpoint)).length).toBeGreaterThan(1);
  });

  test.each(actingCalls)(
    'returns 404 for a trace of another order: $endpoint.summary',
    async ({ endpoint }) => {
      const doneTraceId = await desk.traceAt(other, 'host', 'done');
      const open = await desk.traceAt(other, 'join-opinion');
      const before = [await eventsOf(mine), await eventsOf(other)];
      for (const trace of namesTrace(endpoint) ? [doneTraceId, open, `${mine.id}.77`] : []) {
        for (const [order, foreignTrace] of [
          [mine, trace],
          [other, trace.replace(other.id, mine.id)],
        ] as const) {
          const answer = await office.as('zhuhong').call(endpoint, inputOf(endpoint, order, foreignTrace));
          expect([answer.status, answer.body.errmsg], `${foreignTrace} ${answer.text}`).toEqual([
            404,
            '未找到对应的数据',
          ]);
        }
      }
      const code = namesTrace(endpoint)
        ? inputOf(endpoint, { ...mine, code: other.code }, undefined)
        : undefined;
      if (code && 'workorderId' in code.body) {
        const answer = await office.as('zhuhong').call(endpoint, code);
        expect(answer.status, answer.text).toBe(404);
      }
      expect([await eventsOf(mine), await eventsOf(other)]).toEqual(before);
    },
  );
});

describe('a call without a trace', () => {
  test('asks for the task when the person has two open ones, and succeeds when one is left', async () => {
    const order = await forkedOrder();
    const send = async (nodeId: string, changes: object) => {
      const body = await desk.pressBody(order, nodeId, 'handle', changes);
      return office.as('zhuhong').call(handling.handle, { body });
    };
    const refusal = await send('host', { workorderTraceId: undefined });
    expect([refusal.status, refusal.body.errcode]).toEqual([400, 40016]);
    expect(refusal.body.errmsg).toContain('workorderTraceId');
    expect(await eventsOf(order)).toEqual(['start', 'handle']);

    // The later branch first: the named task is the one that is handled.
    const named = await send('join-opinion', {});
    expect(named.status, named.text).toBe(200);
    await desk.traceAt(order, 'host');
    const onlyTaskResponse = await send('host', { workorderTraceId: '' });
    expect(onlyTaskResponse.status, onlyTaskResponse.text).toBe(200);
    await desk.traceAt(order, 'reply');
  });

  test('is refused without an open task, and a repeated request gets the first answer', async () => {
    lastNumber += 1;
    const order = await desk.start('zhangwei', petition(lastNumber));
    const body = { ...(await desk.pressBody(order, 'receive', 'receive')), workorderTraceId: undefined };
    const send = (person: string) => office.as(person).call(handling.handle, { body, key: null });
    const first = await send('liuyang');
    expect(first.status, first.text).toBe(200);
    // The same text again is the same request, even without a key or a trace.
    expect((await send('liuyang')).text).toBe(first.text);
    const refusal = await send('zhangwei');
    expect(refusal.body.errcode).toBe(40910);
    expect(await eventsOf(order)).toEqual(['start', 'handle']);
  });

  test('withdraws the only step that can be withdrawn', async () => {
    const order = await forkedOrder();
    await desk.press('zhuhong', order, 'host', 'handle');
    const withdraw = () =>
      office
        .as('zhuhong')
        .call(handling.withdraw, { params: { workorderCode: order.code }, body: { reason: '登记有误' } });
    expect((await withdraw()).status).toBe(200);
    await desk.traceAt(order, 'host');
    expect((await withdraw()).body.errcode).toBe(40914);
  });

  test('withdraws the same way through the handler bar, and recalls the whole order for the initiator', async () => {
    const order = await forkedOrder();
    await desk.press('zhuhong', order, 'host', 'handle');
    const withdraw = ({ id }: StartedOrder, person: string) =>
      office.as(person).call(handling.handle, {
        body: { workorderId: id, handlerOperation: 6, handlerOpinion: '登记有误' },
      });
    const response = await withdraw(order, 'zhuhong');
    expect([response.status, response.body.errcode], response.text).toEqual([200, 0]);
    await desk.traceAt(order, 'host');
    expect((await withdraw(order, 'zhuhong')).body.errcode).toBe(40914);
    await desk.press('zhuhong', order, 'host', 'handle');
    await desk.press('zhuhong', order, 'join-opinion', 'handle');
    expect((await withdraw(order, 'zhuhong')).body).toMatchObject({
      errcode: 40016,
      errmsg: '请指明要撤回的环节（workorderTraceId）',
    });

    lastNumber += 1;
    const newOrder = await desk.start('zhangwei', petition(lastNumber));
    const recallResponse = await withdraw(newOrder, 'zhangwei');
    expect(recallResponse.status, recallResponse.text).toBe(200);
    expect(await eventsOf(newOrder)).toEqual(['start', 'recall']);
  });

  test('returns the return nodes of the open task at the named node', async () => {
    const order = await forkedOrder();
    const ask = (flowNodeId: string, traceId?: string) =>
      office.as('zhuhong').call(handling.returnNodes, {
        query: { proInsId: order.id, flowNodeId, ...(traceId && { traceId }) },
      });
    expect((await ask('join-opinion')).status).toBe(200);
    const host = await desk.traceAt(order, 'host');
    expect((await ask('join-opinion', host)).status).toBe(404);
  });
});

describe('a concurrent change between reading and writing', () => {
  test('makes the action decide again on the current state when the task is still open', async () => {
    const order = await forkedOrder();
    const body = await desk.pressBody(order, 'host', 'handle');
    let answer: Promise<{ status: number; text: string }> | undefined;
    await inTransaction(db, async (tx) => {
      await appendOrderAudit(tx, office.context, {
        workorderId: order.id,
        actor: undefined,
        action: 'work-order.restore-forms',
        detail: {},
        requestId: '',
      });
      answer = office.as('zhuhong').call(handling.handle, { body });
      // The action has read the order, and its write waits for this transaction.
      await waitForBlockedQuery(db);
    });
    const result = await answer;
    expect(result?.status, result?.text).toBe(200);
    const links = await db
      .selectFrom('audit_links')
      .select('action')
      .where('chain', '=', `order:${order.id}`)
      .orderBy('seq')
      .execute();
    expect(links.map(({ action }) => action).slice(-2)).toEqual([
      'work-order.restore-forms',
      'work-order.handle',
    ]);
  });

  test('that happens repeatedly makes the action fail with 409 and write nothing', async () => {
    const order = await forkedOrder();
    const body = await desk.pressBody(order, 'host', 'handle');
    await sql`create function always_first() returns trigger language plpgsql as 'begin return null; end'`.execute(
      db,
    );
    await sql`create trigger always_first before update on work_order_states
      for each row execute function always_first()`.execute(db);
    const answer = await office.as('zhuhong').call(handling.handle, { body, key: 'the-same-key' });
    await sql`drop trigger always_first on work_order_states`.execute(db);
    expect([answer.status, answer.body.errcode]).toEqual([409, 40923]);
    expect(await eventsOf(order)).toEqual(['start', 'handle']);
    const again = await office.as('zhuhong').call(handling.handle, { body, key: 'the-same-key' });
    expect(again.status, again.text).toBe(200);
  });
});
