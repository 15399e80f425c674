import { afterEach, describe, expect, test } from 'vitest';
import { askingOthers } from '#contract/asking-others.ts';
import { handling } from '#contract/handling.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/** Tests the calls for countersigns, signers, delegates and earlier handlers (S1 §4, docs/decisions/0094). */

const office = await testOffice();
const { clock } = office;
const { desk, start, pageOf } = openPetitionDesk(office);
const { taskOf, stateOf, inboxKeys } = openCommands(office);
const examinerKey = 'position:petition-examiner';
const staffKey = (name: string) => `staff:staff-${name}`;

afterEach(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

async function orderInExamination(): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  return order;
}

const person = (name: string, more: object = {}) => ({
  handlerType: 1,
  assignHandlerId: `staff-${name}`,
  assignHandlerName: name,
  ...more,
});

async function traceOf(order: StartedOrder, candidate: string): Promise<string> {
  return `${order.id}.${await taskOf(order, candidate)}`;
}

const send = (account: string, body: object) => {
  clock.forward(60_000);
  return office.as(account).call(handling.handle, { body });
};

async function countersign(order: StartedOrder, more: object = {}) {
  return send('zhaomin', {
    workorderId: order.id,
    workorderTraceId: await traceOf(order, examinerKey),
    handlerOperation: 5,
    handlerOpinion: '请住建、信访会签',
    countersignWay: 1,
    countersignHandlerType: 1,
    countersignFlowCondition: 1,
    handlerLimitTime: '2',
    handlerLimitUnit: 1,
    countersignList: [person('xujun'), person('zhuhong')],
    ...more,
  });
}

async function answer(order: StartedOrder, name: string, result: number | string = 1) {
  return send(name, {
    workorderId: order.id,
    workorderTraceId: await traceOf(order, staffKey(name)),
    handlerOperation: '5',
    countersignHandlerResult: result,
    handlerOpinion: '同意',
  });
}

describe('a countersign', () => {
  test('is started by 5, answered by 5 with its result, and returns to the person who started it (S1 §4)', async () => {
    const order = await orderInExamination();
    const started = await countersign(order);
    expect(started.body.data, started.text).toMatchObject({
      status: 26,
      message: `该环节已“发起会签”，办件流水号：${order.code}`,
    });
    expect(await inboxKeys(order)).toEqual([staffKey('xujun'), staffKey('zhuhong')]);
    expect((await answer(order, 'xujun', '1')).status).toBe(200);
    const refusal = await send('zhuhong', { workorderId: order.id, handlerOperation: '02' });
    expect([refusal.status, refusal.text]).toEqual([
      400,
      expect.stringContaining('【处理意见】填写处理意见'),
    ]);
    const last = await send('zhuhong', {
      workorderId: order.id,
      handlerOperation: '02',
      handlerOpinion: '不同意',
    });
    expect(last.body.data, last.text).toMatchObject({ status: 27 });
    expect(await inboxKeys(order)).toEqual([examinerKey]);
    const [panel] = (await stateOf(order)).panels;
    expect(panel).toMatchObject({ outcome: 'failed', rule: { kind: 'all' }, goes: 'back' });
  });

  test('is allowed once per node, and the check reports that before its dialog opens (S1 §4, §7)', async () => {
    const order = await orderInExamination();
    const check = async () =>
      office
        .as('zhaomin')
        .done(askingOthers.countersignCheck, { query: { id: await traceOf(order, examinerKey) } });
    expect(await check()).toEqual({ flag: true, msg: '' });
    await countersign(order);
    await answer(order, 'xujun');
    await answer(order, 'zhuhong');
    expect(await check()).toEqual({ flag: false, msg: '同一环节不可重复会签' });
    expect((await countersign(order)).body).toMatchObject({ errmsg: '同一环节不可重复会签' });
  });

  test('is denied by the check wherever its start is refused (S1 §7)', async () => {
    const check = async (account: string, trace: string) =>
      office.as(account).done(askingOthers.countersignCheck, { query: { id: trace } });
    const order = await start();
    // Its node has no such button.
    const received = `${order.id}.${(await stateOf(order)).tasks.at(-1)?.id}`;
    expect(await check('liuyang', received)).toMatchObject({ flag: false });
    await desk.press('liuyang', order, 'receive', 'receive');
    const trace = await traceOf(order, examinerKey);
    const delegated = { handlerOperation: 8, delegateReturns: true, countersignList: [person('xujun')] };
    await send('zhaomin', { workorderId: order.id, workorderTraceId: trace, ...delegated });
    // It waits for its delegate, whose own task allows none.
    expect((await check('zhaomin', trace)).flag).toBe(false);
    expect((await check('xujun', await traceOf(order, staffKey('xujun')))).flag).toBe(false);
  });

  test('previews the removal of a signer only for its own countersigners', async () => {
    const order = await orderInExamination();
    await countersign(order);
    const preview = (traceId: string) =>
      office.as('zhaomin').call(handling.previewAction, {
        body: { workorderId: order.id, traceId, offer: 'removeSigner', panelId: 1, seat: 0 },
      });
    expect((await preview(await traceOf(order, examinerKey))).status).toBe(200);
    const other = await preview(await traceOf(order, staffKey('xujun')));
    expect(other.body.errmsg).toBe('该环节已被办理');
  });

  test('reports all problems together at the fields of the request (S1 §5)', async () => {
    const order = await orderInExamination();
    const empty = await countersign(order, {
      handlerOpinion: ' ',
      countersignList: [],
      handlerLimitTime: '1.5',
      countersignRule: 'share',
    });
    expect(empty.status).toBe(400);
    expect(empty.body.problems).toEqual([
      { field: 'handlerOpinion', message: '请输入发起原因' },
      { field: 'countersignList', message: '请选择会签人员' },
      { field: 'countersignPercent', message: '通过比例应为1至100的整数' },
      { field: 'handlerLimitTime', message: '会签时限应为1至365的整数' },
    ]);
    const duplicate = await countersign(order, {
      countersignWay: 2,
      countersignList: [
        { groupName: '第一组', handlerType: 1, handlerId: 'staff-xujun', assignHandlerSort: 2 },
        { groupName: '第二组', handlerType: 1, handlerId: 'staff-xujun', assignHandlerSort: 1 },
        { groupName: '第二组', handlerType: '4', handlerId: 'no-such-org', assignHandlerSort: '3' },
      ],
    });
    expect(duplicate.body.problems).toEqual([
      { field: 'countersignList.0', message: '不同组之间人员、部门不可重复' },
      { field: 'countersignList.2', message: '“department:no-such-org”不是有效的处理人' },
    ]);
  });

  test('by groups keeps group names and order (S1 §4, way 2)', async () => {
    const order = await orderInExamination();
    const started = await countersign(order, {
      countersignWay: '2',
      countersignHandlerType: 2,
      countersignList: [
        { groupName: '住建', handlerType: 1, handlerId: 'staff-xujun', handlerName: '徐军' },
        { groupName: '', handlerType: 1, handlerId: 'staff-zhuhong' },
      ],
    });
    expect(started.status, started.text).toBe(200);
    const [panel] = (await stateOf(order)).panels;
    expect(panel?.seats.map(({ group, groupName }) => [group, groupName])).toEqual([
      [0, '住建'],
      [1, '第2组'],
    ]);
    expect(await inboxKeys(order)).toEqual([staffKey('xujun')]);
  });

  test('can be cancelled until the first answer, and can be started again (S1 §4)', async () => {
    const order = await orderInExamination();
    await countersign(order);
    const traceId = await traceOf(order, examinerKey);
    const callOff = (account: string) =>
      office.as(account).call(askingOthers.callOffCountersign, { body: { traceId, reason: '人员有误' } });
    expect((await callOff('xujun')).status).toBe(403);
    expect((await callOff('zhaomin')).status).toBe(200);
    expect(await inboxKeys(order)).toEqual([examinerKey]);
    expect((await countersign(order)).status).toBe(200);
    await answer(order, 'xujun');
    const refusal = await callOff('zhaomin');
    expect(refusal.body).toMatchObject({ errcode: 40912, errmsg: '已有人员表态，不能取消会签' });
  });

  test('accepts more people and removes people while it is open', async () => {
    const order = await orderInExamination();
    await countersign(order);
    const traceId = await traceOf(order, examinerKey);
    const add = (list: object[]) =>
      office.as('zhaomin').call(askingOthers.addToCountersign, {
        body: { traceId, countersignList: list as never, reason: '增加一家' },
      });
    expect((await add([person('xujun')])).body.problems).toEqual([
      { field: 'countersignList.0', message: '不同组之间人员、部门不可重复' },
    ]);
    expect((await add([person('wujianguo')])).status).toBe(200);
    expect(await inboxKeys(order)).toEqual([staffKey('wujianguo'), staffKey('xujun'), staffKey('zhuhong')]);
    const removed = await office.as('zhaomin').call(askingOthers.removeSigner, {
      body: { traceId, panelId: 1, seat: 1, reason: '无需会签' },
    });
    expect(removed.status, removed.text).toBe(200);
    expect(await inboxKeys(order)).toEqual([staffKey('wujianguo'), staffKey('xujun')]);
  });
});

describe('signers, delegates and earlier handlers', () => {
  const ask = async (order: StartedOrder, operation: number, more: object) =>
    send('zhaomin', {
      workorderId: order.id,
      workorderTraceId: await traceOf(order, examinerKey),
      handlerOperation: operation,
      handlerOpinion: '请协助',
      ...more,
    });
  const sign = async (order: StartedOrder, name: string, opinion = '无意见') => {
    clock.forward(60_000);
    const traceId = await traceOf(order, staffKey(name));
    return office.as(name).call(askingOthers.sign, { body: { traceId, opinion } });
  };

  test('signers before the handler are asked in order, and each gives an opinion (S1 §4, 3)', async () => {
    const order = await orderInExamination();
    const refusal = await ask(order, 3, { countersignList: [] });
    expect(refusal.body.problems).toEqual([{ field: 'countersignList', message: '请选择加签人员' }]);
    const list = [person('xujun'), person('zhuhong')];
    const response = await ask(order, 3, { countersignList: list, countersignHandlerType: '2' });
    expect(response.status, response.text).toBe(200);
    expect(await inboxKeys(order)).toEqual([staffKey('xujun')]);
    expect((await sign(order, 'xujun', '')).body.errmsg).toBe('【处理意见】填写处理意见');
    expect((await sign(order, 'xujun')).status).toBe(200);
    expect(await inboxKeys(order)).toEqual([staffKey('zhuhong')]);
    expect((await sign(order, 'zhuhong')).status).toBe(200);
    expect(await inboxKeys(order)).toEqual([examinerKey]);
  });

  test('signers are added and removed during a round, with a trace row for each change', async () => {
    const order = await orderInExamination();
    await ask(order, 3, { countersignList: [person('xujun')], countersignHandlerType: '2' });
    const traceId = await traceOf(order, examinerKey);
    const add = (list: object[], panelId = 1) =>
      office.as('zhaomin').call(askingOthers.addToSigners, {
        body: { traceId, panelId, countersignList: list as never, reason: '再请一人' },
      });
    expect((await add([])).body.problems).toEqual([{ field: 'countersignList', message: '请选择加签人员' }]);
    expect((await add([person('zhuhong')], 2)).body.errmsg).toBe('会签或加签已结束');
    clock.forward(60_000);
    expect((await add([person('zhuhong')])).status).toBe(200);
    expect(await inboxKeys(order)).toEqual([staffKey('xujun')]);
    const { traces } = await pageOf('zhaomin', order);
    const panel = traces.flatMap(({ panels }) => panels)[0];
    expect(panel).toMatchObject({
      can: { add: true, remove: true },
      seats: [{ canRemove: true }, { state: 'beforeTurn' }],
    });
    clock.forward(60_000);
    const removal = await office.as('zhaomin').call(askingOthers.removeSigner, {
      body: { traceId, panelId: 1, seat: 0, reason: '出差' },
    });
    expect(removal.status, removal.text).toBe(200);
    expect(await inboxKeys(order)).toEqual([staffKey('zhuhong')]);
    const rows = (await pageOf('zhaomin', order)).traces.filter(({ flowNodeId }) => flowNodeId === null);
    expect(
      rows.map(({ actName, handlerOpinion, aboutPanelId }) => [actName, handlerOpinion, aboutPanelId]),
    ).toEqual([
      ['减签', '出差', 1],
      ['增加加签人', '再请一人', 1],
      ['加签', '请协助', 1],
    ]);
    const removed = (await pageOf('zhaomin', order)).traces.find(({ remark }) => remark === '已减签');
    expect(removed).toMatchObject({ handlerStatus: 1, handlerName: '' });
    expect((await sign(order, 'zhuhong')).status).toBe(200);
    expect(await inboxKeys(order)).toEqual([examinerKey]);
  });

  test('a delegation is permanent or comes back (S1 §4, 8)', async () => {
    const order = await orderInExamination();
    const two = await ask(order, 8, { countersignList: [person('xujun'), person('zhuhong')] });
    expect(two.body.problems).toEqual([{ field: 'countersignList', message: '委派只能选择一名人员' }]);
    const returning = await ask(order, 8, { countersignList: [person('xujun')], delegateReturns: true });
    expect(returning.status, returning.text).toBe(200);
    expect((await sign(order, 'xujun')).status).toBe(200);
    expect(await inboxKeys(order)).toEqual([examinerKey]);
    expect((await ask(order, 8, { countersignList: [person('xujun')] })).status).toBe(200);
    expect(await inboxKeys(order)).toEqual([staffKey('xujun')]);
    expect((await stateOf(order)).tasks.at(-1)).toMatchObject({ onBehalfOf: { staffId: 'staff-zhaomin' } });
  });

  test('an earlier handler of the node is asked again and answers (S1 §4, return to handler)', async () => {
    const order = await orderInExamination();
    await ask(order, 8, { countersignList: [person('xujun')] });
    const traceId = await traceOf(order, staffKey('xujun'));
    const { rows } = await office.as('xujun').done(askingOthers.earlierHandlers, { query: { traceId } });
    expect(rows).toMatchObject([{ candidate: staffKey('zhaomin'), name: '赵敏' }]);
    const returnTo = (candidate: string, opinion: string) => {
      clock.forward(60_000);
      return office.as('xujun').call(askingOthers.returnToHandler, { body: { traceId, candidate, opinion } });
    };
    expect((await returnTo(staffKey('zhaomin'), '')).body.errmsg).toBe('【处理意见】填写处理意见');
    expect((await returnTo(staffKey('zhuhong'), '请补充')).body.problems).toEqual([
      { field: 'candidate', message: '该人员未办理过本环节' },
    ]);
    expect((await returnTo(staffKey('zhaomin'), '请补充')).status).toBe(200);
    expect(await inboxKeys(order)).toEqual([staffKey('zhaomin')]);
    clock.forward(60_000);
    const submitted = await office.as('zhaomin').call(askingOthers.submitToHandler, {
      body: { traceId: await traceOf(order, staffKey('zhaomin')), opinion: '已补充' },
    });
    expect(submitted.status, submitted.text).toBe(200);
    expect(await inboxKeys(order)).toEqual([staffKey('xujun')]);
    const { traces } = await pageOf('zhaomin', order);
    const trace = traces.find(({ actName }) => actName === '退回经办人');
    expect(trace).toMatchObject({ handlerName: '徐军', handlerOpinion: '请补充', handlerOperation: 2 });
    const answered = traces.find(({ actName }) => actName === '提交' || actName === '退回经办人提交');
    expect(answered).toMatchObject({ handlerName: '赵敏', handlerOpinion: '已补充', handlerOperation: 1 });
  });
});
