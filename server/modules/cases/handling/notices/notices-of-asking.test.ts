import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { askingOthers } from '#contract/asking-others.ts';
import { handling } from '#contract/handling.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { deliverNotices } from '../service.ts';

/**
 * Tests that the notice is sent with every action that has a dialog, once and by its transaction
 * (docs/decisions/0103, 0072).
 */

const office = await testOffice();
const { clock } = office;
const { db } = office.context;
const { desk, start, startUntilInstruct } = openPetitionDesk(office);
const { taskOf } = openCommands(office);
const examinerKey = 'position:petition-examiner';
let order: StartedOrder;

beforeEach(async () => {
  order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  await deliverNotices(office.context);
});
afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const noticeText = '请一并核对附件。';
const noticeTo = (...candidateList: string[]) => ({
  message: { candidateList, msgNotify: '1', msg: noticeText, channelType: ['20'] },
});
const person = (name: string) => ({ handlerType: 1, assignHandlerId: `staff-${name}` });

async function send(account: string, candidate: string, body: object) {
  clock.forward(60_000);
  const workorderTraceId = `${order.id}.${await taskOf(order, candidate)}`;
  return office.as(account).call(handling.handle, {
    body: { workorderId: order.id, workorderTraceId, handlerOpinion: '请协助', ...body } as never,
  });
}

/** Returns the people who got a message with the text, with its kind. */
async function receivedMessages(): Promise<string[]> {
  await deliverNotices(office.context);
  await deliverNotices(office.context);
  const rows = await db
    .selectFrom('messages')
    .select(['staff_id', 'kind'])
    .where('workorder_id', '=', order.id)
    .where('content', '=', noticeText)
    .orderBy('staff_id')
    .execute();
  return rows.map(({ staff_id, kind }) => `${staff_id} ${kind}`);
}

describe('a notice of consultations and other actions', () => {
  test('is sent with a countersign: as the to-do message of countersigners, and to other receivers', async () => {
    const response = await send('zhaomin', examinerKey, {
      handlerOperation: 5,
      countersignList: [person('xujun'), person('zhuhong')],
      ...noticeTo('next-handler', 'agent'),
    });
    expect(response.status, response.text).toBe(200);
    expect(await receivedMessages()).toEqual([
      'staff-xujun todo',
      'staff-zhangwei system',
      'staff-zhuhong todo',
    ]);
  });

  test('is sent once to a receiver who is also added as a signer before the handler', async () => {
    const response = await send('zhaomin', examinerKey, {
      handlerOperation: 3,
      countersignList: [person('xujun')],
      ...noticeTo('staff:staff-xujun'),
    });
    expect(response.status, response.text).toBe(200);
    expect(await receivedMessages()).toEqual(['staff-xujun todo']);
  });

  test('is refused for next handlers with signers after the handler, who are not notified yet', async () => {
    const refusal = await send('zhaomin', examinerKey, {
      handlerOperation: 3,
      signerPlace: 'after',
      countersignList: [person('xujun')],
      ...noticeTo('next-handler'),
    });
    expect(refusal.body.problems, refusal.text).toEqual([
      { field: 'message.candidateList', message: '办理后没有下一环节处理人，请选择其他通知对象' },
    ]);
    expect(await receivedMessages()).toEqual([]);
  });

  test('is sent with a delegation, a return to an earlier handler, and the answer', async () => {
    await send('zhaomin', examinerKey, {
      handlerOperation: 8,
      countersignList: [person('xujun')],
      ...noticeTo('next-handler'),
    });
    expect(await receivedMessages()).toEqual(['staff-xujun todo']);
    const traceId = `${order.id}.${await taskOf(order, 'staff:staff-xujun')}`;
    clock.forward(60_000);
    const back = await office.as('xujun').call(askingOthers.returnToHandler, {
      body: { traceId, candidate: 'staff:staff-zhaomin', opinion: '请补充', ...noticeTo('next-handler') },
    });
    expect(back.status, back.text).toBe(200);
    expect(await receivedMessages()).toEqual(['staff-xujun todo', 'staff-zhaomin todo']);
    clock.forward(60_000);
    const answered = await office.as('zhaomin').call(askingOthers.submitToHandler, {
      body: {
        traceId: `${order.id}.${await taskOf(order, 'staff:staff-zhaomin')}`,
        opinion: '已补充',
        ...noticeTo('agent'),
      },
    });
    expect(answered.status, answered.text).toBe(200);
    expect(await receivedMessages()).toEqual([
      'staff-xujun todo',
      'staff-zhangwei system',
      'staff-zhaomin todo',
    ]);
  });

  test('is sent with a return as the message to its handlers', async () => {
    const response = await send('zhaomin', examinerKey, {
      handlerOperation: 2,
      buttonId: 'return',
      backNodeIds: 'receive',
      ...noticeTo('next-handler'),
    });
    expect(response.status, response.text).toBe(200);
    expect(await receivedMessages()).toContain('staff-liuyang returned');
  });

  test('is sent with the choice of a branch and with a forward', async () => {
    order = await startUntilInstruct();
    await desk.press('wujianguo', order, 'instruct', 'instruct', {
      branchProcessingNodeId: 'undertake',
      ...noticeTo('next-handler'),
    });
    const notifiedPeople = await receivedMessages();
    expect(notifiedPeople.length).toBeGreaterThan(0);
    expect(notifiedPeople.every((person) => person.endsWith(' todo'))).toBe(true);
    order = await start();
    await desk.press('liuyang', order, 'receive', 'forward', {
      procInsNodeUserReqModel: [{ flowNodeId: 'examine', candidates: ['staff:staff-zhaomin'] }],
      ...noticeTo('next-handler'),
    });
    expect(await receivedMessages()).toEqual(['staff-zhaomin todo']);
  });
});

test('duplicate handler lists for one node are refused without any notification', async () => {
  order = await start();
  const refusal = await desk.tryPress('liuyang', order, 'receive', 'forward', {
    procInsNodeUserReqModel: [
      { flowNodeId: 'examine', candidates: ['staff:staff-xujun'] },
      { flowNodeId: 'examine', candidates: ['staff:staff-zhaomin'] },
    ],
    ...noticeTo('staff:staff-xujun'),
  });
  expect(refusal.body.problems, refusal.text).toEqual([
    { field: 'procInsNodeUserReqModel.1.flowNodeId', message: '同一环节不能重复指定处理人' },
  ]);
  expect(await receivedMessages()).toEqual([]);
});

test('a list of people is refused by its name when the operation uses none (S1 §3)', async () => {
  const button = { handlerOperation: 2, buttonId: 'return', backNodeIds: 'receive' };
  const procInsNodeUserReqModel = [{ flowNodeId: 'receive', candidates: ['staff:staff-zhuhong'] }];
  const refusal = await send('zhaomin', examinerKey, {
    ...button,
    procInsNodeUserReqModel,
    countersignList: [person('xujun')],
  });
  expect(refusal.status, refusal.text).toBe(409);
  expect(refusal.body.problems).toEqual([
    { field: 'procInsNodeUserReqModel', message: '该操作不能指定下一环节处理人' },
    { field: 'countersignList', message: '该操作不能同时发起会签或加签，请另行提交' },
  ]);
  // The defaults of old clients name no recipients.
  const empty = await send('zhaomin', examinerKey, {
    ...button,
    procInsNodeUserReqModel: [{ flowNodeId: 'receive', candidates: [] }],
    countersignList: [{ handlerType: 1, assignHandlerId: '', assignHandlerSort: 1 }],
  });
  expect(empty.status, empty.text).toBe(200);
});
