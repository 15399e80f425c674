import { afterEach, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

const office = await testOffice();
const { db } = office.context;
const { desk, pageOf, openNodes, startUntilJoint, startUntilAudit } = openPetitionDesk(office);

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

describe('return', () => {
  test('offers every earlier node, including the start', async () => {
    const order = await startUntilAudit();
    const answer = await office
      .as('sunlei')
      .done(handling.returnNodes, { query: { proInsId: order.id, flowNodeId: 'audit' } });
    expect(
      answer.rows.map(({ flowNodeName, handlerName, visits }) => [flowNodeName, handlerName, visits]),
    ).toEqual([
      ['单办承办', '朱红', 1],
      ['领导批示', '吴建国', 1],
      ['受理审查', '赵敏', 1],
      ['收件', '刘洋', 1],
      ['来信登记', '张伟', 1],
    ]);
    expect(answer.ways).toEqual(['replay', 'direct']);
  });

  test('requires an opinion and an offered node', async () => {
    const order = await startUntilAudit();
    const tryReturn = (backNodeIds: string, handlerOpinion = '请补充') =>
      desk.tryPress('sunlei', order, 'audit', 'return', { backNodeIds, handlerOpinion });
    expect((await tryReturn('examine', '')).body).toMatchObject({ errmsg: '【处理意见】填写处理意见' });
    expect((await tryReturn('')).body).toMatchObject({ errcode: 40013, errmsg: '请选择退回节点' });
    expect((await tryReturn('sign')).body).toMatchObject({ errcode: 40013, errmsg: '请选择退回节点' });
    expect((await tryReturn('receive,examine')).body).toMatchObject({
      errmsg: '所选退回环节有先后关系，请只保留其中一个',
    });
  });

  /** Returns the nodes that the return will close and open, according to the preview. */
  async function previewReturn(person: string, order: StartedOrder, traceId: string, backNodeIds: string) {
    const body = { workorderId: order.id, traceId, buttonId: 'return', backNodeIds };
    const { outcome } = await office.as(person).done(handling.previewAction, { body });
    if (!outcome) throw new Error('Nothing was chosen');
    return outcome;
  }

  /** Returns the open nodes before, the preview, and the open nodes after. */
  async function returnAndCompare(
    order: StartedOrder,
    person: string,
    nodeId: string,
    backNodeIds: string,
    backWay: 'replay' | 'direct',
  ) {
    const traceId = await desk.traceAt(order, nodeId);
    const before = await openNodes(order);
    const preview = await previewReturn(person, order, traceId, backNodeIds);
    const answer = await desk.press(person, order, nodeId, 'return', { backNodeIds, backWay });
    const expected = [
      ...before.filter((id) => !preview.closes.some(({ flowNodeId }) => flowNodeId === id) && id !== 'join'),
      ...preview.opens.map(({ flowNodeId }) => flowNodeId),
    ].sort();
    expect(await openNodes(order)).toEqual(expected);
    const closed = preview.closes.map(({ traceId }) => traceId).sort();
    const { traces } = await pageOf(person, order);
    const closedNow = traces
      .filter(
        ({ lastUpdatedAt, handlerStatus }) =>
          handlerStatus === 1 && lastUpdatedAt === office.clock.now.toISOString(),
      )
      .map(({ id }) => id)
      .sort();
    expect(closedNow).toEqual(closed);
    return { preview, answer, traces };
  }

  test.each(['replay', 'direct'] as const)(
    'to a node before the fork closes every branch, as the preview says (%s)',
    async (way) => {
      const order = await startUntilJoint();
      const { preview, answer, traces } = await returnAndCompare(
        order,
        'zhuhong',
        'undertake-lead',
        'instruct',
        way,
      );
      expect(preview.closes.map(({ flowNodeName }) => flowNodeName)).toEqual([
        '主办单位承办',
        '协办单位承办',
      ]);
      expect(preview.opens).toMatchObject([{ flowNodeId: 'instruct', flowNodeName: '领导批示' }]);
      expect(answer).toMatchObject({ status: 32, statusLabel: '退回待处理', nextNodeNames: ['领导批示'] });
      expect(traces.find(({ flowNodeName }) => flowNodeName === '协办单位承办')).toMatchObject({
        remark: '被退回',
        handlerName: '',
        handlerOperation: null,
      });
      const choice = { branchProcessingNodeId: way === 'replay' ? 'undertake' : '' };
      await desk.press('wujianguo', order, 'instruct', 'instruct', choice);
      // 退回后直送 restores both branches; the task of the person who returned is for that person only.
      expect(await openNodes(order)).toEqual(
        way === 'replay' ? ['undertake'] : ['undertake-assist', 'undertake-lead'],
      );
      if (way === 'direct') {
        const lead = (await pageOf('wujianguo', order)).traces.find(
          ({ flowNodeName, handlerStatus }) => flowNodeName === '主办单位承办' && handlerStatus === 0,
        );
        expect(lead?.candidateNames).toEqual(['朱红']);
      }
    },
  );

  test('to the start gives the order to its initiator with the single button 提交', async () => {
    const order = await startUntilAudit();
    await returnAndCompare(order, 'sunlei', 'audit', 'start', 'replay');
    const page = await pageOf('zhangwei', order);
    expect(page.order).toMatchObject({ status: 32, rollbackStatus: 1 });
    expect(page.task?.buttons.map(({ code, name }) => [code, name])).toEqual([['14', '提交']]);
    expect(page.can).toMatchObject({ resubmit: true, handle: false, withdraw: false, recall: false });
    const [form] = page.forms;
    expect(form?.authority).toMatchObject({ summary: 2, investigation: 0, replyOpinion: 0 });

    const answer = await desk.resubmit('zhangwei', order, { demand: '请尽快修复，并公开维修资金使用情况。' });
    expect(answer.message).toBe(`该环节已“提交”，办件流水号：${order.code}`);
    expect(await openNodes(order)).toEqual(['receive']);
    const stored = await storedForm(order);
    expect(stored).toMatchObject({
      demand: '请尽快修复，并公开维修资金使用情况。',
      summary: '三号楼电梯停用两个月，老人上下楼困难。',
      investigation: '经实地查看，情况属实。',
    });
  });

  test('to the start with direct return brings the order back to the person who returned it', async () => {
    const order = await startUntilAudit();
    await returnAndCompare(order, 'sunlei', 'audit', 'start', 'direct');
    await desk.resubmit('zhangwei', order, {});
    expect(await openNodes(order)).toEqual(['audit']);
    const refusal = await desk.tryPress('zhaomin', order, 'audit', 'pass');
    expect(refusal.body).toMatchObject({ errcode: 40310 });
    await desk.press('sunlei', order, 'audit', 'pass');
  });

  test('within one branch closes only that branch in the preview', async () => {
    const order = await startUntilJoint();
    await desk.press('zhuhong', order, 'undertake-lead', 'undertake');
    const traceId = await desk.traceAt(order, 'undertake-assist');
    const preview = await previewReturn('gaofeng', order, traceId, 'instruct');
    expect(preview.closes.map(({ flowNodeName }) => flowNodeName)).toEqual(['协办单位承办']);
  });
});

async function storedForm({ id }: StartedOrder): Promise<Record<string, unknown>> {
  const row = await db
    .selectFrom('work_order_forms')
    .select('content')
    .where('workorder_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.content as Record<string, unknown>;
}
