import { expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { sampleInput } from '#test/access/sample-input.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

/**
 * Tests that every identifier of an order leads to one order, and that answers do not reveal which orders exist.
 */

const office = await testOffice();
const desk = openDesk(office);

const mine = await desk.start('zhangwei', petition(1));
const other = await desk.start('zhangwei', petition(2));
const ended = await desk.start('zhangwei', petition(3));
await desk.press('liuyang', other, 'receive', 'receive');
await desk.press('liuyang', ended, 'receive', 'void');

const orderCalls = office.app.mounted.filter(({ access }) => access.kind === 'order');
const notFoundBody = { errcode: 404, errmsg: '未找到对应的数据' };

function valuesOf(order: { id: string; code: string }, trace: string) {
  return {
    workorderCode: order.code,
    caseCode: order.code,
    workorderId: order.id,
    procInsId: order.id,
    proInsId: order.id,
    workorderTraceId: trace,
    actInstId: trace,
    traceId: trace,
    flowNodeId: 'receive',
    backNodeIds: 'start',
    buttonId: 'receive',
    handlerOperation: '1',
  };
}

test.each(orderCalls)(
  'people who may not read an order get the same 404 for missing and forbidden orders in every state: $endpoint.summary',
  async ({ endpoint }) => {
    const missingOrder = { id: '018f0000-0000-7000-8000-000000000000', code: '2099000001' };
    for (const order of [mine, other, ended, missingOrder]) {
      for (const account of ['chenjing', 'dengtao', 'pengbo']) {
        const request = sampleInput(endpoint, valuesOf(order, `${order.id}.2`));
        const answer = await office.as(account).call(endpoint, request);
        expect([answer.status, answer.body], account).toEqual([404, notFoundBody]);
      }
    }
  },
);

test('a withdraw of one order with a trace of another order returns 404', async () => {
  const answer = await office.as('liuyang').call(handling.withdraw, {
    params: { workorderCode: mine.code },
    body: { traceId: await desk.traceAt(other, 'receive', 'done'), reason: '' },
  });
  expect([answer.status, answer.body]).toEqual([404, notFoundBody]);
  const trace = await desk.traceAt(other, 'examine');
  expect(trace).toBe(`${other.id}.3`);
});

test('a handling whose code, process instance or trace belongs to another order returns 404', async () => {
  const body = await desk.pressBody(mine, 'receive', 'receive');
  const wrong = [
    { workorderCode: other.code },
    { procInsId: other.id },
    { workorderTraceId: `${other.id}.2` },
    { workorderTraceId: `${mine.id}.77` },
  ];
  for (const change of wrong) {
    const answer = await office.as('liuyang').call(handling.handle, { body: { ...body, ...change } });
    expect([answer.status, answer.body], JSON.stringify(change)).toEqual([404, notFoundBody]);
  }
  const right = { ...body, workorderCode: mine.code, procInsId: mine.id };
  expect((await office.as('liuyang').call(handling.handle, { body: right })).status).toBe(200);
});
