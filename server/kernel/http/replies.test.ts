import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addPeople, testPortal } from '#test/world/portal.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'gone', name: '李静', disabled: true },
]);
const token = await portal.signIn('zhang');
/** As an old client, which sends no header of ours. */
const oldClient = { 'x-refusal-status': '' };

const login = { username: 'zhang', password: 'x', verifyCode: '', captchaToken: '' };
const refusals: [string, Parameters<typeof portal.call>[1], object, number][] = [
  ['/login', { form: login }, { errcode: 400, errmsg: '验证码不能为空' }, 400],
  [
    '/workorder/workorders/2026000001',
    { token, query: { mark: 'select' } },
    { errcode: 404, errmsg: '未找到对应的数据' },
    404,
  ],
  ['/workorder/workorder/handle', { token, json: [] }, { errcode: 400 }, 400],
];

test.each(refusals)(
  'an old client gets the refusal of %s with HTTP 200 (S0 §8)',
  async (path, options, body) => {
    const answer = await portal.call(path, { ...options, headers: oldClient });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject(body);
  },
);

test.each(refusals)(
  'a client that asks for it gets the HTTP status of the refusal of %s',
  async (path, options, body, status) => {
    const answer = await portal.call(path, options);
    expect([answer.status, answer.body.errcode]).toEqual([status, (body as { errcode: number }).errcode]);
  },
);

test('an expired session gets 401 for every client, and a disabled account errcode 501 (S0 §8)', async () => {
  expect((await portal.call('/sys/whoim', { headers: oldClient })).status).toBe(401);
  const { body } = await portal.call('/sys/captcha');
  const { captchaToken } = body.data as unknown as { captchaToken: string };
  const form = { username: 'gone', password: 'Cloud-72341', verifyCode: 'A7K3', captchaToken };
  const answer = await portal.call('/login', { form, headers: oldClient });
  expect([answer.status, answer.body.errcode]).toEqual([200, 501]);
});

test('own calls, files and unknown addresses keep their HTTP status', async () => {
  expect((await portal.call('/api/messages/read', { token, json: [], headers: oldClient })).status).toBe(400);
  expect((await portal.call(`/file/files/${randomUUID()}`, { token, headers: oldClient })).status).toBe(404);
  expect((await portal.call('/no/such/call', { token, headers: oldClient })).status).toBe(404);
});
