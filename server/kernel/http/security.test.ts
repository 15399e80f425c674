import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { inlinePartsOf } from './security.ts';

/** One portal for each setting of proxies; the last one is called from a trusted address. */
const [bare, oneHop, network] = [
  await testPortal(),
  await testPortal({ settings: { TRUST_PROXY: '1' } }),
  await testPortal({ settings: { TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' } }),
];
for (const portal of [bare, oneHop, network]) await addPeople(portal, [{ account: 'zhang', name: '张伟' }]);

/** Returns the address that is recorded for a login. */
async function recordedAddress(portal: typeof bare, headers: Record<string, string>): Promise<string> {
  const token = await portal.signIn('zhang', headers);
  expect(token).not.toBe('');
  const row = await portal.context.db
    .selectFrom('sessions')
    .select('address')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return row.address;
}

describe('the client address', () => {
  const forged = { 'x-forwarded-for': '6.6.6.6, 7.7.7.7' };

  test('is the address of the connection without a proxy, and headers are ignored', async () => {
    expect(await recordedAddress(bare, forged)).toBe('127.0.0.1');
  });

  test('is the last value from the one trusted proxy', async () => {
    expect(await recordedAddress(oneHop, forged)).toBe('7.7.7.7');
  });

  test('is the last address outside the trusted proxy networks', async () => {
    expect(await recordedAddress(network, { 'x-forwarded-for': '6.6.6.6, 7.7.7.7, 10.1.2.3' })).toBe(
      '7.7.7.7',
    );
  });
});

describe('security headers', () => {
  const callCaptcha = (portal: typeof bare, headers: Record<string, string> = {}) =>
    portal.call('/sys/captcha', { headers });

  test('isolate the window and restrict device access', async () => {
    const { headers } = await callCaptcha(bare);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['permissions-policy']).toBe(
      'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=()',
    );
    expect(headers['content-security-policy']).toBe(
      "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data: blob:;font-src 'self' data:;connect-src 'self';worker-src 'self' blob:;frame-src 'self' blob:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'self'",
    );
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    });
  });

  test('allow inline styles only on the page of the API documentation', async () => {
    const policy = async (path: string) => String((await bare.call(path)).headers['content-security-policy']);
    const page = await policy('/api/docs');
    expect(page).toContain("style-src 'self' 'unsafe-inline'");
    expect(page).toContain("script-src 'self';");
    expect(page).toContain("base-uri 'none'");
    for (const path of ['/', '/login', '/todo', '/api/docsx', '/verify'])
      expect(await policy(path), path).not.toContain('unsafe');
  });

  test.each([
    ['an API call that accepts only JSON', '/sys/captcha', { accept: 'application/json' }],
    ['a script', '/assets/a1b2.js', {}],
    ['a style', '/assets/index-a1b2.css', {}],
  ])('of %s leave out the page headers', async (_case, path, headers) => {
    const answer = await bare.call(path, { headers });
    expect(answer.headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    for (const name of ['content-security-policy', 'permissions-policy', 'x-frame-options'])
      expect(answer.headers[name], name).toBeUndefined();
  });

  test.each([
    ['a worker, which takes its policy from its own response', '/assets/md5-worker-a1b2.js', {}],
    ['a picture, which can be opened as a page', '/assets/a1b2.svg', {}],
    ['a page with a script path in its query string', '/?/assets/a1b2.js', {}],
    ['a call that also accepts HTML', '/sys/captcha', { accept: 'text/html,application/json' }],
  ])('of %s include the page headers', async (_case, path, headers) => {
    const answer = await bare.call(path, { headers });
    for (const name of ['content-security-policy', 'permissions-policy', 'x-frame-options'])
      expect(answer.headers[name], name).toBeDefined();
  });

  test('require TLS only when a trusted proxy reports TLS', async () => {
    const tls = { 'x-forwarded-proto': 'https' };
    expect((await callCaptcha(oneHop, tls)).headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await callCaptcha(oneHop)).headers['strict-transport-security']).toBeUndefined();
    expect((await callCaptcha(bare, tls)).headers['strict-transport-security']).toBeUndefined();
  });

  test('clear the browser cache at both sign-outs and not elsewhere', async () => {
    const first = await bare.call('/sys/user/logout', { token: await bare.signIn('zhang') });
    expect(first.headers['clear-site-data']).toBe('"cache"');
    const second = await bare.call('/auth/ac/logout', { token: await bare.signIn('zhang') });
    expect(second.headers['clear-site-data']).toBe('"cache"');
    expect((await callCaptcha(bare)).headers['clear-site-data']).toBeUndefined();
  });
});

test('the policy names the digest of each style and script inside the built page, and of no other', () => {
  const page = '<style>a{}</style><script>go()</script><script type="module" src="/a.js"></script>';
  const digestOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(inlinePartsOf(page)).toEqual({ styles: [digestOf('a{}')], scripts: [digestOf('go()')] });
});
