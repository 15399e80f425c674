import { describe, expect, test } from 'vitest';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { authenticatorCode } from '#test/world/authenticator.ts';
import { createLoginSteps } from '#test/world/login.ts';
import { addPeople, testPassword, testPortal } from '#test/world/portal.ts';
import { listLockedStaff, unlockSignIn } from './login-limits.ts';

const portal = await testPortal();
await addPeople(
  portal,
  ['zhang', 'li', 'wang', 'chen', 'sun', 'zhou', 'wu'].map((account) => ({ account, name: account })),
);
const { call, clock, context, signIn } = portal;
const { encryptPassword, logIn } = createLoginSteps(portal);

interface SecretAnswer {
  secret: string;
}

const path = '/api/session/second-factor';
const callOwnFactor = (token: string, step: string, json: object) => call(`${path}${step}`, { token, json });
const readFactor = async (token: string) => (await call(path, { token })).body.data;

/** Switches the factor on, as its owner does. */
async function enrol(token: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const enrolment = await callOwnFactor(token, '/enrolment', { password: testPassword });
  const { secret } = enrolment.body.data as unknown as SecretAnswer;
  const { body } = await callOwnFactor(token, '/enrolment/confirm', {
    code: authenticatorCode(secret, clock.now),
  });
  clock.forward(30_000);
  return { secret, ...(body.data as unknown as { recoveryCodes: string[] }) };
}

describe('the own second factor', () => {
  test('is enabled with the password and the first code, and required from the next sign-in on', async () => {
    const token = await signIn('zhang');
    expect(await readFactor(token)).toEqual({ enrolledAt: null, recoveryCodesLeft: 0, obliged: false });
    const refused = await callOwnFactor(token, '/enrolment', { password: 'Wrong-1234' });
    expect(refused.body).toMatchObject({
      errcode: 40001,
      problems: [{ field: 'password', message: '密码错误' }],
    });
    const at = clock.now.toISOString();
    const { recoveryCodes } = await enrol(token);
    expect(recoveryCodes).toHaveLength(10);
    expect(await readFactor(token)).toEqual({ enrolledAt: at, recoveryCodesLeft: 10, obliged: false });
    expect((await logIn({ username: 'zhang' })).body.data).toMatchObject({ secondFactor: 'code' });
    const rows = await context.db
      .selectFrom('audit_links')
      .select(['action', 'detail'])
      .where('action', '=', 'session.enrol-factor')
      .execute();
    expect(rows).toEqual([{ action: 'session.enrol-factor', detail: {} }]);
  });

  test('accepts an encrypted password, and each ticket once', async () => {
    const token = await signIn('sun');
    const ticketOf = async () => {
      const { body } = await call('/api/session/tickets', { token, json: { purpose: 'password' } });
      return (body.data as unknown as { ticket: string }).ticket;
    };
    const ticket = await ticketOf();
    const json = { password: await encryptPassword(testPassword, ticket), ticket };
    expect((await callOwnFactor(token, '/enrolment', json)).body.errcode).toBe(0);
    expect((await callOwnFactor(token, '/enrolment', json)).body.errcode).toBe(400);
  });

  test('is not replaced, renewed or removed without password and code, and a code is valid for one of them', async () => {
    const token = await signIn('li');
    const { secret } = await enrol(token);
    for (const step of ['/enrolment', '/recovery-codes', '/remove']) {
      const code = authenticatorCode(secret, clock.now);
      expect((await callOwnFactor(token, step, { password: 'Wrong-1234', code })).body.errcode, step).toBe(
        40001,
      );
      expect(
        (await callOwnFactor(token, step, { password: testPassword, code: '000000' })).body.errcode,
      ).toBe(40005);
    }
    expect((await callOwnFactor(token, '/enrolment', { password: testPassword })).body.errcode).toBe(40005);
    const code = authenticatorCode(secret, clock.now);
    const both = await Promise.all([
      callOwnFactor(token, '/recovery-codes', { password: testPassword, code }),
      callOwnFactor(token, '/recovery-codes', { password: testPassword, code }),
    ]);
    expect(both.map(({ body }) => body.errcode).sort()).toEqual([0, 40005]);
    expect((await callOwnFactor(token, '/remove', { password: testPassword, code })).body.errcode).toBe(
      40005,
    );
    clock.forward(30_000);
    const removed = await callOwnFactor(token, '/remove', {
      password: testPassword,
      code: authenticatorCode(secret, clock.now),
    });
    expect(removed.body.errcode).toBe(0);
    expect(await readFactor(token)).toMatchObject({ enrolledAt: null, recoveryCodesLeft: 0 });
    const none = await callOwnFactor(token, '/remove', { password: testPassword, code: '000000' });
    expect(none.body).toMatchObject({ errcode: 40933, errmsg: '您尚未启用二次验证' });
  });

  test('invalidates the earlier authenticator and recovery codes when renewed', async () => {
    const token = await signIn('wang');
    const first = await enrol(token);
    const enrolment = await callOwnFactor(token, '/enrolment', {
      password: testPassword,
      code: authenticatorCode(first.secret, clock.now),
    });
    const { secret } = enrolment.body.data as unknown as SecretAnswer;
    expect(secret).not.toBe(first.secret);
    // Until it is verified the earlier one stays valid.
    const confirmed = await callOwnFactor(token, '/enrolment/confirm', {
      code: authenticatorCode(secret, clock.now),
    });
    expect(confirmed.body.errcode).toBe(0);
    clock.forward(30_000);
    const { halfSession } = (await logIn({ username: 'wang' })).body.data as unknown as {
      halfSession: string;
    };
    const finish = (code: string) => call('/api/login/second-factor', { json: { halfSession, code } });
    expect((await finish(authenticatorCode(first.secret, clock.now))).body.errcode).toBe(40005);
    expect((await finish(first.recoveryCodes[0] ?? '')).body.errcode).toBe(40005);
    expect((await finish(authenticatorCode(secret, clock.now))).body.errcode).toBe(0);
  });

  test('is not replaced by a secret that was shown before it existed', async () => {
    const [token, stolen] = [await signIn('chen'), await signIn('chen')];
    const early = await callOwnFactor(stolen, '/enrolment', { password: testPassword });
    const { secret: foreign } = early.body.data as unknown as SecretAnswer;
    await enrol(token);
    const late = await callOwnFactor(stolen, '/enrolment/confirm', {
      code: authenticatorCode(foreign, clock.now),
    });
    expect(late.body).toMatchObject({ errcode: 40006, errmsg: '二维码已失效，请重新开始' });
  });

  test('cannot be removed by a person whose role requires it', async () => {
    const token = await signIn('zhou');
    const { secret } = await enrol(token);
    await context.db.insertInto('second_factor_roles').values({ role_code: 'role-zhou' }).execute();
    const json = { password: testPassword, code: authenticatorCode(secret, clock.now) };
    expect((await callOwnFactor(token, '/remove', json)).body).toMatchObject({
      errcode: 40934,
      errmsg: '您的角色必须使用二次验证，不能关闭',
    });
    expect((await callOwnFactor(token, '/recovery-codes', json)).body.errcode).toBe(0);
    await context.db.deleteFrom('second_factor_roles').execute();
  });

  test('limits code guesses by a stolen session with the password', async () => {
    const token = await signIn('sun');
    await enrol(token);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        callOwnFactor(token, '/remove', { password: testPassword, code: '000000' }),
      ),
    );
    const codes = answers.map(({ body }) => body.errcode);
    expect(codes.filter((code) => code === 40005).length).toBeLessThanOrEqual(10);
    expect(codes).toContain(42901);
  });

  test('limits code guesses over a whole day, and can be unlocked by an administrator', async () => {
    const token = await signIn('wu');
    const { secret } = await enrol(token);
    const guess = () => callOwnFactor(token, '/remove', { password: testPassword, code: '000000' });
    const startTime = clock.now.getTime();
    let wrong = 0;
    while (clock.now.getTime() - startTime < 23 * 3_600_000) {
      const { body } = await guess();
      if (body.errcode === 40005) wrong += 1;
      else clock.forward(15 * 60_000 - 1);
      clock.forward(1);
      await context.db.updateTable('sessions').set({ seen_at: clock.now, created_at: clock.now }).execute();
    }
    expect(wrong).toBe(30);
    expect(await listLockedStaff(context.db, clock.now)).toContain('wu');
    await inTransaction(context.db, (tx) => unlockSignIn(tx, { id: 'wu', account: 'wu' }));
    expect(await listLockedStaff(context.db, clock.now)).not.toContain('wu');
    const removed = await callOwnFactor(token, '/remove', {
      password: testPassword,
      code: authenticatorCode(secret, clock.now),
    });
    expect(removed.body.errcode).toBe(0);
  });
});
