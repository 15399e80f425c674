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
  test.each(paths)('need a session: %s', async (path) => {
    expect((await portal.call(path)).status).toBe(401);
  });

  test.each(paths)('refuse what they do not know: %s', async (path) => {
    const { body } = await portal.call(path, { token, query: { unheard: '1' } });
    expect(body.problems).toContainEqual({ field: 'unheard', message: '不支持的参数' });
  });

  test('show organisations by area, level and parent', async () => {
    expect(await rows(paths[0] ?? '')).toMatchObject([{ id: 'office', hasChildren: true }, { id: 'desk' }]);
    expect(await rows(paths[1] ?? '')).toHaveLength(2);
    expect(await rows(paths[2] ?? '')).toHaveLength(2);
    expect(await rows(`${base}/areas/organizations?parent=office`)).toMatchObject([{ id: 'desk' }]);
    expect(await rows(`${base}/areas/organizations?level=1`)).toMatchObject([{ id: 'office' }]);
    expect(await rows(`${base}/organizations/findListByAreaCode?areaCode=110000`)).toEqual([]);
  });

  test('show people in service, below an organisation, by post or by name, without their numbers', async () => {
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

  test('show halls, windows, positions, roles and groups', async () => {
    expect(await rows(`${base}/halls?areaId=330127`)).toMatchObject([{ id: 'hall' }]);
    expect(await rows(`${base}/windows?hallId=hall`)).toMatchObject([{ id: 'w1', hallName: '接待中心' }]);
    expect(await rows(`${base}/positions?page=1&size=10000`)).toMatchObject([{ id: 'signer' }]);
    expect(await rows(`${base}/roles?page=1&size=1000&type=all`)).toHaveLength(3);
    expect(await rows(`${base}/userGroups`)).toMatchObject([{ id: 'group', staffs: [{ id: 'zhang' }] }]);
  });
});

describe('candidate keys', () => {
  test('are answered to by people in service', async () => {
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
