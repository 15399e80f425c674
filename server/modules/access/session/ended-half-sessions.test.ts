import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { mySignIns } from '#contract/my-sign-ins.ts';
import { Permission } from '#domain/access/actor.ts';
import { authenticatorCode } from '#test/world/authenticator.ts';
import { waitForBlockedQuery } from '#test/world/database.ts';
import { createLoginSteps } from '#test/world/login.ts';
import { addPeople, testPassword, testPortal } from '#test/world/portal.ts';

const portal = await testPortal();
await addPeople(portal, [
  ...['forgot', 'swept', 'back', 'racing'].map((account) => ({ account, name: account })),
  { account: 'admin', name: '管理员', permissions: [Permission.manageStaff] },
]);
const { call, clock, context, signIn } = portal;
const { db } = context;
const { logIn } = createLoginSteps(portal);

interface LoginData {
  halfSession: string;
  deviceToken: string;
  accessToken: string;
  secret: string;
}

const step = async (path: string, json: object) =>
  (await call(`/api/login/second-factor${path}`, { json })).body;
const callOwnFactor = (token: string, path: string, json: object) =>
  call(`/api/session/second-factor${path}`, { token, json });
const dataOf = ({ data }: { data?: unknown }) => data as LoginData;
const beginLogin = async (username: string, form: Record<string, string> = {}) =>
  dataOf((await logIn({ username, ...form })).body);
const loginOver = { errcode: 40006 };
const hasFactor = async (staffId: string) =>
  (await db.selectFrom('second_factors').select('staff_id').where('staff_id', '=', staffId).execute())
    .length > 0;

/** Switches on the person's own factor in a session. */
async function enrol(token: string): Promise<string> {
  const { secret } = dataOf((await callOwnFactor(token, '/enrolment', { password: testPassword })).body);
  await callOwnFactor(token, '/enrolment/confirm', { code: authenticatorCode(secret, clock.now) });
  clock.forward(30_000);
  return secret;
}

describe('an unfinished sign-in', () => {
  test('stores no second factor when its remembered browser was revoked before the last step', async () => {
    const { deviceToken } = await beginLogin('forgot', { remember: 'true' });
    await db.insertInto('second_factor_roles').values({ role_code: 'role-forgot' }).execute();
    // A person who has the browser gets a half session, and sets up a factor that is not the owner's.
    const { halfSession } = await beginLogin('forgot', { password: '', deviceToken });
    const { secret } = dataOf(await step('/enrolment', { halfSession }));
    await db
      .updateTable('device_tokens')
      .set({ revoked_at: clock.now })
      .where('staff_id', '=', 'forgot')
      .execute();
    const code = authenticatorCode(secret, clock.now);
    expect(await step('/enrolment/confirm', { halfSession, code })).toMatchObject(loginOver);
    expect(await hasFactor('forgot')).toBe(false);
    await db.deleteFrom('second_factor_roles').execute();
  });

  test('ends when its owner ends all other sessions', async () => {
    const token = await signIn('swept');
    const secret = await enrol(token);
    const { halfSession } = await beginLogin('swept');
    await call(mySignIns.endOthers.path, { method: 'POST', token });
    const code = authenticatorCode(secret, clock.now);
    expect(await step('', { halfSession, code })).toMatchObject(loginOver);
  });

  test('ends when the account is disabled, and stays ended when it is enabled again', async () => {
    const secret = await enrol(await signIn('back'));
    const { halfSession } = await beginLogin('back');
    const admin = await signIn('admin');
    const change = (path: string, json: object) => call(path.replace(':id', 'back'), { token: admin, json });
    expect((await change(accounts.disable.path, { reason: '调离' })).body.errcode).toBe(0);
    expect((await change(accounts.enable.path, {})).body.errcode).toBe(0);
    const code = authenticatorCode(secret, clock.now);
    expect(await step('', { halfSession, code })).toMatchObject(loginOver);
  });
});

test('a second factor enrolled during a password check is not replaced without its code', async () => {
  const [thief, owner] = [await signIn('racing'), await signIn('racing')];
  const { secret } = dataOf((await callOwnFactor(owner, '/enrolment', { password: testPassword })).body);
  const confirm = (token: string, secretOfFactor: string) =>
    callOwnFactor(token, '/enrolment/confirm', { code: authenticatorCode(secretOfFactor, clock.now) });
  // Blocks the call between its first check of the factor and the password.
  let pendingCall: ReturnType<typeof callOwnFactor> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`select from rate_limits where bucket = 'password:racing' for update`.execute(tx);
    pendingCall = callOwnFactor(thief, '/enrolment', { password: testPassword });
    await waitForBlockedQuery(db);
    expect((await confirm(owner, secret)).body.errcode).toBe(0);
  });
  expect((await pendingCall)?.body).toMatchObject({ errcode: 40005 });
  const pendingFactors = await db
    .selectFrom('pending_factors')
    .select('staff_id')
    .where('staff_id', '=', 'racing')
    .execute();
  expect(pendingFactors).toEqual([]);
});
