import { afterEach, describe, expect, test } from 'vitest';
import { workOrders } from '#contract/work-orders.ts';
import { DayUnit } from '#domain/enumerations/day-unit.ts';
import { RequestOperation } from '#domain/enumerations/handler-operation.ts';
import type { Commands } from '#domain/workflow/actions/registry.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { deliverNotices } from '../notices/notices.ts';

/** Tests the rows of work items other than the main one. */

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const { desk, start } = openPetitionDesk(office);
const { perform, taskOf, stateOf, inboxKeys } = openCommands(office);
const examinerKey = 'position:petition-examiner';
const staffKey = (name: string) => `staff:staff-${name}`;

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

async function orderInExamination(): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  await deliverNotices(context);
  return order;
}

const seats = (...names: string[]) => names.map((name, group) => ({ group, keys: [staffKey(name)] }));

async function countersign(order: StartedOrder, more: Partial<Commands['startCountersign']> = {}) {
  clock.forward(60_000);
  return perform('zhaomin', order, {
    action: 'startCountersign',
    taskId: await taskOf(order, examinerKey),
    reason: '请会签',
    seats: seats('xujun', 'zhuhong'),
    sequence: 'any',
    rule: { kind: 'all' },
    goes: 'back',
    limit: { amount: 2, unit: DayUnit.workingDays },
    ...more,
  });
}

async function answer(order: StartedOrder, name: string) {
  clock.forward(60_000);
  const taskId = await taskOf(order, staffKey(name));
  return perform(name, order, { action: 'answerCountersign', taskId, passes: true, opinion: '' });
}

async function addSigners(order: StartedOrder, place: 'before' | 'after', ...names: string[]) {
  clock.forward(60_000);
  const taskId = await taskOf(order, examinerKey);
  const sequence = 'any';
  return perform('zhaomin', order, {
    action: 'addSigners',
    taskId,
    place,
    seats: seats(...names),
    sequence,
    opinion: '请签署',
  });
}

async function sign(order: StartedOrder, name: string) {
  clock.forward(60_000);
  const taskId = await taskOf(order, staffKey(name));
  return perform(name, order, { action: 'sign', taskId, opinion: '同意' });
}

const titlesTo = async (order: StartedOrder, name: string) => {
  await deliverNotices(context);
  const rows = await db
    .selectFrom('messages')
    .select(['title', 'read_at'])
    .where('workorder_id', '=', order.id)
    .where('staff_id', '=', `staff-${name}`)
    .orderBy('sent_at')
    .execute();
  return rows.map(({ title, read_at }) => `${title.split(/[（：]/)[0]}${read_at ? ' 已读' : ''}`);
};

const todoOf = async (name: string, order: StartedOrder) =>
  (await office.as(name).done(workOrders.todoPage, { query: {} })).rows
    .filter(({ id }) => id === order.id)
    .map(({ askedFor }) => askedFor);

test('待办 says for which request a task waits, and that a task of the node was not asked for', async () => {
  const order = await orderInExamination();
  expect(await todoOf('zhaomin', order)).toEqual([null]);
  await countersign(order);
  expect(await todoOf('xujun', order)).toEqual([RequestOperation.countersign]);
  const signed = await orderInExamination();
  await addSigners(signed, 'before', 'xujun');
  expect(await todoOf('xujun', signed)).toEqual([RequestOperation.signers]);
  await sign(signed, 'xujun');
  await countersign(signed);
  expect(await todoOf('xujun', signed)).toEqual([RequestOperation.countersign]);
});

describe('a countersign in the to-do list', () => {
  test('replaces the task by its countersigners with the limit, and returns it after the last answer', async () => {
    const order = await orderInExamination();
    expect(await countersign(order)).toBeNull();
    expect(await inboxKeys(order)).toEqual([staffKey('xujun'), staffKey('zhuhong')]);
    const due = await db
      .selectFrom('inbox as i')
      .innerJoin('panel_limits as l', 'l.workorder_id', 'i.workorder_id')
      .select(['i.due_at', 'l.due_at as limit'])
      .where('i.workorder_id', '=', order.id)
      .execute();
    expect(due.map(({ due_at }) => due_at)).toEqual(due.map(({ limit }) => limit));
    expect(due).toHaveLength(2);
    expect(await titlesTo(order, 'xujun')).toEqual(['请您会签']);
    expect(await titlesTo(order, 'zhaomin')).toEqual(['新的待办 已读']);
    expect(await answer(order, 'xujun')).toBeNull();
    expect(await inboxKeys(order)).toEqual([staffKey('zhuhong')]);
    expect(await answer(order, 'zhuhong')).toBeNull();
    expect(await inboxKeys(order)).toEqual([examinerKey]);
    expect(await titlesTo(order, 'zhaomin')).toEqual(['新的待办 已读', '请继续办理']);
    expect(await titlesTo(order, 'xujun')).toEqual(['请您会签 已读']);
    await desk.press('zhaomin', order, 'examine', 'accept');
  });

  test('in order asks one countersigner after the other', async () => {
    const order = await orderInExamination();
    expect(await countersign(order, { sequence: 'inOrder' })).toBeNull();
    expect(await inboxKeys(order)).toEqual([staffKey('xujun')]);
    expect(await answer(order, 'xujun')).toBeNull();
    expect(await inboxKeys(order)).toEqual([staffKey('zhuhong')]);
    expect(await answer(order, 'zhuhong')).toBeNull();
    expect(await inboxKeys(order)).toEqual([examinerKey]);
  });

  test('that advances finishes the task for the person who started it', async () => {
    const order = await orderInExamination();
    expect(await countersign(order, { goes: 'on' })).toBeNull();
    await answer(order, 'xujun');
    expect(await answer(order, 'zhuhong')).toBeNull();
    const done = await db
      .selectFrom('done_entries')
      .select('staff_id')
      .where('workorder_id', '=', order.id)
      .orderBy('staff_id')
      .execute();
    expect(done.map(({ staff_id }) => staff_id)).toEqual(
      ['liuyang', 'xujun', 'zhangwei', 'zhaomin', 'zhuhong'].map((name) => `staff-${name}`),
    );
  });
});

test('signers before the handler block the task, signers after are asked when the task is done', async () => {
  const order = await orderInExamination();
  expect(await addSigners(order, 'before', 'xujun')).toBeNull();
  expect(await inboxKeys(order)).toEqual([staffKey('xujun')]);
  expect(await sign(order, 'xujun')).toBeNull();
  expect(await inboxKeys(order)).toEqual([examinerKey]);
  expect(await addSigners(order, 'after', 'zhuhong', 'xujun')).toBeNull();
  expect(await inboxKeys(order)).toEqual([examinerKey]);
  await desk.press('zhaomin', order, 'examine', 'accept');
  expect(await inboxKeys(order)).toEqual([staffKey('xujun'), staffKey('zhuhong')]);
  expect(await sign(order, 'xujun')).toBeNull();
  expect((await stateOf(order)).tasks.some(({ nodeId }) => nodeId === 'instruct')).toBe(false);
  expect(await sign(order, 'zhuhong')).toBeNull();
  expect((await stateOf(order)).tasks.at(-1)?.nodeId).toBe('instruct');
});

test('a delegated task that must come back returns to the delegator', async () => {
  const order = await orderInExamination();
  const refusal = await perform('zhaomin', order, {
    action: 'delegate',
    taskId: await taskOf(order, examinerKey),
    key: staffKey('xujun'),
    returns: true,
    opinion: '请代为核实',
  });
  expect(refusal).toBeNull();
  expect(await inboxKeys(order)).toEqual([staffKey('xujun')]);
  expect(await sign(order, 'xujun')).toBeNull();
  expect(await inboxKeys(order)).toEqual([examinerKey]);
  expect(await titlesTo(order, 'zhaomin')).toEqual(['新的待办 已读', '请继续办理']);
});
