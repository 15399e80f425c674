import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Permission } from '#domain/access/actor.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { installErrorHandling } from '#server/kernel/http/errors.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { open, order, permission, staff } from './access.ts';
import { describeCalls } from './openapi.ts';
import { type App, route } from './route.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'clerk', name: '张伟' },
  { account: 'auditor', name: '袁媛', permissions: [Permission.readAudit] },
]);

const answer = z.object({ text: z.string() });
const calls = {
  echo: endpoint({
    method: 'POST',
    path: '/test/echo/:id',
    summary: '回声',
    changes: [],
    params: z.strictObject({ id: z.string() }),
    body: z.strictObject({ name: z.string().min(1, '姓名不能为空') }),
    output: answer,
  }),
  leak: endpoint({ method: 'GET', path: '/test/leak', summary: '泄露', output: answer }),
  fault: endpoint({ method: 'GET', path: '/test/fault', summary: '异常', output: answer }),
  refusal: endpoint({
    method: 'GET',
    path: '/test/refusal',
    summary: '拒绝',
    output: answer,
    refusals: ['actionNotAllowed'],
  }),
  mine: endpoint({ method: 'GET', path: '/test/mine', summary: '本人', output: answer }),
  audited: endpoint({ method: 'GET', path: '/test/audited', summary: '审计', output: answer }),
  act: endpoint({
    method: 'POST',
    path: '/test/act',
    summary: '办理',
    changes: [],
    body: z.strictObject({
      workorderId: z.string().optional(),
      workorderCode: z.string().optional(),
      procInsId: z.string().optional(),
      workorderTraceId: z.string().optional(),
    }),
    output: answer,
  }),
};

const errorLogs: object[] = [];
const Fastify = (await import('fastify')).default;
const app: App = { ...portal.app, fastify: Fastify(), mounted: [] };
installErrorHandling(app.fastify, {
  ...portal.context.log,
  error: (fields) => void errorLogs.push(fields),
});
route(app, calls.echo, open, ({ params, body }) => ({ text: `${params.id} ${body.name}` }));
route(app, calls.leak, open, () => ({ text: 'a', password_hash: 'secret' }) as { text: string });
route(app, calls.fault, open, () => {
  throw new Error('the secret reason');
});
route(app, calls.refusal, open, () => refuse('actionNotAllowed', { message: '办理中不能撤回' }));
// @ts-expect-error An answer that the call does not declare does not compile.
route({ ...app, fastify: Fastify(), mounted: [] }, calls.echo, open, () => refuse('notFound'));
route(app, calls.mine, staff, ({ actor }) => ({ text: actor.name }));
route(app, calls.audited, permission(Permission.readAudit), ({ actor }) => ({ text: actor.name }));
const orderAccess = order('act', {
  refusals: [],
  find: async (_call, { code = '', trace }) => ({ order: code, task: trace }),
});
route(app, calls.act, orderAccess, ({ order: code, task }) => ({ text: `${code} ${task}` }));

async function send(
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) {
  const response = await app.fastify.inject({
    method,
    url,
    headers: { 'x-refusal-status': 'http', ...headers },
    ...(payload ? { payload } : {}),
  });
  return { status: response.statusCode, body: response.json() as Record<string, unknown> };
}

describe('a route', () => {
  test('answers in the envelope, whose success is both errcode 0 and code 200 (S0 §7, S2 §7)', async () => {
    expect(await send('POST', '/test/echo/7', { name: '张' })).toEqual({
      status: 200,
      body: { errcode: 0, code: 200, data: { text: '7 张' } },
    });
  });

  test('lists the validation problems of the input', async () => {
    expect(await send('POST', '/test/echo/7', { name: '', age: 3 })).toEqual({
      status: 400,
      body: {
        errcode: 400,
        errmsg: '请检查并完善以下信息',
        problems: [
          { field: 'name', message: '姓名不能为空' },
          { field: 'age', message: '不支持的参数' },
        ],
      },
    });
  });

  test.each([
    ['invalid JSON', '{"name"', 'application/json'],
    ['a prototype', '{"__proto__": {"admin": true}, "name": "a"}', 'application/json'],
    ['another content type', 'name=a', 'application/x-www-form-urlencoded'],
  ])('refuses %s', async (_case, payload, type) => {
    const response = await app.fastify.inject({
      method: 'POST',
      url: '/test/echo/7',
      headers: { 'content-type': type, 'x-refusal-status': 'http' },
      payload,
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errcode: 400 });
  });

  test('drops fields that the contract does not name', async () => {
    expect((await send('GET', '/test/leak')).body).toEqual({ errcode: 0, code: 200, data: { text: 'a' } });
  });

  test('answers a refusal with its status and code', async () => {
    expect(await send('GET', '/test/refusal')).toEqual({
      status: 409,
      body: { errcode: 40912, errmsg: '办理中不能撤回' },
    });
  });

  test('answers an unexpected error with a request number only, and logs it in full', async () => {
    const { status, body } = await send('GET', '/test/fault');
    expect(status).toBe(500);
    expect(body).toEqual({
      errcode: 500,
      errmsg: '系统出现异常，请稍后重试或联系管理员',
      requestId: expect.any(String),
    });
    expect(errorLogs).toEqual([
      { call: 'GET /test/fault', error: new Error('the secret reason'), requestId: body.requestId },
    ]);
  });
});

describe('access', () => {
  test('requires a session', async () => {
    expect(await send('GET', '/test/mine')).toEqual({
      status: 401,
      body: { errcode: 401, errmsg: '登录已失效，请重新登录' },
    });
    const token = await portal.signIn('clerk');
    expect((await send('GET', '/test/mine', undefined, { 'x-access-token': token })).body).toMatchObject({
      data: { text: '张伟' },
    });
  });

  test('requires the permission', async () => {
    const clerk = { 'x-access-token': await portal.signIn('clerk') };
    const auditor = { 'x-access-token': await portal.signIn('auditor') };
    expect(await send('GET', '/test/audited', undefined, clerk)).toMatchObject({
      status: 403,
      body: { errcode: 403 },
    });
    expect((await send('GET', '/test/audited', undefined, auditor)).status).toBe(200);
  });

  test('resolves the order from the input, and treats contradicting identifiers as not found', async () => {
    const token = { 'x-access-token': await portal.signIn('clerk') };
    const act = (body: object) => send('POST', '/test/act', body, token);
    const names = { workorderId: 'a', procInsId: 'a', workorderCode: '2026000001', workorderTraceId: 'a.3' };
    expect((await act(names)).body).toMatchObject({ data: { text: '2026000001 3' } });
    const notFound = { status: 404, body: { errcode: 404, errmsg: '未找到对应的数据' } };
    for (const wrong of [{ procInsId: 'b' }, { workorderId: 'b' }, { workorderTraceId: 'b.3' }]) {
      expect(await act({ ...names, ...wrong })).toEqual(notFound);
    }
    expect(await act({})).toEqual(notFound);
    // Empty values name no order.
    expect((await act({ ...names, procInsId: '' })).status).toBe(200);
  });

  test('refuses an idempotency key with invalid characters', async () => {
    const token = { 'x-access-token': await portal.signIn('clerk') };
    const body = { workorderCode: '1' };
    expect((await send('POST', '/test/act', body, { ...token, 'idempotency-key': 'ü' })).status).toBe(400);
  });
});

test('the description of a call lists what its access refuses and what it declares, each once', () => {
  const { paths } = describeCalls(app.mounted) as {
    paths: Record<string, Record<string, { description: string }>>;
  };
  const codesOf = (path: string, method: string) => paths[path]?.[method]?.description.match(/^- \d+/gm);
  expect(codesOf('/test/mine', 'get')).toEqual(['- 401', '- 40302']);
  expect(codesOf('/test/audited', 'get')).toEqual(['- 401', '- 40302', '- 403']);
  expect(codesOf('/test/act', 'post')).toEqual(['- 401', '- 40302', '- 403', '- 404']);
  expect(codesOf('/test/refusal', 'get')).toEqual(['- 40912']);
});
