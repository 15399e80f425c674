import { describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { grants, people } from '#contract/people.ts';
import { roleEditing } from '#contract/role-editing.ts';
import { session } from '#contract/session.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { confirmIdentity } from '#test/world/confirm-identity.ts';
import { openSession, testOffice } from '#test/world/office.ts';
import { rolesOf } from '#test/world/roles-of.ts';
import { digestOfRoles } from './dialog-digests.ts';

const office = await testOffice();
const { db } = office.context;
const security = office.as('dongmei');
/**
 * All other people are refused: only the security administrator grants roles, not the administrator of
 * accounts.
 */
const others = { zhangwei: 403, wujianguo: 403, shenjie: 403, xiaohan: 403, tianye: 403, yuanyuan: 403 };

/** Returns the input of a dialog that was opened just now. */
const requestFor = async (id: string, roles: string[], idCard?: string) => ({
  params: { id },
  body: { roles, digest: digestOfRoles(await rolesOf(db, id)), ...(idCard !== undefined && { idCard }) },
});
/** Identity numbers of the demo. */
const cards = { hudong: '33012719870123997X', zhuhong: '330127197510289961', xujun: '330127198605179970' };

describeCalls(office, grants, {
  list: {
    caller: 'dongmei',
    request: async () => {
      const body = { account: 'newcomer', name: '新人', orgId: '330127-xfj' };
      if (!(await db.selectFrom('staff').select('id').where('account', '=', 'newcomer').executeTakeFirst()))
        await office.as('tianye').done(people.create, { body });
      return { query: { size: '100' } };
    },
    refusedFor: others,
    invalidInputs: [
      { makeInvalid: () => ({ query: { state: 'asleep' } }), expectedProblems: [['state', '不是可选的值']] },
    ],
    checkAnswer: ({ rows, without }) => {
      expect(without).toBe(1);
      // People without roles come first; departed people are not listed.
      expect(rows[0]).toMatchObject({ account: 'newcomer', roles: [], fault: null });
      expect(rows.map(({ account }) => account)).not.toContain('jiangtao');
      expect(rows.find(({ account }) => account === 'dongmei')?.fault).toContain('不能改变自己的角色');
    },
  },
  detail: {
    caller: 'dongmei',
    request: { params: { id: 'staff-hudong' } },
    refusedFor: others,
    checkAnswer: (row) =>
      expect(row).toMatchObject({ account: 'hudong', roles: [{ code: 'handler' }], fault: null }),
  },
  set: {
    caller: 'dongmei',
    request: () => requestFor('staff-hudong', ['handler', 'supervisor']),
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: (right) => ({ ...right, body: { ...(right.body as object), roles: ['nothing'] } }),
        expectedProblems: [['roles', '所选角色已不存在，请重新选择']],
      },
    ],
    checkAnswer: async () => {
      expect(await rolesOf(db, 'staff-hudong')).toEqual(['handler', 'supervisor']);
      const auditRecord = await db
        .selectFrom('audit_links')
        .selectAll()
        .where('chain', '=', 'account')
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow();
      expect(auditRecord).toMatchObject({
        action: 'account.roles',
        staff_id: 'staff-dongmei',
        object_id: 'staff-hudong',
        detail: { account: 'hudong', given: ['supervisor'], taken: [] },
      });
    },
  },
});

describe('granting roles', () => {
  test('applies from the next call on, and keeps the session open', async () => {
    const hudong = office.as('hudong');
    const permissionsNow = async () => (await hudong.done(session.currentUser)).permissions;
    await security.done(grants.set, await requestFor('staff-hudong', ['handler']));
    expect(await permissionsNow()).toContain('work-order:handle');
    await security.done(grants.set, await requestFor('staff-hudong', ['handler', 'supervisor']));
    expect(await permissionsNow()).toContain('work-order:urge');
    await security.done(grants.set, await requestFor('staff-hudong', []));
    expect(await permissionsNow()).toEqual([]);
  });

  test('ends earlier sessions and the permissions for orders when an administrator role is granted', async () => {
    const before = await openSession(office, 'zhuhong');
    const callWithOldToken = () => office.call(session.currentUser.path, { token: before });
    expect((await callWithOldToken()).body.errcode).toBe(0);
    await security.done(
      grants.set,
      await requestFor('staff-zhuhong', ['leader', 'audit-admin'], cards.zhuhong),
    );
    expect((await callWithOldToken()).status).toBe(401);
    const { body } = await office.call(session.currentUser.path, {
      token: await openSession(office, 'zhuhong'),
    });
    expect((body.data as unknown as { permissions: string[] }).permissions).toEqual(['audit:read']);
    await security.done(grants.set, await requestFor('staff-zhuhong', ['leader']));
  });

  test('is refused to oneself', async () => {
    const answer = await security.call(
      grants.set,
      await requestFor('staff-dongmei', ['security-admin', 'audit-admin']),
    );
    expect(answer.body).toMatchObject({ errcode: 40930 });
    expect(await rolesOf(db, 'staff-dongmei')).toEqual(['security-admin']);
  });

  test('keeps the last holder of an administrator role, and allows one of two to lose it', async () => {
    const removeRole = async () => security.call(grants.set, await requestFor('staff-yuanyuan', []));
    expect((await removeRole()).body.errmsg).toContain('没有人可以查看审计记录');
    await security.done(
      grants.set,
      await requestFor('staff-zhuhong', ['leader', 'audit-admin'], cards.zhuhong),
    );
    expect((await removeRole()).status).toBe(200);
  });

  test('is idempotent for one key', async () => {
    const sent = { ...(await requestFor('staff-xujun', ['handler', 'leader'])), key: 'roles-of-xujun' };
    const [first, again] = [await security.call(grants.set, sent), await security.call(grants.set, sent)];
    expect(again.text).toBe(first.text);
    const auditRecords = await db
      .selectFrom('audit_links')
      .select('seq')
      .where('object_id', '=', 'staff-xujun')
      .where('action', '=', 'account.roles')
      .execute();
    expect(auditRecords).toHaveLength(1);
  });

  test('refuses an administrator role until the person has changed the one-time password', async () => {
    const body = { account: 'one-time', name: '新来', orgId: '330127-xfj' };
    const { id } = await office.as('tianye').done(people.create, { body });
    const knownPasswordText = '一次性密码尚未由本人修改';
    expect((await security.call(grants.set, await requestFor(id, ['audit-admin']))).body.errmsg).toContain(
      knownPasswordText,
    );
    expect(await rolesOf(db, id)).toEqual([]);
    // A role for matters is granted, and must not become one of administration afterwards.
    await security.done(roleEditing.create, {
      body: { code: 'clerk-to-be', name: '经办', permissions: ['work-order:handle'], menus: [] },
    });
    await security.done(grants.set, await requestFor(id, ['clerk-to-be']));
    const params = { code: 'clerk-to-be' };
    const edit = async () =>
      security.call(roleEditing.edit, {
        params,
        body: {
          name: '经办',
          permissions: ['audit:read'],
          menus: [],
          digest: (await security.done(roleEditing.detail, { params })).digest,
        },
      });
    expect((await edit()).body.problems).toMatchObject([
      { field: 'permissions', message: expect.stringContaining(`one-time：${knownPasswordText}`) },
    ]);
    await db.updateTable('staff').set({ must_change_password: false }).where('id', '=', id).execute();
    expect((await edit()).status).toBe(200);
    await security.done(grants.set, await requestFor(id, ['audit-admin']));
    expect(await rolesOf(db, id)).toEqual(['audit-admin']);
  });

  test('allows an administrator role at once when the administrator also creates accounts', async () => {
    await db
      .insertInto('staff_roles')
      .values({ staff_id: 'staff-dongmei', role_code: 'system-admin' })
      .execute();
    const body = { account: 'first-of-all', name: '新来', orgId: '330127-xfj' };
    const { id } = await security.done(people.create, { body });
    await security.done(grants.set, await requestFor(id, ['audit-admin']));
    await db
      .deleteFrom('staff_roles')
      .where('staff_id', '=', 'staff-dongmei')
      .where('role_code', '=', 'system-admin')
      .execute();
    expect(await rolesOf(db, id)).toEqual(['audit-admin']);
  });

  test('refuses an outdated or missing state of the roles', async () => {
    const opened = digestOfRoles(await rolesOf(db, 'staff-hudong'));
    const set = (roles: string[], digest?: string) =>
      security.call(grants.set, { params: { id: 'staff-hudong' }, body: { roles, digest } });
    expect((await set(['handler'], opened)).status).toBe(200);
    const stale = await set(['leader', 'supervisor'], opened);
    expect(stale.body).toMatchObject({
      errcode: 40958,
      errmsg: expect.stringMatching(/^该人员的角色已由董梅于 \S+ \S+ 修改$/),
    });
    expect(await rolesOf(db, 'staff-hudong')).toEqual(['handler']);
    expect((await set(['leader'])).body.problems?.map(({ field }) => field)).toEqual(['digest']);
  });

  test('returns 404 for an unknown person', async () => {
    expect((await security.call(grants.set, await requestFor('nobody', []))).body.errcode).toBe(404);
  });

  test('lists people by state, without access to the list of accounts', async () => {
    const accountsIn = async (state: string) =>
      (await security.done(grants.list, { query: { state, size: '100' } })).rows.map(
        ({ account }) => account,
      );
    expect(await accountsIn('without')).toContain('newcomer');
    expect(await accountsIn('with')).not.toContain('newcomer');
    expect(await accountsIn('disabled')).toEqual(['jiangtao']);
    expect((await security.call(accounts.list)).status).toBe(403);
  });
});

describe('the identity number of a person who may use the unified login', () => {
  const system = office.as('tianye');
  const otherIdCard = '33012719900101108X';
  const problem = (message: string) => [{ field: 'idCard', message: expect.stringContaining(message) }];
  const saveIdCard = async (idCard: string) => {
    const {
      id: _id,
      mayRename: _may,
      idCardFault: _problem,
      mobile: _mobile,
      ...person
    } = await system.done(people.detail, { params: { id: 'staff-xujun' } });
    const { org, department, positions, groups, windows, ...values } = person;
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
    await confirmIdentity(office, 'tianye');
    await system.done(people.edit, {
      params: { id: 'staff-xujun' },
      body: {
        ...values,
        orgId: org.id,
        departmentId: department?.id ?? '',
        positions: ids(positions),
        groups: ids(groups),
        windows: ids(windows),
        idCard,
      },
    });
  };
  const set = async (idCard?: string) =>
    security.call(grants.set, await requestFor('staff-xujun', ['audit-admin'], idCard));

  test('is compared with the identity card before an administrator role is granted', async () => {
    // The system administrator cannot change it for an administrator of the portal, and so changes it before.
    await saveIdCard(otherIdCard);
    const before = await rolesOf(db, 'staff-xujun');
    expect((await set()).body.problems).toEqual(problem('按本人出示的身份证填写号码核对'));
    expect((await set('')).body.problems).toEqual(problem('按本人出示的身份证填写号码核对'));
    expect((await set(cards.xujun)).body.problems).toEqual(problem('与账号登记的身份证号不一致'));
    expect((await set('3301')).body.problems).toEqual(problem('与账号登记的身份证号不一致'));
    expect(await rolesOf(db, 'staff-xujun')).toEqual(before);
    // A role for matters needs no identity number.
    await security.done(grants.set, await requestFor('staff-xujun', ['handler']));

    await saveIdCard(cards.xujun);
    expect((await set(cards.xujun)).body.errcode).toBe(0);
    const { detail } = await db
      .selectFrom('audit_links')
      .select('detail')
      .where('object_id', '=', 'staff-xujun')
      .where('action', '=', 'account.roles')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(detail).toEqual({
      account: 'xujun',
      given: ['audit-admin'],
      taken: ['handler'],
      idCardCompared: true,
    });
    // From now on no other administrator may change it; removed and granted again it is compared again.
    await security.done(grants.set, await requestFor('staff-xujun', ['handler']));
    expect((await set()).body.problems).toEqual(problem('按本人出示的身份证填写号码核对'));
  });

  test('is compared for each further administrator role, and not when none is added', async () => {
    await security.done(grants.set, await requestFor('staff-xujun', ['audit-admin'], cards.xujun));
    const further = async (idCard?: string) =>
      security.call(grants.set, await requestFor('staff-xujun', ['audit-admin', 'config-admin'], idCard));
    expect((await further()).body.problems).toEqual(problem('核对'));
    expect((await further(cards.xujun)).status).toBe(200);
    expect((await set()).status).toBe(200);
    await security.done(grants.set, await requestFor('staff-xujun', ['handler']));
  });

  test('is also required when a role gets its first administrator permission', async () => {
    const body = { name: '督办', permissions: ['work-order:urge'], menus: [] };
    await security.done(roleEditing.create, { body: { code: 'urger', ...body } });
    await security.done(grants.set, await requestFor('staff-xujun', ['urger']));
    const { digest } = await security.done(roleEditing.detail, { params: { code: 'urger' } });
    const answer = await security.call(roleEditing.edit, {
      params: { code: 'urger' },
      body: { ...body, permissions: ['audit:read'], digest },
    });
    expect(answer.body.problems).toEqual([
      { field: 'permissions', message: expect.stringContaining('xujun：授予管理类权限前须逐人核对身份证号') },
    ]);
    const { permissions } = await security.done(roleEditing.detail, { params: { code: 'urger' } });
    expect(permissions).toEqual(['work-order:urge']);
  });

  test('is protected against guessing by a limit of tries', async () => {
    office.clock.forward(3_600_000);
    const tries: number[] = [];
    for (let index = 0; index < 21; index += 1) tries.push((await set(otherIdCard)).body.errcode);
    expect(tries.slice(0, 20)).toEqual(Array(20).fill(400));
    expect(tries[20]).toBe(429);
    office.clock.forward(3_600_000);
    await security.done(grants.set, await requestFor('staff-xujun', ['audit-admin'], cards.xujun));
  });

  test('is required in the list only when one is stored, and not of an administrator who also edits numbers', async () => {
    const requirements = async () =>
      (await security.done(grants.list, { query: { size: '100' } })).rows
        .filter(({ account }) => ['xujun', 'newcomer'].includes(account))
        .map(({ account, asksIdCard }) => [account, asksIdCard]);
    expect(await requirements()).toEqual([
      ['newcomer', false],
      ['xujun', true],
    ]);
    const both = { staff_id: 'staff-dongmei', role_code: 'system-admin' };
    await db.insertInto('staff_roles').values(both).execute();
    expect((await requirements()).every(([, isRequired]) => isRequired === false)).toBe(true);
    await db
      .deleteFrom('staff_roles')
      .where((row) => row.and(both))
      .execute();
  });
});
