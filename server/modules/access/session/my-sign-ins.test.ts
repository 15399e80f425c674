import { expect, test } from 'vitest';
import { mySignIns } from '#contract/my-sign-ins.ts';
import { hashSecret } from '#server/kernel/crypto/secrets.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { createLoginSteps } from '#test/world/login.ts';
import { openSession, testOffice } from '#test/world/office.ts';

const office = await testOffice();
const { db } = office.context;
const clerk = office.as('zhangwei');
const showSignIns = () => clerk.done(mySignIns.show);
const noOthers = {};

async function rememberBrowser(account: string): Promise<string> {
  const at = office.clock.now;
  const row = await db
    .insertInto('device_tokens')
    .values({
      token_hash: `token of ${account} ${Math.random()}`,
      staff_id: `staff-${account}`,
      may_sign_in: true,
      address: '10.1.2.3',
      user_agent: 'Firefox/128.0',
      created_at: at,
      used_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Returns the id of a new session of the account. */
async function openSessionOf(account: string): Promise<string> {
  const token = await openSession(office, account);
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirstOrThrow();
  return row.id;
}

describeCalls(office, mySignIns, {
  show: {
    caller: 'zhangwei',
    request: async () => {
      await rememberBrowser('zhangwei');
      await openSessionOf('lina');
      return {};
    },
    refusedFor: noOthers,
    checkAnswer: ({ sessions, browsers }) => {
      expect(sessions.filter(({ own }) => own)).toHaveLength(1);
      expect(sessions[0]).toMatchObject({ loginType: 'password', address: '127.0.0.1' });
      expect(browsers[0]).toMatchObject({ address: '10.1.2.3', userAgent: 'Firefox/128.0' });
    },
  },
  end: {
    caller: 'zhangwei',
    request: async () => ({ params: { id: await openSessionOf('zhangwei') } }),
    refusedFor: { lina: 404 },
    invalidInputs: [
      { makeInvalid: () => ({ params: { id: 'x' } }), expectedProblems: [['id', '格式不正确']] },
    ],
    checkAnswer: async ({ ended }, { params }) => {
      expect(ended).toBe(1);
      expect((await showSignIns()).sessions.map(({ id }) => id)).not.toContain(params?.id);
      const row = await db
        .selectFrom('sessions')
        .select('end_reason')
        .where('id', '=', params?.id ?? '')
        .executeTakeFirst();
      expect(row?.end_reason).toBe('ended by owner');
    },
  },
  endOthers: {
    caller: 'zhangwei',
    request: async () => {
      await openSessionOf('zhangwei');
      await openSessionOf('lina');
      await rememberBrowser('zhangwei');
      return {};
    },
    refusedFor: noOthers,
    checkAnswer: async ({ ended, forgotten }) => {
      expect(ended).toBeGreaterThanOrEqual(1);
      expect(forgotten).toBeGreaterThanOrEqual(1);
      const { sessions, browsers } = await showSignIns();
      expect(sessions.map(({ own }) => own)).toEqual([true]);
      expect(browsers).toEqual([]);
      const others = await db
        .selectFrom('sessions')
        .select('id')
        .where('staff_id', '=', 'staff-lina')
        .where('ended_at', 'is', null)
        .execute();
      expect(others.length).toBeGreaterThan(0);
    },
  },
  forgetBrowser: {
    caller: 'zhangwei',
    request: async () => ({ params: { id: await rememberBrowser('zhangwei') } }),
    refusedFor: { lina: 404 },
    checkAnswer: async (_answer, { params }) =>
      expect((await showSignIns()).browsers.map(({ id }) => id)).not.toContain(params?.id),
  },
});

test('ending the current session in the list of sign-ins is refused', async () => {
  const id = (await showSignIns()).sessions.find(({ own }) => own)?.id ?? '';
  const { body } = await clerk.call(mySignIns.end, { params: { id } });
  expect(body).toEqual({ errcode: 40931, errmsg: '这是您正在使用的会话，请使用“退出登录”' });
});

test('a remembered browser is listed with its address, and replaced by the next sign-in with it', async () => {
  await clerk.done(mySignIns.endOthers);
  const { logIn } = createLoginSteps(office);
  const form = { username: 'zhangwei', password: 'Banjian@2026', remember: 'true' };
  const first = await logIn(form);
  const { deviceToken } = first.body.data as unknown as { deviceToken: string };
  const before = (await showSignIns()).browsers;
  expect(before).toHaveLength(1);
  expect(before[0]).toMatchObject({ address: '127.0.0.1' });
  await logIn({ ...form, deviceToken });
  const after = (await showSignIns()).browsers;
  expect(after).toHaveLength(1);
  expect(after[0]?.id).not.toBe(before[0]?.id);
});

test('the last events are the person’s own, including failed ones, at most twenty', async () => {
  const { logIn } = createLoginSteps(office);
  await logIn({ username: 'lina', password: 'Wrong@2026' });
  for (let index = 0; index < 3; index += 1) await logIn({ username: 'zhangwei', password: 'Wrong@2026' });
  await office.app.callObserver.flush();
  const { events } = await showSignIns();
  expect(events.slice(0, 3).map(({ event }) => event)).toEqual([
    'login.failed',
    'login.failed',
    'login.failed',
  ]);
  expect(events.map(({ event }) => event)).toContain('login.succeeded');
  const own = await office.as('lina').done(mySignIns.show);
  expect(own.events.map(({ event }) => event)).toEqual(['login.failed']);
  for (let index = 0; index < 25; index += 1)
    await logIn({ username: 'zhangwei', password: 'Banjian@2026', verifyCode: 'XXXX' });
  await office.app.callObserver.flush();
  expect((await showSignIns()).events).toHaveLength(20);
});
