import { afterAll, describe, expect, test } from 'vitest';
import { home } from '#contract/home.ts';
import { workOrders } from '#contract/work-orders.ts';
import { todoTabs } from '#domain/lists/todo-tabs.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const desk = openDesk(office);
const day = 86_400_000;

/** An order that was not received for a month, so that it is overdue. */
const overdueOrder = await desk.start('zhangwei', petition(1));
office.clock.forward(31 * day);
/** An order that was received and waits for its examination. */
const received = await desk.start('zhangwei', petition(2));
await desk.press('liuyang', received, 'receive', 'receive');
const newOrder = await desk.start('zhangwei', petition(3));

afterAll(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

describeCalls(office, home, {
  page: {
    caller: 'liuyang',
    request: {},
    refusedFor: { tianye: 403, xiaohan: 403 },
    checkAnswer: (page) => {
      expect(page.first.map(({ code }) => code)[0]).toBe(overdueOrder.code);
      expect(page).toMatchObject({ total: 3, doneToday: 1, doneThisWeek: 1, countedOf: null });
      expect(page.counts).toMatchObject({ all: 3, overdue: 1, returned: 0, arrived: 2 });
      expect(page.nodes[0]).toMatchObject({ nodeName: '收件', overdue: 1 });
      expect(page.nodes.map(({ nodeName }) => nodeName)).toEqual(['收件', '受理审查']);
      expect(page.days).toHaveLength(7);
      expect(page.others.rows).toEqual([]);
    },
  },
});

describe('the home page of a person who started orders', () => {
  test('lists where the orders wait, with whom and since when, without the person’s own tasks', async () => {
    const page = await office.as('zhangwei').done(home.page, {});
    expect(page.first.map(({ code }) => code)).toEqual([overdueOrder.code, newOrder.code]);
    expect(page.others.rows.map(({ code, nodeName }) => [code, nodeName])).toEqual([
      [received.code, '受理审查'],
    ]);
    expect(page.others.rows[0]?.handlerNames.length).toBeGreaterThan(0);
    expect(page.others).toMatchObject({ initiatedOpen: 3 });
    expect(page.items[0]).toEqual({ taskCode: 'petition-letter', name: '群众来信办理', started: 3 });
  });

  test('offers items of the catalogue to a person who has started nothing', async () => {
    const { items } = await office.as('xujun').done(home.page, {});
    expect(items.every(({ started }) => started === 0)).toBe(true);
  });
});

describe('figures of the home page', () => {
  const totalOf = async (query: Record<string, string>) =>
    (await office.as('liuyang').done(workOrders.todoPage, { query })).total;

  test('equal the totals of their lists for tabs, days and nodes', async () => {
    const page = await office.as('liuyang').done(home.page, {});
    for (const tab of todoTabs) expect([tab, await totalOf({ tab })]).toEqual([tab, page.counts[tab]]);
    for (const { day: dueDay, due } of page.days) expect(await totalOf({ dueDay })).toBe(due);
    for (const { nodeName, overdue, soon, normal } of page.nodes) {
      expect(await totalOf({ nodeName })).toBe(overdue + soon + normal);
      expect(await totalOf({ nodeName, tab: 'overdue' })).toBe(overdue);
      expect(await totalOf({ nodeName, tab: 'soon' })).toBe(soon);
    }
    expect(await totalOf({ due: 'today' })).toBe(page.counts.today);
  });

  test('equal the totals of the lists of started and handled orders that are still running', async () => {
    const page = await office.as('zhangwei').done(home.page, {});
    const initiated = await office
      .as('zhangwei')
      .done(workOrders.initiatedPage, { query: { phase: 'open' } });
    const handled = await office.as('zhangwei').done(workOrders.donePage, { query: { phase: 'open' } });
    expect([initiated.total, handled.total]).toEqual([page.others.initiatedOpen, page.others.handledOpen]);
  });
});

describe('a returned order', () => {
  test('is listed under its own tab until it is handled', async () => {
    await desk.press('liuyang', received, 'examine', 'return', { backNodeIds: ['receive'] });
    const page = await office.as('liuyang').done(workOrders.todoPage, { query: { tab: 'returned' } });
    expect(page.rows.map(({ code, returned }) => [code, returned])).toEqual([[received.code, true]]);
    const counts = await office.as('liuyang').done(workOrders.todoCounts, {});
    expect(counts.returned).toBe(1);
  });
});

test('a returned order is listed first although its step has no limit (S1 §4)', async () => {
  const order = await desk.start('zhangwei', petition(4));
  await desk.press('liuyang', order, 'receive', 'return', {
    backNodeIds: 'start',
    handlerOpinion: '请补充来信日期',
  });
  const page = await office.as('zhangwei').done(home.page, {});
  expect(page.first[0]).toMatchObject({ code: order.code, returned: true });
  expect(new Set(page.first.map(({ traceId }) => traceId)).size).toBe(page.first.length);
});
