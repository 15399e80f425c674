import { createServer, type Server } from 'node:http';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOidc } from '#server/adapters/gateways/sign-on/oidc.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import {
  type LoginStart,
  listenOnFreePort,
  portalOfLogin,
  returnTo,
  unifiedLoginSteps,
} from '#test/world/unified-login-steps.ts';

const portal = await testPortal({ settings: { PORTAL_ORIGIN: portalOfLogin } });
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
  { account: 'gone', name: '王离', disabled: true },
]);
const { call, context, clock } = portal;
const { connect, begin, finish } = unifiedLoginSteps(portal);

/**
 * Returns a browser for the provider: it stores cookies and follows redirects until it returns to the portal.
 */
function browser() {
  const jar = new Map<string, string>();
  const go = async (address: string, form?: Record<string, string>): Promise<string> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) {
      const next = new URL(location, address).href;
      return next.startsWith(returnTo) ? next : go(next);
    }
    const page = await response.text();
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (!action) throw new Error(`${response.status} ${page.slice(0, 300)}`);
    const isLogin = page.includes('name="login"');
    return go(
      new URL(action, address).href,
      isLogin ? { prompt: 'login', login: browserLogin.account, password: 'x' } : { prompt: 'consent' },
    );
  };
  return { go };
}
const browserLogin = { account: 'zhang' };

describe('sign-on by OpenID Connect, against a real provider', () => {
  let provider: Server;
  let issuer: string;

  beforeAll(async () => {
    const server = createServer((request, response) => handle(request, response));
    issuer = await listenOnFreePort(server);
    const oidc = new Provider(issuer, {
      clients: [
        {
          client_id: 'banjian',
          client_secret: 'a-secret-of-the-office',
          redirect_uris: [returnTo],
          post_logout_redirect_uris: [returnTo],
        },
      ],
      pkce: { required: () => true },
      claims: { openid: ['sub'], profile: ['preferred_username', 'cid'] },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ sub, preferred_username: sub, cid: `cid of ${sub}` }),
      }),
      features: { devInteractions: { enabled: true } },
      cookies: { keys: ['a key of the test'] },
      ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
    });
    const handle = oidc.callback();
    provider = server;
    connect(byAccount());
  });
  afterAll(() => {
    provider.closeAllConnections();
    provider.close();
  });

  const config = () => ({
    kind: 'oidc' as const,
    issuer,
    clientId: 'banjian',
    clientSecret: 'a-secret-of-the-office',
    scope: 'openid profile',
  });
  const byAccount = () => createOidc(config(), { claim: 'preferred_username', match: 'account' });

  async function returnFromProvider(account: string, login: LoginStart): Promise<string> {
    browserLogin.account = account;
    return new URL(await browser().go(login.location)).search;
  }

  test('signs in the person that the provider confirms, and returns the requested target (S0 §2)', async () => {
    const login = await begin();
    const parameters = new URL(login.location).searchParams;
    expect([parameters.get('code_challenge_method'), parameters.get('response_type')]).toEqual([
      'S256',
      'code',
    ]);
    expect(parameters.get('nonce')).toMatch(/^[\w-]{20,}$/);
    const { body } = await finish(login.browserKey, await returnFromProvider('zhang', login));
    expect(body).toMatchObject({
      errcode: 0,
      data: { loginType: 'oidc', staffId: 'zhang', target: '/todo?page=2' },
    });
    const { accessToken } = body.data as unknown as { accessToken: string };
    const me = await call('/sys/whoim', { token: accessToken });
    expect(me.body.data).toMatchObject({ username: 'zhang' });
    const link = await context.db
      .selectFrom('audit_links')
      .select('detail')
      .where('action', '=', 'session.login')
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    expect(link?.detail).toEqual({ loginType: 'oidc', address: '127.0.0.1' });
  });

  test('ends the session at both sign-outs and redirects to the provider, which leads back (S0 §2)', async () => {
    const login = await begin();
    const { body } = await finish(login.browserKey, await returnFromProvider('zhang', login));
    const { accessToken: token } = body.data as unknown as { accessToken: string };
    expect((await call('/sys/user/logout', { token })).body.errcode).toBe(0);
    const second = await call('/auth/ac/logout', { token, query: { redirectURI: '/login' } });
    const address = new URL((second.body.data as unknown as { redirect_uri: string }).redirect_uri);
    expect(address.origin).toBe(issuer);
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(returnTo);
    expect(address.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect((await call('/sys/whoim', { token })).status).toBe(401);
    clock.forward(6 * 60_000);
    const late = await call('/auth/ac/logout', { token, query: { redirectURI: '/login' } });
    expect(late.body.data).toEqual({ redirect_uri: '/login' });
  });

  test('redirects no password session to the provider, and rejects a foreign return address', async () => {
    const token = await portal.signIn('zhang');
    const own = await call('/auth/ac/logout', { token, query: { redirectURI: '/login' } });
    expect(own.body.data).toEqual({ redirect_uri: '/login' });
    const login = await begin();
    const { body } = await finish(login.browserKey, await returnFromProvider('zhang', login));
    const { accessToken } = body.data as unknown as { accessToken: string };
    const foreign = await call('/auth/ac/logout', {
      token: accessToken,
      query: { redirectURI: 'https://evil.example/' },
    });
    const { redirect_uri } = foreign.body.data as unknown as { redirect_uri: string };
    expect(new URL(redirect_uri).searchParams.get('post_logout_redirect_uri')).toBe(returnTo);
  });

  test.each([
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/login?r=/todo', '/'],
    ['/affair/detail/1?a=b#c', '/affair/detail/1?a=b#c'],
  ])('returns from r=%s to %s', async (r, target) => {
    const login = await begin(r);
    const { body } = await finish(login.browserKey, await returnFromProvider('zhang', login));
    expect(body.data).toMatchObject({ target });
  });

  test('is completed once, in the browser that began it, within ten minutes', async () => {
    const login = await begin();
    const answer = await returnFromProvider('zhang', login);
    const other = await begin();
    // Another browser was given this answer: its key differs, and the sign-on stays with the browser that
    // began it.
    expect((await finish(other.browserKey, answer)).body.errcode).toBe(40004);
    expect((await finish(login.browserKey, answer)).body.errcode).toBe(0);
    expect((await finish(login.browserKey, answer)).body.errcode).toBe(40004);
    const late = await begin();
    const lateAnswer = await returnFromProvider('zhang', late);
    clock.forward(10 * 60_000);
    expect((await finish(late.browserKey, lateAnswer)).body.errcode).toBe(40004);
  });

  test('refuses a made-up state, a reused code and another nonce', async () => {
    const login = await begin();
    const answer = new URLSearchParams(await returnFromProvider('zhang', login));
    const wrongState = new URLSearchParams(answer);
    wrongState.set('state', 'made-up');
    expect((await finish(login.browserKey, wrongState.toString())).body.errcode).toBe(40004);
    expect((await finish(login.browserKey, answer.toString())).body.errcode).toBe(0);

    const second = await begin();
    const replayed = new URLSearchParams(await returnFromProvider('zhang', second));
    replayed.set('code', answer.get('code') ?? '');
    expect((await finish(second.browserKey, replayed.toString())).body.errcode).toBe(40004);

    const third = await begin();
    const kept = await context.db.selectFrom('sign_ons').select(['state_hash', 'kept_sealed']).execute();
    const row = kept.at(-1);
    const values = JSON.parse(context.crypto.open(row?.kept_sealed ?? '')) as Record<string, string>;
    const sealed = context.crypto.seal(JSON.stringify({ ...values, nonce: 'another' }));
    await context.db.updateTable('sign_ons').set({ kept_sealed: sealed }).execute();
    const thirdAnswer = await returnFromProvider('zhang', third);
    expect((await finish(third.browserKey, thirdAnswer)).body.errcode).toBe(40004);
  });

  test('refuses an answer in which the provider denies access', async () => {
    const login = await begin();
    const state = new URL(login.location).searchParams.get('state') ?? '';
    const answer = new URLSearchParams({ error: 'access_denied', state, iss: issuer }).toString();
    expect((await finish(login.browserKey, answer)).body.errcode).toBe(40004);
  });

  test('refuses an unknown person with a message, and a disabled one as the login does (501)', async () => {
    const unknown = await begin();
    expect((await finish(unknown.browserKey, await returnFromProvider('stranger', unknown))).body).toEqual({
      errcode: 40303,
      errmsg: '您的统一身份认证账号没有对应的本系统账号，请联系运维管理员',
    });
    const disabled = await begin();
    expect((await finish(disabled.browserKey, await returnFromProvider('gone', disabled))).body.errcode).toBe(
      501,
    );
  });

  test('finds the person by the certificate number, as it is stored', async () => {
    await context.db
      .updateTable('staff')
      .set({ id_card_digest: context.crypto.searchHash('cid of somebody') })
      .where('id', '=', 'li')
      .execute();
    connect(createOidc(config(), { claim: 'cid', match: 'certificate' }));
    const login = await begin();
    const { body } = await finish(login.browserKey, await returnFromProvider('somebody', login));
    expect(body).toMatchObject({ errcode: 0, data: { staffId: 'li' } });
    connect(byAccount());
  });

  test('stores no state, nonce or browser key in clear text', async () => {
    const login = await begin();
    const rows = await context.db.selectFrom('sign_ons').selectAll().execute();
    const { searchParams } = new URL(login.location);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(JSON.stringify(rows)).not.toContain(searchParams.get(name));
    expect(JSON.stringify(rows)).not.toContain(login.browserKey);
  });

  test('reports an unavailable provider, and the password login still works', async () => {
    connect(createOidc({ ...config(), issuer: 'http://127.0.0.1:9' }, { claim: 'sub', match: 'account' }));
    const { status, body } = await call('/api/sign-on/start', { json: {} });
    expect([status, body.errcode, body.errmsg]).toEqual([
      503,
      50301,
      '统一身份认证暂时无法使用，请使用账号和密码登录',
    ]);
    expect(await portal.signIn('zhang')).toMatch(/./);
    connect(byAccount());
  });
});
