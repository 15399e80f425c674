import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createOidc } from '#server/adapters/gateways/sign-on/oidc.ts';
import { createTicketGateway } from '#server/adapters/gateways/sign-on/ticket-gateway.ts';
import { testOffice } from '#test/world/office.ts';
import { listenOnFreePort, portalOfLogin, unifiedLoginSteps } from '#test/world/unified-login-steps.ts';

/** Tests answers that the provider never gave, or that do not clearly confirm a person. */

const office = await testOffice({ settings: { PORTAL_ORIGIN: portalOfLogin } });
const loginSteps = unifiedLoginSteps(office);

describe('an id token', async () => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let token = () => '';
  const provider = createServer(({ url }, response) => {
    const pages: Record<string, unknown> = {
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        // A provider that announces weak algorithms does not make us accept them.
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      },
      '/jwks': { keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] },
      '/token': { access_token: 'any', token_type: 'Bearer', id_token: token() },
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(pages[url ?? '']));
  });
  const issuer = await listenOnFreePort(provider);
  const config = { kind: 'oidc' as const, issuer, clientId: 'banjian', clientSecret: 'x', scope: 'openid' };

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const seconds = () => Math.floor(Date.now() / 1000);
  const claimsOf = (nonce: string, more = {}) => ({
    iss: issuer,
    aud: 'banjian',
    sub: '1',
    iat: seconds(),
    exp: seconds() + 300,
    nonce,
    preferred_username: 'lina',
    ...more,
  });
  const unsignedToken = (alg: string, claims: object) => `${encode({ alg, kid: 'one' })}.${encode(claims)}`;
  const signedToken = (claims: object, by = key.privateKey) => {
    const text = unsignedToken('RS256', claims);
    return `${text}.${createSign('RSA-SHA256').update(text).sign(by, 'base64url')}`;
  };
  const publicKey = key.publicKey.export({ type: 'spki', format: 'pem' });
  const byPublicKey = (claims: object) => {
    const text = unsignedToken('HS256', claims);
    return `${text}.${createHmac('sha256', publicKey).update(text).digest('base64url')}`;
  };

  async function finishWithToken(makeToken: (nonce: string) => string): Promise<number> {
    loginSteps.connect(createOidc(config, { claim: 'preferred_username', match: 'account' }));
    const { location, browserKey } = await loginSteps.begin();
    const { searchParams } = new URL(location);
    token = () => makeToken(searchParams.get('nonce') ?? '');
    return (await loginSteps.finish(browserKey, `state=${searchParams.get('state')}&code=any`)).status;
  }

  test('is accepted when the provider signed it', async () => {
    expect(await finishWithToken((nonce) => signedToken(claimsOf(nonce)))).toBe(200);
  });

  test.each<[string, (nonce: string) => string]>([
    ['signed with another key', (nonce) => signedToken(claimsOf(nonce), other.privateKey)],
    ['without a signature', (nonce) => `${unsignedToken('RS256', claimsOf(nonce))}.`],
    ['with alg none', (nonce) => `${unsignedToken('none', claimsOf(nonce))}.`],
    ['signed with the public key as an HMAC secret', (nonce) => byPublicKey(claimsOf(nonce))],
    ['with another audience', (nonce) => signedToken(claimsOf(nonce, { aud: 'other' }))],
    ['with another issuer', (nonce) => signedToken(claimsOf(nonce, { iss: 'https://other.example' }))],
    ['with another nonce', () => signedToken(claimsOf('another'))],
    ['expired', (nonce) => signedToken(claimsOf(nonce, { exp: seconds() - 3_600 }))],
    [
      'with an account number beyond the safe integer range',
      (nonce) => signedToken(claimsOf(nonce, { preferred_username: 2 ** 60 })),
    ],
  ])('is refused: %s', async (_title, makeToken) => {
    expect(await finishWithToken(makeToken)).toBe(400);
  });
});

describe('a gateway', async () => {
  let answerText = '';
  const gateway = createServer((_request, response) => response.writeHead(200).end(answerText));
  const origin = await listenOnFreePort(gateway);
  const addresses = { loginUrl: `${origin}/login`, ticketUrl: `${origin}/ticket`, logoutUrl: undefined };

  async function signInWith(answer: string, person: { claim: string; match: 'account' | 'certificate' }) {
    answerText = answer;
    loginSteps.connect(createTicketGateway({ kind: 'gateway', ...addresses, token: undefined }, person));
    const { location, browserKey } = await loginSteps.begin();
    const back = new URL(new URL(location).searchParams.get('r') ?? '');
    return (await loginSteps.finish(browserKey, `state=${back.searchParams.get('state')}&ticket=any`)).status;
  }

  test.each([
    ['{"errcode":0,"data":{"account":"lina"}}', 200],
    ['{"errcode":"0","code":"200","data":{"account":"lina"}}', 200],
    ['{"errcode":null,"code":200,"data":{"account":"lina"}}', 200],
    ['{"account":"lina"}', 200],
    ['{"errcode":null,"code":401,"data":{"account":"lina"}}', 400],
    ['{"errcode":0,"code":403,"data":{"account":"lina"}}', 400],
    ['{"errcode":"","data":{"account":"lina"}}', 400],
    ['{"errcode":false,"data":{"account":"lina"}}', 400],
    ['{"errcode":[],"data":{"account":"lina"}}', 400],
    ['{"success":false,"data":{"account":"lina"}}', 400],
    ['{"errcode":0,"data":{"account":"lina\\u0000"}}', 400],
    ['{"errcode":0,"data":{"account":"lina\\ud800"}}', 400],
    ['{"errcode":0,"data":{"account":["lina"]}}', 400],
  ])('answers %s, which results in %i', async (answer, status) => {
    expect(await signInWith(answer, { claim: 'account', match: 'account' })).toBe(status);
  });

  test('signs in no one by a certificate number sent as a JSON number, which loses digits', async () => {
    const person = { claim: 'cid', match: 'certificate' } as const;
    expect(await signInWith('{"errcode":0,"data":{"cid":"330127199307259969"}}', person)).toBe(200);
    expect(await signInWith('{"errcode":0,"data":{"cid":330127199307259969}}', person)).toBe(400);
  });
});
