import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { hashPassword, isPassword, noPasswordHash } from '#server/modules/access/session/password-hash.ts';
import { waitForBlockedQuery } from '#test/world/database.ts';
import { createLoginSteps } from '#test/world/login.ts';
import { addPeople, testPassword, testPortal } from '#test/world/portal.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
  { account: 'wang', name: '王芳' },
  { account: 'newcomer', name: '新任' },
  { account: 'chen', name: '陈静' },
  { account: 'sun', name: '孙磊' },
  { account: 'zhao', name: '赵敏' },
]);
const strict = await testPortal({ settings: { PORTAL_PASSWORD_PROFILE: 'strict' } });
await addPeople(strict, [{ account: 'zhang', name: '张伟' }]);
const { call, signIn, clock, context } = portal;
const { encryptPassword, logIn } = createLoginSteps(portal);

describe('a one-time password', () => {
  const query = { mark: 'password', method: 'put' };

  test('allows only its own change, and everything after the change', async () => {
    await context.db
      .updateTable('staff')
      .set({ must_change_password: true })
      .where('id', '=', 'newcomer')
      .execute();
    const token = await signIn('newcomer');
    expect((await call('/sys/whoim', { token })).body.data).toMatchObject({ mustChangePassword: true });
    const refusal = { errcode: 40302, errmsg: '请先修改一次性密码' };
    const restrictedEndpoints = portal.app.mounted.filter(
      ({ access }) => access.kind !== 'open' && access.kind !== 'ticket' && !access.allowsOneTimePassword,
    );
    expect(restrictedEndpoints.length).toBeGreaterThanOrEqual(50);
    for (const { endpoint } of restrictedEndpoints) {
      const path = endpoint.path.replace(/:\w+/g, '1');
      const answer = await call(path, { token, method: endpoint.method });
      expect(answer.body, `${endpoint.method} ${path}`).toMatchObject(refusal);
    }
    const { body } = await call('/api/session/tickets', { token, json: { purpose: 'events' } });
    const { ticket } = body.data as unknown as { ticket: string };
    expect((await call('/api/events', { query: { ticket } })).body).toMatchObject(refusal);

    const json = { oldpassword: testPassword, password: 'River-98765' };
    expect((await call('/staffs', { query, token, json })).body.errcode).toBe(0);
    const again = await logIn({ username: 'newcomer', password: 'River-98765' });
    const { accessToken } = again.body.data as unknown as { accessToken: string };
    expect((await call('/sys/whoim', { token: accessToken })).body.data).toMatchObject({
      mustChangePassword: false,
    });
    expect((await call('/sys/staffs/menus', { token: accessToken })).body.errcode).toBe(0);
  });
});

describe('the strict password profile', () => {
  const query = { mark: 'password', method: 'put' };

  test('applies to a new password, and is returned to the dialog', async () => {
    const token = await strict.signIn('zhang');
    expect((await strict.call('/sys/whoim', { token })).body.data).toMatchObject({
      passwordProfile: 'strict',
    });
    const change = (password: string) =>
      strict.call('/staffs', { query, token, json: { oldpassword: testPassword, password } });
    expect((await change('river-98765')).body.errmsg).toBe(
      '密码必须由大写字母、小写字母、数字、特殊符号组成，长度10-18位',
    );
    expect((await change('Zhang-98765')).body.errmsg).toBe('密码不能包含账号');
    expect((await change('River-98765')).body.errcode).toBe(0);
  });
});

describe('the password change', () => {
  const query = { mark: 'password', method: 'put' };

  test('requires a session', async () => {
    expect((await call('/staffs', { query, json: { oldpassword: 'a', password: 'b' } })).status).toBe(401);
  });

  test('refuses a wrong old password and a weak new one', async () => {
    const token = await signIn('li');
    const wrong = await call('/staffs', { query, token, json: { oldpassword: 'no', password: 'New-98765' } });
    expect(wrong.body.problems).toEqual([{ field: 'oldpassword', message: '当前密码错误' }]);
    const weak = await call('/staffs', {
      query,
      token,
      json: { oldpassword: testPassword, password: 'short' },
    });
    expect(weak.body.errmsg).toBe('密码必须由字母、数字、特殊符号组成，长度6-18位');
  });

  test('checks no more old passwords than the limit under concurrent calls', async () => {
    const token = await signIn('zhang');
    const json = { oldpassword: 'Wrong-1234', password: 'New-98765' };
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => call('/staffs', { query, token, json })),
    );
    const codes = answers.map(({ body }) => body.errcode);
    expect(codes.filter((code) => code === 40001)).toHaveLength(10);
    expect(codes.filter((code) => code === 42901)).toHaveLength(30);
    clock.forward(15 * 60_000);
  });

  test('accepts encrypted passwords once, with a ticket of the same session', async () => {
    const token = await signIn('wang');
    const ticketOf = async (owner: string) => {
      const { body } = await call('/api/session/tickets', { token: owner, json: { purpose: 'password' } });
      return (body.data as unknown as { ticket: string }).ticket;
    };
    const change = async (ticket: string, boundTo = ticket) =>
      await call('/staffs', {
        query,
        token,
        json: {
          oldpassword: await encryptPassword('Wrong-1234', boundTo),
          password: await encryptPassword('River-98765', boundTo),
          ticket,
        },
      });
    const ticket = await ticketOf(token);
    expect((await change(ticket)).body.errmsg).toBe('当前密码错误');
    const expiredRefusal = { errcode: 400, errmsg: '本次提交已失效，请重新提交' };
    expect((await change(ticket)).body).toMatchObject(expiredRefusal);
    expect((await change(await ticketOf(await signIn('wang')))).body).toMatchObject(expiredRefusal);
    expect((await change('')).body).toMatchObject(expiredRefusal);
    expect((await change(await ticketOf(token), 'another')).body.errmsg).toBe('当前密码错误');
  });

  test('changes the password and ends every session', async () => {
    const [token, other] = [await signIn('li'), await signIn('li')];
    const done = await call('/staffs', {
      query,
      token,
      json: { oldpassword: testPassword, password: 'River-98765' },
    });
    expect(done.body.errcode).toBe(0);
    expect((await call('/sys/whoim', { token })).status).toBe(401);
    expect((await call('/sys/whoim', { token: other })).status).toBe(401);
    expect((await logIn({ username: 'li', password: 'River-98765' })).body.errcode).toBe(0);
  });

  test('succeeds for one of several concurrent changes', async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, () => signIn('chen')));
    const answers = await Promise.all(
      tokens.map((token, index) => {
        const json = { oldpassword: testPassword, password: `River-9876${index}` };
        return call('/staffs', { query, token, json });
      }),
    );
    const done = answers.map(({ body }) => body.errcode === 0);
    expect(done.filter(Boolean)).toHaveLength(1);
    const login = await logIn({ username: 'chen', password: `River-9876${done.indexOf(true)}` });
    expect(login.body.errcode).toBe(0);
  });

  test('refuses a concurrent sign-in with the old password', async () => {
    const newHash = await hashPassword('River-98765');
    // The people of the tests have a cheaper one.
    expect(newHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const { answer } = await context.db.transaction().execute(async (tx) => {
      await tx.updateTable('staff').set({ password_hash: newHash }).where('id', '=', 'sun').execute();
      const pendingLogin = logIn({ username: 'sun' });
      await waitForBlockedQuery(context.db);
      return { answer: pendingLogin };
    });
    expect((await answer).body.errcode).toBe(40001);
    const sessions = await context.db
      .selectFrom('sessions')
      .select('id')
      .where('staff_id', '=', 'sun')
      .execute();
    expect(sessions).toEqual([]);
  });

  test('refuses a sign-in to an account that is disabled during the password check', async () => {
    const { answer } = await context.db.transaction().execute(async (tx) => {
      await tx.updateTable('staff').set({ disabled_at: clock.now }).where('id', '=', 'wang').execute();
      const pendingLogin = logIn({ username: 'wang' });
      await waitForBlockedQuery(context.db);
      return { answer: pendingLogin };
    });
    expect((await answer).body.errcode).toBe(40001);
  });
});

test('a password change that finds no capacity for the check asks to try again', async () => {
  const token = await signIn('zhao');
  const { db } = context;
  const quickHash = noPasswordHash.replace(/m=.*,p=1/, 'm=8,t=1,p=1');
  let isOverloaded = true;
  const keepOverloaded = async () => {
    while (isOverloaded) await isPassword('x', quickHash).catch(() => nextTick());
  };
  let pendingChange: ReturnType<typeof call> | undefined;
  let others: Promise<void>[] = [];
  await db
    .insertInto('rate_limits')
    .values({ bucket: 'password:zhao', window_started_at: clock.now, hits: 0 })
    .execute();
  await db.transaction().execute(async (tx) => {
    // Keep the hasher busy until the row for the rate limit is written.
    const hashings = Array.from({ length: 20 }, () => isPassword('x', noPasswordHash));
    pendingChange = call('/staffs', {
      query: { mark: 'password', method: 'put' },
      token,
      json: { oldpassword: testPassword, password: 'River-98765' },
    });
    for (;;) {
      const { rows } = await sql`select from rate_limits where bucket = 'password:zhao' and hits = 1`.execute(
        db,
      );
      if (rows.length > 0) break;
      await wait(5);
    }
    await sql`select from rate_limits where bucket = 'password:zhao' for update`.execute(tx);
    await waitForBlockedQuery(db);
    await Promise.all(hashings);
    others = Array.from({ length: 260 }, keepOverloaded);
    await nextTick();
  });
  const answer = await pendingChange;
  isOverloaded = false;
  await Promise.all(others);
  expect(answer?.body).toMatchObject({ errcode: 503, errmsg: '系统繁忙，请稍后再试' });
  const login = await logIn({ username: 'zhao' });
  expect(login.body.errcode).toBe(0);
});
