import { describe, expect, test } from 'vitest';
import { Permission } from '#domain/access/actor.ts';
import { addPeople, testPassword, testPortal } from '#test/world/portal.ts';

const portal = await testPortal();
await addPeople(portal, [{ account: 'zhang', name: '张伟', permissions: [Permission.initiate] }]);
const { fastify } = portal.app;
const ajax = { 'request-type': 'ajax' };

/** Returns the answer without the parts that differ for each request. */
async function getAnswer(url: string, headers: Record<string, string> = {}) {
  const { statusCode, body } = await fastify.inject({ url, headers });
  return { statusCode, body };
}

describe('the base /baseyhzx5 with request-type ajax (S0 §9, S2 §7)', () => {
  test('serves the same calls', async () => {
    const headers = { 'x-access-token': await portal.signIn('zhang') };
    for (const url of [
      '/sys/whoim',
      '/serviceportal/api/sys/areas?level=1',
      '/areas/none',
      '/api/messages?size=7',
    ]) {
      expect(await getAnswer(`/baseyhzx5${url}`, { ...headers, ...ajax }), url).toEqual(
        await getAnswer(url, headers),
      );
    }
  });

  test('signs in by its form', async () => {
    const { captchaToken } = (await portal.call('/baseyhzx5/sys/captcha', { headers: ajax })).body
      .data as unknown as { captchaToken: string };
    const { body } = await portal.call('/baseyhzx5/login', {
      headers: ajax,
      form: { username: 'zhang', password: testPassword, verifyCode: 'A7K3', captchaToken },
    });
    expect(body).toMatchObject({ errcode: 0, code: 200 });
  });

  test('requires the same session and the same captcha', async () => {
    expect((await portal.call('/baseyhzx5/sys/whoim', { headers: ajax })).status).toBe(401);
    for (const path of ['/baseyhzx5/login', '/login', '/baseyhzx5/login']) {
      const form = { username: 'zhang', password: 'x', verifyCode: 'no', captchaToken: 'no' };
      expect((await portal.call(path, { headers: ajax, form })).body.errcode).toBe(40002);
    }
  });

  test.each(['', 'json'])('is not served for a request of type "%s"', async (type) => {
    const { status } = await portal.call('/baseyhzx5/sys/captcha', { headers: { 'request-type': type } });
    expect(status).toBe(404);
  });

  test.each([
    '/login',
    '/api/docs',
    '/api/docs/json',
    '/healthz',
    '/emblem.svg',
    '/',
    '//host',
    '/baseyhzx5/sys/captcha',
  ])('serves no page and no file: %s', async (path) => {
    const answer = await getAnswer(`/baseyhzx5${path}`, { ...ajax, accept: 'text/html' });
    expect([answer.statusCode, JSON.parse(answer.body).errcode]).toEqual([404, 404]);
  });

  test('does not match an address that only begins with the base', async () => {
    expect((await getAnswer('/baseyhzx55/sys/captcha', ajax)).statusCode).toBe(404);
    expect((await getAnswer('/baseyhzx5', ajax)).statusCode).toBe(404);
  });
});

describe('the short addresses of drafts (S1 §7)', () => {
  test('serve the same calls, under both bases, and keep their query', async () => {
    const headers = { 'x-access-token': await portal.signIn('zhang') };
    const long = await getAnswer('/workorder/workorder/drafts/list?size=20', headers);
    expect(JSON.parse(long.body)).toMatchObject({ errcode: 0, data: { rows: [], total: 0 } });
    expect(await getAnswer('/drafts/list?size=20', headers)).toEqual(long);
    expect(await getAnswer('/baseyhzx5/drafts/list?size=20', { ...headers, ...ajax })).toEqual(long);
    const form = { ids: 'b5a0c3a4-7f5e-4a51-8a3e-0d7c6a3f1e11' };
    const missing = await portal.call('/drafts/delete', { form, headers });
    expect(missing.body.errcode).toBe(404);
  });

  test('do not serve an unknown call', async () => {
    expect((await getAnswer('/drafts/no/such')).statusCode).toBe(404);
  });
});
