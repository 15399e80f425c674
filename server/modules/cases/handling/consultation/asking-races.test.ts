import { afterEach, describe, expect, test } from 'vitest';
import { askingOthers } from '#contract/asking-others.ts';
import { handling } from '#contract/handling.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/** Tests concurrent actions on one countersign, and people who may not take part in it. */

const office = await testOffice();
const { desk, start } = openPetitionDesk(office);
const { taskOf, stateOf } = openCommands(office);
const examinerKey = 'position:petition-examiner';

afterEach(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

async function startCountersign(more: object = {}): Promise<{ order: StartedOrder; traceId: string }> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  office.clock.forward(60_000);
  const traceId = `${order.id}.${await taskOf(order, examinerKey)}`;
  const list = ['xujun', 'zhuhong'].map((name) => ({ handlerType: 1, assignHandlerId: `staff-${name}` }));
  await office.as('zhaomin').done(handling.handle, {
    body: {
      workorderId: order.id,
      workorderTraceId: traceId,
      handlerOperation: 5,
      handlerOpinion: '请会签',
      countersignList: list,
      ...more,
    } as never,
  });
  return { order, traceId };
}

const answer = (
  { id: workorderId }: StartedOrder,
  account: string,
  handlerOperation: '01' | '02' = '01',
  workorderTraceId = '',
) =>
  office.as(account).call(handling.handle, {
    body: { workorderId, workorderTraceId, handlerOperation, handlerOpinion: '资金未落实' },
  });

describe('concurrent actions on a countersign', () => {
  test('the last two answers are both stored, and the countersign is decided once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { order } = await startCountersign();
      const answers = await Promise.all([answer(order, 'xujun'), answer(order, 'zhuhong', '02')]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { panels, tasks } = await stateOf(order);
      expect(panels).toMatchObject([{ outcome: 'failed' }]);
      expect(tasks.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed')).toHaveLength(2);
    }
  });

  test('one of an answer and a cancellation succeeds, and the other gets 409', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { order, traceId } = await startCountersign();
      const seat = `${order.id}.${await taskOf(order, 'staff:staff-xujun')}`;
      const [answerResponse, cancelResponse] = await Promise.all([
        answer(order, 'xujun', '01', seat),
        office.as('zhaomin').call(askingOthers.callOffCountersign, { body: { traceId, reason: '有误' } }),
      ]);
      expect([answerResponse.status, cancelResponse.status].sort()).toEqual([200, 409]);
      const [panel] = (await stateOf(order)).panels;
      expect(panel?.outcome).toBe(cancelResponse.status === 200 ? 'calledOff' : null);
    }
  });
});

describe('permissions in a countersign', () => {
  test('are refused to people outside the order, the person who started it, and those who have answered', async () => {
    const { order, traceId } = await startCountersign();
    const seat = `${order.id}.${await taskOf(order, 'staff:staff-xujun')}`;
    const vote = (account: string) =>
      office.as(account).call(handling.handle, {
        body: { workorderId: order.id, workorderTraceId: seat, handlerOperation: '01' },
      });
    expect((await vote('dengtao')).status).toBe(404);
    expect((await vote('zhaomin')).body.errcode).toBe(40310);
    expect((await vote('zhuhong')).body.errcode).toBe(40310);
    expect((await answer(order, 'xujun')).status).toBe(200);
    expect((await vote('xujun')).body.errcode).toBe(40910);
    const refusals = [
      office.as('xujun').call(askingOthers.callOffCountersign, { body: { traceId, reason: '' } }),
      office
        .as('xujun')
        .call(askingOthers.removeSigner, { body: { traceId, panelId: 1, seat: 1, reason: '' } }),
      office.as('xujun').call(askingOthers.addToCountersign, {
        body: {
          traceId,
          countersignList: [{ handlerType: '1', assignHandlerId: 'staff-gaofeng' }],
          reason: '',
        },
      }),
    ];
    for (const refusal of await Promise.all(refusals)) expect(refusal.body.errcode).toBe(40310);
  });

  test('let one person answer for a department and refuse a later answer of a colleague', async () => {
    const { order } = await startCountersign({
      countersignList: [{ handlerType: 4, assignHandlerId: '330127-zjj' }],
    });
    expect((await answer(order, 'xujun')).status).toBe(200);
    const refusal = await answer(order, 'zhuhong');
    expect(refusal.status).not.toBe(200);
    expect((await stateOf(order)).panels).toMatchObject([{ outcome: 'passed' }]);
  });
});
