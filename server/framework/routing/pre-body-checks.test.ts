import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { openRawConnection } from '#test/world/raw-socket.ts';

const portal = await testPortal();
await addPeople(portal, [{ account: 'zhang', name: '张伟' }]);
const token = await portal.signIn('zhang');
const app = await createApp({ context: portal.context, hub: portal.hub, webFolder: '/nonexistent' });
const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.fastify.close());

const long = (length: number) => 'x'.repeat(length);
const lines = (...text: string[]) => `${text.join('\r\n')}\r\n\r\n`;
const host = 'host: portal\r\nx-refusal-status: http';
const close = 'connection: close';

function post(path: string, body: string, ...headers: string[]): Buffer {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  const head = lines(`POST ${path} HTTP/1.1`, host, close, `x-access-token: ${token}`, length, ...headers);
  return Buffer.from(head + body);
}
const json = (body: string) => post('/api/messages/read', body, 'content-type: application/json');
const form = (body: string) => post('/login', body, 'content-type: application/x-www-form-urlencoded');

const notJson = { errcode: 400, errmsg: '请求内容不是有效的 JSON' };
const tooLarge = { errcode: 413, errmsg: '提交的内容过大' };
const notSignedIn = { errcode: 401, errmsg: '登录已失效，请重新登录' };

async function answersTo(data: string | Buffer) {
  const answers = await openRawConnection(address, data).answers();
  return answers.map(({ status, text }) => ({ status, body: JSON.parse(text) as object }));
}

describe('unauthenticated input is mostly refused unread', () => {
  const large = JSON.stringify({ ids: Array.from({ length: 49_000 }, (_, n) => `${n}`) });
  const postWithoutSession = (path: string, body: string, type: string, ...headers: string[]) =>
    Buffer.from(
      lines(
        `POST ${path} HTTP/1.1`,
        host,
        close,
        `content-type: ${type}`,
        `content-length: ${Buffer.byteLength(body)}`,
        ...headers,
      ) + body,
    );
  const formType = 'application/x-www-form-urlencoded';
  const jsonType = 'application/json';

  const openEndpoints = app.mounted.filter(
    ({ endpoint, access }) =>
      access.kind === 'open' &&
      endpoint.method !== 'GET' &&
      ['json', 'form'].includes(endpoint.encoding) &&
      !endpoint.hasSignedBody,
  );
  test.each(
    openEndpoints.map(({ endpoint }) => [endpoint.method, endpoint.path, endpoint.encoding] as const),
  )('an open call accepts at most 16 kB: %s %s', async (method, path, encoding) => {
    const type = encoding === 'form' ? formType : jsonType;
    const url = path.replace(/:\w+/g, 'x');
    const sendLength = (length: number) =>
      app.fastify.inject({
        method: method as 'POST',
        url,
        headers: { 'content-type': type, 'x-refusal-status': 'http' },
        payload: encoding === 'form' ? `a=${long(length)}` : JSON.stringify({ a: long(length) }),
      });
    expect((await sendLength(16_000)).json()).toMatchObject({ errcode: 400 });
    const answer = await sendLength(16_400);
    expect([answer.statusCode, answer.json()]).toEqual([413, tooLarge]);
  });

  test('a call that needs a session is refused before its body is read when there is no session', async () => {
    const broken = `{"ids":[${long(20_000)}`;
    for (const token of ['', 'x-access-token: made-up'])
      expect(
        await answersTo(
          postWithoutSession('/api/messages/read', broken, jsonType, ...(token ? [token] : [])),
        ),
      ).toEqual([{ status: 401, body: notSignedIn }]);
    const inChunks = lines(
      'POST /api/messages/read HTTP/1.1',
      host,
      close,
      `content-type: ${jsonType}`,
      'transfer-encoding: chunked',
    );
    expect(await answersTo(`${inChunks}7\r\n{"ids":\r\n0\r\n\r\n`)).toEqual([
      { status: 401, body: notSignedIn },
    ]);
    expect(await answersTo(post('/api/messages/read', broken, `content-type: ${jsonType}`))).toEqual([
      { status: 400, body: notJson },
    ]);
  });

  test('an address over its rate limit is refused before its body is read', async () => {
    await portal.context.db
      .insertInto('rate_limits')
      .values({ bucket: 'sign-in:127.0.0.1', window_started_at: portal.context.now(), hits: 1_200 })
      .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ hits: 1_200 }))
      .execute();
    const answers = await answersTo(postWithoutSession('/login', '{"username":', jsonType));
    await portal.context.db.deleteFrom('rate_limits').where('bucket', '=', 'sign-in:127.0.0.1').execute();
    expect(answers).toMatchObject([{ status: 429 }]);
    expect(await answersTo(postWithoutSession('/login', '{"username":', jsonType))).toMatchObject([
      { status: 400 },
    ]);
  });

  test('a body with too many keys is refused unparsed, and only the first hundred problems are listed', async () => {
    const keys = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1])));
    expect(await answersTo(json(keys(49_000)))).toEqual([
      { status: 400, body: { errcode: 400, errmsg: '提交的内容过多或层级过深' } },
    ]);
    const [answer] = await answersTo(json(keys(1_500)));
    const body = answer?.body as { errmsg: string; problems: object[] };
    expect(body.problems).toHaveLength(100);
    expect(body.errmsg).toContain('只列出前100处');
    expect(await answersTo(json(large))).toMatchObject([{ status: 400 }]);
  });

  test('a form or an address of many fields, and keys that grow when escaped, get short answers', async () => {
    const bodies = [
      form(Array.from({ length: 2_100 }, (_, n) => `${n}=`).join('&')),
      lines(
        `GET /sys/captcha?${Array.from({ length: 1_200 }, (_, n) => `k${n}=1`).join('&')} HTTP/1.1`,
        host,
        close,
      ),
      json(
        JSON.stringify({
          a: Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`${'\u0001'.repeat(190)}${n}`, 1])),
        }),
      ),
    ];
    for (const data of bodies) {
      const [answer] = await openRawConnection(address, data).answers();
      expect(answer?.status).toBe(400);
      expect(answer?.text.length).toBeLessThan(300_000);
    }
  });
});
