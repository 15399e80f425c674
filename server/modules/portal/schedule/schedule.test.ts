import { describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { schedule, scheduleCalendar, scheduleFeed } from '#contract/schedule.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { sendReminders } from './service.ts';

const office = await testOffice();
const desk = openDesk(office);
const { db } = office.context;
const order = await desk.start('zhangwei', petition(1));

const minute = 60;
const day = 86_400;
const now = () => Math.floor(office.clock.now.getTime() / 1000);
const entryBody = (change: object = {}) => ({
  scheduleName: ' 接访日 ',
  address: '县人民来访接待中心',
  startDate: now() + day,
  endDate: now() + day + 3600,
  remark: '带上次的记录',
  isRemind: true,
  remindAdvance: 15,
  ...change,
});
const add = (account: string, change: object = {}) =>
  office.as(account).done(schedule.create, { body: entryBody(change) });
const namesOf = async (account: string) => {
  const { rows } = await office
    .as(account)
    .done(schedule.list, { query: { startDate: `${now() - day}`, endDate: `${now() + 30 * day}` } });
  return rows.map(({ scheduleName }) => scheduleName);
};
const remindersOf = async (account: string) =>
  (await office.as(account).done(schedule.remind)).rows.map(({ scheduleName }) => scheduleName);

const noRefusals = { refusedFor: {} };
const invalidEntry = {
  makeInvalid: () => ({
    body: { scheduleName: '', startDate: 5, endDate: 5, isRemind: true, remindAdvance: 7 },
  }),
  expectedProblems: [
    ['scheduleName', '请输入日程名称'],
    ['endDate', '结束时间须晚于开始时间'],
    ['remindAdvance', '请选择提醒时间'],
  ] as [string, string][],
};

describeCalls(office, schedule, {
  list: {
    caller: 'liuyang',
    request: async () => {
      await add('liuyang');
      return { query: { startDate: String(now() - day), endDate: String(now() + 60 * day) } };
    },
    ...noRefusals,
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { startDate: '86400', endDate: '86400' } }),
        expectedProblems: [['endDate', '结束时间须晚于开始时间']],
      },
      {
        makeInvalid: () => ({ query: { startDate: '0', endDate: String(367 * day) } }),
        expectedProblems: [['endDate', '查询的时间段不能超过一年']],
      },
    ],
    checkAnswer: ({ rows, deadlines, daysOff, today }) => {
      expect(rows[0]).toMatchObject({
        scheduleName: '接访日',
        isRemind: true,
        remindAdvance: 15,
        reminded: false,
      });
      expect(deadlines.map(({ kind, workorderCode }) => [kind, workorderCode])).toContainEqual([
        'task',
        order.code,
      ]);
      expect(today).toBe('2026-03-02');
      expect(daysOff).toContain('2026-03-07');
    },
  },
  remind: {
    caller: 'liuyang',
    request: {},
    ...noRefusals,
    checkAnswer: ({ rows }) => expect(rows).toEqual([]),
  },
  create: {
    caller: 'sunlei',
    request: { body: entryBody() },
    ...noRefusals,
    invalidInputs: [invalidEntry],
    checkAnswer: async (entry) => {
      expect(entry).toMatchObject({ scheduleName: '接访日', remark: '带上次的记录' });
      expect(await namesOf('lina')).not.toContain('接访日');
    },
  },
  change: {
    caller: 'zhaomin',
    request: async () => {
      const { id } = await add('zhaomin');
      return {
        params: { id },
        body: entryBody({ scheduleName: '改期', isRemind: false, remindAdvance: null }),
      };
    },
    refusedFor: { liuyang: 404, shenjie: 404 },
    invalidInputs: [
      { ...invalidEntry, makeInvalid: (right) => ({ ...right, ...invalidEntry.makeInvalid() }) },
    ],
    checkAnswer: (entry) =>
      expect(entry).toMatchObject({ scheduleName: '改期', isRemind: false, remindAdvance: null }),
  },
  remove: {
    caller: 'dengtao',
    request: async () => {
      const ids = [(await add('dengtao')).id, (await add('dengtao')).id];
      return { query: { dailyList: ids.join(',') } };
    },
    refusedFor: { liuyang: 404 },
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { dailyList: '' } }),
        expectedProblems: [['dailyList', '请选择要删除的日程']],
      },
      {
        makeInvalid: () => ({ query: { dailyList: '1,2' } }),
        expectedProblems: [['dailyList', '格式不正确']],
      },
    ],
    checkAnswer: (answer) => expect(answer).toEqual({ deleted: 2 }),
  },
  restore: {
    caller: 'xujun',
    request: async () => {
      const { id } = await add('xujun', { scheduleName: '删错了' });
      await office.as('xujun').done(schedule.remove, { query: { dailyList: id } });
      return { body: { ids: [id] } };
    },
    refusedFor: { liuyang: 404 },
    checkAnswer: async (answer) => {
      expect(answer).toEqual({ restored: 1 });
      expect(await namesOf('xujun')).toContain('删错了');
    },
  },
  dismiss: {
    caller: 'xujun',
    request: async () => {
      const { id } = await add('xujun', { startDate: now() + 5 * minute });
      return { body: { ids: [id] } };
    },
    ...noRefusals,
    checkAnswer: async (answer) => expect(answer).toEqual({ dismissed: 1 }),
  },
});

describeCalls(office, scheduleFeed, {
  mine: {
    caller: 'liuyang',
    request: {},
    ...noRefusals,
    checkAnswer: (feed) => expect(feed).toEqual({ madeAt: null, readAt: null, showsTitles: false }),
  },
  make: {
    caller: 'sunlei',
    request: { body: { showsTitles: true } },
    ...noRefusals,
    checkAnswer: ({ path }) => expect(path).toMatch(/^\/api\/schedule\/calendar\/[\w-]{30,}$/),
  },
  revoke: {
    caller: 'sunlei',
    request: async () => {
      await office.as('sunlei').done(scheduleFeed.make, { body: {} });
      return {};
    },
    ...noRefusals,
    checkAnswer: (answer) => expect(answer).toEqual({ revoked: true }),
  },
});

describe('a reminder', () => {
  test('appears at its minute, wakes the screens once, and disappears after it was dismissed', async () => {
    const soon = await add('wujianguo', { startDate: now() + 15 * minute + 30, endDate: now() + 3600 });
    const notifiedAt = async () =>
      (await db.selectFrom('schedule_entries').select('told_at').where('id', '=', soon.id).executeTakeFirst())
        ?.told_at ?? null;
    await sendReminders(office.context);
    expect(await notifiedAt()).toBeNull();
    expect(await remindersOf('wujianguo')).toEqual([]);
    office.clock.forward(minute * 1000);
    await sendReminders(office.context);
    const first = await notifiedAt();
    expect(first).not.toBeNull();
    expect(await remindersOf('wujianguo')).toEqual(['接访日']);
    office.clock.forward(minute * 1000);
    await sendReminders(office.context);
    expect(await notifiedAt()).toEqual(first);
    await office.as('lina').done(schedule.dismiss, { body: { ids: [soon.id] } });
    expect(await remindersOf('wujianguo')).toEqual(['接访日']);
    await office.as('wujianguo').done(schedule.dismiss, { body: { ids: [soon.id] } });
    expect(await remindersOf('wujianguo')).toEqual([]);

    const body = entryBody({ startDate: now() + 10 * minute, endDate: now() + 3600 });
    await office.as('wujianguo').done(schedule.change, { params: { id: soon.id }, body });
    expect(await remindersOf('wujianguo')).toEqual(['接访日']);
  });

  test('disappears when its entry is over', async () => {
    await add('huangxiaomei', { startDate: now() + minute, endDate: now() + 2 * minute, remindAdvance: 0 });
    office.clock.forward(3 * minute * 1000);
    expect(await remindersOf('huangxiaomei')).toEqual([]);
  });
});

test('none of several entries is deleted when one belongs to another person', async () => {
  const [own, foreign] = [await add('lina', { scheduleName: '留下' }), await add('liuyang')];
  const { body } = await office
    .as('lina')
    .call(schedule.remove, { query: { dailyList: `${own.id},${foreign.id}` } });
  expect(body.errcode).toBe(404);
  expect(await namesOf('lina')).toContain('留下');
});

describe('a deleted entry', () => {
  const restore = (account: string, id: string) =>
    office.as(account).call(schedule.restore, { body: { ids: [id] } });
  const rowOf = (id: string) =>
    db.selectFrom('schedule_entries').selectAll().where('id', '=', id).executeTakeFirst();

  test('is hidden, and is restored unchanged with its id and its dismissed reminder', async () => {
    const soon = await add('tianye', { startDate: now() + 5 * minute, endDate: now() + 3600 });
    await office.as('tianye').done(schedule.dismiss, { body: { ids: [soon.id] } });
    const before = await rowOf(soon.id);
    await office.as('tianye').done(schedule.remove, { query: { dailyList: soon.id } });
    expect(await namesOf('tianye')).toEqual([]);
    const changed = await office
      .as('tianye')
      .call(schedule.change, { params: { id: soon.id }, body: entryBody() });
    expect(changed.status).toBe(404);
    const again = await office.as('tianye').call(schedule.remove, { query: { dailyList: soon.id } });
    expect(again.status).toBe(404);
    expect((await restore('tianye', soon.id)).body.data).toEqual({ restored: 1 });
    expect(await rowOf(soon.id)).toEqual(before);
    expect(await remindersOf('tianye')).toEqual([]);
    expect((await restore('tianye', soon.id)).status).toBe(404);
  });

  test('causes no reminder, and is removed permanently after five minutes', async () => {
    const soon = await add('tianye', { startDate: now() + 16 * minute, endDate: now() + 3600 });
    await office.as('tianye').done(schedule.remove, { query: { dailyList: soon.id } });
    office.clock.forward(2 * minute * 1000);
    await sendReminders(office.context);
    expect(await rowOf(soon.id)).toMatchObject({ told_at: null });
    expect(await remindersOf('tianye')).toEqual([]);
    office.clock.forward(4 * minute * 1000);
    const late = await restore('tianye', soon.id);
    expect(late.body).toMatchObject({ errcode: 404, errmsg: '已超过可恢复的时间' });
    await sendReminders(office.context);
    expect(await rowOf(soon.id)).toBeUndefined();
  });
});

describe('the subscribed calendar', () => {
  const read = (path: string) =>
    office.stranger.call(scheduleCalendar.read, { params: { secret: path.split('/').at(-1) ?? '' } });

  test('contains the person’s entries, and only the order number of deadlines unless titles were chosen', async () => {
    await add('liuyang', { scheduleName: '阳光城走访', remark: '住户 张三' });
    await add('lina', { scheduleName: '别人的事' });
    const { path } = await office.as('liuyang').done(scheduleFeed.make, { body: {} });
    const { status, text } = await read(path);
    expect(status).toBe(200);
    expect(text).toContain('BEGIN:VCALENDAR');
    expect(text).toContain('SUMMARY:阳光城走访');
    expect(text).toContain(`${order.code} 环节到期`);
    expect(text).not.toContain('（收件）');
    for (const hidden of ['别人的事', '张三']) expect(text).not.toContain(hidden);

    const titled = await office.as('liuyang').done(scheduleFeed.make, { body: { showsTitles: true } });
    expect((await read(path)).status).toBe(404);
    expect((await read(titled.path)).text.replaceAll('\r\n ', '')).toContain('（收件）');
    expect((await office.as('liuyang').done(scheduleFeed.mine)).readAt).not.toBeNull();
  });

  test('ends when its link is revoked, and its secret is not stored in the database', async () => {
    const { path } = await office.as('zhangwei').done(scheduleFeed.make, { body: {} });
    const secret = path.split('/').at(-1) ?? '';
    const answers = await db.selectFrom('idempotency_keys').select('answer').execute();
    const links = await db.selectFrom('schedule_feeds').selectAll().execute();
    expect(JSON.stringify([answers, links])).not.toContain(secret);
    expect((await read(path)).status).toBe(200);
    await office.as('zhangwei').done(scheduleFeed.revoke);
    expect((await read(path)).status).toBe(404);
  });

  test('ends when its owner’s account is disabled, and stays ended when it is enabled again', async () => {
    const { path } = await office.as('chenjing').done(scheduleFeed.make, { body: {} });
    expect((await read(path)).status).toBe(200);
    const request = { params: { id: 'staff-chenjing' } };
    await office.as('tianye').done(accounts.disable, { ...request, body: { reason: '借调' } });
    expect((await read(path)).status).toBe(404);
    await office.as('tianye').done(accounts.enable, request);
    expect((await read(path)).status).toBe(404);
  });

  test('has each text on one line, for every line separator', async () => {
    for (const separator of ['\r\n', '\u000b', '\u0085', '\u2028', '\u2029'])
      await add('wangfang', {
        scheduleName: `会${separator}ATTACH:evil`,
        address: `室${separator}BEGIN:VALARM`,
      });
    const { path } = await office.as('wangfang').done(scheduleFeed.make, { body: {} });
    const lines = (await read(path)).text.split(/[\p{Cc}\p{Zl}\p{Zp}]+/u);
    expect(lines.filter((line) => /^(ATTACH|BEGIN:VALARM)/.test(line))).toEqual([]);
    expect(lines.filter((line) => line === 'SUMMARY:会 ATTACH:evil')).toHaveLength(5);
  });

  test('limits guesses from one network with changing addresses', async () => {
    const guess = async (number: number) => {
      const url = scheduleCalendar.read.path.replace(':secret', `guess-${number}`);
      return (await office.app.fastify.inject({ url, remoteAddress: `2001:db8::${number}` })).statusCode;
    };
    for (let number = 1; number <= 300; number += 1) expect(await guess(number)).toBe(404);
    expect(await guess(301)).toBe(429);
  });

  test('limits the number of calls', async () => {
    const { path } = await office.as('lina').done(scheduleFeed.make, { body: {} });
    for (let time = 0; time < 60; time += 1) await read(path);
    expect((await read(path)).body.errcode).toBe(429);
  });
});
