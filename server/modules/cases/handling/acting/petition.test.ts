import { afterEach, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { workOrders } from '#contract/work-orders.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { petition } from '#test/world/start-data.ts';

/** Tests the real process 群众来信办理: parallel branches, a manual choice, both kinds of return. */

const office = await testOffice();
const { db } = office.context;
const { desk, start, pageOf, openNodes, startUntilInstruct, startUntilJoint } = openPetitionDesk(office);

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

describe('a petition from registration to archive', () => {
  test('returns after each step what was done and the next nodes, in the texts of the specification', async () => {
    const order = await start();
    const resultOf = async (answer: ReturnType<typeof desk.press>) => {
      const { message, statusLabel, nextNodeNames } = await answer;
      return [message, statusLabel, nextNodeNames];
    };
    const messageFor = (action: string) => `该环节已“${action}”，办件流水号：${order.code}`;
    expect(await resultOf(desk.press('liuyang', order, 'receive', 'receive'))).toEqual([
      messageFor('确认收件'),
      '待受理',
      ['受理审查'],
    ]);
    expect(await resultOf(desk.press('zhaomin', order, 'examine', 'accept'))).toEqual([
      messageFor('受理'),
      '待审查',
      ['领导批示'],
    ]);
    const joint = { branchProcessingNodeId: 'fork' };
    expect(await resultOf(desk.press('wujianguo', order, 'instruct', 'instruct', joint))).toEqual([
      messageFor('批示'),
      '待承办',
      ['主办单位承办', '协办单位承办'],
    ]);
    expect(await resultOf(desk.press('zhuhong', order, 'undertake-lead', 'undertake'))).toEqual([
      messageFor('办理'),
      '待承办',
      [],
    ]);
    expect(await resultOf(desk.press('gaofeng', order, 'undertake-assist', 'undertake'))).toEqual([
      messageFor('办理'),
      '待审核',
      ['答复意见审核'],
    ]);
    await desk.press('sunlei', order, 'audit', 'pass');
    await desk.press('wujianguo', order, 'sign', 'sign');
    expect(await resultOf(desk.press('liuyang', order, 'archive', 'conclude'))).toEqual([
      messageFor('办结归档'),
      '正常办结',
      [],
    ]);

    const { order: pageOrder, can, task, traces, process } = await pageOf('zhangwei', order);
    expect(pageOrder).toMatchObject({ status: 9, statusLabel: '正常办结', resultLabel: '确认出证' });
    expect(pageOrder.endedAt).toBe(office.clock.now.toISOString());
    expect(can).toEqual({
      handle: false,
      withdraw: false,
      reassign: false,
      recall: false,
      resubmit: false,
      copy: false,
      urge: false,
      reveal: true,
      restoreForms: false,
    });
    expect(task).toBeNull();
    expect(process.activeNodeIds).toEqual([]);
    expect(traces.every(({ handlerStatus }) => handlerStatus === 1)).toBe(true);
  });

  test('ends at once when the letter is not accepted', async () => {
    const order = await start();
    await desk.press('liuyang', order, 'receive', 'receive');
    const content = { acceptResult: 'reject', rejectReason: '应当向人民法院提起诉讼' };
    const result = await desk.press('zhaomin', order, 'examine', 'decline', {
      workorderForms: [{ formId: 'petition-letter:1', content }],
    });
    expect(result).toMatchObject({ status: 11, statusLabel: '不予受理' });
    const page = await pageOf('zhaomin', order);
    expect(page.order.resultLabel).toBe('不予受理');
  });
});

describe('the manual choice of a branch', () => {
  test('returns the branches by name and accepts only an offered one', async () => {
    const order = await startUntilInstruct();
    const traceId = await desk.traceAt(order, 'instruct');
    const branches = await office.as('wujianguo').done(handling.branchNodes, { query: { traceId } });
    expect(branches).toMatchObject({
      rows: [
        { flowNodeId: 'undertake', flowNodeName: '单办' },
        { flowNodeId: 'fork', flowNodeName: '多部门会办' },
      ],
      multiple: false,
    });
    for (const branchProcessingNodeId of ['', 'archive', 'undertake,fork']) {
      const refusal = await desk.tryPress('wujianguo', order, 'instruct', 'instruct', {
        branchProcessingNodeId,
      });
      expect(refusal.body).toMatchObject({ errcode: 40012, errmsg: '请选择办理分支' });
    }
    await desk.press('wujianguo', order, 'instruct', 'instruct', { branchProcessingNodeId: 'undertake' });
    expect(await openNodes(order)).toEqual(['undertake']);
  });
});

describe('forward', () => {
  test('gives the task only to the named handlers of the next node', async () => {
    const order = await start();
    const traceId = await desk.traceAt(order, 'receive');
    const next = await office
      .as('liuyang')
      .done(handling.nextNodeUsers, { query: { traceId, buttonId: 'forward' } });
    expect(next.rows).toEqual([
      {
        flowNodeId: 'examine',
        flowNodeName: '受理审查',
        naming: 'handlers',
        candidates: [{ key: 'position:petition-examiner', name: '信访受理审查岗' }],
      },
    ]);
    const to = (...candidates: string[]) => ({
      procInsNodeUserReqModel: [{ flowNodeId: 'examine', candidates }],
    });
    for (const choices of [{}, to()]) {
      const refusal = await desk.tryPress('liuyang', order, 'receive', 'forward', choices);
      expect(refusal.body).toMatchObject({ errcode: 40011, errmsg: '请完整配置所有节点的处理人' });
    }
    const silent = await desk.tryPress('liuyang', order, 'receive', 'forward', {
      ...to('staff:staff-zhaomin'),
      handlerOpinion: ' ',
    });
    expect(silent.body).toMatchObject({ errcode: 40010, errmsg: '【处理意见】填写处理意见' });
    await desk.press('liuyang', order, 'receive', 'forward', to('staff:staff-zhaomin'));

    const refusal = await desk.tryPress('liuyang', order, 'examine', 'accept');
    expect(refusal.body).toMatchObject({ errcode: 40310, errmsg: '您不是该环节的处理人' });
    const { traces } = await pageOf('zhangwei', order);
    expect(traces[0]).toMatchObject({ flowNodeName: '受理审查', candidateNames: ['赵敏'] });
    expect(traces[1]).toMatchObject({ handlerOperation: 9, actName: '转交', handlerName: '刘洋' });
    await desk.press('zhaomin', order, 'examine', 'accept');
  });
});

describe('withdraw', () => {
  const withdraw = async (person: string, order: StartedOrder, nodeId: string, reason = '受理通知有误') =>
    office.as(person).call(handling.withdraw, {
      params: { workorderCode: order.code },
      body: { traceId: await desk.traceAt(order, nodeId, 'done'), reason },
    });

  test('undoes the last step while the next task is untouched', async () => {
    const order = await startUntilInstruct();
    const check = { params: { workorderCode: order.code } };
    const answer = await office.as('zhaomin').done(handling.withdrawCheck, check);
    expect(answer).toEqual({ flag: true, withdrawTraceId: await desk.traceAt(order, 'examine', 'done') });
    expect((await withdraw('zhaomin', order, 'examine')).body.data).toMatchObject({
      message: '撤回成功',
      nextNodeNames: ['受理审查'],
    });
    expect(await openNodes(order)).toEqual(['examine']);
    const page = await pageOf('zhangwei', order);
    expect(page.order.resultLabel).toBe('确认收件');
    expect(page.traces.find(({ flowNodeName }) => flowNodeName === '领导批示')?.remark).toBe('被撤回');
    await desk.press('zhaomin', order, 'examine', 'accept');
  });

  test('is refused to others, after the next handler has acted, and with a reason that is too long', async () => {
    const order = await startUntilInstruct();
    expect((await withdraw('wujianguo', order, 'examine')).body).toMatchObject({ errcode: 40310 });
    expect((await withdraw('zhaomin', order, 'examine', '长'.repeat(201))).body.problems).toEqual([
      { field: 'reason', message: '撤回原因不能超过200个字符' },
    ]);
    await desk.press('wujianguo', order, 'instruct', 'instruct', { branchProcessingNodeId: 'undertake' });
    expect((await withdraw('zhaomin', order, 'examine')).body).toMatchObject({
      errcode: 40914,
      errmsg: '不允许撤回',
    });
    const check = { params: { workorderCode: order.code } };
    const answer = await office.as('zhaomin').done(handling.withdrawCheck, check);
    expect(answer).toEqual({ flag: false, withdrawTraceId: null });
  });

  test('is refused while a return is open', async () => {
    const order = await startUntilJoint();
    await desk.press('zhuhong', order, 'undertake-lead', 'return', { backNodeIds: 'instruct' });
    expect((await withdraw('zhaomin', order, 'examine')).body).toMatchObject({ errcode: 40914 });
  });
});

describe('recall', () => {
  const recall = (person: string, order: StartedOrder) =>
    office
      .as(person)
      .call(handling.recall, { params: { workorderCode: order.code }, body: { reason: '补充材料' } });

  test('returns the order to its initiator, who resubmits it', async () => {
    const order = await start();
    expect((await pageOf('zhangwei', order)).can.recall).toBe(true);
    expect((await recall('liuyang', order)).body).toMatchObject({ errcode: 40310 });
    expect((await recall('zhangwei', order)).body.data).toMatchObject({ message: '撤回成功', status: 32 });
    expect((await recall('zhangwei', order)).body).toMatchObject({ errcode: 40915, errmsg: '不允许撤回' });
    const todoPage = await office
      .as('zhangwei')
      .done(workOrders.todoPage, { query: { keyword: order.code } });
    expect(todoPage.rows[0]).toMatchObject({ statusLabel: '退回待处理', returned: false, recalled: true });
    const page = await pageOf('zhangwei', order);
    expect(page.traces.map(({ flowNodeName, actName, remark }) => [flowNodeName, actName, remark])).toEqual([
      ['来信登记', '', ''],
      ['', '发起人撤回', ''],
      ['收件', '', '发起人已撤回'],
      ['来信登记', '发起', ''],
    ]);
    // The check returns the trace of the initiator's resubmission, which cannot be withdrawn (S1 §4).
    const check = { params: { workorderCode: order.code } };
    const { body } = await office.as('zhangwei').call(handling.withdrawCheck, check);
    expect(body.data).toEqual({ flag: false, withdrawTraceId: page.task?.traceId });
    expect(page.task?.traceId).toBeDefined();
    const other = await office.as('liuyang').done(handling.withdrawCheck, check);
    expect(other).toEqual({ flag: false, withdrawTraceId: null });
    await desk.resubmit('zhangwei', order, {});
    await desk.press('liuyang', order, 'receive', 'receive');
  });

  test('is refused once a handler has handled the order', async () => {
    const order = await start();
    await desk.press('liuyang', order, 'receive', 'receive');
    expect((await pageOf('zhangwei', order)).can.recall).toBe(false);
    expect((await recall('zhangwei', order)).body).toMatchObject({ errcode: 40915 });
  });
});

describe('a manual end of an order', () => {
  test('terminate concludes the order and lets the applicant start a new one', async () => {
    const startData = petition(900);
    const order = await desk.start('zhangwei', startData);
    await desk.press('liuyang', order, 'receive', 'receive');
    const result = await desk.press('zhaomin', order, 'examine', 'terminate', {
      handlerOpinion: '来信人书面撤回',
    });
    expect(result).toMatchObject({ status: 14, statusLabel: '退回办结' });
    const refusal = await desk
      .tryPress('zhaomin', { ...order, id: order.id }, 'examine', 'accept')
      .catch(String);
    expect(refusal).toContain('There is no open task');
    await desk.start('zhangwei', startData);
  });

  test('void ends every branch', async () => {
    const order = await start();
    const result = await desk.press('liuyang', order, 'receive', 'void');
    expect(result).toMatchObject({ status: 16, statusLabel: '作废办结', nextNodeNames: [] });
    const body = {
      workorderId: order.id,
      workorderTraceId: `${order.id}.2`,
      handlerOperation: '1',
      buttonId: 'receive',
    };
    const refusal = await office.as('lina').call(handling.handle, { body });
    expect(refusal.body).toMatchObject({ errcode: 40911, errmsg: '该办件已办结，不能再操作' });
  });
});

test('the trace is sorted as in S1 §4: pending rows, rows without a node, then handled rows by last update', async () => {
  const order = await startUntilInstruct();
  await office.as('zhaomin').done(handling.withdraw, {
    params: { workorderCode: order.code },
    body: { traceId: await desk.traceAt(order, 'examine', 'done'), reason: '更正' },
  });
  office.clock.forward(60_000);
  await desk.press('zhaomin', order, 'examine', 'accept');
  await desk.press('wujianguo', order, 'instruct', 'instruct', { branchProcessingNodeId: 'fork' });
  const { rows } = await office
    .as('zhangwei')
    .done(workOrders.traces, { params: { workorderCode: order.code } });
  expect(
    rows.map(({ flowNodeName, handlerStatus, actName }) => [flowNodeName, handlerStatus, actName]),
  ).toEqual([
    ['协办单位承办', 0, ''],
    ['主办单位承办', 0, ''],
    ['', 1, '撤回'],
    ['领导批示', 1, '批示'],
    ['受理审查', 1, '受理'],
    ['领导批示', 1, ''],
    ['受理审查', 1, '受理'],
    ['收件', 1, '确认收件'],
    ['来信登记', 1, '发起'],
  ]);
});
