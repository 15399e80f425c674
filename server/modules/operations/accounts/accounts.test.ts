import { describe, expect, test } from 'vitest';
import { accounts, roles } from '#contract/accounts.ts';
import { session } from '#contract/session.ts';
import { checkPassword, passwordProfiles } from '#domain/passwords/password-rule.ts';
import { loginLimits } from '#server/modules/access/session/login-limits.ts';
import { isPassword } from '#server/modules/access/session/password-hash.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { testOffice } from '#test/world/office.ts';
import { resetOnServer } from './reset-on-server.ts';

const office = await testOffice();
const { db } = office.context;
const system = office.as('tianye');
/** All other people are refused: only the system administrator may make these calls. */
const others = { zhangwei: 403, wujianguo: 403, shenjie: 403, xiaohan: 403, dongmei: 403, yuanyuan: 403 };

async function staffOf(account: string) {
  return db.selectFrom('staff').selectAll().where('account', '=', account).executeTakeFirstOrThrow();
}

async function accountOf(account: string) {
  const { rows } = await system.done(accounts.list, { query: { keyword: account } });
  return rows[0];
}

/** Fills the counter of failed logins of an account. */
async function lockOut(account: string): Promise<void> {
  const [{ bucket } = { bucket: '' }] = loginLimits({ account, address: '10.0.0.7', knownDevice: undefined });
  await db
    .insertInto('rate_limits')
    .values({ bucket, window_started_at: office.clock.now, hits: 5 })
    .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ hits: 5 }))
    .execute();
}

const callOn = (account: string, body?: unknown) => ({
  params: { id: `staff-${account}` },
  ...(body === undefined ? {} : { body }),
});

describeCalls(office, accounts, {
  list: {
    caller: 'tianye',
    request: { query: { size: '100', state: 'enabled' } },
    refusedFor: others,
    invalidInputs: [
      { makeInvalid: () => ({ query: { state: 'asleep' } }), expectedProblems: [['state', '不是可选的值']] },
      { makeInvalid: () => ({ query: { sort: 'password' } }), expectedProblems: [['sort', '不是可选的值']] },
    ],
    checkAnswer: ({ rows, total }) => {
      expect(total).toBe(rows.length);
      expect(rows.map(({ account }) => account)).not.toContain('jiangtao');
      const clerk = rows.find(({ account }) => account === 'zhangwei');
      expect(clerk).toMatchObject({
        name: '张伟',
        disabled: false,
        locked: false,
        roles: [{ code: 'window-clerk', name: '窗口人员' }],
        can: ['disable', 'resetPassword'],
      });
      // Each administrator role has one holder in the demo: they may not be disabled, and their passwords
      // may not be reset by others.
      for (const account of ['dongmei', 'yuanyuan', 'xiaohan', 'tianye'])
        expect(rows.find((row) => row.account === account)?.can, account).toEqual([]);
    },
  },
  disable: {
    caller: 'tianye',
    request: async () => {
      await office.as('chenjing').done(session.currentUser);
      return callOn('chenjing', { reason: '调离' });
    },
    refusedFor: others,
    invalidInputs: [
      { makeInvalid: (right) => ({ ...right, body: {} }), expectedProblems: [['reason', '请输入原因']] },
      {
        makeInvalid: (right) => ({ ...right, body: { reason: '　' } }),
        expectedProblems: [['reason', '请输入原因']],
      },
      {
        makeInvalid: (right) => ({ ...right, body: { reason: '长'.repeat(201) } }),
        expectedProblems: [['reason', '原因不能超过200个字符']],
      },
    ],
    checkAnswer: async ({ endedSessions }) => {
      expect(endedSessions).toBeGreaterThan(0);
      expect((await staffOf('chenjing')).disabled_at).not.toBeNull();
      expect((await office.as('chenjing').call(session.currentUser)).status).toBe(401);
      expect(await accountOf('chenjing')).toMatchObject({ disabled: true, can: ['enable'] });
      const auditRecord = await db
        .selectFrom('audit_links')
        .selectAll()
        .where('chain', '=', 'account')
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow();
      expect(auditRecord).toMatchObject({
        action: 'account.disable',
        staff_id: 'staff-tianye',
        object_id: 'staff-chenjing',
        detail: { account: 'chenjing', reason: '调离' },
      });
    },
  },
  enable: {
    caller: 'tianye',
    request: callOn('jiangtao'),
    refusedFor: others,
    checkAnswer: async () => expect((await staffOf('jiangtao')).disabled_at).toBeNull(),
  },
  resetPassword: {
    caller: 'tianye',
    request: async () => {
      await office.as('fenglei').done(session.currentUser);
      return callOn('fenglei');
    },
    refusedFor: others,
    checkAnswer: async ({ account, oneTimePassword }) => {
      expect(account).toBe('fenglei');
      const person = await staffOf('fenglei');
      expect(person.must_change_password).toBe(true);
      expect(await isPassword(oneTimePassword, person.password_hash)).toBe(true);
      expect((await office.as('fenglei').call(session.currentUser)).status).toBe(401);
      for (const profile of Object.values(passwordProfiles))
        expect(checkPassword(oneTimePassword, { profile, common: new Set(), account })).toEqual([]);
      // The database does not contain the password: neither the answer for a repeated key nor the audit log.
      const storedTexts = [
        await db.selectFrom('idempotency_keys').selectAll().execute(),
        await db.selectFrom('audit_links').selectAll().where('chain', '=', 'account').execute(),
      ];
      expect(JSON.stringify(storedTexts)).not.toContain(oneTimePassword);
    },
  },
  unlock: {
    caller: 'tianye',
    request: async () => {
      await lockOut('liuyang');
      expect(await accountOf('liuyang')).toMatchObject({ locked: true });
      return callOn('liuyang');
    },
    refusedFor: others,
    checkAnswer: async () => expect(await accountOf('liuyang')).toMatchObject({ locked: false }),
  },
});

const refusedForRoles = { zhangwei: 403, shenjie: 403, xiaohan: 403, tianye: 403, yuanyuan: 403 };

describeCalls(office, roles, {
  list: {
    caller: 'dongmei',
    request: { query: { size: '20' } },
    refusedFor: refusedForRoles,
    checkAnswer: ({ rows, total }) => {
      expect(total).toBe(10);
      expect(rows.find(({ code }) => code === 'audit-admin')).toEqual({
        code: 'audit-admin',
        name: '审计管理员',
        permissions: [{ code: 'audit:read', name: '查看审计记录' }],
        menus: expect.any(Array),
        holders: 1,
        runsPortal: true,
      });
      expect(rows.find(({ code }) => code === 'handler')).toMatchObject({ runsPortal: false });
    },
  },
  holders: {
    caller: 'dongmei',
    request: { params: { code: 'matter-admin' } },
    refusedFor: refusedForRoles,
    checkAnswer: ({ rows }) => expect(rows.map(({ account }) => account)).toEqual(['shenjie']),
  },
});

describe('an account', () => {
  test('is refused a change that its state does not allow, with the reason', async () => {
    const refusalOf = async (call: typeof accounts.enable, account: string) =>
      (await system.call(call, callOn(account))).body.errmsg;
    expect(await refusalOf(accounts.enable, 'zhaomin')).toBe('该账号已启用');
    expect(await refusalOf(accounts.unlock, 'zhaomin')).toBe('该账号没有被锁定');
    const reset = accounts.resetPassword as unknown as typeof accounts.enable;
    expect(await refusalOf(reset, 'tianye')).toBe('不能重置自己的密码，请使用“修改密码”');
    expect(await refusalOf(reset, 'yuanyuan')).toContain('不能由其他管理员重置');
    const own = await system.call(accounts.disable, callOn('tianye', { reason: '试' }));
    expect(own.body).toMatchObject({ errcode: 40930, errmsg: '不能停用自己的账号' });
    const last = await system.call(accounts.disable, callOn('yuanyuan', { reason: '试' }));
    expect(last.body.errmsg).toContain('唯一可以查看审计记录的账号');
    const unknown = await system.call(accounts.enable, { params: { id: 'staff-nobody' } });
    expect(unknown.body.errcode).toBe(404);
  });

  test('gets one password for repeated calls with one idempotency key', async () => {
    const key = 'reset-of-huangxiaomei-1';
    const [first, again] = [
      await system.call(accounts.resetPassword, { ...callOn('huangxiaomei'), key }),
      await system.call(accounts.resetPassword, { ...callOn('huangxiaomei'), key }),
    ];
    expect(again?.text).toBe(first?.text);
    const next = await system.call(accounts.resetPassword, {
      ...callOn('huangxiaomei'),
      key: 'reset-2-of-it',
    });
    expect(next.text).not.toBe(first?.text);
  });

  test('is found by part of its name, its organisation, its role and its state', async () => {
    const accountsFor = async (query: Record<string, string>) =>
      (await system.done(accounts.list, { query: { size: '100', ...query } })).rows.map(
        ({ account }) => account,
      );
    expect(await accountsFor({ keyword: '赵敏' })).toEqual(['zhaomin']);
    expect(await accountsFor({ keyword: '%' })).toEqual([]);
    // By initials and pinyin of the name, and of its end.
    for (const keyword of ['zm', 'Zhao Min', 'zhaom'])
      expect(await accountsFor({ keyword })).toContain('zhaomin');
    expect(await accountsFor({ roleCode: 'audit-admin' })).toEqual(['yuanyuan']);
    // An account name that no person has, and that begins with the name of an existing account, locks nobody out.
    await lockOut('zhaomin:x');
    expect(await accountsFor({ state: 'locked' })).toEqual([]);
    await lockOut('zhaomin');
    expect(await accountsFor({ state: 'locked' })).toEqual(['zhaomin']);
    office.clock.forward(16 * 60_000);
    expect(await accountsFor({ state: 'locked' })).toEqual([]);
    const one = await staffOf('zhaomin');
    expect(await accountsFor({ orgId: one.org_id })).toContain('zhaomin');
    expect(await accountsFor({ roleCode: 'audit-admin,system-admin' })).toEqual(
      expect.arrayContaining(['tianye', 'yuanyuan']),
    );
    expect(await accountsFor({ orgId: `nowhere,${one.org_id}` })).toContain('zhaomin');
    expect(await accountsFor({ orgId: 'nowhere' })).toEqual([]);
    const bySignIn = await accountsFor({ sort: 'lastSignInAt', order: 'desc' });
    expect(bySignIn).toContain('tianye');
  });

  test('is found by posts, user groups, windows and the halls of windows', async () => {
    const idsFor = async (query: Record<string, string>) =>
      (await system.done(accounts.list, { query: { size: '100', ...query } })).rows
        .map(({ id }) => id)
        .sort();
    const holders = async (table: 'staff_positions' | 'staff_groups' | 'staff_windows', column: string) => {
      const rows = await db.selectFrom(table).selectAll().execute();
      const one = Object.entries(rows[0] ?? {}).find(([key]) => key === column)?.[1] as string;
      const all = rows.filter((row) =>
        Object.entries(row).some((entry) => entry[0] === column && entry[1] === one),
      );
      return { one, staff: all.map(({ staff_id }) => staff_id).sort() };
    };
    const position = await holders('staff_positions', 'position_id');
    expect(await idsFor({ positionId: position.one })).toEqual(position.staff);
    const group = await holders('staff_groups', 'group_id');
    expect(await idsFor({ groupId: group.one })).toEqual(group.staff);
    const window = await holders('staff_windows', 'window_id');
    expect(await idsFor({ windowId: window.one })).toEqual(window.staff);
    const { hall_id } = await db
      .selectFrom('windows')
      .select('hall_id')
      .where('id', '=', window.one)
      .executeTakeFirstOrThrow();
    const ofHall = await idsFor({ hallId: hall_id });
    expect(ofHall).toEqual(expect.arrayContaining(window.staff));
    expect(await idsFor({ hallId: 'nowhere' })).toEqual([]);
    expect(await idsFor({ positionId: position.one, windowId: 'nowhere' })).toEqual([]);
  });

  test('remains enabled as the last of two administrators who are disabled concurrently', async () => {
    await db
      .insertInto('staff_roles')
      .values({ staff_id: 'staff-zhuhong', role_code: 'audit-admin' })
      .execute();
    const answers = await Promise.all(
      ['yuanyuan', 'zhuhong'].map((account) =>
        system.call(accounts.disable, callOn(account, { reason: '试' })),
      ),
    );
    expect(answers.map(({ body }) => body.errcode).sort((a, b) => a - b)).toEqual([0, 40930]);
  });
});

test('the password of an administrator is reset on the server, with an audit record', async () => {
  const reset = await resetOnServer(office.context, 'dongmei');
  const person = await staffOf('dongmei');
  expect(person.must_change_password).toBe(true);
  expect(await isPassword(reset?.oneTimePassword ?? '', person.password_hash)).toBe(true);
  const auditRecord = await db
    .selectFrom('audit_links')
    .select(['staff_id', 'action', 'detail'])
    .where('chain', '=', 'account')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  expect(auditRecord).toMatchObject({
    staff_id: null,
    action: 'account.reset-password',
    detail: { account: 'dongmei', onServer: true },
  });
  expect(await resetOnServer(office.context, 'nobody')).toBeUndefined();
});
