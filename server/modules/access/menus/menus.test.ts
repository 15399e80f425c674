import { describe, expect, test } from 'vitest';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { findLandingOf } from './service.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
]);
const { db } = portal.context;
const menu = (code: string, client: string, parent: string | null, sort: number) => ({
  id: `m-${code}`,
  client_code: client,
  code,
  title: code,
  url: `/${code}`,
  parent_id: parent,
  sort_by: sort,
});
await db
  .insertInto('menus')
  .values([
    menu('workportal', 'workportal', null, 1),
    menu('todo', 'workportal', 'm-workportal', 2),
    menu('done', 'workportal', 'm-workportal', 3),
    menu('dashboard', 'dashboard', null, 4),
  ])
  .execute();
// Only children are granted: the parent menu is added.
await db
  .insertInto('role_menus')
  .values(['m-done', 'm-todo', 'm-dashboard'].map((menu_id) => ({ role_code: 'role-zhang', menu_id })))
  .execute();

describe('menus', () => {
  test.each(['/workportal/api/sys/staffs/getUserMenus', '/sys/staffs/menus'])(
    'require a session: %s',
    async (path) => {
      expect((await portal.call(path)).status).toBe(401);
    },
  );

  test('are a sorted tree, with the parent menus of those that a role has', async () => {
    const { body } = await portal.call('/workportal/api/sys/staffs/getUserMenus', {
      token: await portal.signIn('zhang'),
    });
    expect(body.data).toMatchObject([
      { code: 'workportal', children: [{ code: 'todo', url: '/todo' }, { code: 'done' }] },
      { code: 'dashboard', children: [] },
    ]);
  });

  test('have the pinyin of their titles for the search, each only for its readers', async () => {
    await db.updateTable('menus').set({ title: '文号' }).where('id', '=', 'm-done').execute();
    const spellingsOf = async (account: string) =>
      (await portal.call('/api/menus/spellings', { token: await portal.signIn(account) })).body.data;
    expect(await spellingsOf('zhang')).toContainEqual({ id: 'm-done', pinyin: 'wen hao' });
    expect(await spellingsOf('li')).toEqual([]);
  });

  test('are limited to one sub-system when its code is given', async () => {
    const { body } = await portal.call('/sys/staffs/menus', {
      token: await portal.signIn('zhang'),
      query: { clientCode: 'dashboard' },
    });
    expect(body.data).toMatchObject([{ code: 'dashboard' }]);
  });

  test('are empty for a person without menus', async () => {
    const { body } = await portal.call('/sys/staffs/menus', { token: await portal.signIn('li') });
    expect(body.data).toEqual([]);
  });

  test('determine the landing screen: the person’s own, else the first menu, else none (S0 §2)', async () => {
    const person = { roles: ['role-zhang'] };
    expect(await findLandingOf(portal.context, person, null)).toBe('/todo');
    expect(await findLandingOf(portal.context, person, '/done')).toBe('/done');
    expect(await findLandingOf(portal.context, { roles: ['role-li'] }, null)).toBeNull();
  });
});
