import { afterEach, expect, test } from 'vitest';
import { askingOthers } from '#contract/asking-others.ts';
import { handling } from '#contract/handling.ts';
import { workOrders } from '#contract/work-orders.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/** Tests how the page and the trace show the people who are asked at a task (S1 §3, docs/decisions/0094). */

const office = await testOffice();
const { clock } = office;
const { desk, start, pageOf } = openPetitionDesk(office);
const { taskOf } = openCommands(office);
const examinerKey = 'position:petition-examiner';

afterEach(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

async function orderInExamination(): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  return order;
}

async function ask(order: StartedOrder, more: object) {
  clock.forward(60_000);
  return office.as('zhaomin').done(handling.handle, {
    body: {
      workorderId: order.id,
      workorderTraceId: `${order.id}.${await taskOf(order, examinerKey)}`,
      handlerOpinion: '请会签',
      ...more,
    } as never,
  });
}

const person = (name: string, groupName = '') => ({
  groupName,
  handlerType: 1,
  handlerId: `staff-${name}`,
});

const groups = [person('xujun', '住建'), person('gaofeng', '住建'), person('zhuhong', '信访')];

async function answer(order: StartedOrder, name: string, operation: '01' | '02') {
  clock.forward(60_000);
  return office.as(name).done(handling.handle, {
    body: { workorderId: order.id, handlerOperation: operation, handlerOpinion: `${name} 的意见` },
  });
}

test('a countersign shows its rows by group, its counts, and its limit with a status light (S1 §3)', async () => {
  const order = await orderInExamination();
  await ask(order, {
    handlerOperation: '5',
    countersignWay: 2,
    handlerLimitTime: 2,
    countersignList: groups,
  });
  await answer(order, 'xujun', '01');
  await answer(order, 'gaofeng', '02');
  const page = await pageOf('zhaomin', order);
  const [panel, ...others] = page.waitsFor;
  expect(others).toEqual([]);
  expect(panel).toMatchObject({
    kind: 'countersign',
    promoterName: '赵敏',
    reason: '请会签',
    limit: { amount: 2, unit: 1 },
    due: { light: 'yellow' },
    outcome: null,
    tally: { seats: 3, handled: 2, passed: 1, failed: 1, noAnswer: 0 },
    can: { add: true, remove: true },
  });
  expect(panel?.seats).toMatchObject([
    {
      groupName: '住建',
      groupMemberNames: expect.stringContaining('、'),
      handlerResult: 1,
      handlerOpinion: 'xujun 的意见',
      isHandled: 2,
      canRemove: false,
    },
    { groupName: '住建', handlerResult: 2, isHandled: 2, state: 'failed' },
    {
      groupName: '信访',
      handlerResult: null,
      handlerOpinion: '',
      isHandled: 1,
      state: 'asked',
      canRemove: true,
    },
  ]);
  const { rows } = await office
    .as('zhaomin')
    .done(workOrders.traces, { params: { workorderCode: order.code } });
  const promoterRow = rows.find(({ panels }) => panels.length > 0);
  expect(promoterRow).toMatchObject({
    flowNodeId: 'examine',
    countersignWay: 2,
    countersignHandlerType: 1,
    countersignFlowCondition: 1,
    handlerLimitTime: 2,
    handlerLimitUnit: 1,
    countersignHandlerResult: null,
    countersignPromoterId: 'staff-zhaomin',
  });
  expect(promoterRow?.workorderTraceAssignVos.map(({ isHandled }) => isHandled)).toEqual([2, 2, 1]);
  const answerRow = rows.find(({ id }) => id === promoterRow?.workorderTraceAssignVos[1]?.id);
  expect(answerRow).toMatchObject({
    handlerOperation: 5,
    actName: '会签不通过',
    countersignHandlerResult: 2,
    countersignPromoterId: 'staff-zhaomin',
    seatOf: { panelId: 1, seat: 1 },
  });
  expect(rows.find(({ aboutPanelId }) => aboutPanelId === 1)).toMatchObject({
    actName: '发起会签',
    handlerOperation: 5,
    handlerOpinion: '请会签',
  });
});

test('the last answer reports that the countersign failed and returns to its requester (S1 §4)', async () => {
  const order = await orderInExamination();
  await ask(order, { handlerOperation: 5, countersignList: [person('xujun'), person('zhuhong')] });
  expect((await answer(order, 'xujun', '01')).countersign).toBeUndefined();
  const { task } = await pageOf('zhuhong', order);
  const before = await office.as('zhuhong').done(handling.previewAction, {
    body: { workorderId: order.id, traceId: task?.traceId, buttonId: 'countersign-fail' },
  });
  const expectedResult = { passed: false, returnsTo: '赵敏' };
  expect(before.outcome?.countersign).toEqual(expectedResult);
  expect((await answer(order, 'zhuhong', '02')).countersign).toEqual(expectedResult);
});

test('only countersigners who have not answered have buttons to answer and consult (S1 §4, §6)', async () => {
  const order = await orderInExamination();
  await ask(order, { handlerOperation: 5, countersignList: [person('xujun'), person('zhuhong')] });
  const buttonsOf = async (account: string) =>
    (await pageOf(account, order)).task?.buttons.map(({ name, code, action }) => [code, name, action]);
  expect(await buttonsOf('xujun')).toEqual([
    ['01', '会签通过', 'answerCountersign'],
    ['02', '会签不通过', 'answerCountersign'],
    ['add-signer', '加签', 'addSigners'],
    ['delegate', '委派', 'delegate'],
  ]);
  const page = await pageOf('xujun', order);
  expect(page.task?.askedBy).toMatchObject({ kind: 'countersign', promoterName: '赵敏', reason: '请会签' });
  expect(page.forms[0]?.authority.acceptResult).toBe(1);
  expect(page.waitsFor).toEqual([]);
  expect(await buttonsOf('zhaomin')).toBeUndefined();
  const { offers } = await pageOf('zhaomin', order);
  expect(offers.map(({ name, about }) => [name, about.length])).toEqual([['取消会签', 1]]);
  await answer(order, 'xujun', '01');
  expect(await buttonsOf('xujun')).toBeUndefined();
  expect((await pageOf('zhaomin', order)).offers).toEqual([]);
});

test('the first answer of a department counts for it, and a member chosen by name keeps the own task', async () => {
  const order = await orderInExamination();
  await ask(order, {
    handlerOperation: 5,
    countersignList: [{ handlerType: 4, assignHandlerId: '330127-zjj' }, person('zhuhong')],
  });
  const { waitsFor } = await pageOf('zhaomin', order);
  expect(waitsFor[0]?.seats[0]).toMatchObject({
    handlerType: 4,
    state: 'asked',
    handlerName: '淳安县住房和城乡建设局',
  });
  const open = async (account: string) => (await pageOf(account, order)).task?.askedBy?.id;
  expect(await open('xujun')).toBe(1);
  await answer(order, 'xujun', '01');
  expect((await pageOf('zhaomin', order)).waitsFor[0]?.seats[0]).toMatchObject({
    handlerName: '徐军',
    handlerOrgName: '淳安县住房和城乡建设局',
    state: 'passed',
  });
  // A member of the department with a seat of their own still has that one.
  expect(await open('zhuhong')).toBe(1);
});

test('signers and delegates give opinions, and the trace shows who acted for whom (乙 代 甲)', async () => {
  const order = await orderInExamination();
  const list = { countersignList: [person('xujun')] };
  await ask(order, { handlerOperation: 3, ...list });
  const signerPage = await pageOf('xujun', order);
  expect(signerPage.task?.buttons.map(({ name, action }) => [name, action])).toEqual([
    ['提交意见', 'sign'],
    ['加签', 'addSigners'],
    ['委派', 'delegate'],
  ]);
  clock.forward(60_000);
  const traceId = signerPage.task?.traceId ?? '';
  await office.as('xujun').done(askingOthers.sign, { body: { traceId, opinion: '属实' } });
  await ask(order, { handlerOperation: 8, ...list });
  const { traces } = await pageOf('xujun', order);
  expect(traces.find(({ handlerOperation }) => handlerOperation === 3)).toMatchObject({ actName: '加签' });
  expect(traces.find(({ handlerOperation }) => handlerOperation === 8)).toMatchObject({
    actName: '委派',
    remark: '已委派给徐军',
  });
  expect(traces[0]).toMatchObject({ handlerStatus: 0, onBehalfOf: '赵敏' });
  await desk.press('xujun', order, 'examine', 'accept');
  const done = (await pageOf('xujun', order)).traces.find(({ actName }) => actName === '受理');
  expect(done).toMatchObject({ remark: '徐军 代 赵敏', onBehalfOf: '赵敏' });
});

test('a countersign preview returns the people, the limit and the problems of the choice', async () => {
  const order = await orderInExamination();
  const traceId = `${order.id}.${await taskOf(order, examinerKey)}`;
  const preview = (more: object) =>
    office.as('zhaomin').call(handling.previewAction, {
      body: { workorderId: order.id, traceId, buttonId: 'countersign', ...more } as never,
    });
  expect((await preview({})).body.data).toEqual({ outcome: null, branches: null, next: [], voters: [] });
  const chosen = await preview({
    countersignList: [person('xujun')],
    handlerLimitTime: 3,
    handlerLimitUnit: 2,
  });
  expect(chosen.body.data, chosen.text).toMatchObject({
    outcome: {
      to: { status: 26 },
      opens: [{ handlerNames: ['徐军'], limitText: '3 个自然日', dueAt: expect.any(String) }],
      ends: false,
    },
  });
  const twice = await preview({ countersignList: [person('xujun'), person('xujun')] });
  expect(twice.body.problems).toEqual([
    { field: 'countersignList.1', message: '不同组之间人员、部门不可重复' },
  ]);
  await ask(order, { handlerOperation: 5, countersignList: [person('xujun')] });
  const cancelPreview = await preview({ offer: 'callOffCountersign', buttonId: '' });
  expect(cancelPreview.body.data, cancelPreview.text).toMatchObject({ outcome: { to: { status: 3 } } });
  const seat = await pageOf('xujun', order);
  const answerPreview = await office.as('xujun').call(handling.previewAction, {
    body: { workorderId: order.id, traceId: seat.task?.traceId ?? '', buttonId: 'countersign-fail' },
  });
  expect(answerPreview.body.data, answerPreview.text).toMatchObject({ outcome: { to: { status: 27 } } });
});
