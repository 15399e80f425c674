import { describe, expect, test } from 'vitest';
import { accounts } from '#contract/administration.ts';
import { grants, people } from '#contract/people.ts';
import { roleEditing } from '#contract/role-editing.ts';
import { session } from '#contract/session.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const { db } = office.context;
const security = office.as('dongmei');
/** Nobody but the security administrator: whoever writes people down gives no roles. */
const others = { zhangwei: 403, wujianguo: 403, shenjie: 403, xiaohan: 403, tianye: 403, yuanyuan: 403 };

async function rolesOf(id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('staff_roles')
    .select('role_code')
    .where('staff_id', '=', id)
    .orderBy('role_code')
    .execute();
  return rows.map(({ role_code }) => role_code);
}

const give = (id: string, roles: string[]) => ({ params: { id }, body: { roles } });

describeCalls(office, grants, {
  list: {
    by: 'dongmei',
    sent: async () => {
      const body = { account: 'newcomer', name: '新人', orgId: '330127-xfj' };
      if (!(await db.selectFrom('staff').select('id').where('account', '=', 'newcomer').executeTakeFirst()))
        await office.as('tianye').done(people.create, { body });
      return { query: { size: '100' } };
    },
    others,
    bad: [{ wrong: () => ({ query: { state: 'asleep' } }), says: [['state', '不是可选的值']] }],
    does: ({ rows, without }) => {
      expect(without).toBe(1);
      // Who has none comes first; who has left is not there.
      expect(rows[0]).toMatchObject({ account: 'newcomer', roles: [], fault: null });
      expect(rows.map(({ account }) => account)).not.toContain('jiangtao');
      expect(rows.find(({ account }) => account === 'dongmei')?.fault).toContain('不能改变自己的角色');
    },
  },
  set: {
    by: 'dongmei',
    sent: give('staff-hudong', ['handler', 'supervisor']),
    others,
    bad: [
      { wrong: () => give('staff-hudong', ['nothing']), says: [['roles', '所选角色已不存在，请重新选择']] },
    ],
    does: async () => {
      expect(await rolesOf('staff-hudong')).toEqual(['handler', 'supervisor']);
      const link = await db
        .selectFrom('audit_links')
        .selectAll()
        .where('chain', '=', 'account')
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow();
      expect(link).toMatchObject({
        action: 'account.roles',
        staff_id: 'staff-dongmei',
        object_id: 'staff-hudong',
        detail: { account: 'hudong', given: ['supervisor'], taken: [] },
      });
    },
  },
});

describe('roles', () => {
  test('hold from the next call on, and the session goes on', async () => {
    const hudong = office.as('hudong');
    const may = async () => (await hudong.done(session.currentUser)).permissions;
    await security.done(grants.set, give('staff-hudong', ['handler']));
    expect(await may()).toContain('work-order:handle');
    await security.done(grants.set, give('staff-hudong', ['handler', 'audit-admin']));
    // Who runs the portal has no part in matters.
    expect(await may()).toEqual(['audit:read']);
    await security.done(grants.set, give('staff-hudong', []));
    expect(await may()).toEqual([]);
  });

  test('are never given to oneself', async () => {
    const answer = await security.call(grants.set, give('staff-dongmei', ['security-admin', 'audit-admin']));
    expect(answer.body).toMatchObject({ errcode: 40930 });
    expect(await rolesOf('staff-dongmei')).toEqual(['security-admin']);
  });

  test('are not taken from the last one of a hand, and are from one of two', async () => {
    const take = () => security.call(grants.set, give('staff-yuanyuan', []));
    expect((await take()).body.errmsg).toContain('唯一可以查看审计记录的账号');
    await security.done(grants.set, give('staff-zhuhong', ['leader', 'audit-admin']));
    expect((await take()).status).toBe(200);
  });

  test('that are given twice with one key are given once', async () => {
    const sent = { ...give('staff-xujun', ['handler', 'leader']), key: 'roles-of-xujun' };
    const [first, again] = [await security.call(grants.set, sent), await security.call(grants.set, sent)];
    expect(again.text).toBe(first.text);
    const links = await db
      .selectFrom('audit_links')
      .select('seq')
      .where('object_id', '=', 'staff-xujun')
      .where('action', '=', 'account.roles')
      .execute();
    expect(links).toHaveLength(1);
  });

  test('that run the portal wait until a one-time password is its owner’s own', async () => {
    const body = { account: 'one-time', name: '新来', orgId: '330127-xfj' };
    const { id } = await office.as('tianye').done(people.create, { body });
    const known = '一次性密码尚未由本人修改';
    expect((await security.call(grants.set, give(id, ['audit-admin']))).body.errmsg).toContain(known);
    expect(await rolesOf(id)).toEqual([]);
    // A role of matters is given, and does not become one of those afterwards.
    await security.done(roleEditing.create, {
      body: { code: 'clerk-to-be', name: '经办', permissions: ['work-order:handle'], menus: [] },
    });
    await security.done(grants.set, give(id, ['clerk-to-be']));
    const edit = () =>
      security.call(roleEditing.edit, {
        params: { code: 'clerk-to-be' },
        body: { name: '经办', permissions: ['audit:read'], menus: [] },
      });
    expect((await edit()).body.problems).toMatchObject([
      { field: 'permissions', message: expect.stringContaining(`one-time：${known}`) },
    ]);
    await db.updateTable('staff').set({ must_change_password: false }).where('id', '=', id).execute();
    expect((await edit()).status).toBe(200);
    await security.done(grants.set, give(id, ['audit-admin']));
    expect(await rolesOf(id)).toEqual(['audit-admin']);
  });

  test('that run the portal are given at once by who has both hands, as in an empty office', async () => {
    await db
      .insertInto('staff_roles')
      .values({ staff_id: 'staff-dongmei', role_code: 'system-admin' })
      .execute();
    const body = { account: 'first-of-all', name: '新来', orgId: '330127-xfj' };
    const { id } = await security.done(people.create, { body });
    await security.done(grants.set, give(id, ['audit-admin']));
    await db
      .deleteFrom('staff_roles')
      .where('staff_id', '=', 'staff-dongmei')
      .where('role_code', '=', 'system-admin')
      .execute();
    expect(await rolesOf(id)).toEqual(['audit-admin']);
  });

  test('of nobody are not there', async () => {
    expect((await security.call(grants.set, give('nobody', []))).body.errcode).toBe(404);
  });

  test('show by state, and whoever lists accounts sees no more than before', async () => {
    const found = async (state: string) =>
      (await security.done(grants.list, { query: { state, size: '100' } })).rows.map(
        ({ account }) => account,
      );
    expect(await found('without')).toContain('newcomer');
    expect(await found('with')).not.toContain('newcomer');
    expect(await found('disabled')).toEqual(['jiangtao']);
    expect((await security.call(accounts.list)).status).toBe(403);
  });
});
