import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import {
  groupSheet,
  hallSheet,
  officeGroups,
  officeHalls,
  officePosts,
  officeWindows,
  windowSheet,
} from '#contract/office-parts.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const { db } = office.context;
const system = office.as('tianye');
const others = { zhangwei: 403, wujianguo: 403, shenjie: 403, yuanyuan: 403 };

const hall = { code: 'hall-new', name: '新大厅', orgId: '330127-xfj', sortBy: 9 };
const officeWindow = { code: 'window-new', name: '新窗口', number: 'N01', hallId: 'hall-zw', sortBy: 9 };
const post = { code: 'post-new', name: '新岗位', orgId: null, sortBy: 9 };
const group = { code: 'group-new', name: '新用户组', applications: ['permit'], sortBy: 9 };
let counter = 0;
const withNewCode = <Body extends { code: string; name: string }>(body: Body): Body => {
  counter += 1;
  const values = { code: `${body.code}-${counter}`, name: `${body.name} ${counter}` };
  return { ...body, ...values, ...('number' in body && { number: `N${counter}` }) };
};
const withoutCode = ({ code: _code, ...fields }: { code: string }) => fields;

describeCalls(office, officeHalls, {
  list: {
    caller: 'tianye',
    request: {},
    refusedFor: others,
    checkAnswer: ({ rows }) =>
      expect(rows[0]).toEqual({
        id: 'hall-xf',
        name: '淳安县人民来访接待中心',
        sortBy: 1,
        orgId: '330127-xfj',
        orgName: expect.any(String),
        areaCode: '330127',
        windows: 3,
        digest: expect.any(String),
      }),
  },
  create: {
    caller: 'tianye',
    request: { body: hall },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { code: '-x', name: '', orgId: '', sortBy: -1 } }),
        expectedProblems: [
          ['code', '只能由字母、数字和短横线组成，不以短横线开头或结尾，不超过64个字符'],
          ['name', '请输入名称'],
          ['sortBy', '顺序不能小于0'],
          ['orgId', '请选择所属机构'],
        ],
      },
      {
        makeInvalid: () => ({ body: { ...hall, code: 'hall-xf', orgId: 'nowhere' } }),
        expectedProblems: [
          ['code', '已有编码为“hall-xf”的大厅'],
          ['orgId', '没有编码为“nowhere”的机构，或该机构已停用'],
        ],
      },
    ],
    checkAnswer: async ({ id }) => {
      const row = await db.selectFrom('halls').selectAll().where('id', '=', id).executeTakeFirst();
      expect(row).toEqual({ id, name: '新大厅', area_code: '330127', org_id: '330127-xfj', sort_by: 9 });
    },
  },
  change: {
    caller: 'tianye',
    request: { params: { id: 'hall-zw' }, body: { ...withoutCode(hall), name: '改名大厅' } },
    refusedFor: others,
    checkAnswer: async ({ id }) => {
      const row = await db.selectFrom('halls').selectAll().where('id', '=', id).executeTakeFirst();
      expect(row).toMatchObject({ name: '改名大厅', org_id: '330127-xfj' });
    },
  },
  uses: {
    caller: 'tianye',
    request: { params: { id: 'hall-xf' } },
    refusedFor: others,
    checkAnswer: ({ uses }) => expect(uses).toEqual([{ what: '个窗口', count: 3 }]),
  },
  remove: {
    caller: 'tianye',
    request: async () => ({
      params: { id: (await system.done(officeHalls.create, { body: withNewCode(hall) })).id },
    }),
    refusedFor: others,
    checkAnswer: async (_answer, { params }) => {
      const row = await db
        .selectFrom('halls')
        .select('id')
        .where('id', '=', params?.id ?? '')
        .executeTakeFirst();
      expect(row).toBeUndefined();
    },
  },
});

describeCalls(office, officeWindows, {
  list: {
    caller: 'tianye',
    request: {},
    refusedFor: others,
    checkAnswer: ({ rows }) =>
      expect(rows.find(({ id }) => id === 'window-xf-1')).toMatchObject({
        number: 'X01',
        hallId: 'hall-xf',
        people: expect.any(Number),
      }),
  },
  create: {
    caller: 'tianye',
    request: { body: officeWindow },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { ...officeWindow, code: 'w-2', number: 'A01' } }),
        expectedProblems: [['number', '该大厅已有 A01 号窗口：综合受理一号窗口']],
      },
      {
        makeInvalid: () => ({ body: { ...officeWindow, code: 'w-2', number: '', hallId: 'nowhere' } }),
        expectedProblems: [['number', '请输入窗口号']],
      },
    ],
    checkAnswer: async ({ id }) => {
      const row = await db.selectFrom('windows').selectAll().where('id', '=', id).executeTakeFirst();
      expect(row).toMatchObject({ name: '新窗口', number: 'N01', hall_id: 'hall-zw' });
    },
  },
  change: {
    caller: 'tianye',
    request: {
      params: { id: 'window-zw-4' },
      body: { ...withoutCode(officeWindow), number: 'A09', hallId: 'hall-zw' },
    },
    refusedFor: others,
    checkAnswer: async ({ id }) => {
      const row = await db.selectFrom('windows').selectAll().where('id', '=', id).executeTakeFirst();
      expect(row).toMatchObject({ name: '新窗口', number: 'A09' });
    },
  },
  uses: {
    caller: 'tianye',
    request: { params: { id: 'window-xf-1' } },
    refusedFor: others,
    checkAnswer: ({ uses }) =>
      expect(uses[0]).toEqual({ what: '名人员（含已停用的）', count: expect.any(Number), isPeople: true }),
  },
  remove: {
    caller: 'tianye',
    request: async () => ({
      params: { id: (await system.done(officeWindows.create, { body: withNewCode(officeWindow) })).id },
    }),
    refusedFor: others,
    checkAnswer: async (_answer, { params }) => {
      const { rows } = await system.done(officeWindows.list);
      expect(rows.map(({ id }) => id)).not.toContain(params?.id);
    },
  },
});

describeCalls(office, officePosts, {
  list: {
    caller: 'tianye',
    request: {},
    refusedFor: others,
    checkAnswer: ({ rows }) =>
      expect(rows.find(({ id }) => id === 'undertaker')).toMatchObject({ orgId: null }),
  },
  create: {
    caller: 'tianye',
    request: { body: post },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { ...post, code: 'p', orgId: 'nowhere' } }),
        expectedProblems: [['orgId', '没有编码为“nowhere”的机构，或该机构已停用']],
      },
    ],
    checkAnswer: async ({ id }) => {
      const row = await db.selectFrom('positions').selectAll().where('id', '=', id).executeTakeFirst();
      expect(row).toEqual({ id, code: id, name: '新岗位', org_id: null, sort_by: 9 });
    },
  },
  change: {
    caller: 'tianye',
    request: { params: { id: 'undertaker' }, body: { ...withoutCode(post), name: '承办联络' } },
    refusedFor: others,
    checkAnswer: async ({ id }) => {
      const { rows } = await system.done(officePosts.list);
      expect(rows.find((row) => row.id === id)?.name).toBe('承办联络');
    },
  },
  uses: {
    caller: 'tianye',
    request: { params: { id: 'petition-examiner' } },
    refusedFor: others,
    checkAnswer: ({ uses }) =>
      expect(uses[0]).toEqual({ what: '名人员（含已停用的）', count: expect.any(Number), isPeople: true }),
  },
  remove: {
    caller: 'tianye',
    request: async () => ({
      params: { id: (await system.done(officePosts.create, { body: withNewCode(post) })).id },
    }),
    refusedFor: others,
    checkAnswer: async (_answer, { params }) => {
      const { rows } = await system.done(officePosts.list);
      expect(rows.map(({ id }) => id)).not.toContain(params?.id);
    },
  },
});

describeCalls(office, officeGroups, {
  list: {
    caller: 'tianye',
    request: {},
    refusedFor: others,
    checkAnswer: ({ rows }) =>
      expect(rows.map(({ id }) => id)).toEqual(['petition-receivers', 'site-inspectors', 'review-experts']),
  },
  create: {
    caller: 'tianye',
    request: { body: group },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { ...group, code: 'g', applications: ['nothing'] } }),
        expectedProblems: [['applications', '没有编码为“nothing”的业务应用']],
      },
    ],
    checkAnswer: async ({ id }) => {
      const { rows } = await system.done(officeGroups.list);
      expect(rows.find((row) => row.id === id)).toMatchObject({ applications: ['permit'], people: 0 });
    },
  },
  change: {
    caller: 'tianye',
    request: {
      params: { id: 'review-experts' },
      body: { ...withoutCode(group), name: '评审专家二组', applications: [] },
    },
    refusedFor: others,
    checkAnswer: async ({ id }) => {
      const { rows } = await system.done(officeGroups.list);
      expect(rows.find((row) => row.id === id)?.applications).toEqual([]);
    },
  },
  uses: {
    caller: 'tianye',
    request: { params: { id: 'petition-receivers' } },
    refusedFor: others,
    checkAnswer: ({ uses }) => expect(uses).toContainEqual({ what: '个流程版本', count: 1 }),
  },
  remove: {
    caller: 'tianye',
    request: async () => ({
      params: { id: (await system.done(officeGroups.create, { body: withNewCode(group) })).id },
    }),
    refusedFor: others,
    checkAnswer: async (_answer, { params }) => {
      const { rows } = await system.done(officeGroups.list);
      expect(rows.map(({ id }) => id)).not.toContain(params?.id);
    },
  },
});

test('a hall, post, window or group in use is not deleted, and the message says what uses it', async () => {
  await openDesk(office).start('lina', petition(1));
  const refusalOf = async (endpoint: typeof officePosts.remove, id: string) =>
    (await system.call(endpoint, { params: { id } })).body.errmsg;
  expect(await refusalOf(officeHalls.remove as never, 'hall-xf')).toBe(
    '“淳安县人民来访接待中心”不能删除：仍有 3 个窗口',
  );
  expect(await refusalOf(officePosts.remove, 'petition-examiner')).toMatch(
    /不能删除：仍有 \d+ 名人员（含已停用的）、1 个流程版本/,
  );
  expect(await refusalOf(officeWindows.remove as never, 'window-xf-1')).toMatch(/仍有 \d+ 名人员/);
  expect(await refusalOf(officeGroups.remove as never, 'petition-receivers')).toMatch(
    /1 个流程版本、\d+ 个办件环节$/,
  );
  expect(await refusalOf(officePosts.remove, 'nowhere')).toBe('未找到对应的数据');
});

describe('a spreadsheet import', () => {
  const workbookOf = async (name: string, rows: (string | number | null)[][]) =>
    Buffer.from(await writeXlsx({ sheets: [{ name, rows }] })).toString('base64');

  test('can swap the numbers of two windows of one hall, and refuses a duplicate number', async () => {
    const head = ['窗口编码', '窗口名称', '窗口号', '所属大厅编码'];
    const swapped = await workbookOf('窗口', [
      head,
      ['window-zw-1', '综合受理一号窗口', 'A02', 'hall-zw'],
      ['window-zw-2', '综合受理二号窗口', 'A01', 'hall-zw'],
    ]);
    const preview = await system.done(windowSheet.preview, { body: { file: swapped } });
    expect(preview).toMatchObject({ changed: 2, wrong: 0 });
    await system.done(windowSheet.apply, { body: { file: swapped, digest: preview.digest } });
    const doubled = await workbookOf('窗口', [head, ['window-zw-3', '市场准入窗口', 'A01', 'hall-zw']]);
    const { problems } = await system.done(windowSheet.preview, { body: { file: doubled } });
    expect(problems).toEqual([
      { row: 2, column: '窗口号', message: '该大厅已有 A01 号窗口：综合受理二号窗口' },
    ]);
  });

  test('supports halls and user groups', async () => {
    const halls = await workbookOf('大厅', [
      ['大厅编码', '大厅名称', '所属机构编码', '顺序'],
      ['hall-town', '镇便民服务中心', '330127-zwb', 3],
    ]);
    const preview = await system.done(hallSheet.preview, { body: { file: halls } });
    expect(await system.done(hallSheet.apply, { body: { file: halls, digest: preview.digest } })).toEqual({
      added: 1,
      changed: 0,
    });
    const groups = await workbookOf('用户组', [
      ['用户组编码', '用户组名称', '业务应用编码'],
      ['both', '两类都看', 'petition、permit'],
      ['bad', '没有的应用', 'nothing'],
    ]);
    const { problems, added } = await system.done(groupSheet.preview, { body: { file: groups } });
    expect([added, problems.map(({ row, message }) => `${row} ${message}`)]).toEqual([
      2,
      ['3 没有编码为“nothing”的业务应用'],
    ]);
  });
});
