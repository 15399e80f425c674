import { describe, expect, test } from 'vitest';
import { holidays } from '#contract/holidays.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { currentHolidays } from './service.ts';

const office = await testOffice();
await openDesk(office).start('zhangwei', petition(1));
const config = office.as('xiaohan');
/** People who are refused: only the configuration administrator has the permission. */
const others = { zhangwei: 403, wujianguo: 403, shenjie: 403, tianye: 403, dongmei: 403, yuanyuan: 403 };
const body = { from: '2026-12-31', to: '2026-12-31', kind: 'holiday', name: '年末休整' };

const dayOf = async (day: string) =>
  (await config.done(holidays.year, { query: { year: day.slice(0, 4) } })).days.find(
    (row) => row.day === day,
  );

describeCalls(office, holidays, {
  year: {
    caller: 'xiaohan',
    request: { query: { year: '2026' } },
    refusedFor: others,
    invalidInputs: [
      { makeInvalid: () => ({ query: { year: '26' } }), expectedProblems: [['year', '不能小于2000']] },
    ],
    checkAnswer: ({ year, coveredYears, editable, days }) => {
      expect({ year, editable }).toEqual({ year: 2026, editable: true });
      expect(coveredYears).toContain(2026);
      expect(days).toContainEqual({ day: '2026-10-01', kind: 'holiday', name: '国庆节' });
    },
  },
  effect: {
    caller: 'xiaohan',
    request: { query: { from: '2026-03-05', to: '2026-03-06' } },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { from: '2025-03-05', to: '2025-03-06' } }),
        expectedProblems: [['from', '只能修改2026年至2028年的安排']],
      },
    ],
    checkAnswer: ({ sentences }) => expect(sentences[0]).toMatch(/^有 \d+ 件在办件的时限经过这些天/),
  },
  set: {
    caller: 'xiaohan',
    request: { body },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { ...body, name: '', kind: 'workday' } }),
        expectedProblems: [
          ['name', '请输入节假日名称'],
          ['from', '2026-12-31 原为工作日，无须设为调休上班'],
        ],
      },
    ],
    checkAnswer: async ({ days }) => {
      expect(days).toBe(1);
      expect(await dayOf('2026-12-31')).toMatchObject({ kind: 'holiday', name: '年末休整' });
      const table = await currentHolidays(office.context.db);
      expect(table.days['2026-12-31']).toMatchObject({ kind: 'holiday' });
    },
  },
  remove: {
    caller: 'xiaohan',
    request: async () => {
      await config.done(holidays.set, { body: { ...body, from: '2026-12-29', to: '2026-12-30' } });
      return { body: { from: '2026-12-29', to: '2026-12-30' } };
    },
    refusedFor: others,
    checkAnswer: async ({ days }) => {
      expect(days).toBe(2);
      expect(await dayOf('2026-12-29')).toBeUndefined();
    },
  },
});

describe('a holiday arrangement', () => {
  test('replaces the earlier one, which the audit log retains', async () => {
    await config.done(holidays.set, {
      body: { from: '2026-11-21', to: '2026-11-22', kind: 'workday', name: '调休' },
    });
    await config.done(holidays.set, {
      body: { from: '2026-11-22', to: '2026-11-22', kind: 'holiday', name: '停电' },
    });
    expect(await dayOf('2026-11-21')).toMatchObject({ kind: 'workday' });
    expect(await dayOf('2026-11-22')).toMatchObject({ kind: 'holiday', name: '停电' });
    const link = await office.context.db
      .selectFrom('audit_links')
      .select(['action', 'object_id', 'detail'])
      .where('chain', '=', 'holiday')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(link).toMatchObject({
      action: 'holiday.set',
      object_id: '2026-11-22',
      detail: { before: [{ day: '2026-11-22', kind: 'workday', name: '调休' }] },
    });
  });

  test('is recorded with the state before each change when set concurrently', async () => {
    const set = (name: string) =>
      config.done(holidays.set, {
        body: { from: '2028-05-01', to: '2028-05-03', kind: 'holiday', name },
      });
    await Promise.all(['甲', '乙', '丙', '丁'].map(set));
    const links = await office.context.db
      .selectFrom('audit_links')
      .select('detail')
      .where('chain', '=', 'holiday')
      .where('object_id', '=', '2028-05-01..2028-05-03')
      .orderBy('seq')
      .execute();
    const edits = links.map(({ detail }) => detail as { name: string; before: { name: string }[] });
    expect(edits.map(({ before }) => before[0]?.name)).toEqual([
      undefined,
      ...edits.slice(0, -1).map(({ name }) => name),
    ]);
  });

  test('cannot be removed when it does not exist', async () => {
    const answer = await config.call(holidays.remove, { body: { from: '2026-07-07', to: '2026-07-07' } });
    expect(answer.body).toMatchObject({ errcode: 404, errmsg: '所选日期没有放假或调休的安排' });
  });
});
