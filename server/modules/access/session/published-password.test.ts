import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { demoPassword } from '#server/kernel/config/config.ts';
import { createLoginSteps } from '#test/world/login.ts';
import { addPeople, testPassword, testPortal } from '#test/world/portal.ts';
import { hashPassword } from './password-hash.ts';
import { listAccountsWithPublishedPassword, reportPublishedPasswords } from './published-password.ts';

const portal = await testPortal({ settings: { PORTAL_MODE: 'production', PORTAL_DEMO_CAPTCHA: '' } });
const names = ['zhang', 'li', 'wang', 'gone'];
await addPeople(
  portal,
  names.map((account) => ({ account, name: account, disabled: account === 'gone' })),
);
const { db } = portal.context;
const { encryptPassword } = createLoginSteps(portal);

async function setPassword(account: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password);
  await db.updateTable('staff').set({ password_hash }).where('account', '=', account).execute();
}
await setPassword('zhang', demoPassword);
await setPassword('gone', demoPassword);

/** Solves a captcha: production has no fixed answer, so the proof of work is computed. */
async function solveCaptcha() {
  const { body } = await portal.call('/sys/captcha', { query: { kind: 'work' } });
  const { work, captchaToken } = body.data as unknown as {
    work: { salt: string; difficulty: number };
    captchaToken: string;
  };
  let nonce = 0;
  const hashOf = () => createHash('sha256').update(`${work.salt}${nonce}`).digest().readUInt32BE(0);
  while (hashOf() >>> (32 - work.difficulty) !== 0) nonce += 1;
  return { captchaToken, verifyCode: String(nonce) };
}

async function logIn(username: string, password: string, more: Record<string, string> = {}) {
  const captcha = await solveCaptcha();
  const encrypted = password && (await encryptPassword(password, captcha.captchaToken));
  return await portal.call('/login', { form: { username, password: encrypted, ...captcha, ...more } });
}

describe('the published demo password, in production', () => {
  test('is refused at login, with a message what to do', async () => {
    const { status, body } = await logIn('zhang', demoPassword);
    expect(status).toBe(403);
    expect(body).toMatchObject({
      errcode: 40304,
      errmsg: '该账号的密码是公开的演示密码，不能用于登录，请联系系统管理员重置密码',
    });
    expect(await db.selectFrom('sessions').select('id').execute()).toEqual([]);
  });

  test('is not revealed by a wrong password or for a disabled account', async () => {
    expect((await logIn('zhang', 'Wrong-72341')).body.errcode).toBe(40001);
    expect((await logIn('gone', demoPassword)).body.errcode).toBe(501);
  });

  test('is refused for a remembered browser', async () => {
    const { body } = await logIn('li', testPassword, { remember: 'true' });
    expect(body.errcode).toBe(0);
    const { deviceToken } = body.data as unknown as { deviceToken: string };
    await setPassword('li', demoPassword);
    expect((await logIn('li', '', { deviceToken })).body.errcode).toBe(40304);
    await setPassword('li', testPassword);
    expect((await logIn('li', '', { deviceToken })).body.errcode).toBe(0);
  });

  test('cannot be set, in upper or lower case', async () => {
    const { body } = await logIn('wang', testPassword);
    const { accessToken: token } = body.data as unknown as { accessToken: string };
    for (const password of [demoPassword, demoPassword.toUpperCase()]) {
      const response = await portal.call('/api/session/tickets', { json: { purpose: 'password' }, token });
      const { ticket } = response.body.data as unknown as { ticket: string };
      const changed = await portal.call('/staffs', {
        query: { mark: 'password', method: 'put' },
        json: {
          ticket,
          oldpassword: await encryptPassword(testPassword, ticket),
          password: await encryptPassword(password, ticket),
        },
        token,
      });
      expect(changed.body.problems).toEqual([{ field: 'password', message: '该密码过于常见，请更换' }]);
    }
  });

  test('is found at the start, with the number and names of the accounts in service', async () => {
    await setPassword('wang', demoPassword);
    const warnings: object[] = [];
    const log = { ...portal.context.log, warn: (fields: object) => void warnings.push(fields) };
    await reportPublishedPasswords({ ...portal.context, log }, new AbortController().signal);
    expect(warnings).toEqual([{ count: 2, accounts: ['wang', 'zhang'] }]);
    await setPassword('zhang', testPassword);
    expect(await listAccountsWithPublishedPassword(db)).toEqual(['wang']);
    await setPassword('wang', testPassword);
  });

  test('is checked once for each hash, and not while the portal stops', async () => {
    const warnings: object[] = [];
    const log = { ...portal.context.log, warn: (fields: object) => void warnings.push(fields) };
    await reportPublishedPasswords({ ...portal.context, log }, new AbortController().signal);
    await listAccountsWithPublishedPassword(db, async ({ account }) =>
      expect.fail(`${account} is examined again`),
    );
    await setPassword('zhang', demoPassword);
    await reportPublishedPasswords({ ...portal.context, log }, AbortSignal.abort());
    expect(warnings).toEqual([]);
    expect((await logIn('zhang', demoPassword)).body.errcode).toBe(40304);
  });
});

describe('the published demo password, in the demo', () => {
  test('is accepted at login', async () => {
    const demo = await testPortal();
    await addPeople(demo, [{ account: 'zhang', name: '张伟' }]);
    const password_hash = await hashPassword(demoPassword);
    await demo.context.db.updateTable('staff').set({ password_hash }).execute();
    const { body } = await createLoginSteps(demo).logIn({ username: 'zhang', password: demoPassword });
    expect(body.errcode).toBe(0);
  });
});
