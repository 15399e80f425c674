import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PersonClaim } from '#server/kernel/config/sign-on.ts';
import { createOidc } from './oidc.ts';
import type { SignOn } from './sign-on.ts';
import { choicePage, errorPage, type SimulatorPerson, signedOutPage } from './simulator-pages.ts';
import { createTicketGateway } from './ticket-gateway.ts';

/** The built-in simulator of an office's unified login, on a port of its own, for the demo only. */
export interface SignOnSimulator {
  signOn: SignOn;
  address: string;
  stop(): Promise<void>;
}

interface Grant {
  person: SimulatorPerson;
  query: URLSearchParams;
  expiresAt: number;
}

const clientId = 'banjian';
const cookieName = 'banjian-twin-sign-on';
const grantMs = 60_000;
const secret = () => randomBytes(24).toString('base64url');
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Starts the simulator: it lets every visitor sign in as any person of the demo, by OpenID Connect or as a plain
 * gateway, keeps them signed in by a cookie until its own sign-out, and redirects browsers only to this
 * machine.
 */
export async function startSignOnSimulator(options: {
  protocol: 'oidc' | 'gateway';
  claim: PersonClaim;
  host: string;
  listPeople: () => Promise<readonly SimulatorPerson[]>;
}): Promise<SignOnSimulator> {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  // Letters and digits only: other characters would be encoded in this header.
  const clientSecret = randomBytes(24).toString('hex');
  const codes = new Map<string, Grant>();
  const tickets = new Map<string, Grant>();
  const sessions = new Map<string, SimulatorPerson>();
  let issuer = '';

  const server = createServer((request, response) => {
    answer(request, response).catch(() => sendPage(response, 500, errorPage));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    const route = `${request.method} ${url.pathname}`;
    if (route === 'GET /.well-known/openid-configuration') return sendJson(response, metadata());
    if (route === 'GET /jwks')
      return sendJson(response, {
        keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'twin', alg: 'RS256' }],
      });
    if (route === 'POST /token') return answerToken(request, response);
    if (route === 'POST /ticket') return answerTicket(request, response);
    if (route === 'GET /logout') return signOut(request, response, url);
    if (route === 'GET /authorize' || route === 'GET /login') return await authorize(request, response, url);
    sendPage(response, 404, errorPage);
  }

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/logout`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  });

  /** Redirects a signed-in person at once; else shows the page on which a person is chosen. */
  async function authorize(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const query = url.searchParams;
    const isOidc = url.pathname === '/authorize';
    const returnAddress = query.get(isOidc ? 'redirect_uri' : 'r') ?? '';
    if (!isOwnMachine(returnAddress, options.host)) return sendPage(response, 400, errorPage);
    const people = await options.listPeople();
    const choice = people.find(({ account }) => account === query.get('person'));
    const person = choice ?? sessions.get(cookieOf(request));
    if (!person) return sendPage(response, 200, choicePage(people, url.pathname, query));
    const session = secret();
    sessions.set(session, person);
    response.setHeader('set-cookie', `${cookieName}=${session}; HttpOnly; SameSite=Lax; Path=/`);
    const grant = { person, query, expiresAt: Date.now() + grantMs };
    const token = secret();
    (isOidc ? codes : tickets).set(token, grant);
    const target = new URL(returnAddress);
    target.searchParams.set(isOidc ? 'code' : 'ticket', token);
    if (isOidc) target.searchParams.set('state', query.get('state') ?? '');
    redirect(response, target.href);
  }

  async function answerToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request);
    const grant = consumeGrant(codes, form.get('code'));
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isValid =
      grant !== undefined &&
      request.headers.authorization ===
        `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` &&
      grant.query.get('code_challenge') === challenge &&
      grant.query.get('redirect_uri') === form.get('redirect_uri');
    if (!isValid) return sendJson(response, { error: 'invalid_grant' }, 400);
    sendJson(response, {
      access_token: secret(),
      token_type: 'Bearer',
      expires_in: 60,
      id_token: signToken(grant),
    });
  }

  function signToken({ person, query }: Grant): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: person.account,
      iat: now,
      exp: now + 300,
      nonce: query.get('nonce'),
      preferred_username: person.account,
      name: person.name,
      cid: person.certificate,
    };
    const text = `${encode({ alg: 'RS256', kid: 'twin', typ: 'JWT' })}.${encode(claims)}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key.privateKey, 'base64url')}`;
  }

  async function answerTicket(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request);
    const grant = consumeGrant(tickets, form.get('ticket'));
    if (grant?.query.get('r') !== form.get('r'))
      return sendJson(response, { errcode: 40001, errmsg: '票据无效或已使用' });
    const { account, name, certificate } = grant?.person ?? {};
    sendJson(response, { errcode: 0, data: { account, name, cid: certificate } });
  }

  function signOut(request: IncomingMessage, response: ServerResponse, url: URL): void {
    sessions.delete(cookieOf(request));
    response.setHeader('set-cookie', `${cookieName}=; Path=/; Max-Age=0`);
    const returnAddress = url.searchParams.get('post_logout_redirect_uri') ?? url.searchParams.get('r') ?? '';
    if (isOwnMachine(returnAddress, options.host)) redirect(response, returnAddress);
    else sendPage(response, 200, signedOutPage);
  }

  const host = ['0.0.0.0', '::'].includes(options.host) ? '127.0.0.1' : options.host;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, options.host, resolve);
  });
  server.unref();
  issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const signOn =
    options.protocol === 'oidc'
      ? createOidc({ kind: 'oidc', issuer, clientId, clientSecret, scope: 'openid' }, options.claim, true)
      : createTicketGateway(
          {
            kind: 'gateway',
            loginUrl: `${issuer}/login`,
            ticketUrl: `${issuer}/ticket`,
            logoutUrl: `${issuer}/logout`,
            token: undefined,
          },
          options.claim,
          true,
        );
  return {
    signOn,
    address: issuer,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function consumeGrant(grants: Map<string, Grant>, token: string | null): Grant | undefined {
  const grant = grants.get(token ?? '');
  grants.delete(token ?? '');
  return grant && grant.expiresAt > Date.now() ? grant : undefined;
}

function isOwnMachine(address: string, host: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]', host].includes(url.hostname);
}

function cookieOf(request: IncomingMessage): string {
  return new RegExp(`(?:^|; )${cookieName}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1] ?? '';
}

const maxFormLength = 16 * 1024;

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const part of request) {
    text += String(part);
    if (text.length > maxFormLength) throw new Error('The form is too long');
  }
  return new URLSearchParams(text);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location, 'cache-control': 'no-store' }).end();
}

function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(value));
}

function sendPage(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  response.end(page);
}
