import { afterAll, describe, expect, test } from 'vitest';
import { type Dashboard, dashboard } from '#contract/dashboard.ts';
import { orderQuery } from '#contract/order-query.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { dateSpanMessage } from '#domain/lists/date-span.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { permit, petition } from '#test/world/start-data.ts';
import { updateFigures } from './service.ts';

const office = await testOffice();
const desk = openDesk(office);
const day = 86_400_000;

/** The oldest order: it waits until a handler concludes it. */
const first = await desk.start('zhangwei', petition(33));
office.clock.forward(70 * day);

/**
 * Six weeks of an office: orders of two kinds, at every hour; some wait, some are in progress, some end on
 * time or late.
 */
for (let number = 1; number <= 24; number += 1) {
  const clerk = number % 5 === 0 ? 'panguohua' : 'zhangwei';
  const isPermit = number % 6 === 0;
  const startData = isPermit ? permit(number, [await desk.paper(clerk)]) : petition(number);
  const order = await desk.start(clerk, startData);
  if (!isPermit) {
    if (number % 4 === 1) await desk.press('liuyang', order, 'receive', 'void');
    if (number % 4 === 2) await desk.press('liuyang', order, 'receive', 'receive');
    if (number % 4 === 3) {
      await desk.press('liuyang', order, 'receive', 'receive');
      await desk.withdraw('liuyang', order, 'receive');
    }
  }
  office.clock.forward(1.7 * day + number * 600_000);
  if (number === 12) await updateFigures(office.context);
}
/** An order that waited for months and is concluded today, late. */
const lateOrder = await desk.start('zhangwei', petition(31));
office.clock.forward(80 * day);
await desk.press('liuyang', lateOrder, 'receive', 'void');
await desk.start('zhangwei', petition(32));

const today = new Date(office.clock.now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
const wholeYear = { startDate: `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`, endDate: today };

afterAll(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

const others = { tianye: 403, xiaohan: 403, liuyang: 403, zhangwei: 403 };

describeCalls(office, dashboard, {
  page: {
    caller: 'shenjie',
    request: { query: wholeYear },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: (right) => ({ ...right, query: { startDate: '2026-02-02', endDate: '2026-01-01' } }),
        expectedProblems: [['startDate', '开始日期不能晚于结束日期']],
      },
      {
        makeInvalid: (right) => ({ ...right, query: { startDate: '9999-12-31', endDate: '9999-12-31' } }),
        expectedProblems: [['endDate', dateSpanMessage.noDate]],
      },
      {
        makeInvalid: (right) => ({ ...right, query: { startDate: '1899-12-31', endDate: '1899-12-31' } }),
        expectedProblems: [['startDate', dateSpanMessage.noDate]],
      },
    ],
    checkAnswer: (page) => {
      expect(page.now.intake.count).toBe(27);
      expect(page.now.concluded.count).toBe(page.now.onTime.count + page.now.late.count);
      expect(page.now.late.count).toBe(1);
      expect(page.now.open.count).toBe(page.now.intake.count - page.now.concluded.count);
      expect(page.categories.length).toBe(2);
      expect(page.months).toHaveLength(6);
      expect(page.scope).toBeNull();
    },
  },
  wall: {
    caller: 'wujianguo',
    request: {},
    refusedFor: others,
    checkAnswer: (wall) => {
      expect(wall.concludedToday.map(({ code }) => code)).toEqual([lateOrder.code]);
      expect(wall.page.scope).toBe('淳安县信访局');
      expect(JSON.stringify(wall)).not.toMatch(/title|applicantName/);
    },
  },
  choices: {
    caller: 'shenjie',
    request: {},
    refusedFor: others,
    checkAnswer: async ({ orgs, areas }) => {
      expect(orgs.length).toBeGreaterThan(3);
      const offered = new Set(orgs.map(({ id }) => id));
      const below = orgs.flatMap(({ parent }) => parent ?? []);
      expect(below.length).toBeGreaterThan(0);
      expect(below.filter((id) => !offered.has(id))).toEqual([]);
      // A person who may see only one organisation gets it as the top of the tree.
      const own = await office.as('wujianguo').done(dashboard.choices);
      expect(own.orgs.map(({ id, parent }) => [id, parent])).toEqual([['330127-xfj', null]]);
      expect(areas).toEqual([{ code: '330127', name: '淳安县' }]);
    },
  },
  orders: {
    caller: 'shenjie',
    request: { query: { phase: 'open' } },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: (right) => ({
          ...right,
          query: { endedFrom: '2026-02-02', endedTo: '2026-01-01', weekday: '9' },
        }),
        expectedProblems: [['weekday', '不是可选的值']],
      },
    ],
    checkAnswer: ({ rows, total }) => {
      expect(rows.length).toBeGreaterThan(0);
      expect(total).toBeGreaterThanOrEqual(rows.length);
    },
  },
});

interface FigureAt {
  path: string;
  count: number;
  list: string;
  inQuery: boolean;
}

/** Returns every figure of an answer with the query of its list. */
function figuresIn(value: unknown, path = ''): FigureAt[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('count' in value && 'list' in value)
    return [{ path, count: Number(value.count), list: String(value.list), inQuery: 'inQuery' in value }];
  return Object.entries(value).flatMap(([name, inner]) => figuresIn(inner, `${path}/${name}`));
}

async function pageOf(account: string, query: Record<string, string>): Promise<Dashboard> {
  return await office.as(account).done(dashboard.page, { query });
}

describe('dashboard figures and their lists', () => {
  test.each([
    ['shenjie', {}],
    ['wujianguo', {}],
    ['panguohua', {}],
    ['shenjie', { orgCode: '330127-xfj', areaCode: '330127' }],
    ['shenjie', { taskCode: 'petition-letter' }],
  ])('have equal numbers for %s, narrowed to %j', async (account, filters) => {
    const page = await pageOf(account, { ...wholeYear, ...filters });
    const figures = figuresIn(page);
    expect(figures.length).toBeGreaterThan(700);
    const totals = new Map<string, number>();
    for (const { path, count, list, inQuery } of figures) {
      // Days without orders are all alike: checking some of them is enough.
      if (count === 0 && path.startsWith('/days/') && !path.startsWith('/days/36')) continue;
      const address = `${inQuery} ${list}`;
      if (!totals.has(address)) {
        const query = { ...Object.fromEntries(new URLSearchParams(list)), size: '5' };
        const endpoint = inQuery ? orderQuery.page : dashboard.orders;
        totals.set(address, (await office.as(account).done(endpoint, { query })).total);
      }
      expect([path, list, totals.get(address)]).toEqual([path, list, count]);
    }
  });
});

describe('环节超期排行', () => {
  test.each(['shenjie', 'panguohua'])(
    '%s finds the people who are late, by lists with the same number of orders',
    async (account) => {
      const { latePeople, lateOffices, now } = await pageOf(account, wholeYear);
      if (account === 'shenjie') {
        expect(latePeople.map(({ name }) => name)).toContain('刘洋');
        expect(lateOffices.length).toBeGreaterThan(0);
      }
      for (const { open, overdue, longest, days } of [...latePeople, ...lateOffices]) {
        expect(overdue.count).toBeLessThanOrEqual(Math.min(open.count, now.stepOverdue.count));
        for (const { count, list } of [open, overdue]) {
          const query = Object.fromEntries(new URLSearchParams(list));
          const { total, rows } = await office.as(account).done(orderQuery.page, { query });
          expect(total).toBe(count);
          if ('stepDue' in query) expect(rows[0]?.stepOverdueDays).toBe(longest);
        }
        expect(days).toBeGreaterThanOrEqual(longest);
        expect(days).toBeLessThanOrEqual(longest * overdue.count);
      }
      const delays = latePeople.map(({ longest }) => longest);
      expect(delays).toEqual(delays.toSorted((a, b) => b - a));
    },
  );

  test('names no person on the screen in the hall', async () => {
    const { page } = await office.as('shenjie').done(dashboard.wall);
    expect(page.latePeople).toEqual([]);
  });
});

describe('各环节在办', () => {
  test('counts the orders at each step by the limit of the step, and not by their status', async () => {
    for (const account of ['shenjie', 'wujianguo']) {
      const { steps, now } = await pageOf(account, wholeYear);
      const { rows } = await office.database.pool.query<{ name: string; open: number; overdue: number }>(
        `select t.node_name as name, count(distinct o.id)::int as open,
          (count(distinct o.id) filter (where day_in_china(t.due_at) < $1::date))::int as overdue
         from traces t join work_orders o on o.id = t.workorder_id
         where t.handler_status = 0 and o.ended_at is null and ($2 or o.org_id = '330127-xfj') group by 1`,
        [today, account === 'shenjie'],
      );
      const received = steps.map(({ name, open, overdue }) => ({
        name,
        open: open.count,
        overdue: overdue.count,
      }));
      const byName = (left: { name: string }, right: { name: string }) => (left.name < right.name ? -1 : 1);
      expect(received.length).toBeGreaterThan(1);
      expect(received.toSorted(byName)).toEqual(rows.toSorted(byName));
      expect(now.stepOverdue.count).toBeGreaterThan(0);
    }
  });
});

describe('the oldest overdue order', () => {
  test('is no longer counted once it is concluded, before the figures are updated', async () => {
    await updateFigures(office.context);
    const before = (await pageOf('shenjie', wholeYear)).now;
    await desk.press('liuyang', first, 'receive', 'void');
    const query = { phase: 'open', due: 'overdue', size: '200' };
    const { rows } = await office.as('shenjie').done(dashboard.orders, { query });
    const [oldest] = rows.flatMap(({ due }) => due.dueAt ?? []).sort();
    const after = (await pageOf('shenjie', wholeYear)).now;
    expect(after.overdue.count).toBe(before.overdue.count - 1);
    expect(after.oldestDueOn).toBe(localDateOf(new Date(oldest ?? '')));
    expect(after.oldestDueOn).not.toBe(before.oldestDueOn);
  });
});

describe('the figures of an earlier day', () => {
  test('are computed back from today and equal those shown then', async () => {
    const then = await pageOf('shenjie', wholeYear);
    office.clock.forward(day);
    const order = await desk.start('zhangwei', petition(40));
    await desk.press('liuyang', order, 'receive', 'void');
    const overdueThen = then.now.overdue.count;
    const now = await pageOf('shenjie', { ...wholeYear, endDate: today });
    expect(now.overdueYesterday).toBe(overdueThen);
    office.clock.forward(40 * day);
    const later = await pageOf('shenjie', { startDate: today, endDate: today });
    expect(later.now.intake.count).toBe(then.days.at(-1)?.intake.count);
  });
});

describe('a leader', () => {
  test('sees only the figures of their own unit and those below it, even with another filter', async () => {
    const all = await pageOf('shenjie', wholeYear);
    const own = await pageOf('panguohua', wholeYear);
    const page = await pageOf('panguohua', { ...wholeYear, orgCode: '330127-xfj' });
    expect(own.now.intake.count).toBeLessThan(all.now.intake.count);
    expect(own.now.intake.count).toBeGreaterThan(0);
    expect(page.now.intake.count).toBe(0);
  });
});
