import { describe, expect, test } from 'vitest';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { removeFactor } from '#server/modules/access/second-factor/service.ts';
import { listLockedStaff, unlockSignIn } from '#server/modules/access/session/service.ts';
import { authenticatorCode } from '#test/world/authenticator.ts';
import { createLoginSteps } from '#test/world/login.ts';
import { addPeople, testPassword, testPortal } from '#test/world/portal.ts';

const portal = await testPortal();
const names = [
  'zhang',
  'twin',
  'spare',
  'lost',
  'guess',
  'many',
  'obliged',
  'thief',
  'late',
  'off',
  'changed',
  'fresh',
  'device',
  'policy',
];
await addPeople(
  portal,
  names.map((account) => ({ account, name: account })),
);
const { call, clock, context } = portal;
const { db } = context;
const { logIn } = createLoginSteps(portal);

interface FirstStepAnswer {
  secondFactor: 'code' | 'enrol';
  halfSession: string;
}

const step = (path: string, json: object, headers: Record<string, string> = {}) =>
  call(`/api/login/second-factor${path}`, { json, headers });
const beginLogin = async (account: string, form: Record<string, string> = {}): Promise<FirstStepAnswer> =>
  (await logIn({ username: account, ...form })).body.data as unknown as FirstStepAnswer;
const finish = (halfSession: string, code: string) => step('', { halfSession, code });

async function requireFactor(...accounts: string[]): Promise<void> {
  const rows = accounts.map((account) => ({ role_code: `role-${account}` }));
  await db.insertInto('second_factor_roles').values(rows).execute();
}

/** Sets up a person's second factor as the person does it when required at the sign-in. */
async function enrolPerson(
  account: string,
): Promise<{ secret: string; recoveryCodes: string[]; token: string }> {
  await requireFactor(account);
  const { halfSession } = await beginLogin(account);
  const shown = await step('/enrolment', { halfSession });
  const { secret } = shown.body.data as unknown as { secret: string };
  const { body } = await step('/enrolment/confirm', {
    halfSession,
    code: authenticatorCode(secret, clock.now),
  });
  await db.deleteFrom('second_factor_roles').execute();
  const { recoveryCodes, accessToken: token } = body.data as unknown as {
    recoveryCodes: string[];
    accessToken: string;
  };
  clock.forward(30_000);
  return { secret, recoveryCodes, token };
}

const sessionsOf = async (account: string) =>
  (await db.selectFrom('sessions').select('id').where('staff_id', '=', account).execute()).length;
const wrong = { errcode: 40005, errmsg: '动态口令错误或已使用，请输入最新的动态口令' };
const loginOver = { errcode: 40006, errmsg: '本次登录已超时或失效，请重新登录' };

describe('a sign-in with a second factor', () => {
  test('opens a half session by the password, and a session by the authenticator code', async () => {
    const { secret } = await enrolPerson('zhang');
    const { body } = await logIn({ username: 'zhang' });
    expect(body.data).toEqual({
      secondFactor: 'code',
      account: 'zhang',
      halfSession: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: new Date(clock.now.getTime() + 300_000).toISOString(),
    });
    const { halfSession } = body.data as unknown as FirstStepAnswer;
    const answer = await finish(halfSession, authenticatorCode(secret, clock.now));
    const { accessToken } = answer.body.data as unknown as { accessToken: string };
    expect((await call('/sys/whoim', { token: accessToken })).body.data).toMatchObject({ username: 'zhang' });
    const row = await db
      .selectFrom('audit_links')
      .select('detail')
      .where('action', '=', 'session.login')
      .where('staff_id', '=', 'zhang')
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    expect(row?.detail).toEqual({ loginType: 'password', address: '127.0.0.1', secondFactor: 'code' });
    // The second path is the same login.
    const other = await call('/sys/login/form', {
      form: {
        username: 'zhang',
        password: testPassword,
        verifyCode: 'a7k3',
        captchaToken: await createLoginSteps(portal).captchaToken(),
      },
    });
    expect(other.body.data).toMatchObject({ secondFactor: 'code' });
  });

  test('accepts a code half a minute early or late, and none that is a minute off (RFC 6238 §5.2)', async () => {
    const { secret } = await enrolPerson('late');
    clock.forward(600_000);
    for (const [steps, errcode] of [
      [-2, 40005],
      [2, 40005],
      [-1, 0],
      [1, 0],
    ] as const) {
      const { halfSession } = await beginLogin('late');
      expect((await finish(halfSession, authenticatorCode(secret, clock.now, steps))).body.errcode).toBe(
        errcode,
      );
    }
  });

  test('accepts each code once: not again, not concurrently, and no earlier one', async () => {
    const { secret } = await enrolPerson('twin');
    const halves = await Promise.all([beginLogin('twin'), beginLogin('twin'), beginLogin('twin')]);
    const code = authenticatorCode(secret, clock.now);
    const answers = await Promise.all(halves.map(({ halfSession }) => finish(halfSession, code)));
    expect(answers.map(({ body }) => body.errcode).sort()).toEqual([0, 40005, 40005]);
    const { halfSession } = await beginLogin('twin');
    expect((await finish(halfSession, code)).body).toEqual(wrong);
    expect((await finish(halfSession, authenticatorCode(secret, clock.now, -1))).body).toEqual(wrong);
    clock.forward(30_000);
    expect((await finish(halfSession, authenticatorCode(secret, clock.now))).body.errcode).toBe(0);
  });

  test('turns a half session into one session, even with two concurrent codes', async () => {
    const { secret, recoveryCodes } = await enrolPerson('spare');
    const before = await sessionsOf('spare');
    const { halfSession } = await beginLogin('spare');
    const answers = await Promise.all([
      finish(halfSession, authenticatorCode(secret, clock.now)),
      finish(halfSession, recoveryCodes[0] ?? ''),
    ]);
    expect(answers.map(({ body }) => body.errcode).sort()).toEqual([0, 40006]);
    expect(await sessionsOf('spare')).toBe(before + 1);
    expect((await finish(halfSession, authenticatorCode(secret, clock.now, 1))).body).toEqual(loginOver);
  });

  test('accepts a recovery code once, in any spelling of case and separators', async () => {
    const { recoveryCodes } = await enrolPerson('lost');
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ''] = recoveryCodes;
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
    const first = await beginLogin('lost');
    expect((await finish(first.halfSession, ` ${code.toLowerCase().replace('-', ' ')} `)).body.errcode).toBe(
      0,
    );
    const second = await beginLogin('lost');
    expect((await finish(second.halfSession, code)).body).toEqual(wrong);
    const storedCodes = await db.selectFrom('recovery_codes').selectAll().execute();
    expect(JSON.stringify(storedCodes)).not.toContain(code.slice(0, 5));
  });

  test('stores the secret encrypted and the token as a hash', async () => {
    const { secret } = await enrolPerson('off');
    const { halfSession } = await beginLogin('off');
    const tables = ['second_factors', 'half_sessions', 'pending_factors'] as const;
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(halfSession);
  });

  test('is required of a remembered browser too', async () => {
    const { secret } = await enrolPerson('device');
    const { halfSession } = await beginLogin('device', { remember: 'true' });
    const { body } = await finish(halfSession, authenticatorCode(secret, clock.now));
    const { deviceToken } = body.data as unknown as { deviceToken: string };
    const again = await beginLogin('device', { password: '', deviceToken });
    expect(again.secondFactor).toBe('code');
    clock.forward(30_000);
    const answer = await finish(again.halfSession, authenticatorCode(secret, clock.now));
    expect(answer.body.data).toMatchObject({ loginType: 'device', remembered: true });
    // A wrong code does not use up the browser's token, a right one does.
    const stale = await beginLogin('device', { password: '', deviceToken });
    expect(stale).toBeUndefined();
  });
});

describe('the limit of code guesses', () => {
  test('ends a half session after the fifth wrong code, and blocks the sign-in as wrong passwords do', async () => {
    const { secret } = await enrolPerson('guess');
    const { halfSession } = await beginLogin('guess');
    for (let times = 0; times < 5; times += 1)
      expect((await finish(halfSession, '000000')).body).toEqual(wrong);
    // The right code comes too late, and so does the right password from this network.
    expect((await finish(halfSession, authenticatorCode(secret, clock.now))).body).toEqual(loginOver);
    expect((await logIn({ username: 'guess' })).body.errcode).toBe(42901);
    clock.forward(15 * 60_000);
    expect((await beginLogin('guess')).secondFactor).toBe('code');
  });

  test('is shared by all half sessions of an account', async () => {
    await enrolPerson('many');
    const halves = [];
    for (let times = 0; times < 4; times += 1) halves.push(await beginLogin('many'));
    const answers = await Promise.all(
      halves.flatMap(({ halfSession }) => Array.from({ length: 4 }, () => finish(halfSession, '111111'))),
    );
    const codes = answers.map(({ body }) => body.errcode);
    expect(codes.filter((code) => code === 40005)).toHaveLength(5);
    expect(codes.filter((code) => code === 42901)).toHaveLength(11);
  });

  test('stops guesses after thirty codes in a day', async () => {
    let wrongCodes = 0;
    for (let times = 0; times < 12; times += 1) {
      clock.forward(15 * 60_000);
      const { halfSession } = await beginLogin('many');
      for (let index = 0; index < 5; index += 1)
        if ((await finish(halfSession, '222222')).body.errcode === 40005) wrongCodes += 1;
    }
    expect(wrongCodes).toBe(25);
    const person = { id: 'many', account: 'many' };
    expect([...(await listLockedStaff(db, clock.now))]).toContain('many');
    await inTransaction(db, (tx) => unlockSignIn(tx, person));
    expect([...(await listLockedStaff(db, clock.now))]).not.toContain('many');
    const unlocked = await beginLogin('many');
    for (let index = 0; index < 5; index += 1)
      expect((await finish(unlocked.halfSession, '222222')).body).toEqual(wrong);
    clock.forward(24 * 3_600_000);
    const { halfSession } = await beginLogin('many');
    expect((await finish(halfSession, '222222')).body).toEqual(wrong);
  });

  test('does not lock out a known browser', async () => {
    clock.forward(24 * 3_600_000);
    const { secret } = await enrolPerson('fresh');
    const { halfSession } = await beginLogin('fresh');
    const { body } = await finish(halfSession, authenticatorCode(secret, clock.now));
    const { deviceToken } = body.data as unknown as { deviceToken: string };
    const stranger = await beginLogin('fresh');
    for (let index = 0; index < 5; index += 1) await finish(stranger.halfSession, '333333');
    expect((await logIn({ username: 'fresh' })).body.errcode).toBe(42901);
    clock.forward(30_000);
    const own = await beginLogin('fresh', { deviceToken });
    expect((await finish(own.halfSession, authenticatorCode(secret, clock.now))).body.errcode).toBe(0);
  });
});

describe('a half session', () => {
  test('is refused by every other call, and expires after five minutes', async () => {
    const { secret } = await enrolPerson('changed');
    const { halfSession } = await beginLogin('changed');
    for (const { endpoint, access } of portal.app.mounted) {
      if (access.kind === 'open' || access.kind === 'ticket') continue;
      const path = endpoint.path.replace(/:\w+/g, '1');
      const { body } = await call(path, { method: endpoint.method, token: halfSession });
      expect(body.errcode, path).toBe(401);
    }
    clock.forward(300_001);
    expect((await finish(halfSession, authenticatorCode(secret, clock.now))).body).toEqual(loginOver);
  });

  test('ends when the password, the account or the second factor changes', async () => {
    clock.forward(3_600_000);
    const { secret } = await enrolPerson('thief');
    const staff = (values: object) => db.updateTable('staff').set(values).where('id', '=', 'thief').execute();
    const before = await db
      .selectFrom('staff')
      .select('password_hash')
      .where('id', '=', 'thief')
      .executeTakeFirstOrThrow();
    const prepareFinish = async () => {
      const { halfSession } = await beginLogin('thief');
      return () => finish(halfSession, authenticatorCode(secret, clock.now));
    };
    const byPassword = await prepareFinish();
    await staff({ password_hash: 'another' });
    expect((await byPassword()).body).toEqual(loginOver);
    await staff(before);
    const byAccount = await prepareFinish();
    await staff({ disabled_at: clock.now });
    expect((await byAccount()).body).toEqual(loginOver);
    await staff({ disabled_at: null });
    const byFactor = await prepareFinish();
    await inTransaction(db, (tx) => removeFactor(tx, 'thief'));
    expect((await byFactor()).body).toEqual(loginOver);
    expect(await sessionsOf('thief')).toBe(1);
  });
});

describe('a person who must use a second factor', () => {
  test('enrols it before signing in, by picture or typed secret', async () => {
    await requireFactor('obliged');
    const { secondFactor, halfSession } = await beginLogin('obliged');
    expect(secondFactor).toBe('enrol');
    const { body } = await step('/enrolment', { halfSession });
    const shown = body.data as unknown as { secret: string; uri: string; picture: string };
    expect(shown.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(decodeURIComponent(shown.uri)).toContain(`otpauth://totp/办件通:obliged?`);
    expect(shown.picture).toMatch(/^data:image\/png;base64,/);
    // The step for people with a factor is refused, and no session is open yet.
    expect((await finish(halfSession, authenticatorCode(shown.secret, clock.now))).body).toEqual(loginOver);
    expect((await step('/enrolment/confirm', { halfSession, code: '000000' })).body).toEqual(wrong);
    expect(await sessionsOf('obliged')).toBe(0);
    const code = authenticatorCode(shown.secret, clock.now);
    const done = await step('/enrolment/confirm', { halfSession, code });
    expect(done.body.data).toMatchObject({ loginType: 'password', recoveryCodes: { length: 10 } });
    const next = await beginLogin('obliged');
    expect(next.secondFactor).toBe('code');
    // The code that proved the secret is used up by it.
    expect((await finish(next.halfSession, code)).body).toEqual(wrong);
    await db.deleteFrom('second_factor_roles').execute();
  });

  test('keeps the enrolled factor when a half session was stolen', async () => {
    await requireFactor('policy');
    const [mine, stolen] = [await beginLogin('policy'), await beginLogin('policy')];
    const early = await step('/enrolment', { halfSession: stolen.halfSession });
    const { secret: foreign } = early.body.data as unknown as { secret: string };
    const shown = await step('/enrolment', { halfSession: mine.halfSession });
    const { secret } = shown.body.data as unknown as { secret: string };
    const confirm = ({ halfSession }: FirstStepAnswer, factorSecret: string) =>
      step('/enrolment/confirm', { halfSession, code: authenticatorCode(factorSecret, clock.now) });
    expect((await confirm(mine, secret)).body.errcode).toBe(0);
    expect((await confirm(stolen, foreign)).body).toEqual(loginOver);
    expect((await step('/enrolment', { halfSession: stolen.halfSession })).body).toEqual(loginOver);
    clock.forward(30_000);
    // The end of the policy does not remove the factor.
    await db.deleteFrom('second_factor_roles').execute();
    const again = await beginLogin('policy');
    expect((await finish(again.halfSession, authenticatorCode(secret, clock.now))).body.errcode).toBe(0);
  });

  test('changes a one-time password first, with a session that allows nothing else', async () => {
    clock.forward(24 * 3_600_000);
    await inTransaction(db, (tx) => removeFactor(tx, 'fresh'));
    await requireFactor('fresh');
    await db.updateTable('staff').set({ must_change_password: true }).where('id', '=', 'fresh').execute();
    const { body } = await logIn({ username: 'fresh' });
    const { accessToken: token } = body.data as unknown as { accessToken: string };
    expect((await call('/sys/staffs/menus', { token })).body.errcode).toBe(40302);
    const changed = await call('/staffs', {
      query: { mark: 'password', method: 'put' },
      token,
      json: { oldpassword: testPassword, password: 'River-98765' },
    });
    expect(changed.body.errcode).toBe(0);
    expect((await beginLogin('fresh', { password: 'River-98765' })).secondFactor).toBe('enrol');
    await db.deleteFrom('second_factor_roles').execute();
  });
});

test('the steps of a sign-in are security events with the account', async () => {
  clock.forward(24 * 3_600_000);
  const { halfSession } = await beginLogin('zhang');
  await finish(halfSession, '999999');
  await portal.app.callObserver.flush();
  const rows = await db
    .selectFrom('audit_links')
    .select(['action', 'object_kind', 'object_id'])
    .where('chain', '=', 'security')
    .orderBy('seq', 'desc')
    .limit(2)
    .execute();
  expect(rows.reverse()).toEqual(
    ['security.login.half-way', 'security.login.code-failed'].map((action) => ({
      action,
      object_kind: 'account',
      object_id: 'zhang',
    })),
  );
});
