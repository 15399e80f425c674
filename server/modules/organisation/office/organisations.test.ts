import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { officeOrganisations, organisationSheet } from '#contract/office-organisations.ts';
import { organisations } from '#contract/organisations.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const { db } = office.context;
const system = office.as('tianye');
const others = { zhangwei: 403, wujianguo: 403, shenjie: 403, yuanyuan: 403 };
const { list, create, change, move, disable, enable, remove } = officeOrganisations;

const row = (id: string) =>
  db.selectFrom('organisations').selectAll().where('id', '=', id).executeTakeFirst();
const fields = { name: '新局', kind: 'organisation', areaCode: '330127', address: '', phone: '' };
let counter = 0;
/** Adds an organisation that nothing refers to yet. */
async function addOrganisation(parentId = '10002', changes: object = {}): Promise<string> {
  counter += 1;
  const { id } = await system.done(create, {
    body: { ...fields, code: `made-${counter}`, parentId, name: `新局${counter}`, ...changes },
  });
  return id;
}

describeCalls(office, officeOrganisations, {
  list: {
    caller: 'tianye',
    request: {},
    refusedFor: others,
    checkAnswer: ({ rows }) => {
      expect(rows.find(({ id }) => id === '330127-xfj')).toMatchObject({
        kind: 'organisation',
        enabled: true,
        areaCode: '330127',
        areaName: expect.stringContaining('淳安'),
      });
    },
  },
  create: {
    caller: 'tianye',
    request: { body: { ...fields, code: 'new-bureau', parentId: '10002' } },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({
          body: { code: '坏 码', parentId: '', name: '', kind: 'office', areaCode: '' },
        }),
        expectedProblems: [
          ['code', '只能由字母、数字和短横线组成，不以短横线开头或结尾，不超过64个字符'],
          ['parentId', '请选择上级机构'],
          ['name', '请输入名称'],
          ['kind', '不是可选的值'],
          ['areaCode', '请选择行政区划'],
        ],
      },
      {
        makeInvalid: () => ({ body: { ...fields, code: 'x', parentId: 'nowhere', areaCode: '777777' } }),
        expectedProblems: [
          ['parentId', '没有编码为“nowhere”的机构'],
          ['areaCode', '没有代码为“777777”的行政区划'],
        ],
      },
      {
        makeInvalid: () => ({ body: { ...fields, code: '330127-xfj', parentId: '10002' } }),
        expectedProblems: [['code', '已有编码为“330127-xfj”的机构']],
      },
    ],
    checkAnswer: async () => {
      expect(await row('new-bureau')).toMatchObject({
        code: 'new-bureau',
        parent_id: '10002',
        path: '/10002/new-bureau/',
        level: 2,
        enabled: true,
      });
    },
  },
  change: {
    caller: 'tianye',
    request: async () => ({
      params: { id: await addOrganisation() },
      body: { ...fields, name: '改名局', phone: '0571' },
    }),
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: ({ body }) => ({
          params: { id: '10002' },
          body: { ...(body as object), kind: 'department' },
        }),
        expectedProblems: [['kind', '最上级应为机构']],
      },
    ],
    checkAnswer: async ({ id }) => {
      expect(await row(id)).toMatchObject({ name: '改名局', phone: '0571' });
    },
  },
  move: {
    caller: 'tianye',
    request: async () => {
      const parent = await addOrganisation();
      const child = await addOrganisation(parent);
      await addOrganisation(child, { kind: 'department' });
      const target = await addOrganisation();
      return { params: { id: child }, body: { parentId: target, before: null } };
    },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ params: { id: '10002' }, body: { parentId: '330127-xfj', before: null } }),
        expectedProblems: [['parentId', '最上级机构不能移动']],
      },
    ],
    checkAnswer: async ({ id }, { body }) => {
      const { parentId } = body as { parentId: string };
      expect(await row(id)).toMatchObject({
        parent_id: parentId,
        path: `/10002/${parentId}/${id}/`,
        level: 3,
      });
      const below = await db.selectFrom('organisations').selectAll().where('parent_id', '=', id).execute();
      expect(below).toMatchObject([{ path: `/10002/${parentId}/${id}/${below[0]?.id}/`, level: 4 }]);
    },
  },
  disable: {
    caller: 'tianye',
    request: async () => ({ params: { id: await addOrganisation() } }),
    refusedFor: others,
    checkAnswer: async ({ id }) => expect((await row(id))?.enabled).toBe(false),
  },
  enable: {
    caller: 'tianye',
    request: async () => {
      const id = await addOrganisation();
      await system.done(disable, { params: { id } });
      return { params: { id } };
    },
    refusedFor: others,
    checkAnswer: async ({ id }) => expect((await row(id))?.enabled).toBe(true),
  },
  uses: {
    caller: 'tianye',
    request: async () => ({ params: { id: await addOrganisation() } }),
    refusedFor: others,
    checkAnswer: ({ uses }) => expect(uses).toEqual([]),
  },
  remove: {
    caller: 'tianye',
    request: async () => ({ params: { id: await addOrganisation() } }),
    refusedFor: others,
    checkAnswer: async (_answer, { params }) => expect(await row(params?.id ?? '')).toBeUndefined(),
  },
});

describe('the organisation tree', () => {
  test('keeps an organisation with dependants from being disabled or deleted, and counts them', async () => {
    await openDesk(office).start('lina', petition(1));
    const disabled = await system.call(disable, { params: { id: '330127-xfj' } });
    expect(disabled.body).toMatchObject({ errcode: 40957 });
    expect(disabled.body.errmsg).toMatch(
      /^“.*”不能停用：仍有 \d+ 名在职人员、\d+ 个启用的下级.*\d+ 个可办理的事项$/,
    );
    const removed = await system.call(remove, { params: { id: '330127-xfj' } });
    expect(removed.body.errmsg).toMatch(/\d+ 个大厅、\d+ 个岗位、\d+ 个事项版本、\d+ 件办件/);
    expect((await row('330127-xfj'))?.enabled).toBe(true);
  });

  test('does not allow the root to be disabled or deleted', async () => {
    const id = '10002';
    expect((await system.call(disable, { params: { id } })).body.errmsg).toBe('最上级机构不能停用');
    expect((await system.call(remove, { params: { id } })).body.errmsg).toBe('最上级机构不能删除');
  });

  test('stays free of circles when two organisations move into each other concurrently', async () => {
    const [one, other] = [await addOrganisation(), await addOrganisation()];
    const answers = await Promise.all([
      system.call(move, { params: { id: one }, body: { parentId: other, before: null } }),
      system.call(move, { params: { id: other }, body: { parentId: one, before: null } }),
    ]);
    expect(answers.map(({ body }) => body.errcode).sort()).toEqual([0, 400]);
    const paths = await Promise.all([row(one), row(other)]);
    expect(paths.map((organisation) => organisation?.level).sort()).toEqual([2, 3]);
  });

  test('keeps the order in which organisations were placed under one parent', async () => {
    const parent = await addOrganisation();
    const [a, b, c] = [
      await addOrganisation(parent),
      await addOrganisation(parent),
      await addOrganisation(parent),
    ];
    await system.done(move, { params: { id: c ?? '' }, body: { parentId: parent, before: a } });
    const { rows } = await system.done(list);
    expect(rows.filter((organisation) => organisation.parent === parent).map(({ id }) => id)).toEqual([
      c,
      a,
      b,
    ]);
    const misplaced = await system.call(move, {
      params: { id: a ?? '' },
      body: { parentId: parent, before: 'x' },
    });
    expect(misplaced.body.problems).toEqual([
      { field: 'before', message: '该机构已不在这个上级下面，请刷新后重试' },
    ]);
  });
});

test('rights, pickers and full names change immediately after a rename and a move', async () => {
  const target = await addOrganisation('10002', { name: '归口部门' });
  const before = await row('330127-xfj');
  await system.done(change, {
    params: { id: '330127-xfj' },
    body: { ...fields, name: '淳安县信访工作局', areaCode: '330100', address: before?.address, phone: '' },
  });
  await system.done(move, { params: { id: '330127-xfj' }, body: { parentId: target, before: null } });
  const { rows: rights } =
    await sql`select org_name, area_code from staff_rights where account = 'lina'`.execute(db);
  expect(rights).toEqual([{ org_name: '淳安县信访工作局', area_code: '330100' }]);
  const { rows } = await system.done(organisations.organisationTree, { query: { name: '信访工作局' } });
  expect(rows[0]?.fullname).toMatch(/ 归口部门 淳安县信访工作局$/);
  // People of the moved organisation are found under its new parent, and its halls are in the new region.
  const found = await system.done(organisations.staffs, {
    query: { mark: 'page', page: '1', size: '50', orgId: target },
  });
  expect(found.rows.map(({ account }) => account)).toContain('lina');
  const halls = await db.selectFrom('halls').selectAll().where('org_id', '=', '330127-xfj').execute();
  expect(halls.map(({ area_code }) => area_code)).toEqual(['330100']);
});

describe('a spreadsheet import of organisations', () => {
  const head = ['机构编码', '机构名称', '类别', '上级机构编码', '行政区划代码', '地址', '电话', '顺序'];
  const workbookOf = async (rows: (string | number | null)[][]) =>
    Buffer.from(await writeXlsx({ sheets: [{ name: '机构', rows: [head, ...rows] }] })).toString('base64');

  test('imports a whole tree in any order of rows, with regions inherited from the parent', async () => {
    const file = await workbookOf([
      ['town-desk', '便民科', '部门', 'town', null],
      ['town', '威坪镇', '机构', '10002', null],
      ['10002', '淳安县人民政府（新）', '机构', null, '330127'],
    ]);
    const { digest, problems } = await system.done(organisationSheet.preview, { body: { file } });
    expect(problems).toEqual([]);
    expect(await system.done(organisationSheet.apply, { body: { file, digest } })).toEqual({
      added: 2,
      changed: 1,
    });
    expect(await row('town-desk')).toMatchObject({
      path: '/10002/town/town-desk/',
      level: 3,
      area_code: '330127',
      kind: 'department',
    });
    const { file: out } = await system.done(organisationSheet.exportRows);
    expect(await system.done(organisationSheet.preview, { body: { file: out } })).toMatchObject({
      added: 0,
      changed: 0,
      wrong: 0,
    });
  });

  test('can change one of several root organisations, and moves none of them', async () => {
    const { areaCode } = (await system.done(officeOrganisations.list)).rows.find(
      ({ id }) => id === '330127-npc',
    ) ?? { areaCode: '' };
    const file = await workbookOf([['330127-npc', '县人大（新）', '机构', null, areaCode]]);
    const { changed, problems } = await system.done(organisationSheet.preview, { body: { file } });
    expect({ changed, problems }).toEqual({ changed: 1, problems: [] });
    const moving = await workbookOf([['330127-npc', '县人大（新）', '机构', '10002', areaCode]]);
    const { problems: refused } = await system.done(organisationSheet.preview, { body: { file: moving } });
    expect(refused).toMatchObject([{ row: 2, message: '最上级机构不能移动' }]);
  });

  test('reports circles, departments with children, second roots and unknown regions by row', async () => {
    const file = await workbookOf([
      ['c1', '甲', '机构', 'c2', '330127'],
      ['c2', '乙', '机构', 'c1', '330127'],
      ['d1', '丙', '部门', '10002', '330127'],
      ['d2', '丁', '部门', 'd1', '330127'],
      ['r2', '另一个根', '机构', null, '330127'],
      ['a1', '戊', '机构', '10002', '777777'],
    ]);
    const { problems } = await system.done(organisationSheet.preview, { body: { file } });
    expect(problems.map(({ row, column, message }) => `${row} ${column} ${message}`)).toEqual([
      '2 上级机构编码 不能移到自己或自己的下级下面',
      '3 上级机构编码 不能移到自己或自己的下级下面',
      '4 类别 有下级的不能改为部门',
      '5 上级机构编码 部门下不能再设机构或部门',
      '6 上级机构编码 不能为空：只有最上级的机构没有上级',
      '7 行政区划代码 没有代码为“777777”的行政区划',
    ]);
    expect(await row('c1')).toBeUndefined();
  });
});
test('an organisation cannot be enabled before its disabled parent', async () => {
  const parent = await addOrganisation();
  const child = await addOrganisation(parent);
  await system.done(disable, { params: { id: child } });
  await system.done(disable, { params: { id: parent } });
  const answer = await system.call(enable, { params: { id: child } });
  expect(answer.body.errmsg).toBe('上级机构已停用，请先启用上级');
});
