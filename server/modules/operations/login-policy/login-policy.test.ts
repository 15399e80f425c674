import { describe, expect, test } from 'vitest';
import { loginPolicy } from '#contract/login-policy.ts';
import { resetOnServer } from '#server/modules/operations/accounts/reset-on-server.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { createLoginSteps } from '#test/world/login.ts';
import { openSession, testOffice } from '#test/world/office.ts';
import { unifiedLoginSteps } from '#test/world/unified-login-steps.ts';

const office = await testOffice();
const security = office.as('dongmei');
const { db, crypto } = office.context;
const others = { zhangwei: 403, wujianguo: 403, tianye: 403, yuanyuan: 403, xiaohan: 403 };
const age = { passwordMaxAgeDays: null, passwordWarnDays: 7 };
const defaultPolicy = { ...age, secondFactorAfterSignOn: true, obligedRoles: [] as string[] };

/** Adds a second factor of a person, and a browser that may sign in without it. */
async function addFactor(account: string): Promise<void> {
  const staff_id = `staff-${account}`;
  const at = office.clock.now;
  await db
    .insertInto('second_factors')
    .values({ staff_id, secret_sealed: crypto.seal('JBSWY3DPEHPK3PXP'), last_step: 0, enrolled_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ staff_id, code_digest: `of ${account}` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('device_tokens')
    .values({
      token_hash: `device of ${account}`,
      staff_id,
      may_sign_in: true,
      created_at: at,
      used_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

describeCalls(office, loginPolicy, {
  show: {
    caller: 'dongmei',
    request: {},
    refusedFor: others,
    checkAnswer: ({ secondFactorAfterSignOn, roles, changed }) => {
      expect(changed).toBeNull();
      expect(secondFactorAfterSignOn).toBe(true);
      expect(roles.every(({ obliged }) => !obliged)).toBe(true);
      expect(roles.find(({ code }) => code === 'security-admin')).toMatchObject({
        name: '安全管理员',
        runsPortal: true,
        holders: 1,
        enrolled: 0,
      });
    },
  },
  save: {
    caller: 'dongmei',
    request: {
      body: {
        passwordMaxAgeDays: 90,
        passwordWarnDays: 14,
        secondFactorAfterSignOn: false,
        obligedRoles: ['leader', 'system-admin'],
      },
    },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { ...age, obligedRoles: [] } }),
        expectedProblems: [['secondFactorAfterSignOn', '不能为空']],
      },
      {
        makeInvalid: () => ({ body: { ...defaultPolicy, passwordMaxAgeDays: 5, passwordWarnDays: 20 } }),
        expectedProblems: [['passwordWarnDays', '到期前提醒天数须少于最长使用天数']],
      },
    ],
    checkAnswer: async () => {
      const {
        roles,
        secondFactorAfterSignOn,
        digest: _digest,
        changed,
        ...days
      } = await security.done(loginPolicy.show);
      expect(days).toEqual({ passwordMaxAgeDays: 90, passwordWarnDays: 14 });
      expect(changed).toEqual({ name: '董梅', at: office.clock.now.toISOString() });
      expect(secondFactorAfterSignOn).toBe(false);
      expect(roles.flatMap(({ code, obliged }) => (obliged ? [code] : []))).toEqual([
        'leader',
        'system-admin',
      ]);
      const auditRecord = await db
        .selectFrom('audit_links')
        .select(['staff_id', 'detail'])
        .where('action', '=', 'login-policy.save')
        .executeTakeFirstOrThrow();
      expect(auditRecord).toEqual({
        staff_id: 'staff-dongmei',
        detail: {
          passwordMaxAgeDays: 90,
          passwordWarnDays: 14,
          secondFactorAfterSignOn: false,
          obligedRoles: ['leader', 'system-admin'],
          before: defaultPolicy,
        },
      });
      const unknown = await security.call(loginPolicy.save, {
        body: { ...defaultPolicy, obligedRoles: ['nobody'] },
      });
      expect(unknown.body.errcode).toBe(404);
      await security.done(loginPolicy.save, { body: defaultPolicy });
    },
  },
  effect: {
    caller: 'dongmei',
    request: { body: { passwordMaxAgeDays: null, obligedRoles: ['security-admin'] } },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { passwordMaxAgeDays: 0, obligedRoles: [] } }),
        expectedProblems: [['passwordMaxAgeDays', '不能小于1']],
      },
    ],
    checkAnswer: async (effect) => {
      expect(effect).toEqual({ passwordsExpired: 0, factorsMissing: 1 });
      await db.updateTable('staff').set({ password_changed_at: office.clock.now }).execute();
      const setOldPassword = (account: string, values: { must_change_password?: boolean }) =>
        db
          .updateTable('staff')
          .set({ password_changed_at: new Date(office.clock.now.getTime() - 90 * 86_400_000), ...values })
          .where('account', '=', account)
          .execute();
      await setOldPassword('zhangwei', {});
      await setOldPassword('liuyang', { must_change_password: true });
      const affected = await security.done(loginPolicy.effect, {
        body: { passwordMaxAgeDays: 90, obligedRoles: [] },
      });
      expect(affected).toEqual({ passwordsExpired: 1, factorsMissing: 0 });
      const { passwordsExpired } = await security.done(loginPolicy.effect, {
        body: { passwordMaxAgeDays: 91, obligedRoles: [] },
      });
      expect(passwordsExpired).toBe(0);
      await db
        .updateTable('staff')
        .set({ password_changed_at: office.clock.now, must_change_password: false })
        .where('account', 'in', ['zhangwei', 'liuyang'])
        .execute();
    },
  },
  people: {
    caller: 'dongmei',
    request: async () => {
      await addFactor('lina');
      return { query: { state: 'enrolled' } };
    },
    refusedFor: others,
    invalidInputs: [
      { makeInvalid: () => ({ query: { state: 'asleep' } }), expectedProblems: [['state', '不是可选的值']] },
    ],
    checkAnswer: async ({ rows }) => {
      expect(rows).toEqual([
        {
          staffId: 'staff-lina',
          account: 'lina',
          name: '李娜',
          orgName: '淳安县信访局',
          roles: ['窗口人员'],
          obliged: false,
          enrolledAt: office.clock.now.toISOString(),
          recoveryCodesLeft: 1,
          canReset: true,
        },
      ]);
      await security.done(loginPolicy.save, { body: { ...defaultPolicy, obligedRoles: ['window-clerk'] } });
      const missing = await security.done(loginPolicy.people, { query: { state: 'missing' } });
      expect(missing.rows.map(({ account }) => account).sort()).toEqual([
        'chenjing',
        'fenglei',
        'wangfang',
        'zhangwei',
      ]);
      const none = await security.done(loginPolicy.people, { query: { state: 'none', keyword: 'zhangwei' } });
      expect(none.rows).toEqual([]);
      await security.done(loginPolicy.save, { body: defaultPolicy });
    },
  },
  reset: {
    caller: 'dongmei',
    request: async () => {
      await addFactor('liuyang');
      return { params: { id: 'staff-liuyang' }, body: { reason: '手机丢失' } };
    },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: (right) => ({ ...right, body: { reason: ' ' } }),
        expectedProblems: [['reason', '请输入原因']],
      },
    ],
    checkAnswer: async (_answer, sent) => {
      const rowsIn = (table: 'second_factors' | 'recovery_codes') =>
        db.selectFrom(table).select('staff_id').where('staff_id', '=', 'staff-liuyang').execute();
      expect(await rowsIn('second_factors')).toEqual([]);
      expect(await rowsIn('recovery_codes')).toEqual([]);
      const device = await db
        .selectFrom('device_tokens')
        .select('revoked_at')
        .where('staff_id', '=', 'staff-liuyang')
        .executeTakeFirst();
      expect(device?.revoked_at).toEqual(office.clock.now);
      const message = await db
        .selectFrom('messages')
        .select(['title', 'content'])
        .where('staff_id', '=', 'staff-liuyang')
        .executeTakeFirst();
      expect(message?.title).toMatch(/^二次验证已被重置（.+：.+）$/);
      expect(message?.content).toContain('安全管理员董梅重置了您的二次验证，原因：手机丢失');
      const auditRecord = await db
        .selectFrom('audit_links')
        .select(['object_id', 'detail'])
        .where('action', '=', 'session.reset-factor')
        .executeTakeFirst();
      expect(auditRecord).toEqual({
        object_id: 'staff-liuyang',
        detail: { account: 'liuyang', reason: '手机丢失' },
      });
      const again = await security.call(loginPolicy.reset, sent);
      expect(again.body).toEqual({ errcode: 40930, errmsg: '该人员没有启用二次验证' });
    },
  },
});

describe('the second factor of a security administrator', () => {
  test('cannot be reset by its owner', async () => {
    await addFactor('dongmei');
    const answer = await security.call(loginPolicy.reset, {
      params: { id: 'staff-dongmei' },
      body: { reason: '换手机' },
    });
    expect(answer.body).toEqual({
      errcode: 40930,
      errmsg: '不能重置自己的二次验证，请在“我的登录”中用动态口令更换',
    });
    const { rows } = await security.done(loginPolicy.people, { query: { keyword: 'dongmei' } });
    expect(rows[0]).toMatchObject({ canReset: false, recoveryCodesLeft: 1 });
  });

  test('is removed together with a password reset on the server', async () => {
    await addFactor('dongmei');
    const reset = await resetOnServer({ db, crypto, now: () => office.clock.now }, 'dongmei');
    const factors = await db
      .selectFrom('second_factors')
      .select('staff_id')
      .where('staff_id', '=', 'staff-dongmei')
      .execute();
    expect(factors).toEqual([]);
    const auditRecord = await db
      .selectFrom('audit_links')
      .select('detail')
      .where('action', '=', 'account.reset-password')
      .executeTakeFirst();
    expect(auditRecord?.detail).toMatchObject({ onServer: true, factorRemoved: true });
    const { body } = await createLoginSteps(office).logIn({
      username: 'dongmei',
      password: reset?.oneTimePassword ?? '',
    });
    expect(body.data).toHaveProperty('accessToken');
  });
});

describe('a changed login policy', () => {
  test('ends no open session, and applies at the next sign-in', async () => {
    await openSession(office, 'zhangwei');
    const before = await db.selectFrom('sessions').select('id').where('ended_at', 'is', null).execute();
    await db.insertInto('second_factor_roles').values({ role_code: 'window-clerk' }).execute();
    const after = await db.selectFrom('sessions').select('id').where('ended_at', 'is', null).execute();
    expect(after).toEqual(before);
    const { body } = await createLoginSteps(office).logIn({ username: 'zhangwei', password: 'Banjian@2026' });
    expect(body.data).toMatchObject({ secondFactor: 'enrol', account: 'zhangwei' });
  });

  test('requires a second factor after the unified login only when the policy of the office requires it', async () => {
    const { connect, begin, finish } = unifiedLoginSteps(office);
    connect({
      kind: 'gateway',
      isSimulated: true,
      person: { claim: 'account', match: 'account' },
      returnAddress: (origin: string, _target: string, state: string) => `${origin}/login?state=${state}`,
      begin: async (returnAddress: string) => ({ location: returnAddress, secrets: {} }),
      finish: async () => ({ person: 'zhangwei', proof: 'proof' }),
      signOutAddress: async () => undefined,
    });
    const signIn = async () => {
      const redirect = await begin();
      const state = new URL(redirect.location).searchParams.get('state') ?? '';
      return (await finish(redirect.browserKey, `state=${state}`)).body.data;
    };
    await db.updateTable('login_policy').set({ second_factor_after_sign_on: false }).execute();
    expect(await signIn()).toMatchObject({ loginType: 'gateway', target: '/todo?page=2' });
    await db.updateTable('login_policy').set({ second_factor_after_sign_on: true }).execute();
    expect(await signIn()).toMatchObject({
      secondFactor: 'enrol',
      account: 'zhangwei',
      target: '/todo?page=2',
    });
  });
});
