import { describe, expect, test } from 'vitest';
import { createLoginSteps } from '#test/world/login.ts';
import { addPeople, testPassword, testPortal } from '#test/world/portal.ts';

const portal = await testPortal();
await addPeople(
  portal,
  ['zhang', 'li', 'wang', 'chen', 'many'].map((account) => ({ account, name: account })),
);
const { call, clock, context, signIn } = portal;
const { db } = context;
const { logIn } = createLoginSteps(portal);
const query = { mark: 'password', method: 'put' };
const day = 86_400_000;

const setMaxAge = (days: number | null) =>
  db.updateTable('login_policy').set({ password_max_age_days: days, password_warn_days: 7 }).execute();
const readUser = async (token: string) => (await call('/sys/whoim', { token })).body.data;
const change = (token: string, oldpassword: string, password: string) =>
  call('/staffs', { query, token, json: { oldpassword, password } });
async function tokenOf(account: string, password: string): Promise<string> {
  const { body } = await logIn({ username: account, password });
  return (body.data as unknown as { accessToken: string }).accessToken;
}

describe('the maximum age of a password', () => {
  test('is announced in the last seven days', async () => {
    await setMaxAge(90);
    clock.forward(83 * day - 1);
    expect(await readUser(await signIn('zhang'))).toMatchObject({
      passwordDaysLeft: null,
      passwordExpired: false,
    });
    clock.forward(1);
    expect(await readUser(await signIn('zhang'))).toMatchObject({
      passwordDaysLeft: 7,
      passwordExpired: false,
      mustChangePassword: false,
    });
  });

  test('allows a new session only to change an expired password; earlier sessions continue', async () => {
    clock.forward(7 * day - 60_000);
    const before = await signIn('li');
    clock.forward(60_000);
    const token = await signIn('li');
    expect(await readUser(token)).toMatchObject({ mustChangePassword: true, passwordExpired: true });
    expect((await call('/sys/staffs/menus', { token })).body.errcode).toBe(40302);
    expect((await call('/sys/staffs/menus', { token: before })).body.errcode).toBe(0);
    expect((await change(token, testPassword, 'River-98765')).body.errcode).toBe(0);
    const newToken = await tokenOf('li', 'River-98765');
    expect(await readUser(newToken)).toMatchObject({ mustChangePassword: false, passwordExpired: false });
    expect((await call('/sys/staffs/menus', { token: newToken })).body.errcode).toBe(0);
  });

  test('applies to a remembered browser too, before a second factor is enrolled', async () => {
    await db.insertInto('second_factor_roles').values({ role_code: 'role-wang' }).execute();
    await db.updateTable('staff').set({ password_changed_at: clock.now }).where('id', '=', 'wang').execute();
    await db.deleteFrom('second_factor_roles').execute();
    const first = await logIn({ username: 'wang', remember: 'true' });
    const { deviceToken } = first.body.data as unknown as { deviceToken: string };
    clock.forward(91 * day);
    await db.insertInto('second_factor_roles').values({ role_code: 'role-wang' }).execute();
    const { body } = await logIn({ username: 'wang', password: '', deviceToken });
    const { accessToken: token } = body.data as unknown as { accessToken: string };
    expect(await readUser(token)).toMatchObject({ mustChangePassword: true, passwordExpired: true });
    expect((await change(token, testPassword, 'River-98765')).body.errcode).toBe(0);
    expect((await logIn({ username: 'wang', password: 'River-98765' })).body.data).toMatchObject({
      secondFactor: 'enrol',
    });
    await db.deleteFrom('second_factor_roles').execute();
  });

  test('is not announced in a session of the unified login', async () => {
    await setMaxAge(90);
    await db.updateTable('staff').set({ password_changed_at: clock.now }).where('id', '=', 'chen').execute();
    clock.forward(89 * day);
    const token = await signIn('chen');
    expect(await readUser(token)).toMatchObject({ passwordDaysLeft: 1 });
    for (const login_type of ['oidc', 'gateway']) {
      await db.updateTable('sessions').set({ login_type }).where('staff_id', '=', 'chen').execute();
      expect(await readUser(token), login_type).toMatchObject({ passwordDaysLeft: null });
    }
  });

  test('has no effect when the office sets none', async () => {
    await setMaxAge(null);
    clock.forward(4000 * day);
    expect(await readUser(await signIn('chen'))).toMatchObject({
      mustChangePassword: false,
      passwordDaysLeft: null,
    });
  });
});

describe('a new password', () => {
  test('must differ from the current and the last three passwords, and may be an older one', async () => {
    const passwords = [testPassword, 'River-10001', 'River-10002', 'River-10003', 'River-10004'];
    for (let index = 1; index < passwords.length; index += 1) {
      const token = await tokenOf('many', passwords[index - 1] ?? '');
      expect((await change(token, passwords[index - 1] ?? '', passwords[index] ?? '')).body.errcode).toBe(0);
    }
    const token = await tokenOf('many', 'River-10004');
    for (const former of ['River-10001', 'River-10002', 'River-10003']) {
      const { body } = await change(token, 'River-10004', former);
      expect(body).toMatchObject({
        errcode: 400,
        problems: [{ field: 'password', message: '新密码不能与最近3次使用过的密码相同' }],
      });
    }
    expect((await change(token, 'River-10004', 'River-10004')).body.problems).toEqual([
      { field: 'password', message: '新密码不能与当前密码相同' },
    ]);
    expect((await change(token, 'River-10004', testPassword)).body.errcode).toBe(0);
    const storedRows = await db
      .selectFrom('former_passwords')
      .select('password_hash')
      .where('staff_id', '=', 'many')
      .execute();
    expect(storedRows).toHaveLength(3);
    expect(storedRows.every(({ password_hash }) => password_hash.startsWith('$argon2id$'))).toBe(true);
  });

  test('must differ from the former one even after a one-time password, which is not stored as a former one', async () => {
    const { password_hash: former } = await db
      .selectFrom('staff')
      .select('password_hash')
      .where('id', '=', 'zhang')
      .executeTakeFirstOrThrow();
    const { password_hash: oneTime } = await db
      .selectFrom('staff')
      .select('password_hash')
      .where('id', '=', 'many')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('staff')
      .set({ password_hash: oneTime, must_change_password: true })
      .where('id', '=', 'zhang')
      .execute();
    const readFormerHashes = async () =>
      (
        await db
          .selectFrom('former_passwords')
          .select('password_hash')
          .where('staff_id', '=', 'zhang')
          .execute()
      ).map(({ password_hash }) => password_hash);
    expect(await readFormerHashes()).toEqual([former]);
    await db
      .updateTable('staff')
      .set({ password_hash: 'another', must_change_password: false })
      .where('id', '=', 'zhang')
      .execute();
    expect(await readFormerHashes()).toEqual([former]);
  });
});
