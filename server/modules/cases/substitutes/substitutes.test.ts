import { afterEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { handling } from '#contract/handling.ts';
import { messages } from '#contract/messages.ts';
import { substitutes } from '#contract/substitutes.ts';
import { workOrders } from '#contract/work-orders.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { applyRuleDates } from './service.ts';

/** Tests substitutes (docs/decisions/0108): 胡东 substitutes for the examiner 赵敏, whose post she does not have. */

const office = await testOffice();
const { clock, context } = office;
const { desk, start } = openPetitionDesk(office);
const { stateOf, taskOf } = openCommands(office);
const day = 86_400_000;

afterEach(async () => {
  await context.db.deleteFrom('substitute_rules').execute();
  await context.db.deleteFrom('messages').execute();
  expect(await checkInvariants(context.db)).toEqual([]);
});

const dayAfter = (days: number) =>
  new Date(clock.now.getTime() + 8 * 3_600_000 + days * day).toISOString().slice(0, 10);

const ruleBody = (more: object = {}) => ({
  substituteId: 'staff-hudong',
  startsOn: dayAfter(0),
  endsOn: dayAfter(4),
  takesOpen: true,
  ...more,
});

const set = (account: string, more: object = {}) =>
  office.as(account).call(substitutes.set, { body: ruleBody(more) });
const todo = async (account: string) => (await office.as(account).done(workOrders.todoPage)).rows;
const rowOf = async (account: string, { code }: StartedOrder) =>
  (await todo(account)).find((row) => row.code === code);
const page = (account: string, { code }: StartedOrder) =>
  office.as(account).call(workOrders.detailPage, { params: { workorderCode: code } });
const inboxOf = async (account: string) => (await office.as(account).done(messages.list)).rows;

/** Returns an order that 刘洋 received, so that it waits at 赵敏's node; 刘洋 has that post too. */
async function orderInExamination(): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  return order;
}

describe('a substitute', () => {
  test('sees and handles the tasks of the absent person, and both see the result', async () => {
    const order = await orderInExamination();
    expect(await rowOf('hudong', order)).toBeUndefined();
    expect((await page('hudong', order)).status).toBe(404);
    const response = await set('zhaomin');
    expect(response.status, response.text).toBe(200);
    expect(await rowOf('hudong', order)).toMatchObject({ standsFor: '赵敏', nodeName: '受理审查' });
    expect((await rowOf('zhaomin', order))?.standsFor).toBe('');
    const { task } = (await page('hudong', order)).body.data as never as { task: Record<string, unknown> };
    expect(task).toMatchObject({ standsFor: '赵敏', buttons: expect.arrayContaining([expect.anything()]) });
    await desk.press('hudong', order, 'examine', 'accept');
    const examined = (await stateOf(order)).tasks.find(({ nodeId }) => nodeId === 'examine');
    expect(examined).toMatchObject({
      finishedBy: { staffId: 'staff-hudong' },
      standsFor: { staffId: 'staff-zhaomin', name: '赵敏' },
    });
    for (const account of ['hudong', 'zhaomin']) {
      const done = (await office.as(account).done(workOrders.donePage)).rows;
      const row = done.find(({ code }) => code === order.code);
      expect(row?.doneBy).toBe(account === 'hudong' ? '' : '胡东');
    }
    const ofOrder = { params: { workorderCode: order.code } };
    const { rows } = await office.as('zhaomin').done(workOrders.traces, ofOrder);
    expect(rows.find(({ flowNodeId }) => flowNodeId === 'examine')).toMatchObject({
      handlerName: '胡东',
      onBehalfOf: '赵敏',
      remark: '胡东 代 赵敏',
    });
  });

  test('is notified of new tasks together with the absent person, with that name in the title', async () => {
    await set('zhaomin', { takesOpen: false });
    await context.db.deleteFrom('messages').execute();
    const order = await orderInExamination();
    await deliverNotices(context);
    const title = `新的待办：${(await rowOf('hudong', order))?.title}（代赵敏；刘洋）`;
    expect((await inboxOf('hudong'))[0]).toMatchObject({ title });
    expect((await inboxOf('zhaomin')).some(({ title }) => title.startsWith('新的待办：'))).toBe(true);
  });

  test('is urged together with the absent person', async () => {
    const order = await orderInExamination();
    await set('zhaomin');
    await deliverNotices(context);
    await context.db.deleteFrom('messages').execute();
    clock.forward(60_000);
    const urged = await office.as('zhangwei').call(handling.handle, {
      body: {
        workorderId: order.id,
        handlerOperation: '7',
        workorderRemindInputVo: {
          title: '请尽快审查',
          content: '请尽快审查',
          reason: '来电',
          receivers: ['position:petition-examiner'],
          channelType: ['20'],
        },
      },
    });
    expect(urged.status, urged.text).toBe(200);
    await deliverNotices(context);
    const titles = [...(await inboxOf('zhaomin')), ...(await inboxOf('hudong'))].map(({ title }) => title);
    expect(titles.join('\n')).toMatch(/^请尽快审查：.+（张伟：来电）\n请尽快审查：.+（代赵敏；张伟：来电）$/);
  });

  test('does not get tasks opened before the rule, unless the rule includes them', async () => {
    const before = await orderInExamination();
    clock.forward(60_000);
    await set('zhaomin', { takesOpen: false });
    const after = await orderInExamination();
    expect(await rowOf('hudong', before)).toBeUndefined();
    expect((await page('hudong', before)).status).toBe(404);
    expect(await rowOf('hudong', after)).toMatchObject({ standsFor: '赵敏' });
    expect((await desk.tryPress('hudong', before, 'examine', 'accept')).status).toBe(404);
  });

  test('gets only tasks of the chosen items', async () => {
    const order = await orderInExamination();
    const { rows } = await office.as('zhaomin').done(workOrders.todoPage);
    const ownTaskCode = rows.find(({ code }) => code === order.code)?.taskCode ?? '';
    const items = await context.db
      .selectFrom('business_items')
      .select('task_code')
      .where('task_code', '<>', ownTaskCode)
      .execute();
    await set('zhaomin', { taskCodes: [items[0]?.task_code] });
    expect(await rowOf('hudong', order)).toBeUndefined();
    expect((await page('hudong', order)).status).toBe(404);
    await context.db.deleteFrom('substitute_rules').execute();
    await set('zhaomin', { taskCodes: [ownTaskCode] });
    expect(await rowOf('hudong', order)).toMatchObject({ standsFor: '赵敏' });
  });

  test('gets tasks only from the first to the last day of the rule', async () => {
    const order = await orderInExamination();
    await set('zhaomin', { startsOn: dayAfter(1), endsOn: dayAfter(2) });
    expect(await rowOf('hudong', order)).toBeUndefined();
    clock.forward(day);
    expect(await rowOf('hudong', order)).toMatchObject({ standsFor: '赵敏' });
    clock.forward(2 * day);
    expect(await rowOf('hudong', order)).toBeUndefined();
    expect((await page('hudong', order)).status).toBe(404);
    expect((await desk.tryPress('hudong', order, 'examine', 'accept')).status).toBe(404);
    await desk.press('zhaomin', order, 'examine', 'accept');
  });

  test('gets no tasks for which the absent person is a substitute', async () => {
    const order = await orderInExamination();
    await set('zhaomin', { substituteId: 'staff-xujun' });
    await set('xujun');
    expect(await rowOf('xujun', order)).toMatchObject({ standsFor: '赵敏' });
    expect(await rowOf('hudong', order)).toBeUndefined();
  });

  test('does not handle an own order for the absent person', async () => {
    const order = await orderInExamination();
    await set('zhaomin', { substituteId: 'staff-zhangwei' });
    expect(await rowOf('zhangwei', order)).toBeUndefined();
    expect((await desk.tryPress('zhangwei', order, 'examine', 'accept')).status).toBe(403);
  });

  test('who is also a candidate handles the task under the own name', async () => {
    const order = await orderInExamination();
    await set('zhaomin', { substituteId: 'staff-liuyang' });
    expect((await rowOf('liuyang', order))?.standsFor).toBe('');
    await desk.press('liuyang', order, 'examine', 'accept');
    const examined = (await stateOf(order)).tasks.find(({ nodeId }) => nodeId === 'examine');
    expect(examined?.standsFor).toBeUndefined();
  });

  test('sees a returned task, which goes to the absent person', async () => {
    const order = await orderInExamination();
    await set('zhaomin');
    await desk.press('hudong', order, 'examine', 'accept');
    await desk.press('wujianguo', order, 'instruct', 'return', { backNodeIds: ['examine'] });
    expect(await taskOf(order, 'staff:staff-zhaomin')).toBeGreaterThan(0);
    expect(await rowOf('hudong', order)).toMatchObject({ standsFor: '赵敏' });
  });
});

describe('a countersign with a substitute', () => {
  const person = (name: string) => ({
    handlerType: 1,
    assignHandlerId: `staff-${name}`,
    assignHandlerName: name,
  });
  const send = (account: string, body: object) => {
    clock.forward(60_000);
    return office.as(account).call(handling.handle, { body });
  };
  const traceOf = async (order: StartedOrder, key: string) => `${order.id}.${await taskOf(order, key)}`;
  const answer = async (account: string, order: StartedOrder, seat?: string) =>
    send(account, {
      workorderId: order.id,
      ...(seat && { workorderTraceId: await traceOf(order, `staff:staff-${seat}`) }),
      handlerOperation: '01',
      handlerOpinion: '同意',
    });

  test('takes an answer for the own task and one for the absent person, each by its trace', async () => {
    const order = await orderInExamination();
    const started = await send('liuyang', {
      workorderId: order.id,
      workorderTraceId: await traceOf(order, 'position:petition-examiner'),
      handlerOperation: 5,
      handlerOpinion: '请会签',
      countersignWay: 1,
      countersignHandlerType: 1,
      countersignFlowCondition: 1,
      countersignList: [person('hudong'), person('xujun')],
    });
    expect(started.status, started.text).toBe(200);
    await set('xujun');
    // Neither task is chosen by accident.
    expect((await answer('hudong', order)).body.errcode).toBe(40016);
    expect((await answer('hudong', order, 'hudong')).status).toBe(200);
    const lentResponse = await answer('hudong', order, 'xujun');
    expect(lentResponse.status, lentResponse.text).toBe(200);
    const { tasks, panels } = await stateOf(order);
    expect(panels[0]).toMatchObject({ outcome: 'passed' });
    const seats = tasks.filter(({ kind }) => kind === 'countersign');
    expect(seats.map(({ standsFor }) => standsFor?.name)).toEqual([undefined, '徐军']);
  });

  test('refuses an answer of the person who started it as a substitute', async () => {
    const order = await orderInExamination();
    await send('liuyang', {
      workorderId: order.id,
      workorderTraceId: await traceOf(order, 'position:petition-examiner'),
      handlerOperation: 5,
      handlerOpinion: '请会签',
      countersignWay: 1,
      countersignHandlerType: 1,
      countersignFlowCondition: 1,
      countersignList: [person('hudong'), person('xujun')],
    });
    await set('xujun', { substituteId: 'staff-liuyang' });
    expect((await answer('liuyang', order, 'xujun')).status).toBe(403);
  });
});

describe('a substitute rule', () => {
  test('is refused with all problems at their fields', async () => {
    const refusal = await set('zhaomin', {
      substituteId: 'staff-zhaomin',
      startsOn: dayAfter(-1),
      endsOn: dayAfter(-2),
      taskCodes: ['no-such-item'],
      reason: '长'.repeat(201),
    });
    expect(refusal.body.problems?.map(({ field, message }) => [field, message])).toEqual([
      ['startsOn', '开始日期不能早于今天'],
      ['endsOn', '结束日期不能早于开始日期'],
      ['substituteId', '不能由本人代理'],
      ['taskCodes', '事项“no-such-item”不存在'],
      ['reason', expect.stringContaining('200')],
    ]);
  });

  test.each([
    ['nobody', '', '请选择代理人'],
    ['an unknown person', 'staff-nobody', '代理人不存在'],
    ['a disabled person', 'staff-jiangtao', '“蒋涛”已停用，不能作代理人'],
    ['an operator', 'staff-tianye', '“田野”没有办理权限，不能作代理人'],
  ])('is refused for %s as the substitute', async (_, substituteId, message) => {
    expect((await set('zhaomin', { substituteId })).body.problems).toEqual([
      { field: 'substituteId', message },
    ]);
  });

  test('lasts at most a year', async () => {
    const { problems } = (await set('zhaomin', { endsOn: dayAfter(366) })).body;
    expect(problems).toEqual([{ field: 'endsOn', message: '代理期限不能超过一年' }]);
    expect((await set('zhaomin', { endsOn: dayAfter(365) })).status).toBe(200);
  });

  test('is refused when it overlaps another rule or its substitute is absent', async () => {
    await set('zhaomin');
    const refusal = await set('zhaomin', { substituteId: 'staff-xujun', startsOn: dayAfter(2) });
    expect(refusal.body.problems?.[0]?.message).toMatch(/已委托胡东代理，请先结束/);
    const loopRefusal = await set('hudong', { substituteId: 'staff-zhaomin' });
    expect(loopRefusal.body.problems?.[0]?.message).toBe('“赵敏”在此期间已委托胡东代理，不能作代理人');
    const later = await set('hudong', {
      substituteId: 'staff-zhaomin',
      startsOn: dayAfter(5),
      endsOn: dayAfter(6),
    });
    expect(later.status, later.text).toBe(200);
  });

  test('notifies both people once when it begins and once when it ends', async () => {
    await set('zhaomin', { startsOn: dayAfter(1), endsOn: dayAfter(1) });
    await applyRuleDates(context);
    expect(await inboxOf('hudong')).toEqual([]);
    clock.forward(day);
    await applyRuleDates(context);
    await applyRuleDates(context);
    expect((await inboxOf('hudong')).map(({ title }) => title)).toEqual(['代理开始：胡东代赵敏']);
    expect((await inboxOf('zhaomin')).map(({ title }) => title)).toEqual(['代理开始：胡东代赵敏']);
    clock.forward(day);
    await applyRuleDates(context);
    await applyRuleDates(context);
    expect((await inboxOf('zhaomin')).map(({ title }) => title)).toEqual([
      '代理结束：胡东代赵敏',
      '代理开始：胡东代赵敏',
    ]);
    const { mine } = await office.as('zhaomin').done(substitutes.mine);
    expect(mine[0]).toMatchObject({ state: 'past', mayEnd: false, endedByName: null });
  });

  test('is ended by the absent person and not by the substitute', async () => {
    const order = await orderInExamination();
    await set('zhaomin');
    const { mine } = await office.as('zhaomin').done(substitutes.mine);
    const params = { id: mine[0]?.id ?? '' };
    expect((await office.as('hudong').call(substitutes.end, { params })).status).toBe(404);
    expect((await office.as('hudong').done(substitutes.mine)).forOthers[0]).toMatchObject({ mayEnd: false });
    await office.as('zhaomin').done(substitutes.end, { params });
    expect(await rowOf('hudong', order)).toBeUndefined();
    expect((await office.as('zhaomin').call(substitutes.end, { params })).status).toBe(404);
  });

  test('is set for another person by the matter administrator, with a reason and an audit record', async () => {
    const admin = office.as('shenjie');
    const body = ruleBody({ absentId: 'staff-zhaomin' });
    expect((await office.as('wujianguo').call(substitutes.setForOther, { body })).status).toBe(403);
    expect((await admin.call(substitutes.setForOther, { body })).body.problems).toEqual([
      { field: 'reason', message: '请填写委托原因' },
    ]);
    expect(
      (
        await admin.call(substitutes.setForOther, {
          body: { ...body, absentId: 'staff-tianye', reason: '病假' },
        })
      ).body.problems,
    ).toEqual([{ field: 'absentId', message: '“田野”不参与办件，无需代理人' }]);
    const { id } = await admin.done(substitutes.setForOther, { body: { ...body, reason: '病假' } });
    const { rows } = await admin.done(substitutes.all, { query: { keyword: 'zhaomin', state: 'current' } });
    expect(rows).toMatchObject([{ id, setByName: '沈洁', reason: '病假', absent: { name: '赵敏' } }]);
    const { mine } = await office.as('zhaomin').done(substitutes.mine);
    expect(mine).toMatchObject([{ id, setByName: '沈洁' }]);
    await admin.done(substitutes.endForOther, { params: { id }, body: { reason: '已返岗' } });
    const links = await context.db
      .selectFrom('audit_links')
      .select(['action', 'staff_id'])
      .where('object_id', '=', id)
      .orderBy('seq')
      .execute();
    expect(links).toEqual([
      { action: 'substitute.set', staff_id: 'staff-shenjie' },
      { action: 'substitute.end', staff_id: 'staff-shenjie' },
    ]);
  });

  test('ends when the absent person’s account is disabled, and a new one is refused for it', async () => {
    expect((await set('zhaomin', { takesOpen: false })).status).toBe(200);
    const order = await orderInExamination();
    expect(await rowOf('hudong', order)).toBeDefined();
    const system = office.as('tianye');
    await system.done(accounts.disable, { params: { id: 'staff-zhaomin' }, body: { reason: '退休' } });
    expect(await rowOf('hudong', order)).toBeUndefined();
    const link = await context.db
      .selectFrom('audit_links')
      .select(['action', 'staff_id'])
      .where('chain', '=', 'substitute')
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    expect(link).toEqual({ action: 'substitute.end', staff_id: 'staff-tianye' });
    const admin = office.as('shenjie');
    const query = { keyword: '赵敏', state: 'current' } as const;
    expect((await admin.done(substitutes.all, { query })).rows).toEqual([]);
    const body = ruleBody({ absentId: 'staff-zhaomin', reason: '离职' });
    expect((await admin.call(substitutes.setForOther, { body })).body.problems).toEqual([
      { field: 'absentId', message: '“赵敏”已停用，不能委托代理，请用工作移交' },
    ]);
    await system.done(accounts.enable, { params: { id: 'staff-zhaomin' } });
  });

  test('requires a session, and operators get 403', async () => {
    expect((await office.stranger.call(substitutes.mine)).status).toBe(401);
    expect((await office.as('tianye').call(substitutes.mine)).status).toBe(403);
  });
});
