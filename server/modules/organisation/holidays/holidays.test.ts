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
const body = { from: '2026-12-31', to: '2026-12-31', kind: 'holiday', name: '年末休整' } as const;

type Edit = { from: string; to: string; kind: 'holiday' | 'workday'; name: string };
const keyOf = async (query: { from: string; to: string; kind: 'holiday' | 'workday' | 'none' }) =>
  (await config.done(holidays.effect, { query })).key;
const withKey = async (edit: Edit) => {
  const { from, to, kind } = edit;
  return { body: { ...edit, effectKey: await keyOf({ from, to, kind }) } };
};
const set = async (edit: Edit) => config.done(holidays.set, await withKey(edit));
const removal = async (span: { from: string; to: string }) => ({
  body: { ...span, effectKey: await keyOf({ ...span, kind: 'none' }) },
});

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
    request: { query: { from: '2026-03-05', to: '2026-03-06', kind: 'holiday' } },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { from: '2025-03-05', to: '2025-03-06', kind: 'holiday' } }),
        expectedProblems: [['from', '只能修改2026年至2028年的安排']],
      },
    ],
    checkAnswer: ({ open, unchanged, rows }) => expect([open, unchanged, rows]).toEqual([1, 1, []]),
  },
  moved: {
    caller: 'xiaohan',
    request: { query: { from: '2026-03-05', to: '2026-03-06', kind: 'holiday' } },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { from: '2025-03-05', to: '2025-03-06', kind: 'holiday' } }),
        expectedProblems: [['from', '只能修改2026年至2028年的安排']],
      },
    ],
    checkAnswer: ({ total, rows }) => expect([total, rows]).toEqual([0, []]),
  },
  set: {
    caller: 'xiaohan',
    request: () => withKey(body),
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { ...body, name: '', kind: 'workday', effectKey: '' } }),
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
      await set({ ...body, from: '2026-12-29', to: '2026-12-30' });
      return removal({ from: '2026-12-29', to: '2026-12-30' });
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
    await set({ from: '2026-11-21', to: '2026-11-22', kind: 'workday', name: '调休' });
    await set({ from: '2026-11-22', to: '2026-11-22', kind: 'holiday', name: '停电' });
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
    const days = { from: '2028-05-01', to: '2028-05-03', kind: 'holiday' } as const;
    await set({ ...days, name: '甲' });
    // Other names are the same effect, so that its key stays valid.
    const requests = await Promise.all(['乙', '丙', '丁'].map((name) => withKey({ ...days, name })));
    await Promise.all(requests.map((request) => config.done(holidays.set, request)));
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

  test('is not saved without the effect that was shown, nor after the calendar changed', async () => {
    const edit = { from: '2027-08-02', to: '2027-08-02', kind: 'holiday', name: '停电' } as const;
    const unseen = await config.call(holidays.set, { body: { ...edit, effectKey: '' } });
    expect(unseen.body).toMatchObject({ errcode: 40958 });
    const request = await withKey(edit);
    await set({ ...edit, from: '2027-08-03', to: '2027-08-03' });
    expect((await config.call(holidays.set, request)).body).toMatchObject({ errcode: 40958 });
    expect(await dayOf('2027-08-02')).toBeUndefined();
  });

  test('cannot be removed when it does not exist', async () => {
    const answer = await config.call(
      holidays.remove,
      await removal({ from: '2026-07-07', to: '2026-07-07' }),
    );
    expect(answer.body).toMatchObject({ errcode: 404, errmsg: '所选日期没有放假或调休的安排' });
  });
});
