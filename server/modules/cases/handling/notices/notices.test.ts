import { describe, expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import type { WorkflowEvent } from '#domain/workflow/model/model.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition, proposal, units } from '#test/world/start-data.ts';
import { replaceEvents } from '#test/world/stored-orders.ts';
import { deliverNotices } from './notices.ts';

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);

async function messagesOf(code: string) {
  return db
    .selectFrom('messages')
    .select(['staff_id', 'kind', 'content', 'read_at'])
    .where('workorder_code', '=', code)
    .orderBy('staff_id')
    .execute();
}

const unreadReaders = async (code: string) =>
  (await messagesOf(code)).filter(({ read_at }) => read_at === null).map(({ staff_id }) => staff_id);

test('a stopped notification run leaves its entries, wakes the job again, and the next run sends them', async () => {
  await desk.start('zhangwei', petition(21));
  await desk.start('zhangwei', petition(22));
  const countWaiting = async () => (await db.selectFrom('work_order_outbox').selectAll().execute()).length;
  const before = await countWaiting();
  expect(before).toBeGreaterThan(1);
  const wokenJobs: string[] = [];
  const notifier = { ...office.context.notifier, wake: (task: string) => void wokenJobs.push(task) };
  await deliverNotices({ ...office.context, notifier, stopSignal: AbortSignal.abort() });
  expect(await countWaiting()).toBe(before);
  expect(wokenJobs).toContain('work-order.notices');
  await deliverNotices(office.context);
  expect(await countWaiting()).toBe(0);
});

describe('messages of an action', () => {
  test('go once to the candidates of its task, even when the job runs twice, and not to the actor', async () => {
    const order = await desk.start('zhangwei', petition(1));
    await deliverNotices(office.context);
    await deliverNotices(office.context);
    const rows = await messagesOf(order.code);
    expect(rows.map(({ staff_id }) => staff_id)).toContain('staff-liuyang');
    expect(rows.map(({ staff_id }) => staff_id)).not.toContain('staff-zhangwei');
    expect(new Set(rows.map(({ staff_id }) => staff_id)).size).toBe(rows.length);
    expect(rows[0]).toMatchObject({ kind: 'todo', content: '您新收到一条待办，请及时查阅处理' });
    expect(await db.selectFrom('work_order_outbox').selectAll().execute()).toEqual([]);
  });

  test('are marked read for all candidates once the task is done', async () => {
    const order = await desk.start('zhangwei', petition(2));
    await deliverNotices(office.context);
    expect(await unreadReaders(order.code)).toContain('staff-lina');
    await desk.press('liuyang', order, 'receive', 'receive');
    await deliverNotices(office.context);
    expect(await unreadReaders(order.code)).not.toContain('staff-lina');
    expect(await unreadReaders(order.code)).toContain('staff-zhaomin');
  });

  test('name their task and are marked read with that task only', async () => {
    const order = await desk.start('fenglei', proposal(5, 'lead', units.housing));
    await desk.press('songjia', order, 'assign', 'assign');
    await deliverNotices(office.context);
    const hostTraceId = await desk.traceAt(order, 'host');
    const joinTraceId = await desk.traceAt(order, 'join-opinion');
    const callsOf = async (account: string) => {
      const { rows } = await office.as(account).done(messages.list, { query: { unread: 'true' } });
      return rows
        .filter(({ workorderCode }) => workorderCode === order.code)
        .map(({ workorderTraceId }) => workorderTraceId)
        .sort();
    };
    expect(await callsOf('zhuhong')).toEqual([hostTraceId, joinTraceId].sort());
    await desk.press('zhuhong', order, 'join-opinion', 'handle');
    await deliverNotices(office.context);
    expect(await callsOf('zhuhong')).toEqual([hostTraceId]);
  });

  test('of a service task reach the initiator', async () => {
    const order = await desk.start('zhangwei', petition(3));
    const messageEvent: WorkflowEvent = {
      type: 'serviceAsked',
      nodeId: 'notice',
      service: { kind: 'sendMessage', target: 'initiator', text: '您登记的来信已受理' },
    };
    await replaceEvents(db, order.id, (events) => [...events, messageEvent]);
    await deliverNotices(office.context);
    expect(await messagesOf(order.code)).toContainEqual(
      expect.objectContaining({ staff_id: 'staff-zhangwei', kind: 'system', content: '您登记的来信已受理' }),
    );
  });

  test('are delivered as already read when the job is days late', async () => {
    const order = await desk.start('zhangwei', petition(4));
    const requestedAt = office.clock.now;
    office.clock.now = new Date(requestedAt.getTime() + 4 * 86_400_000);
    await deliverNotices(office.context);
    office.clock.now = requestedAt;
    expect(await unreadReaders(order.code)).toEqual([]);
    expect((await messagesOf(order.code)).length).toBeGreaterThan(0);
  });
});
