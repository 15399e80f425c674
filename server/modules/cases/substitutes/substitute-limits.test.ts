import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { currentHandlers } from '#contract/current-handlers.ts';
import { handling } from '#contract/handling.ts';
import { home } from '#contract/home.ts';
import { orderMessages } from '#contract/order-messages.ts';
import { substitutes } from '#contract/substitutes.ts';
import { workOrders } from '#contract/work-orders.ts';
import { maxActiveRules } from '#domain/substitutes/limits.ts';
import { notifyChannel, readPayload, reconnectStreams } from '#server/kernel/http/notify.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { applyRuleDates } from './service.ts';

/** Tests limits of substitutes: tasks of keys that are not lent, the number of messages, rules that end early. */

const office = await testOffice();
const { clock, context } = office;
const { db } = context;
const { desk, start } = openPetitionDesk(office);
const { perform, taskOf } = openCommands(office);
const day = 86_400_000;

afterEach(async () => {
  await db.deleteFrom('substitute_rules').execute();
  await db.deleteFrom('messages').execute();
  expect(await checkInvariants(db)).toEqual([]);
});

const dayAfter = (days: number) =>
  new Date(clock.now.getTime() + 8 * 3_600_000 + days * day).toISOString().slice(0, 10);
const set = (account: string, more: object = {}) =>
  office.as(account).call(substitutes.set, {
    body: {
      substituteId: 'staff-hudong',
      startsOn: dayAfter(0),
      endsOn: dayAfter(4),
      takesOpen: true,
      ...more,
    },
  });
const titles = async (name: string) =>
  (
    await db
      .selectFrom('messages')
      .select('title')
      .where('staff_id', '=', `staff-${name}`)
      .orderBy('sent_at')
      .orderBy('id')
      .execute()
  ).map(({ title }) => title);

async function orderInExamination(): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  return order;
}

const othersOf = async (account: string) =>
  (await office.as(account).done(home.page, {})).others.rows.map(({ code }) => code);

describe('the home page of a substitute', () => {
  test('keeps showing an own order that waits for the absent person', async () => {
    const order = await orderInExamination();
    expect(await othersOf('zhangwei')).toContain(order.code);
    await set('zhaomin', { substituteId: 'staff-zhangwei' });
    // None of its keys is lent, so that it waits for others as before.
    expect(await othersOf('zhangwei')).toContain(order.code);
  });

  test('hides an order that waits for the substitute', async () => {
    const order = await orderInExamination();
    await desk.press('zhaomin', order, 'examine', 'accept');
    expect(await othersOf('zhaomin')).toContain(order.code);
    await set('wujianguo', { substituteId: 'staff-zhaomin' });
    expect(await othersOf('zhaomin')).not.toContain(order.code);
    await db.deleteFrom('substitute_rules').execute();
    clock.forward(60_000);
    await set('wujianguo', { substituteId: 'staff-zhaomin', takesOpen: false });
    expect(await othersOf('zhaomin')).toContain(order.code);
  });
});

describe('a message to a substitute', () => {
  test('of one task is sent once when the substitute acts for two candidates', async () => {
    await set('zhaomin');
    await set('liuyang');
    const order = await start();
    await deliverNotices(context);
    await db.deleteFrom('messages').execute();
    await desk.press('lina', order, 'receive', 'receive');
    await deliverNotices(context);
    expect(await titles('hudong')).toEqual([
      expect.stringMatching(/^新的待办：.+（代(刘洋、赵敏|赵敏、刘洋)；李娜）$/),
    ]);
  });

  test('about a work order is not sent when the substitute has become an operator', async () => {
    await set('zhaomin');
    await db.deleteFrom('messages').execute();
    const role = { staff_id: 'staff-hudong', role_code: 'system-admin' };
    await db.insertInto('staff_roles').values(role).execute();
    await orderInExamination();
    await deliverNotices(context);
    const received = await titles('hudong');
    await db
      .deleteFrom('staff_roles')
      .where((row) => row.and(role))
      .execute();
    expect(received).toEqual([]);
  });

  test('about a countersign answer goes to the handler and the current substitute, not to an earlier one', async () => {
    const order = await orderInExamination();
    await set('zhaomin');
    const main = await taskOf(order, 'position:petition-examiner');
    const command = {
      action: 'startCountersign',
      taskId: main,
      reason: '请会签',
      seats: [{ group: 0, keys: ['staff:staff-xujun'] }],
      sequence: 'any',
      rule: { kind: 'all' },
      goes: 'back',
      limit: null,
    } as const;
    expect(await perform('hudong', order, command)).toBeNull();
    await db.deleteFrom('substitute_rules').execute();
    await set('zhaomin', { substituteId: 'staff-zhuhong' });
    await deliverNotices(context);
    await db.deleteFrom('messages').execute();
    clock.forward(60_000);
    const body = {
      workorderId: order.id,
      workorderTraceId: `${order.id}.${await taskOf(order, 'staff:staff-xujun')}`,
      handlerOperation: '01',
      handlerOpinion: '同意',
    };
    await office.as('xujun').done(handling.handle, { body });
    await deliverNotices(context);
    expect(await titles('zhaomin')).toEqual([expect.stringMatching(/^请继续办理：.+（.+）$/)]);
    expect(await titles('hudong')).toEqual([]);
    expect(await titles('zhuhong')).toEqual([expect.stringMatching(/^请继续办理：.+（代赵敏；.+）$/)]);
  });

  test('about a rule for many items names some of them', async () => {
    const items = await db
      .selectFrom('business_items')
      .select('task_code')
      .where('current', '=', true)
      .execute();
    const response = await set('zhaomin', { taskCodes: items.map(({ task_code }) => task_code) });
    expect(response.status, response.text).toBe(200);
    const { content } = await db
      .selectFrom('messages')
      .select('content')
      .where('staff_id', '=', 'staff-hudong')
      .executeTakeFirstOrThrow();
    expect(content).toContain(`等${items.length}个事项`);
    expect(content.match(/、/g)).toHaveLength(1);
  });
});

describe('lists of current handlers', () => {
  test('show the substitute beside the absent person in every list', async () => {
    const order = await orderInExamination();
    await set('zhaomin');
    await set('liuyang');
    const substitute = {
      key: 'staff:staff-hudong',
      name: '胡东',
      absentName: expect.stringMatching(/^(刘洋、赵敏|赵敏、刘洋)$/),
    };
    const request = { query: { workorderId: order.id } };
    const { rows } = await office.as('zhangwei').done(currentHandlers.ofOrder, request);
    expect(rows).toMatchObject([{ substitutes: [substitute] }]);
    const node = { procInsId: order.id, processDefId: 'petition-letter:1', flowNodeId: 'examine' };
    expect((await office.as('zhangwei').done(currentHandlers.ofNode, { query: node })).rows).toMatchObject([
      { substitutes: [substitute] },
    ]);
    const targets = async () => {
      const params = { workorderCode: order.code };
      const { targets } = await office.as('zhangwei').done(orderMessages.choices, { params });
      return targets.map(({ name, part }) => `${name} ${part}`);
    };
    expect(await targets()).toContain('胡东 当前环节代理人');
    await desk.press('hudong', order, 'examine', 'accept');
    expect(await targets()).toContain('胡东 已办处理人');
  });

  test('show both the substitute and the absent person as participants after the action', async () => {
    const order = await orderInExamination();
    await set('zhaomin');
    await desk.press('hudong', order, 'examine', 'accept');
    const { targets } = await office
      .as('zhangwei')
      .done(orderMessages.choices, { params: { workorderCode: order.code } });
    const names = targets.filter(({ part }) => part === '已办处理人').map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['刘洋', '胡东', '赵敏']));
  });
});

describe('the question before 撤回', () => {
  test('names the absent person as the next handler, also when the substitute withdraws', async () => {
    const order = await orderInExamination();
    await set('zhaomin');
    await desk.press('hudong', order, 'examine', 'accept');
    const questionFor = async (account: string) => {
      const { offers } = await office
        .as(account)
        .done(workOrders.detailPage, { params: { workorderCode: order.code } });
      return offers.find(({ action }) => action === 'withdraw')?.about[0]?.question ?? '';
    };
    expect(await questionFor('zhaomin')).toContain('由您重新办理');
    expect(await questionFor('hudong')).toContain('由赵敏重新办理');
  });
});

describe('the tasks of an absent person', () => {
  test('come without rights to reassign, urge, end, administer or read', async () => {
    const order = await orderInExamination();
    const other = await start();
    await set('shenjie');
    await set('wujianguo');
    const page = (one: StartedOrder) =>
      office.as('hudong').call(workOrders.detailPage, { params: { workorderCode: one.code } });
    expect((await page(order)).status).toBe(404);
    expect((await page(other)).status).toBe(404);
    const hudong = office.as('hudong');
    expect((await hudong.call(substitutes.all)).status).toBe(403);
    const setFor = { absentId: 'staff-xujun', substituteId: 'staff-hudong', reason: '病假' };
    const days = { startsOn: dayAfter(0), endsOn: dayAfter(1) };
    expect((await hudong.call(substitutes.setForOther, { body: { ...setFor, ...days } })).status).toBe(403);
    await desk.press('zhaomin', order, 'examine', 'accept');
    const shown = (await page(order)).body.data as unknown as { offers: { action: string }[] };
    expect(shown.offers.map(({ action }) => action)).toEqual(['copy']);
    const command = { action: 'reassign', key: 'staff:staff-hudong', reason: '自取' } as const;
    const taskId = await taskOf(order, 'position:petition-signer');
    expect(await perform('hudong', order, { ...command, taskId })).toBe('forbidden');
  });
});

describe('a substitute rule', () => {
  test('is refused when a person has reached the maximum number of rules', async () => {
    for (let index = 0; index < maxActiveRules; index++) {
      const days = { startsOn: dayAfter(index), endsOn: dayAfter(index) };
      expect((await set('zhaomin', days)).status).toBe(200);
    }
    const days = { startsOn: dayAfter(maxActiveRules), endsOn: dayAfter(maxActiveRules) };
    expect((await set('zhaomin', days)).body.problems).toEqual([
      { field: 'startsOn', message: `最多同时有${maxActiveRules}个未结束的委托，请先结束不用的` },
    ]);
    expect((await set('xujun', days)).status).toBe(200);
  });

  test('ends when its substitute is disabled, and both people concerned are notified', async () => {
    await set('zhaomin');
    await set('xujun', { startsOn: dayAfter(2) });
    await applyRuleDates(context);
    await db.deleteFrom('messages').execute();
    await db.updateTable('staff').set({ disabled_at: clock.now }).where('id', '=', 'staff-hudong').execute();
    await applyRuleDates(context);
    await applyRuleDates(context);
    expect(await titles('zhaomin')).toEqual(['代理结束：胡东代赵敏']);
    expect(await titles('xujun')).toEqual(['代理结束：胡东代徐军']);
    const { mine } = await office.as('zhaomin').done(substitutes.mine);
    expect(mine[0]).toMatchObject({ state: 'past', mayEnd: false });
    expect((await set('zhaomin', { substituteId: 'staff-xujun' })).status).toBe(200);
    await db.updateTable('staff').set({ disabled_at: null }).where('id', '=', 'staff-hudong').execute();
  });

  test('whose substitute will be absent notifies the absent person', async () => {
    await set('zhaomin');
    await db.deleteFrom('messages').execute();
    await set('hudong', { substituteId: 'staff-xujun', startsOn: dayAfter(5), endsOn: dayAfter(6) });
    expect(await titles('zhaomin')).toEqual([]);
    await set('hudong', { substituteId: 'staff-xujun', startsOn: dayAfter(3), endsOn: dayAfter(4) });
    expect(await titles('zhaomin')).toEqual(['代理人外出：胡东']);
  });

  test('is created once under concurrent rules that form a cycle or are duplicates', async () => {
    const cycleResponses = await Promise.all([
      set('zhaomin', { substituteId: 'staff-hudong' }),
      set('hudong', { substituteId: 'staff-zhaomin' }),
      set('zhaomin', { substituteId: 'staff-hudong' }),
    ]);
    expect(cycleResponses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(cycleResponses.filter(({ status }) => status >= 500)).toEqual([]);
    await db.deleteFrom('substitute_rules').execute();
    const responses = await Promise.all([set('lina'), set('lina'), set('lina')]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await db.selectFrom('substitute_rules').select('id').execute()).toHaveLength(1);
  });

  test('that is ended during an action lets the action succeed exactly once', async () => {
    const order = await orderInExamination();
    await set('zhaomin');
    const { mine } = await office.as('zhaomin').done(substitutes.mine);
    const body = await desk.pressBody(order, 'examine', 'accept');
    const [ended, ...acts] = await Promise.all([
      office.as('zhaomin').call(substitutes.end, { params: { id: mine[0]?.id ?? '' } }),
      office.as('hudong').call(handling.handle, { body }),
      office.as('zhaomin').call(handling.handle, { body }),
    ]);
    expect(ended.status).toBe(200);
    expect(acts.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(acts.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test('includes tasks that were returned to the initiator', async () => {
    const order = await start();
    await desk.press('liuyang', order, 'receive', 'receive');
    await office.as('zhaomin').done(handling.handle, {
      body: await desk.pressBody(order, 'examine', 'return', { backNodeIds: ['start'] }),
    });
    await set('zhangwei');
    const row = (await office.as('hudong').done(workOrders.todoPage)).rows.find(
      ({ code }) => code === order.code,
    );
    expect(row?.standsFor).toBe('张伟');
    await desk.resubmit('hudong', order);
    const { rows } = await office
      .as('zhangwei')
      .done(workOrders.traces, { params: { workorderCode: order.code } });
    expect(rows.some(({ handlerName, onBehalfOf }) => handlerName === '胡东' && onBehalfOf === '张伟')).toBe(
      true,
    );
  });

  test('notifies open screens of the substitute when it begins and when it ends', async () => {
    const client = new pg.Client({ connectionString: office.database.url });
    await client.connect();
    const notifiedTopics: string[] = [];
    client.on('notification', ({ payload = '' }) => {
      const { event, topics } = readPayload(payload) ?? { event: '', topics: [] };
      if (event === reconnectStreams) notifiedTopics.push(...topics);
    });
    await client.query(`listen ${notifyChannel}`);
    await set('zhaomin');
    // Any notification has arrived by the next answer of the connection.
    await client.query('select 1');
    expect(notifiedTopics).toEqual(['staff:staff-hudong']);
    const { mine } = await office.as('zhaomin').done(substitutes.mine);
    await office.as('zhaomin').done(substitutes.end, { params: { id: mine[0]?.id ?? '' } });
    await client.query('select 1');
    expect(notifiedTopics).toEqual(['staff:staff-hudong', 'staff:staff-hudong']);
    await client.end();
  });

  test.each([
    ['an empty body', {}],
    [
      'days that do not exist',
      { substituteId: 'staff-hudong', startsOn: '2026-02-30', endsOn: '2026-13-01' },
    ],
    [
      'the smallest and the largest date',
      { substituteId: 'staff-hudong', startsOn: '0001-01-01', endsOn: '9999-12-31' },
    ],
    ['the largest date', { substituteId: 'staff-hudong', startsOn: '9999-12-31', endsOn: '9999-12-31' }],
    ['words instead of dates', { substituteId: 'staff-hudong', startsOn: '今天', endsOn: '明天' }],
    [
      'full-width digits in a date',
      { substituteId: 'staff-hudong', startsOn: '２０２６-03-02', endsOn: '2026-03-03' },
    ],
    ['a date with a time', { substituteId: 'staff-hudong', startsOn: '2026-03-02T', endsOn: '2026-03-02' }],
    [
      'a candidate key as the substitute',
      { substituteId: 'staff:staff-hudong', startsOn: '2026-03-02', endsOn: '2026-03-02' },
    ],
    ['a percent sign as the substitute', { substituteId: '%', startsOn: '2026-03-02', endsOn: '2026-03-02' }],
    [
      'duplicate and empty items',
      {
        substituteId: 'staff-hudong',
        taskCodes: ['', '', ' '],
        startsOn: '2026-03-02',
        endsOn: '2026-03-02',
      },
    ],
    ['too many items', { taskCodes: Array.from({ length: 101 }, (_, index) => `item-${index}`) }],
    ['items of a wrong type', { taskCodes: 'petition-letter' }],
    ['a reason of a wrong type', { reason: 5 }],
    ['an unknown field', { absentId: 'staff-xujun' }],
    ['a NUL character', { substituteId: 'staff-\u0000', startsOn: '2026-03-02', endsOn: '2026-03-02' }],
    [
      'a lone surrogate',
      { substituteId: 'staff-hudong', reason: '\ud800', startsOn: '2026-03-02', endsOn: '2026-03-02' },
    ],
  ])('is refused with status 400 for %s', async (_, body) => {
    const { status, text } = await office.as('zhaomin').call(substitutes.set, { body });
    expect(status, text).toBe(400);
  });
});
