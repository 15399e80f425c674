import { afterEach, describe, expect, test, vi } from 'vitest';
import { handling } from '#contract/handling.ts';
import { workOrders } from '#contract/work-orders.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { deliverNotices } from '../notices/notices.ts';
import { skipAbsentSeats } from './skip-absent-seats.ts';

/**
 * Tests seats of departments together with seats of their people, through the calls (docs/decisions/0105).
 */

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const { desk, start } = openPetitionDesk(office);
const { taskOf, stateOf } = openCommands(office);
const examinerKey = 'position:petition-examiner';
const bureau = '330127-zjj';
const bureauKey = `org:${bureau}`;
const ownKey = 'staff:staff-xujun';

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const bureauEntry = { handlerType: 4, assignHandlerId: bureau };
const personEntry = (name: string) => ({ handlerType: 1, assignHandlerId: `staff-${name}` });

/** Returns a petition whose examiner has asked the bureau, and 徐军 of the bureau. */
async function startCountersign(...more: object[]): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  clock.forward(60_000);
  await office.as('zhaomin').done(handling.handle, {
    body: {
      workorderId: order.id,
      workorderTraceId: `${order.id}.${await taskOf(order, examinerKey)}`,
      handlerOperation: 5,
      handlerOpinion: '请会签',
      countersignList: [bureauEntry, personEntry('xujun'), ...more],
    } as never,
  });
  return order;
}

const traceOf = async (order: StartedOrder, key: string) => `${order.id}.${await taskOf(order, key)}`;
const pageOf = (account: string, { code }: StartedOrder, traceId: string) =>
  office.as(account).done(workOrders.detailPage, { params: { workorderCode: code }, query: { traceId } });
const answer = (order: StartedOrder, account: string, workorderTraceId?: string, more: object = {}) =>
  office.as(account).call(handling.handle, {
    body: {
      workorderId: order.id,
      workorderTraceId,
      handlerOperation: '01',
      handlerOpinion: '同意',
      ...more,
    },
  });
const seatsOf = async (order: StartedOrder) => {
  const { panels, tasks } = await stateOf(order);
  return panels[0]?.seats.map(({ taskId, outcome }) => {
    const by = tasks[(taskId ?? 0) - 1]?.finishedBy?.staffId;
    return outcome === null ? null : `${outcome} ${by}`;
  });
};

describe('a person chosen by name beside the own department', () => {
  test('answers the own entry whichever task is named, and a colleague answers for the department', async () => {
    for (const namedKey of [bureauKey, ownKey, null]) {
      const order = await startCountersign();
      const trace = namedKey === null ? undefined : await traceOf(order, namedKey);
      const response = await answer(order, 'xujun', trace);
      expect(response.status, response.text).toBe(200);
      expect(await seatsOf(order)).toEqual([null, 'passed staff-xujun']);
      const row = await db
        .selectFrom('traces')
        .select(['opinion', 'handler_id'])
        .where('workorder_id', '=', order.id)
        .where('outcome', '=', 'passed')
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ opinion: '同意', handler_id: 'staff-xujun' });
      expect((await answer(order, 'zhuhong')).status).toBe(200);
      expect((await stateOf(order)).panels[0]?.outcome).toBe('passed');
    }
  });

  test('and a colleague answer concurrently: both answers are stored and the countersign passes', async () => {
    for (let round = 0; round < 6; round += 1) {
      const order = await startCountersign();
      const shared = await traceOf(order, bureauKey);
      const ownTrace = await traceOf(order, ownKey);
      const traceId = round % 2 === 0 ? shared : ownTrace;
      const answers = await Promise.all([answer(order, 'xujun', traceId), answer(order, 'zhuhong', shared)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await seatsOf(order)).toEqual(['passed staff-zhuhong', 'passed staff-xujun']);
      expect((await stateOf(order)).panels[0]?.outcome).toBe('passed');
    }
  });

  test('is led by the page to the own task, and the check returns the current state', async () => {
    const order = await startCountersign();
    const shared = await traceOf(order, bureauKey);
    const page = await pageOf('xujun', order, shared);
    expect(page.task?.traceId).toBe(await traceOf(order, ownKey));
    expect(page.tasks.map(({ traceId }) => traceId)).toEqual([await traceOf(order, ownKey)]);
    const check = async (account: string, actInstId: string) =>
      office.as(account).done(handling.handleCheck, { query: { workorderId: order.id, actInstId } });
    expect(await check('xujun', shared)).toEqual({ flag: true, msg: '' });
    // The person who asked waits for the others.
    expect(await check('zhaomin', await traceOf(order, examinerKey))).toEqual({
      flag: false,
      msg: '该环节正在等待会签、加签或委派的结果，暂不能办理',
    });
    expect((await answer(order, 'xujun')).status).toBe(200);
    expect(await check('xujun', shared)).toEqual({
      flag: false,
      msg: '您已在本次会签中表态，一人只有一票',
    });
    expect((await pageOf('xujun', order, shared)).task).toBeNull();
  });
});

describe('further consultation by a countersigner', () => {
  test('is offered alike by page, preview and server through the buttons of the node', async () => {
    const order = await startCountersign();
    const traceId = await traceOf(order, ownKey);
    const { task } = await pageOf('xujun', order, traceId);
    expect(task?.buttons.map(({ name }) => name)).toEqual(['会签通过', '会签不通过', '加签', '委派']);
    const button = task?.buttons.find(({ action }) => action === 'addSigners');
    const list = [personEntry('gaofeng')];
    const preview = await office.as('xujun').call(handling.previewAction, {
      body: { workorderId: order.id, traceId, buttonId: button?.id, countersignList: list } as never,
    });
    expect(preview.body.data, preview.text).toMatchObject({ outcome: { closes: [] } });
    const response = await office.as('xujun').call(handling.handle, {
      body: {
        workorderId: order.id,
        workorderTraceId: traceId,
        handlerOperation: '3',
        countersignList: list,
      },
    });
    expect(response.status, response.text).toBe(200);
    // The seat waits for the signer.
    expect((await pageOf('xujun', order, traceId)).task).toBeNull();
    // A colleague without the seat neither sees the buttons nor may use them.
    const shared = await traceOf(order, bureauKey);
    const refusal = await office.as('xujun').call(handling.handle, {
      body: { workorderId: order.id, workorderTraceId: shared, handlerOperation: '8', countersignList: list },
    });
    expect(refusal.status).toBe(409);
  });
});

describe('a department without anyone who may answer', () => {
  test('is marked absent by the absence job, and the person who started the countersign is notified', async () => {
    const colleagues = await db
      .selectFrom('staff')
      .select('id')
      .where('org_id', '=', bureau)
      .where('disabled_at', 'is', null)
      .where('id', '<>', 'staff-xujun')
      .execute();
    const ids = colleagues.map(({ id }) => id);
    const order = await startCountersign();
    const setDisabledAt = async (disabled_at: Date | null) => {
      await db.updateTable('staff').set({ disabled_at }).where('id', 'in', ids).execute();
      // Data of the office is cached for some seconds.
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    };
    expect((await answer(order, 'xujun')).status).toBe(200);
    expect((await stateOf(order)).panels[0]?.outcome).toBeNull();
    await setDisabledAt(clock.now);
    await skipAbsentSeats(context);
    await deliverNotices(context);
    expect(await seatsOf(order)).toMatchObject([/^absent/, 'passed staff-xujun']);
    const messages = await db
      .selectFrom('messages')
      .select(['title', 'content'])
      .where('workorder_id', '=', order.id)
      .where('staff_id', '=', 'staff-zhaomin')
      .where('title', 'like', '会签席位无人可表态%')
      .execute();
    expect(messages).toEqual([
      {
        title: expect.stringMatching(/^会签席位无人可表态：.+（.+）$/),
        content: '会签席位“淳安县住房和城乡建设局”已无人可以表态，按未表态计，请查阅。',
      },
    ]);
    await setDisabledAt(null);
  });
});
