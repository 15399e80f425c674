import { sm2 } from 'sm-crypto-v2';
import { describe, expect, test } from 'vitest';
import { Permission } from '#domain/access/actor.ts';
import { createLoginSteps } from '#test/world/login.ts';
import { addPeople, testPassword, testPortal } from '#test/world/portal.ts';
import { getActor } from './actor.ts';
import { presentCurrentUser } from './present.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
  { account: 'wang', name: '王芳' },
  { account: 'many', name: '多端' },
  { account: 'gone', name: '王离', disabled: true },
]);
const { call, signIn, clock, context } = portal;

const { captchaToken, encryptPassword, logIn } = createLoginSteps(portal);

describe('captcha', () => {
  test('is a raster picture with a token', async () => {
    const { body } = await call('/sys/captcha');
    expect(body.data).toMatchObject({
      img: expect.stringMatching(/^data:image\/png;base64,/),
      captchaToken: expect.stringMatching(/^[\w-]{43}$/),
      work: null,
    });
  });

  test('is used up by the first answer, right or wrong', async () => {
    const token = await captchaToken();
    const wrong = await logIn({ username: 'zhang', captchaToken: token, verifyCode: 'XXXX' });
    expect(wrong.body).toMatchObject({ errcode: 40002, errmsg: '验证码错误或已失效，请重新输入' });
    const again = await logIn({ username: 'zhang', captchaToken: token });
    expect(again.body.errcode).toBe(40002);
  });

  test('expires after two minutes', async () => {
    const token = await captchaToken();
    clock.forward(120_001);
    expect((await logIn({ username: 'zhang', captchaToken: token })).body.errcode).toBe(40002);
  });

  test('can be replaced by a proof of work, for people who cannot see it', async () => {
    const { createHash } = await import('node:crypto');
    const { body } = await call('/sys/captcha', { query: { kind: 'work' } });
    const { work, captchaToken: token } = body.data as unknown as {
      work: { salt: string; difficulty: number };
      captchaToken: string;
    };
    let nonce = 0;
    const fits = () =>
      createHash('sha256').update(`${work.salt}${nonce}`).digest().readUInt32BE(0) >>>
        (32 - work.difficulty) ===
      0;
    while (!fits()) nonce += 1;
    const answer = await logIn({ username: 'zhang', captchaToken: token, verifyCode: String(nonce) });
    expect(answer.body.errcode).toBe(0);
  });
});

describe('login', () => {
  test('reports all missing fields at once', async () => {
    const { status, body } = await call('/login', {
      form: { username: '', verifyCode: '', captchaToken: 'x' },
    });
    expect(status).toBe(400);
    expect(body.problems).toEqual([
      { field: 'username', message: '账号不能为空' },
      { field: 'verifyCode', message: '验证码不能为空' },
      { field: 'password', message: '密码不能为空' },
    ]);
    const noPassword = await logIn({ username: 'zhang', password: '' });
    expect(noPassword.body.problems).toEqual([{ field: 'password', message: '密码不能为空' }]);
  });

  test('reports an absent field with the same message as an empty one (S0 §5)', async () => {
    const { body } = await call('/login', { form: { remember: 'false' } });
    expect(body.problems).toEqual([
      { field: 'username', message: '账号不能为空' },
      { field: 'verifyCode', message: '验证码不能为空' },
      { field: 'captchaToken', message: '验证码错误或已失效，请重新输入' },
      { field: 'password', message: '密码不能为空' },
    ]);
  });

  test('returns a token for the next calls, and writes an audit record', async () => {
    const { body } = await logIn({ username: 'zhang' });
    const { accessToken } = body.data as unknown as { accessToken: string };
    const me = await call('/sys/whoim', { token: accessToken });
    expect(me.body.data).toMatchObject({ username: 'zhang', name: '张伟', orgName: '测试县信访局' });
    const row = await context.db
      .selectFrom('audit_links')
      .selectAll()
      .where('action', '=', 'session.login')
      .where('staff_id', '=', 'zhang')
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    expect(row?.detail).toEqual({ loginType: 'password', address: '127.0.0.1' });
    expect(body.data).toMatchObject({ landing: null });
  });

  test.each<Record<string, string>>([{ 'x-app-type': 'government' }, { 'x-app-type': 'other' }, {}])(
    'works under the second path, for any x-app-type (S0 §7): %j',
    async (headers) => {
      const form = {
        username: 'zhang',
        password: testPassword,
        verifyCode: 'a7k3',
        captchaToken: await captchaToken(),
      };
      const { body } = await call('/sys/login/form', { form, headers });
      expect(body).toMatchObject({ errcode: 0, data: { accessToken: expect.stringMatching(/^[\w-]{43}$/) } });
    },
  );

  test('stores no token in clear text', async () => {
    const token = await signIn('zhang');
    const rows = await context.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('accepts a password encrypted with SM2 once', async () => {
    const token = await captchaToken();
    const password = await encryptPassword(testPassword, token);
    expect((await logIn({ username: 'zhang', password, captchaToken: token })).body.errcode).toBe(0);
    // Intercepted and sent again: with its own captcha, which is used up, and with a new one.
    expect((await logIn({ username: 'zhang', password, captchaToken: token })).body.errcode).toBe(40002);
    expect((await logIn({ username: 'zhang', password })).body.errcode).toBe(40001);
  });

  test('refuses an encrypted password that is bound to no captcha', async () => {
    const { body } = await call('/api/session/public-key');
    const { publicKey } = body.data as unknown as { publicKey: string };
    const password = `sm2:${sm2.doEncrypt(testPassword, publicKey, 1)}`;
    expect((await logIn({ username: 'zhang', password })).body.errcode).toBe(40001);
  });

  test('refuses a wrong password and an unknown account with the same message', async () => {
    const wrong = await logIn({ username: 'li', password: 'Wrong-1234' });
    const unknown = await logIn({ username: 'nobody', password: 'Wrong-1234' });
    expect(wrong.body).toEqual({ errcode: 40001, errmsg: '账号或密码错误' });
    expect(unknown.body).toEqual(wrong.body);
  });

  test('reports a disabled account only when the password is right', async () => {
    expect((await logIn({ username: 'gone' })).body).toEqual({
      errcode: 501,
      errmsg: '该账号已被停用，请联系运维管理员',
    });
    expect((await logIn({ username: 'gone', password: 'Wrong-1234' })).body.errcode).toBe(40001);
  });

  test('blocks an unknown browser after five failures, and allows one that the person has used before', async () => {
    const first = await logIn({ username: 'li' });
    const { deviceToken } = first.body.data as unknown as { deviceToken: string };
    for (let failure = 0; failure < 5; failure += 1) await logIn({ username: 'li', password: 'Wrong-1234' });
    expect((await logIn({ username: 'li' })).body.errcode).toBe(42901);
    expect((await logIn({ username: 'li', deviceToken })).body.errcode).toBe(0);
    clock.forward(15 * 60_000);
    expect((await logIn({ username: 'li' })).body.errcode).toBe(0);
  });

  test('accepts a remembered browser without a password, once per token', async () => {
    const first = await logIn({ username: 'zhang', remember: 'true' });
    const { deviceToken } = first.body.data as unknown as { deviceToken: string };
    const second = await logIn({ username: 'zhang', password: '', deviceToken });
    expect(second.body).toMatchObject({ errcode: 0, data: { loginType: 'device', remembered: true } });
    expect((await logIn({ username: 'zhang', password: '', deviceToken })).body.errcode).toBe(40001);
  });

  test('checks no more passwords than the limit under concurrent calls (security rule 3)', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => logIn({ username: 'wang', password: 'Wrong-1234' })),
    );
    const codes = answers.map(({ body }) => body.errcode);
    expect(codes.filter((code) => code === 40001)).toHaveLength(5);
    expect(codes.filter((code) => code === 42901)).toHaveLength(35);
  });

  test('does not count right passwords', async () => {
    clock.forward(15 * 60_000);
    for (let time = 0; time < 6; time += 1) {
      expect((await logIn({ username: 'zhang' })).body.errcode).toBe(0);
    }
    const row = await context.db
      .selectFrom('rate_limits')
      .select('hits')
      .where('bucket', '=', 'login:account:zhang')
      .executeTakeFirst();
    expect(row?.hits).toBe(0);
  });

  test('accepts a device token once under concurrent calls', async () => {
    const first = await logIn({ username: 'zhang', remember: 'true' });
    const { deviceToken } = first.body.data as unknown as { deviceToken: string };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => logIn({ username: 'zhang', password: '', deviceToken })),
    );
    expect(answers.filter(({ body }) => body.errcode === 0)).toHaveLength(1);
    clock.forward(15 * 60_000);
  });

  test('refuses a device token of another person', async () => {
    const first = await logIn({ username: 'zhang', remember: 'true' });
    const { deviceToken } = first.body.data as unknown as { deviceToken: string };
    expect((await logIn({ username: 'li', password: '', deviceToken })).body.errcode).toBe(40001);
  });
});

describe('a session', () => {
  test('is required, in status and in body', async () => {
    const { status, body } = await call('/sys/whoim');
    expect(status).toBe(401);
    expect(body.errcode).toBe(401);
    expect((await call('/sys/whoim', { token: 'made-up' })).status).toBe(401);
  });

  test('masks numbers', async () => {
    const { body } = await call('/sys/whoim', { token: await signIn('zhang') });
    expect(body.data).toMatchObject({ cid: '**************9970', phone: '154****1037' });
  });

  test('tells whether the person sits at a window (S2 §1)', async () => {
    const token = await signIn('zhang');
    const isAtWindow = async () => {
      const { body } = await call('/sys/whoim', { token });
      return (body.data as { isAtWindow?: boolean } | undefined)?.isAtWindow;
    };
    expect(await isAtWindow()).toBe(false);
    const { staffId, orgId } = await getActor(context, 'zhang');
    const hall = { id: 'hall', name: '接待中心', area_code: '330127', org_id: orgId };
    await context.db.insertInto('halls').values(hall).execute();
    const counter = { id: 'w1', name: '来信窗口', number: 'X01', hall_id: 'hall' };
    await context.db.insertInto('windows').values(counter).execute();
    await context.db.insertInto('staff_windows').values({ staff_id: staffId, window_id: 'w1' }).execute();
    expect(await isAtWindow()).toBe(true);
  });

  test('shows the watermark by setting, to people who participate in orders', async () => {
    const contextWithWatermark = { ...context, config: { ...context.config, watermark: true } };
    const actor = await getActor(context, 'zhang');
    const operator = { ...actor, permissions: new Set([Permission.operateSystem]) };
    const hasWatermark = async (inContext: typeof context, person: typeof actor) =>
      (
        await presentCurrentUser(inContext, {
          actor: person,
          mustChangePassword: false,
          passwordExpired: false,
          signedOn: false,
        })
      ).watermark;
    expect(await hasWatermark(context, actor)).toBe(false);
    expect(await hasWatermark(contextWithWatermark, actor)).toBe(true);
    expect(await hasWatermark(contextWithWatermark, operator)).toBe(false);
  });

  test('expires after two hours without use', async () => {
    const token = await signIn('zhang');
    clock.forward(119 * 60_000);
    expect((await call('/sys/whoim', { token })).status).toBe(200);
    clock.forward(119 * 60_000);
    expect((await call('/sys/whoim', { token })).status).toBe(200);
    clock.forward(120 * 60_000);
    expect((await call('/sys/whoim', { token })).status).toBe(401);
  });

  test('expires after twelve hours even when used', async () => {
    const token = await signIn('zhang');
    for (let hour = 1; hour < 12; hour += 1) {
      clock.forward(3_600_000);
      expect((await call('/sys/whoim', { token })).status).toBe(200);
    }
    clock.forward(3_600_000);
    expect((await call('/sys/whoim', { token })).status).toBe(401);
  });

  test('ends with logout', async () => {
    const token = await signIn('zhang');
    expect((await call('/sys/user/logout', { token })).body.errcode).toBe(0);
    expect((await call('/sys/whoim', { token })).status).toBe(401);
  });

  test('ends with the second sign-out if it is still active (S0 §2)', async () => {
    const token = await signIn('zhang');
    const { body } = await call('/auth/ac/logout', { token, query: { redirectURI: '/login' } });
    expect(body).toMatchObject({ errcode: 0, data: { redirect_uri: '/login' } });
    expect((await call('/sys/whoim', { token })).status).toBe(401);
    expect((await call('/auth/ac/logout', { token })).body.errcode).toBe(0);
  });

  test('ends when the account is disabled', async () => {
    const token = await signIn('li');
    await context.db.updateTable('staff').set({ disabled_at: clock.now }).where('id', '=', 'li').execute();
    expect((await call('/sys/whoim', { token })).status).toBe(401);
    await context.db.updateTable('staff').set({ disabled_at: null }).where('id', '=', 'li').execute();
  });
});

describe('the limits per person', () => {
  const countSessions = async () =>
    (
      await context.db
        .selectFrom('sessions')
        .select('id')
        .where('staff_id', '=', 'many')
        .where('ended_at', 'is', null)
        .execute()
    ).length;

  test('allow twenty sessions; a further one ends the longest unused', async () => {
    const tokens: string[] = [];
    for (let time = 0; time < 20; time += 1) {
      tokens.push(await signIn('many'));
      clock.forward(1000);
    }
    const [first = '', second = '', third = ''] = tokens;
    clock.forward(60_000);
    expect((await call('/sys/whoim', { token: first })).status).toBe(200);
    await signIn('many');
    expect((await call('/sys/whoim', { token: second })).status).toBe(401);
    expect((await call('/sys/whoim', { token: first })).status).toBe(200);
    expect((await call('/sys/whoim', { token: third })).status).toBe(200);
    await Promise.all(Array.from({ length: 4 }, () => signIn('many')));
    expect(await countSessions()).toBe(20);
  });

  test('allow 120 tickets in a minute, also under concurrent calls', async () => {
    const token = await signIn('many');
    const createTicket = () => call('/api/session/tickets', { token, json: { purpose: 'events' } });
    const answers = await Promise.all(Array.from({ length: 130 }, createTicket));
    expect(answers.filter(({ body }) => body.errcode === 0)).toHaveLength(120);
    expect(answers.filter(({ body }) => body.errcode === 429)).toHaveLength(10);
    clock.forward(60_000);
    expect((await createTicket()).body.errcode).toBe(0);
  });
});

describe('single sign-out', () => {
  test.each([
    ['/login', '/login'],
    ['/todo?page=2', '/todo?page=2'],
    ['https://evil.example/', '/login'],
    ['//evil.example/', '/login'],
    ['/\\evil.example', '/login'],
    ['/\t/evil.example', '/login'],
    ['/\n/evil.example', '/login'],
    ['/.//evil.example', '/login'],
    ['http://portal.invalid/todo', '/login'],
    ['javascript:alert(1)', '/login'],
  ])('redirects %s to %s', async (redirectURI, expected) => {
    const { body } = await call('/auth/ac/logout', { query: { redirectURI } });
    expect(body.data).toEqual({ redirect_uri: expected });
  });
});
