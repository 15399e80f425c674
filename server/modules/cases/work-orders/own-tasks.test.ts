import { describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { type WorkOrderPage, workOrders } from '#contract/work-orders.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { units } from '#test/world/start-data.ts';

/** 朱红 undertakes: after the fork both branches of a letter wait for her. */

const office = await testOffice();
const { desk, start, startUntilJoint } = openPetitionDesk(office);

const pageAt = (order: StartedOrder, traceId?: string, account = 'zhuhong') =>
  office.as(account).done(workOrders.detailPage, {
    params: { workorderCode: order.code },
    ...(traceId ? { query: { traceId } } : {}),
  });
const withdrawTraceId = ({ offers }: WorkOrderPage) =>
  offers.find(({ action }) => action === 'withdraw')?.about[0]?.traceId;
const investigationAt = async (order: StartedOrder, nodeId: string) => {
  const { forms } = await pageAt(order, await desk.traceAt(order, nodeId));
  return [forms[0]?.authority.investigation, forms[0]?.content.investigation];
};

describe('a person with two open tasks of one order', () => {
  test('has a row for each in the to-do list, with its own buttons and fields', async () => {
    const order = await startUntilJoint(units.housing);
    const lead = await desk.traceAt(order, 'undertake-lead');
    const assist = await desk.traceAt(order, 'undertake-assist');
    const { rows } = await office.as('zhuhong').done(workOrders.todoPage, { query: { keyword: order.code } });
    expect(rows.map(({ traceId }) => traceId).sort()).toEqual([lead, assist].sort());

    const own = [
      { traceId: lead, nodeId: 'undertake-lead', nodeName: '主办单位承办', standsFor: '' },
      { traceId: assist, nodeId: 'undertake-assist', nodeName: '协办单位承办', standsFor: '' },
    ];
    for (const traceId of [lead, assist]) {
      const { task, tasks } = await pageAt(order, traceId);
      expect(task?.traceId).toBe(traceId);
      expect(tasks).toEqual(own);
    }
    const buttonsAt = async (traceId: string) =>
      (await pageAt(order, traceId)).task?.buttons.map(({ name }) => name);
    expect(await buttonsAt(lead)).toEqual(['办理', '转交', '退回', '终止', '发起会签', '加签', '委派']);
    expect(await buttonsAt(assist)).toEqual(['办理', '转交', '退回', '发起会签', '加签', '委派']);
    expect((await investigationAt(order, 'undertake-lead'))[0]).toBe(2);
    expect((await investigationAt(order, 'undertake-assist'))[0]).toBe(1);
  });

  test('gets the oldest open task when none is named or the named one is done', async () => {
    const order = await startUntilJoint(units.housing);
    const lead = await desk.traceAt(order, 'undertake-lead');
    const assist = await desk.traceAt(order, 'undertake-assist');
    expect((await pageAt(order)).task?.traceId).toBe(lead);
    await desk.press('xujun', order, 'undertake-lead', 'undertake');
    const { task, tasks } = await pageAt(order, lead);
    expect([task?.traceId, tasks.length]).toEqual([assist, 1]);
  });

  test('gets the new task in place of the old one after a withdraw', async () => {
    const order = await startUntilJoint(units.housing);
    const assist = await desk.traceAt(order, 'undertake-assist');
    await desk.press('zhuhong', order, 'undertake-assist', 'undertake');
    await desk.withdraw('zhuhong', order, 'undertake-assist');
    const newTraceId = await desk.traceAt(order, 'undertake-assist');
    expect(newTraceId).not.toBe(assist);
    expect((await pageAt(order, assist)).task?.traceId).toBe(newTraceId);
  });

  test('sees values typed before a return only at their node', async () => {
    const order = await startUntilJoint(units.housing);
    const typed = [{ formId: 'petition-letter:1', content: { investigation: '尚待补查。' } }];
    await desk.press('zhuhong', order, 'undertake-lead', 'return', {
      backNodeIds: 'instruct',
      workorderForms: typed,
    });
    await desk.press('wujianguo', order, 'instruct', 'instruct', { branchProcessingNodeId: 'fork' });
    expect(await investigationAt(order, 'undertake-lead')).toEqual([2, '尚待补查。']);
    expect((await investigationAt(order, 'undertake-assist'))[1] ?? '').toBe('');
  });

  test('is offered first the withdraw of the step that is shown', async () => {
    const order = await startUntilJoint(units.housing);
    const lead = await desk.traceAt(order, 'undertake-lead');
    const assist = await desk.traceAt(order, 'undertake-assist');
    await desk.press('zhuhong', order, 'undertake-lead', 'undertake');
    await desk.press('zhuhong', order, 'undertake-assist', 'undertake');
    const withdrawTraceAt = async (traceId?: string) => withdrawTraceId(await pageAt(order, traceId));
    expect(await withdrawTraceAt(lead)).toBe(lead);
    expect(await withdrawTraceAt(assist)).toBe(assist);
    expect(await withdrawTraceAt()).toBe(assist);
    const withdrawOffers = (await pageAt(order, lead)).offers.find(
      ({ action }) => action === 'withdraw',
    )?.about;
    expect(withdrawOffers?.map(({ nodeName }) => nodeName)).toEqual(['主办单位承办', '协办单位承办']);
  });

  test('gets 404 for a trace of another order and for an unknown trace', async () => {
    const [order, other] = [await startUntilJoint(units.housing), await startUntilJoint(units.housing)];
    const ask = (traceId: string) =>
      office.as('zhuhong').call(workOrders.detailPage, {
        params: { workorderCode: order.code },
        query: { traceId },
      });
    for (const traceId of [await desk.traceAt(other, 'undertake-lead'), `${order.id}.77`])
      expect((await ask(traceId)).status).toBe(404);
    expect((await ask('x')).body.problems).toEqual([{ field: 'traceId', message: '轨迹标识不正确' }]);
  });
});

test('the page of a step that cannot be withdrawn does not offer the withdraw of another step', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  await desk.press('liuyang', order, 'examine', 'accept');
  const received = await desk.traceAt(order, 'receive', 'done');
  const examined = await desk.traceAt(order, 'examine', 'done');
  const withdrawTraceAt = async (traceId?: string) =>
    withdrawTraceId(await pageAt(order, traceId, 'liuyang'));
  expect(await withdrawTraceAt()).toBe(examined);
  expect(await withdrawTraceAt(examined)).toBe(examined);
  expect(await withdrawTraceAt(received)).toBeUndefined();
});

test('改派 is offered to the matter administrator for every open task, to a leader for the own organisation', async () => {
  const order = await startUntilJoint(units.housing);
  const reassignableNodes = async (account: string) => {
    const { can, offers } = await pageAt(order, undefined, account);
    const about = offers.find(({ action }) => action === 'reassign')?.about ?? [];
    expect(can.reassign).toBe(about.length > 0);
    return about.map(({ nodeName }) => nodeName);
  };
  expect(await reassignableNodes('shenjie')).toEqual(['主办单位承办', '协办单位承办']);
  expect(await reassignableNodes('liuyang')).toEqual([]);
  expect(await reassignableNodes('wujianguo')).toEqual([]);
  const traceId = await desk.traceAt(order, 'undertake-lead');
  const body = { traceId, candidate: 'staff:staff-zhaomin', reason: '改由信访局办理' };
  await office.as('shenjie').done(handling.reassign, { body });
  expect(await reassignableNodes('wujianguo')).toEqual(['主办单位承办']);
});
