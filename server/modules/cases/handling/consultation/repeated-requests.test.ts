import { afterEach, describe, expect, test } from 'vitest';
import { askingOthers } from '#contract/asking-others.ts';
import { copies } from '#contract/copies.ts';
import { handling } from '#contract/handling.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/**
 * Tests that an equal request without a key, on a task that it did not finish, may be a new one
 * (docs/decisions/0060).
 */

const office = await testOffice();
const { db } = office.context;
const { desk, start } = openPetitionDesk(office);
const { taskOf, stateOf, inboxKeys } = openCommands(office);
const examinerKey = 'position:petition-examiner';
const staffKey = (name: string) => `staff:staff-${name}`;

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

async function orderInExamination(): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  return order;
}

const traceOf = async (order: StartedOrder, candidate: string) =>
  `${order.id}.${await taskOf(order, candidate)}`;
const person = (name: string) => ({ handlerType: 1, assignHandlerId: `staff-${name}` });
/** Sends a request like the specification's clients, without a key. */
const send = (body: object, account = 'zhaomin') =>
  office.as(account).call(handling.handle, { body: body as never, key: '' });
const eventsOf = async (order: StartedOrder) => (await stateOf(order)).version;

/** Sends it twice: the second answer equals the first, and nothing is done twice. */
async function sendTwice(order: StartedOrder, sendRequest: () => Promise<{ status: number; text: string }>) {
  const first = await sendRequest();
  expect(first.status, first.text).toBe(200);
  const version = await eventsOf(order);
  const second = await sendRequest();
  expect(second.text).toBe(first.text);
  expect(await eventsOf(order)).toBe(version);
}

async function requestBody(order: StartedOrder, operation: number, more: object = {}) {
  return {
    workorderId: order.id,
    workorderTraceId: await traceOf(order, examinerKey),
    handlerOperation: operation,
    handlerOpinion: '请协助',
    countersignList: [person('xujun')],
    ...more,
  };
}

describe('the same request without an idempotency key', () => {
  test('starts a cancelled countersign again and cancels it again', async () => {
    const order = await orderInExamination();
    const body = await requestBody(order, 5);
    const traceId = body.workorderTraceId;
    const callOff = () =>
      office.as('zhaomin').call(askingOthers.callOffCountersign, { body: { traceId, reason: '' }, key: '' });
    for (const panel of [1, 2]) {
      await sendTwice(order, () => send(body));
      expect((await stateOf(order)).panels.map(({ outcome }) => outcome).at(-1)).toBeNull();
      await sendTwice(order, callOff);
      expect((await stateOf(order)).panels).toHaveLength(panel);
    }
    expect(await inboxKeys(order)).toEqual([examinerKey]);
  });

  test('starts a cancelled countersign again also without a trace id', async () => {
    const order = await orderInExamination();
    const { workorderTraceId, ...body } = await requestBody(order, 5);
    await sendTwice(order, () => send(body));
    await office
      .as('zhaomin')
      .done(askingOthers.callOffCountersign, { body: { traceId: workorderTraceId, reason: '' } });
    await sendTwice(order, () => send(body));
    expect(await inboxKeys(order)).toEqual([staffKey('xujun')]);
  });

  test('delegates a task again after it came back', async () => {
    const order = await orderInExamination();
    const body = await requestBody(order, 8, { delegateReturns: true });
    for (const _ of [1, 2]) {
      await sendTwice(order, () => send(body));
      expect(await inboxKeys(order)).toEqual([staffKey('xujun')]);
      const input = { traceId: await traceOf(order, staffKey('xujun')), opinion: '无意见' };
      await sendTwice(order, () => office.as('xujun').call(askingOthers.sign, { body: input, key: '' }));
      expect(await inboxKeys(order)).toEqual([examinerKey]);
    }
  });

  test('adds a removed signer again', async () => {
    const order = await orderInExamination();
    const body = await requestBody(order, 3, { countersignList: [person('xujun'), person('zhuhong')] });
    const remove = (panelId: number, seat: number) =>
      office.as('zhaomin').call(askingOthers.removeSigner, {
        body: { traceId: body.workorderTraceId, panelId, seat, reason: '有误' },
        key: '',
      });
    for (const panelId of [1, 2]) {
      await sendTwice(order, () => send(body));
      expect(await inboxKeys(order)).toEqual([staffKey('xujun'), staffKey('zhuhong')]);
      await sendTwice(order, () => remove(panelId, 0));
      await sendTwice(order, () => remove(panelId, 1));
      expect(await inboxKeys(order)).toEqual([examinerKey]);
    }
  });

  test('adds a removed person to a countersign again', async () => {
    const order = await orderInExamination();
    const body = await requestBody(order, 5, { countersignList: [person('zhuhong')] });
    await send(body);
    const traceId = body.workorderTraceId;
    const add = () =>
      office.as('zhaomin').call(askingOthers.addToCountersign, {
        body: { traceId, countersignList: [person('xujun')] as never, reason: '' },
        key: '',
      });
    await sendTwice(order, add);
    await office
      .as('zhaomin')
      .done(askingOthers.removeSigner, { body: { traceId, panelId: 1, seat: 1, reason: '' } });
    await sendTwice(order, add);
    expect(await inboxKeys(order)).toEqual([staffKey('xujun'), staffKey('zhuhong')]);
  });

  test('is done again after a return or a withdraw, and has no second effect before that', async () => {
    const order = await orderInExamination();
    const press = async (account: string, node: string, button: string, more: object = {}) => {
      const { workorderTraceId: _trace, ...body } = await desk.pressBody(order, node, button, more);
      return () => send(body, account);
    };
    const accept = await press('zhaomin', 'examine', 'accept');
    const countHandled = async () =>
      (await stateOf(order)).tasks.filter(
        ({ outcome, nodeId }) => outcome === 'handled' && nodeId === 'examine',
      ).length;
    const countReturned = async () =>
      (await stateOf(order)).tasks.filter(({ outcome }) => outcome === 'returned').length;
    for (const times of [1, 2]) {
      await sendTwice(order, accept);
      const back = await press('wujianguo', 'instruct', 'return', { backNodeIds: ['examine'] });
      await sendTwice(order, back);
      expect([await countHandled(), await countReturned()]).toEqual([times, times]);
    }
    await sendTwice(order, accept);
    await desk.withdraw('zhaomin', order, 'examine');
    await sendTwice(order, accept);
    expect(await countHandled()).toBe(4);
  });

  test('leaves one reading note per copy, and another one after half an hour', async () => {
    const order = await orderInExamination();
    const copyTo = async (receiver: string) =>
      office.as('zhaomin').done(copies.copy, {
        body: { traceId: await traceOf(order, examinerKey), receivers: [receiver], reason: '' },
      });
    const note = () =>
      office.as('chenjing').call(copies.leaveNote, {
        params: { workorderCode: order.code },
        body: { note: '已阅' },
        key: '',
      });
    const countNotes = async () =>
      Number(
        (
          await db
            .selectFrom('work_order_records')
            .select(db.fn.countAll().as('count'))
            .where('workorder_id', '=', order.id)
            .where('act_name', '=', '阅办意见')
            .executeTakeFirstOrThrow()
        ).count,
      );
    await copyTo(staffKey('chenjing'));
    await sendTwice(order, note);
    await copyTo(staffKey('xujun'));
    await sendTwice(order, note);
    expect(await countNotes()).toBe(2);
    office.clock.forward(30 * 60_000);
    await sendTwice(order, note);
    expect(await countNotes()).toBe(3);
  });
});
