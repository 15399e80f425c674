import { describe, expect, test } from 'vitest';
import { Permission } from '#domain/access/actor.ts';
import { loadConfig } from '#server/kernel/config/config.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';

const portal = await testPortal();
const portalWithoutDocs = await testPortal({ settings: { PORTAL_API_DOCS: 'false' } });
// A signed-in person without any permission.
await addPeople(portal, [{ account: 'stranger', name: '陌生人' }]);
const token = await portal.signIn('stranger');
const { mounted } = portal.app;

const sampleParameters: Record<string, string> = {
  ids: '01980000-0000-7000-8000-000000000000',
  id: '01980000-0000-7000-8000-000000000000',
  workorderId: '01980000-0000-7000-8000-000000000000',
  workorderCode: '2026000001',
  traceId: '01980000-0000-7000-8000-000000000000.1',
};

function addressOf(path: string): string {
  return path.replace(/:(\w+)/g, (_all, name: string) => sampleParameters[name] ?? '1');
}

/** Calls without a session; the author of a new one adds it here with the reason. */
const openCalls = [
  // No session exists before these.
  'GET /api/session/public-key',
  'GET /sys/captcha',
  'POST /login',
  'POST /sys/login/form',
  // The login page: the office's name, and only in the demo its people.
  'GET /api/welcome',
  'GET /api/welcome/demo-guide',
  // Events of express items: signed by the carrier.
  'POST /api/express/pushes',
  // Notices of payments: signed by the gateway.
  'POST /api/payments/notices/:gateway',
  // The second step of a sign-in: identified by the token of the first one, which is valid only here.
  'POST /api/login/second-factor',
  'POST /api/login/second-factor/enrolment',
  'POST /api/login/second-factor/enrolment/confirm',
  // Redirects to the unified login and back, before any session.
  'POST /api/sign-on/finish',
  'POST /api/sign-on/start',
  // A calendar program has no session: the secret in its address identifies the person, who can revoke it.
  'GET /api/schedule/calendar/:secret',
  // A phone that scanned a code: the code and the phone's own secret replace a session for ten minutes.
  'POST /api/phone-uploads/:code/open',
  'PUT /api/phone-uploads/:code/files',
  'POST /api/phone-uploads/:code/files',
  'POST /api/phone-uploads/:code/submit',
  // The session has already ended.
  'GET /auth/ac/logout',
  // Pictures of rich text, which the reader's browser loads without a header: only files uploaded as such
  // (0157).
  'GET /file/nocheck/files/:id/preview',
  'GET /workportal/api/file/nocheck/files/:id/preview',
  // The holder of a document verifies it by its code: issuer and validity, never the content (0155).
  'GET /api/verify/:code',
  // Public data that applicants' pages need.
  'GET /areas/:id',
  'GET /serviceportal/api/sys/areas',
];

describe('access', () => {
  test('is open only for the listed calls', () => {
    const openEndpoints = mounted
      .filter(({ access }) => access.kind === 'open')
      .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    expect(openEndpoints.sort()).toEqual([...openCalls].sort());
  });

  test.each(
    mounted
      .filter(({ access }) => access.kind !== 'open')
      .map(({ endpoint }) => [endpoint.method, endpoint.path] as const),
  )('requires a session: %s %s', async (method, path) => {
    const { status, body } = await portal.call(addressOf(path), { method });
    expect(status).toBe(401);
    expect(body.errcode).toBe(401);
  });

  test.each(
    mounted
      .filter(({ access }) => access.kind === 'permission')
      .map(({ endpoint }) => [endpoint.method, endpoint.path] as const),
  )('requires its permission: %s %s', async (method, path) => {
    expect((await portal.call(addressOf(path), { method, token })).status).toBe(403);
  });

  test('requires only existing permissions', () => {
    const known = new Set<string>(Object.values(Permission));
    for (const { access } of mounted) {
      if (access.kind === 'permission') expect(known).toContain(access.permission);
    }
  });

  test('is defined once for each address', () => {
    const addresses = mounted.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});

describe('GET /api/docs/json', () => {
  test('describes every call that is served', async () => {
    const { text } = await portal.call('/api/docs/json');
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
    const operations = Object.values(paths).flatMap((path) => Object.keys(path));
    expect(operations).toHaveLength(mounted.length);
  });

  test('is smaller than 2 MB, and defines every schema that it refers to', async () => {
    const { text } = await portal.call('/api/docs/json');
    expect(text.length).toBeLessThan(2_000_000);
    const { components } = JSON.parse(text);
    const definedRefs = new Set(
      Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`),
    );
    const usedRefs = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to));
    expect([...usedRefs].filter((to) => !definedRefs.has(to ?? ''))).toEqual([]);
    expect(usedRefs.size).toBeGreaterThan(0);
  });

  test('says that a success carries errcode 0 and code 200 (S0 §7)', async () => {
    const { text } = await portal.call('/api/docs/json');
    const { paths } = JSON.parse(text);
    const answer = paths['/sys/whoim'].get.responses['200'].content['application/json'].schema;
    expect(answer).toMatchObject({
      required: ['errcode', 'code', 'data'],
      properties: { errcode: { const: 0 }, code: { const: 200 } },
    });
  });
});

test('the description requires no idempotency key for a call (0060)', async () => {
  const { text } = await portal.call('/api/docs/json');
  const { paths } = JSON.parse(text);
  const { parameters } = paths['/workorder/workorder/handle'].post;
  expect(parameters).toContainEqual(expect.objectContaining({ name: 'idempotency-key', required: false }));
});

describe('PORTAL_API_DOCS', () => {
  test('is off in production by default, and on in the demo', () => {
    const production = {
      PORTAL_MODE: 'production',
      SMS_PROVIDER: 'none',
      DATABASE_URL: 'postgres://portal@db.example/portal',
    };
    expect(loadConfig({}).apiDocs).toBe(true);
    expect(loadConfig(production).apiDocs).toBe(false);
    expect(loadConfig({ ...production, PORTAL_API_DOCS: 'true' }).apiDocs).toBe(true);
  });

  test('removes the page and its document when it is off', async () => {
    for (const path of ['/api/docs', '/api/docs/json', '/api/docs/static/index.html']) {
      expect((await portalWithoutDocs.call(path)).status).toBe(404);
    }
  });
});

describe('an address that is not a call', () => {
  test('is answered in the envelope', async () => {
    const { status, body } = await portal.call('/no/such/call');
    expect(status).toBe(404);
    expect(body).toEqual({ errcode: 404, errmsg: '未找到对应的数据' });
  });

  test('carries the security headers', async () => {
    const { headers } = await portal.call('/no/such/call');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});
