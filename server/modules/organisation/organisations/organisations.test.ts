import { describe, expect, test } from 'vitest';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { findHolders, nameKeys } from './service.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
  { account: 'gone', name: '王离', disabled: true },
]);
const { db } = portal.context;
await db
  .insertInto('areas')
  .values({ id: '330127', code: '330127', level: 3, name: '淳安县', full_name: '浙江省 杭州市 淳安县' })
  .execute();
await db
  .insertInto('halls')
  .values({ id: 'hall', name: '接待中心', area_code: '330127', org_id: 'office' })
  .execute();
await db
  .insertInto('windows')
  .values({ id: 'w1', name: '来信窗口', number: 'X01', hall_id: 'hall' })
  .execute();
await db.insertInto('positions').values({ id: 'signer', code: 'signer', name: '签批岗' }).execute();
await db.insertInto('user_groups').values({ id: 'group', code: 'group', name: '接收组' }).execute();
for (const staff_id of ['zhang', 'gone']) {
  await db.insertInto('staff_windows').values({ staff_id, window_id: 'w1' }).execute();
  await db.insertInto('staff_positions').values({ staff_id, position_id: 'signer' }).execute();
  await db.insertInto('staff_groups').values({ staff_id, group_id: 'group' }).execute();
}

const base = '/serviceportal/api/sys';
const paths = [
  `${base}/areas/organizations`,
  `${base}/organizations/findListByAreaId?areaId=330127`,
  `${base}/organizations/findListByAreaCode?areaCode=330127`,
  `${base}/staffs?mark=page`,
  `${base}/halls`,
  `${base}/halls/names`,
  `${base}/windows`,
  `${base}/positions`,
  `${base}/roles`,
  `${base}/userGroups`,
];
const token = await portal.signIn('zhang');

async function rows(path: string): Promise<Record<string, unknown>[]> {
  const { body } = await portal.call(path, { token });
  const data = body.data as unknown as Record<string, unknown>[] | { rows: Record<string, unknown>[] };
  return Array.isArray(data) ? data : data.rows;
}

describe('pickers', () => {
  test.each(paths)('require a session: %s', async (path) => {
    expect((await portal.call(path)).status).toBe(401);
  });

  test.each(paths)('refuse unknown parameters: %s', async (path) => {
    const { body } = await portal.call(path, { token, query: { unknown: '1' } });
    expect(body.problems).toContainEqual({ field: 'unknown', message: '不支持的参数' });
  });

  test.each(paths.slice(0, 3))('answer nodes with all keys of a tree (S2 §3): %s', async (path) => {
    const [node] = await rows(path);
    expect(Object.keys(node ?? {})).toEqual(
      expect.arrayContaining([
        ...['id', 'name', 'fullname', 'title', 'key', 'parent', 'level', 'sortBy', 'children', 'isLeaf'],
        'areaCode',
      ]),
    );
    expect(node).toMatchObject({ title: node?.name, key: node?.id, children: [] });
  });

  test('list organisations by region, level and parent', async () => {
    expect(await rows(paths[0] ?? '')).toMatchObject([
      { id: 'office', isLeaf: false, areaId: '330127' },
      { id: 'desk', isLeaf: true, fullname: expect.stringMatching(/^\S+ \S+$/) },
    ]);
    expect(await rows(paths[1] ?? '')).toHaveLength(2);
    expect(await rows(paths[2] ?? '')).toHaveLength(2);
    expect(await rows(`${base}/areas/organizations?parent=office`)).toMatchObject([{ id: 'desk' }]);
    expect(await rows(`${base}/areas/organizations?level=1`)).toMatchObject([{ id: 'office' }]);
    expect(await rows(`${base}/areas/organizations?level=0`)).toEqual([]);
    expect(await rows(`${base}/organizations/findListByAreaCode?areaCode=110000`)).toEqual([]);
  });

  test.each(['住房', '住建', 'zhufang', 'zjj'])('find an organisation by “%s”', async (name) => {
    const desk = db.updateTable('organisations').where('id', '=', 'desk');
    const [before] = await rows(`${base}/areas/organizations?parent=office`);
    await desk.set({ name: '住房和城乡建设局' }).execute();
    for (const path of ['areas/organizations?', 'organizations/findListByAreaCode?areaCode=330127&'])
      expect(await rows(`${base}/${path}name=${encodeURIComponent(name)}`)).toMatchObject([{ id: 'desk' }]);
    expect(await rows(`${base}/areas/organizations?name=rsj`)).toEqual([]);
    await desk.set({ name: String(before?.name) }).execute();
  });

  test('return the top of the organisation tree for parent=0 or null, in a region too (S0 §7)', async () => {
    const tree = `${base}/areas/organizations`;
    for (const query of [
      'parent=0',
      'parent=null&type=all',
      'parent=0&areaCode=330127',
      'parent=0&level=1',
    ]) {
      expect(await rows(`${tree}?${query}`), query).toMatchObject([{ id: 'office' }]);
    }
    expect(await rows(`${tree}?parent=office&level=2&type=all`)).toMatchObject([{ id: 'desk' }]);
    // The area may begin below an organisation of another area.
    await db.updateTable('organisations').set({ area_code: '330100' }).where('id', '=', 'office').execute();
    expect(await rows(`${tree}?parent=0&areaCode=330127`)).toMatchObject([{ id: 'desk' }]);
    await db.updateTable('organisations').set({ area_code: '330127' }).where('id', '=', 'office').execute();
  });

  test('accept an organisation that stands for a region in place of the region (S0 §7)', async () => {
    for (const path of ['areas/organizations?parent=0&', 'organizations/findListByAreaId?', 'halls?']) {
      expect(await rows(`${base}/${path}areaId=office`), path).not.toEqual([]);
    }
  });

  test('accept the documented filter names, with and without an effect (S0 §3)', async () => {
    const ignored = 'isWindow=1&isReplace=0&all=1&categoryId=9&hallName=&areaName=x';
    for (const path of ['areas/organizations?', 'staffs?mark=page&', 'halls?', 'windows?size=100&page=1&']) {
      expect(await rows(`${base}/${path}${ignored}`), path).not.toEqual([]);
    }
    const expectedCounts = [
      ['staffs?mark=page&areaId=330127', 2],
      ['staffs?mark=page&regionCode=440000', 0],
      ['staffs?mark=page&orgCode=office', 2],
      ['staffs?mark=page&orgName=没有', 0],
      ['staffs?mark=page&hallId=hall', 1],
      ['staffs?mark=page&inputValue=张', 1],
      ['halls?areaId=330127&hallName=接待', 1],
      ['halls?inputValue=没有', 0],
      ['windows?size=100&page=1&areaId=330127&hallId=hall', 1],
      ['windows?areaId=440000', 0],
      ['windows?hallName=没有', 0],
    ] as const;
    for (const [path, count] of expectedCounts) {
      expect(await rows(encodeURI(`${base}/${path}`)), path).toHaveLength(count);
    }
  });

  test('accept page, size, sort and order as every list (S0 §7)', async () => {
    const paths = ['staffs?mark=page&', 'halls?', 'windows?', 'positions?', 'roles?'];
    for (const path of paths) {
      const first = await portal.call(`${base}/${path}page=1&size=100&sort=name&order=asc&areaId=&orgCode=`, {
        token,
      });
      expect(first.status, path).toBe(200);
      const { total } = first.body.data as unknown as { total: number };
      expect(total, path).toBeGreaterThan(0);
      const afterLast = await portal.call(`${base}/${path}page=9&size=100`, { token });
      expect(afterLast.body.data, path).toEqual({ rows: [], total });
    }
  });

  test('return the organisations of a region step by step, too (S0 §7)', async () => {
    for (const path of ['findListByAreaId?areaId=330127', 'findListByAreaCode?areaCode=330127']) {
      const top = await rows(`${base}/organizations/${path}&level=1&parent=0&type=all`);
      expect(top.map(({ id }) => id)).toEqual(['office']);
      const below = await rows(`${base}/organizations/${path}&level=2&parent=office&type=all`);
      expect(below.map(({ id }) => id)).toEqual(['desk']);
    }
  });

  test('list people in service by organisation, post or name, without their numbers', async () => {
    const all = await rows(`${base}/staffs?mark=page&size=10000`);
    expect(all.map(({ name }) => name)).toEqual(['李娜', '张伟']);
    expect(JSON.stringify(all)).not.toMatch(/330127199|15405/);
    for (const filter of ['orgId=office', 'departmentId=desk']) {
      expect(await rows(`${base}/staffs?mark=page&${filter}`)).toHaveLength(2);
    }
    for (const filter of [
      'name=张',
      'roleCode=role-zhang',
      'positionId=signer',
      'groupId=group',
      'windowId=w1',
    ]) {
      expect(await rows(`${base}/staffs?mark=page&${encodeURI(filter)}`)).toMatchObject([{ id: 'zhang' }]);
    }
    expect(await rows(`${base}/staffs?mark=page&orgId=desk`)).toEqual([]);
  });

  test('list halls, windows, positions, roles and groups', async () => {
    expect(await rows(`${base}/halls?areaId=330127`)).toMatchObject([{ id: 'hall' }]);
    expect(await rows(`${base}/halls/names?areaId=330127`)).toEqual(['接待中心']);
    expect(await rows(`${base}/halls/names?name=没有`)).toEqual([]);
    expect(await rows(`${base}/windows?hallId=hall`)).toMatchObject([{ id: 'w1', hallName: '接待中心' }]);
    expect(await rows(`${base}/positions?page=1&size=10000`)).toMatchObject([{ id: 'signer' }]);
    expect(await rows(`${base}/roles?page=1&size=1000&type=all`)).toHaveLength(3);
    expect(await rows(`${base}/userGroups`)).toMatchObject([{ id: 'group', staffs: [{ id: 'zhang' }] }]);
  });

  test('return the names of ids, and find a window by its number and its hall', async () => {
    for (const [path, id] of [
      ['halls', 'hall'],
      ['windows', 'w1'],
      ['positions', 'signer'],
      ['roles', 'role-zhang'],
      ['userGroups', 'group'],
    ] as const) {
      expect(await rows(`${base}/${path}?ids=gone,${id}`), path).toMatchObject([{ id }]);
      expect(await rows(`${base}/${path}?ids=gone`), path).toEqual([]);
    }
    for (const name of ['X01', '来信', '接待中心', 'X01 来信窗口']) {
      expect(await rows(`${base}/windows?name=${encodeURIComponent(name)}`), name).toHaveLength(1);
    }
    expect(await rows(`${base}/windows?name=X02`)).toEqual([]);
  });

  test('are found by pinyin and initials in every reading of the characters (S0 §3)', async () => {
    await db.insertInto('roles').values({ code: 'colours', name: '角色' }).execute();
    for (const path of [
      'halls?inputValue=jdzx',
      'halls/names?name=jiedaizx',
      'windows?hallName=jdzx',
      'windows?name=laixin',
      'positions?name=qpg',
      'roles?type=all&name=juese',
      'roles?type=all&name=jiaose',
      'userGroups?name=jsz',
      'staffs?mark=page&name=zw',
      'staffs?mark=page&name=Zhang Wei',
      'staffs?mark=page&positionId=signer&orgName=csxfj',
    ])
      expect(await rows(encodeURI(`${base}/${path}`)), path).toHaveLength(1);
    expect(await rows(`${base}/halls?inputValue=xdzx`)).toEqual([]);
  });

  test('list business applications, and the user groups of one of them or of all', async () => {
    await db
      .insertInto('business_categories')
      .values(['letters', 'permits'].map((category, sort_by) => ({ id: category, name: category, sort_by })))
      .execute();
    await db
      .insertInto('user_groups')
      .values([
        { id: 'readers', code: 'readers', name: '阅信组', applications: ['letters'], sort_by: 1 },
        { id: 'both', code: 'both', name: '综合组', applications: ['letters', 'permits'], sort_by: 2 },
      ])
      .execute();
    const all = await rows(`${base}/applications?page=1&size=10000`);
    expect(all).toEqual([
      { id: 'letters', code: 'letters', name: 'letters' },
      { id: 'permits', code: 'permits', name: 'permits' },
    ]);
    const groups = async (query: string) =>
      ((await rows(`${base}/userGroups${query}`)) as { id: string }[]).map(({ id }) => id).sort();
    expect(await groups('?application=letters')).toEqual(['both', 'group', 'readers']);
    expect(await groups('?application=permits')).toEqual(['both', 'group']);
    expect(await groups(`?application=permits&name=${encodeURI('综合')}`)).toEqual(['both']);
    expect(await groups('?application=none')).toEqual(['group']);
    expect(await groups('?name=%25')).toEqual([]);
    // Default parameters of old clients have no effect here, as in the other lists.
    expect(await groups('?application=permits&areaCode=330109&orgName=x&all=1')).toEqual(['both', 'group']);
  });
});

describe('candidate keys', () => {
  test('resolve to people in service', async () => {
    const keys = [
      'staff:li',
      'staff:gone',
      'org:office',
      'department:desk',
      'role:role-li',
      'position:signer',
      'group:group',
      'window:w1',
      'role:none',
    ];
    expect(Object.fromEntries(await findHolders(db, keys))).toEqual({
      'staff:li': ['li'],
      'staff:gone': [],
      'org:office': ['li', 'zhang'],
      'department:desk': ['li', 'zhang'],
      'role:role-li': ['li'],
      'position:signer': ['zhang'],
      'group:group': ['zhang'],
      'window:w1': ['zhang'],
      'role:none': [],
    });
  });

  test('have names', async () => {
    const names = await nameKeys(db, ['staff:li', 'department:desk', 'window:w1', 'role:none']);
    expect(Object.fromEntries(names)).toEqual({
      'staff:li': '李娜',
      'department:desk': '办信科',
      'window:w1': '来信窗口',
      'role:none': 'role:none',
    });
  });
});
