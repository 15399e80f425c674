import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSignOnSimulator } from '#server/adapters/gateways/sign-on/simulator.ts';
import { createTicketGateway } from '#server/adapters/gateways/sign-on/ticket-gateway.ts';
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
]);
const { call, clock } = portal;
const { connect, begin, finish } = unifiedLoginSteps(portal);

describe('sign-on by a plain gateway with return parameter r and ticket', () => {
  let gateway: Server;
  let origin: string;
  let answers: 'well' | 'slowly' | 'elsewhere' | 'endlessly' = 'well';
  const tickets = new Map<string, { account: string; r: string; expiresAt: number }>();
  const authorizations: (string | undefined)[] = [];

  beforeAll(async () => {
    gateway = createServer((request, response) => {
      let text = '';
      request.on('data', (part) => {
        text += String(part);
      });
      request.on('end', () => {
        authorizations.push(request.headers.authorization);
        if (answers === 'slowly') return;
        if (answers === 'elsewhere') return response.writeHead(302, { location: '/other' }).end();
        if (answers === 'endlessly') return response.end('x'.repeat(300_000));
        const form = new URLSearchParams(text);
        const ticket = tickets.get(form.get('ticket') ?? '');
        tickets.delete(form.get('ticket') ?? '');
        const isValid = ticket && ticket.expiresAt > clock.now.getTime() && ticket.r === form.get('r');
        response.end(
          JSON.stringify(
            isValid ? { code: 200, data: { account: ticket.account } } : { code: 500, msg: '无效' },
          ),
        );
      });
    });
    origin = await listenOnFreePort(gateway);
    connect(
      createTicketGateway(
        {
          kind: 'gateway',
          loginUrl: `${origin}/login?app=banjian`,
          ticketUrl: `${origin}/ticket`,
          logoutUrl: `${origin}/logout`,
          token: 'of-the-office',
        },
        { claim: 'account', match: 'account' },
      ),
    );
  });
  afterAll(() => {
    gateway.closeAllConnections();
    gateway.close();
  });

  /** Simulates the gateway: signs a person in and sends the browser back to `r` with a ticket. */
  function returnFromGateway(
    account: string,
    login: LoginStart,
    ticket = `ST-${tickets.size}-${Math.random()}`,
  ): string {
    const r = new URL(login.location).searchParams.get('r') ?? '';
    tickets.set(ticket, { account, r, expiresAt: clock.now.getTime() + 60_000 });
    const back = new URL(r);
    back.searchParams.set('ticket', ticket);
    return back.search;
  }

  test('redirects to the gateway login with the current address as r, and exchanges the ticket (S0 §2)', async () => {
    const login = await begin();
    const loginUrl = new URL(login.location);
    expect(loginUrl.origin + loginUrl.pathname).toBe(`${origin}/login`);
    expect(loginUrl.searchParams.get('app')).toBe('banjian');
    const r = new URL(loginUrl.searchParams.get('r') ?? '');
    expect([r.origin + r.pathname, r.searchParams.get('r')]).toEqual([returnTo, '/todo?page=2']);
    const { body } = await finish(login.browserKey, returnFromGateway('zhang', login));
    expect(body).toMatchObject({ errcode: 0, data: { loginType: 'gateway', target: '/todo?page=2' } });
    expect(authorizations.at(-1)).toBe('Bearer of-the-office');
    const { accessToken: token } = body.data as unknown as { accessToken: string };
    const out = await call('/auth/ac/logout', { token, query: { redirectURI: '/login' } });
    expect(out.body.data).toEqual({
      redirect_uri: `${origin}/logout?r=${encodeURIComponent(returnTo)}`,
    });
  });

  test('refuses a used, expired or foreign ticket, and one without a state', async () => {
    const first = await begin();
    expect((await finish(first.browserKey, returnFromGateway('zhang', first, 'ST-once'))).body.errcode).toBe(
      0,
    );
    const second = await begin();
    const state =
      new URL(new URL(second.location).searchParams.get('r') ?? '').searchParams.get('state') ?? '';
    const replay = new URLSearchParams({ state, ticket: 'ST-once' });
    expect((await finish(second.browserKey, replay.toString())).body.errcode).toBe(40004);

    const third = await begin();
    const late = returnFromGateway('zhang', third);
    clock.forward(61_000);
    expect((await finish(third.browserKey, late)).body.errcode).toBe(40004);

    const [mine, other] = [await begin(), await begin()];
    const foreign = new URLSearchParams(returnFromGateway('li', other));
    foreign.set(
      'state',
      new URL(new URL(mine.location).searchParams.get('r') ?? '').searchParams.get('state') ?? '',
    );
    expect((await finish(mine.browserKey, foreign.toString())).body.errcode).toBe(40004);
    expect((await finish(mine.browserKey, 'ticket=ST-9')).body.errcode).toBe(40004);
  });

  test.each(['elsewhere', 'endlessly', 'slowly'] as const)(
    'gives up on a gateway that answers %s',
    async (behaviour) => {
      answers = behaviour;
      const login = await begin();
      const { body } = await finish(login.browserKey, returnFromGateway('zhang', login));
      expect([40004, 50301]).toContain(body.errcode);
      answers = 'well';
    },
    20_000,
  );
});

describe('the sign-on simulator of the demo', () => {
  test.each(['oidc', 'gateway'] as const)(
    'signs in by %s, and says on its page that it is a simulator',
    async (of) => {
      const simulator = await startSignOnSimulator({
        protocol: of,
        claim: { claim: of === 'oidc' ? 'preferred_username' : 'account', match: 'account' },
        host: '127.0.0.1',
        listPeople: async () => [{ account: 'li', name: '李<娜>', officeAndPost: '信访局', certificate: '' }],
      });
      connect(simulator.signOn);
      const login = await begin();
      const page = await (await fetch(login.location)).text();
      expect(page).toContain('演示用的内置模拟');
      expect(page).toContain('李&lt;娜&gt;');
      const href = /href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const choice = await fetch(new URL(href, login.location), { redirect: 'manual' });
      const back = new URL(choice.headers.get('location') ?? '');
      const { body } = await finish(login.browserKey, back.search);
      expect(body).toMatchObject({ errcode: 0, data: { staffId: 'li', loginType: of } });
      // After a sign-in at the simulator, no further one is needed until its own sign-out.
      const cookie = choice.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const again = await begin();
      const direct = await fetch(again.location, { redirect: 'manual', headers: { cookie } });
      expect(direct.status).toBe(302);
      const foreignUrl = new URL(again.location);
      foreignUrl.searchParams.set(of === 'oidc' ? 'redirect_uri' : 'r', 'https://evil.example/');
      expect((await fetch(foreignUrl, { redirect: 'manual', headers: { cookie } })).status).toBe(400);
      await simulator.stop();
    },
  );
});

describe('sign-on without a provider', () => {
  test('is refused, and the login page shows no unified login', async () => {
    connect(undefined);
    expect((await call('/api/sign-on/start', { json: {} })).body.errcode).toBe(40922);
    const { body } = await call('/api/welcome');
    expect(body.data).toMatchObject({ signOn: null });
  });
});
