import { afterAll, expect, test } from 'vitest';
import { workOrders } from '#contract/work-orders.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

/** Tests the displayed times of an order while clocks differ (docs/decisions/0181). */
const office = await testOffice();
const desk = openDesk(office);
const { db } = office.context;

const minutes = (count: number) => office.clock.forward(count * 60_000);
const tracesOf = (id: string) =>
  db.selectFrom('traces').selectAll().where('workorder_id', '=', id).orderBy('number').execute();

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

async function startAndReceive(number: number) {
  const order = await desk.start('zhangwei', petition(number));
  await desk.press('liuyang', order, 'receive', 'receive');
  return order;
}

test('trace times of an order stay in sequence when the clocks of two servers differ by minutes', async () => {
  const order = await startAndReceive(1);
  const received = office.clock.now;
  // The other server is twenty minutes behind.
  minutes(-20);
  await desk.press('zhaomin', order, 'examine', 'accept');
  const { traces } = await office
    .as('zhaomin')
    .done(workOrders.detailPage, { params: { workorderCode: order.code } });
  const startTimes = traces.map(({ startTime }) => Date.parse(startTime ?? ''));
  // Newest first.
  expect(startTimes).toEqual([...startTimes].sort((one, other) => other - one));
  for (const { started_at, ended_at } of await tracesOf(order.id))
    expect((ended_at ?? started_at).getTime()).toBeGreaterThanOrEqual(started_at.getTime());
  const { rows } = await office.as('zhaomin').done(workOrders.donePage, { query: {} });
  expect(Date.parse(rows[0]?.handledAt ?? '')).toBeGreaterThanOrEqual(received.getTime());
});

test('a clock that was wrong by days does not shift later trace times', async () => {
  const order = await startAndReceive(2);
  minutes(-3 * 24 * 60);
  await desk.press('zhaomin', order, 'examine', 'accept');
  const traces = await tracesOf(order.id);
  expect(traces.find(({ node_id }) => node_id === 'examine')?.ended_at).toEqual(office.clock.now);
});

test('a time from a clock that was wrong by a day is not used when the real time comes near it', async () => {
  const order = await startAndReceive(3);
  minutes(-24 * 60);
  await desk.press('zhaomin', order, 'examine', 'accept');
  minutes(23 * 60 + 30);
  await desk.press('wujianguo', order, 'instruct', 'instruct', { branchProcessingNodeId: 'undertake' });
  const traces = await tracesOf(order.id);
  expect(traces.find(({ node_id }) => node_id === 'instruct')?.ended_at).toEqual(office.clock.now);
});
