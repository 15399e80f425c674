import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { openRawConnection } from '#test/world/raw-socket.ts';
import { installProtocol, protocolOptions } from './protocol.ts';

const portal = await testPortal();
await addPeople(portal, [{ account: 'zhang', name: '张伟' }]);
const token = await portal.signIn('zhang');

const logLines: { level: string; message: string }[] = [];
const log = (level: string) => (_fields: object, message: string) => void logLines.push({ level, message });
const app = await createApp({
  context: {
    ...portal.context,
    log: { ...portal.context.log, info: log('info'), warn: log('warn'), error: log('error') },
  },
  hub: portal.hub,
  webFolder: '/nonexistent',
});
const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.fastify.close());

const long = (length: number) => 'x'.repeat(length);
const lines = (...text: string[]) => `${text.join('\r\n')}\r\n\r\n`;
const host = 'host: portal';
const noHosts = '|a@b|a/b|a b|a,b|a?b|a:b|甲|a:123456|a:99999|[:::]|1.2.3.4.5|256.1.1.1'.split('|');
const close = 'connection: close';
const longPart = lines(`GET /areas/${long(300)} HTTP/1.1`, host, 'x-refusal-status: http', close);
const signedIn = `x-refusal-status: http\r\nx-access-token: ${token}`;

function post(path: string, body: string | Buffer, ...headers: string[]): Buffer {
  const bytes = Buffer.from(body);
  const head = lines(
    `POST ${path} HTTP/1.1`,
    host,
    close,
    signedIn,
    `content-length: ${bytes.length}`,
    ...headers,
  );
  return Buffer.concat([Buffer.from(head), bytes]);
}
const json = (body: string | Buffer, type = 'application/json') =>
  post('/api/messages/read', body, `content-type: ${type}`);
const form = (body: string | Buffer) =>
  post('/login', body, 'content-type: application/x-www-form-urlencoded');
const upload = (body: string, type: string) => post('/file/files', body, `content-type: ${type}`);
const chunked = (...chunks: string[]) =>
  lines(
    'POST /api/messages/read HTTP/1.1',
    host,
    close,
    signedIn,
    'content-type: application/json',
    'transfer-encoding: chunked',
  ) + chunks.join('');

const badRequest = { errcode: 400, errmsg: '请求格式不正确' };
const badAddress = { errcode: 400, errmsg: '请求地址不正确' };
const longAddress = { errcode: 414, errmsg: '请求地址过长' };
const largeHeaders = { errcode: 431, errmsg: '请求头过大' };
const notJson = { errcode: 400, errmsg: '请求内容不是有效的 JSON' };
const notFound = { errcode: 404, errmsg: '未找到对应的数据' };
const tooLarge = { errcode: 413, errmsg: '提交的内容过大' };
const brokenUpload = { errcode: 400, errmsg: '上传的内容不完整或格式不正确' };
const unknownType = { errcode: 400, errmsg: '请求的内容格式不受支持' };
const notSignedIn = { errcode: 401, errmsg: '登录已失效，请重新登录' };

type Case = [title: string, data: string | Buffer, status: number, expected: object];

async function answersTo(data: string | Buffer) {
  const answers = await openRawConnection(address, data).answers();
  return answers.map(({ status, headers, text }) => {
    expect(headers['content-type'], text).toBe('application/json; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
    return { status, body: JSON.parse(text) as object };
  });
}

describe('answers to malformed requests in the envelope (S0 §8)', () => {
  const cases: Case[] = [
    ['garbage', '\u0016\u0003\u0001 hello\r\n\r\n', 400, badRequest],
    ['a request line without a path', 'GET\r\n\r\n', 400, badRequest],
    ['an unknown version', lines('GET /sys/captcha HTTP/9.9', host), 400, badRequest],
    ['an unknown method', lines('BREW /sys/captcha HTTP/1.1', host), 400, badRequest],
    ['no host', lines('GET /sys/captcha HTTP/1.1', close), 400, badRequest],
    ['a NUL in the address', lines('GET /sys/\u0000 HTTP/1.1', host, close), 400, badRequest],
    ['a NUL in a header', lines('GET /sys/captcha HTTP/1.1', host, 'a: \u0000', close), 400, badRequest],
    [
      'a header line without a colon',
      lines('GET /sys/captcha HTTP/1.1', host, 'colourless'),
      400,
      badRequest,
    ],
    ['a space before the colon', lines('GET / HTTP/1.1', host, 'content-length : 3'), 400, badRequest],
    ['a folded header line', lines('GET / HTTP/1.1', host, 'a: b\r\n c\r\n\td: e', close), 400, badRequest],
    ['bare line feeds', `GET / HTTP/1.1\n${host}\nx: a\n\n`, 400, badRequest],
    ['an address that cannot be decoded', lines('GET /areas/%zz HTTP/1.1', host, close), 400, badAddress],
    ['an address of broken UTF-8', lines('GET /areas/%ff%fe HTTP/1.1', host, close), 400, badAddress],
    ['a lone percent sign', lines('GET /% HTTP/1.1', host, close), 400, badAddress],
    ['a part of the address too long', longPart, 414, longAddress],
    ['an address of 20 kB', lines(`GET /areas?name=${long(20_000)} HTTP/1.1`, host), 414, longAddress],
    ['an address of 1 MB', lines(`GET /${long(1_000_000)} HTTP/1.1`, host), 414, longAddress],
    ['a header of 1 MB', lines('GET / HTTP/1.1', host, `a: ${long(1_000_000)}`), 431, largeHeaders],
    [
      '10,000 headers',
      lines('GET / HTTP/1.1', host, ...Array.from({ length: 10_000 }, (_, index) => `a${index}: b`)),
      431,
      largeHeaders,
    ],
    ['an empty name of a call', lines('GET // HTTP/1.1', host, close), 404, notFound],
    [
      'an address with its host',
      lines('GET http://portal/sys/whoim HTTP/1.1', host, close),
      401,
      notSignedIn,
    ],
    [
      'an address with another host',
      lines('GET http://other/sys/whoim HTTP/1.1', host, close),
      400,
      badRequest,
    ],
    [
      'an address with a user name before its host',
      lines('GET http://portal@other/sys/whoim HTTP/1.1', host, close),
      400,
      badRequest,
    ],
    ['two hosts', lines('GET /sys/whoim HTTP/1.1', host, 'host: other', close), 400, badRequest],
    ['the same host twice', lines('GET /sys/whoim HTTP/1.1', host, 'Host: portal', close), 400, badRequest],
    ['two hosts in HTTP/1.0', lines('GET /sys/whoim HTTP/1.0', host, 'HOST: other'), 400, badRequest],
    ...noHosts.map(
      (name): Case => [
        `a host “${name}”`,
        Buffer.from(lines('GET /sys/whoim HTTP/1.1', `host: ${name}`, close)),
        400,
        badRequest,
      ],
    ),
    ...['10.0.0.1:8080', '[::1]:8080', 'Portal.GOV.cn', 'banjian_portal'].map(
      (name): Case => [
        `the host ${name}`,
        lines('GET /sys/whoim HTTP/1.1', `host: ${name}`, close),
        401,
        notSignedIn,
      ],
    ),
    ['HTTP/1.0', lines('GET /sys/whoim HTTP/1.0'), 401, notSignedIn],
    [
      'an unknown expectation',
      lines('GET /sys/whoim HTTP/1.1', host, 'expect: tea', close),
      401,
      notSignedIn,
    ],
    ['a tunnel', lines('CONNECT other:443 HTTP/1.1', host), 404, notFound],
    [
      'an upgrade',
      lines('GET /nothing HTTP/1.1', host, 'upgrade: h2c', 'connection: upgrade, close'),
      404,
      notFound,
    ],
  ];
  test.each(cases)('%s', async (_what, data, status, expected) => {
    expect(await answersTo(data)).toEqual([{ status, body: expected }]);
  });
});

describe('refusal of a body with an ambiguous length (S0 §8)', () => {
  const to = 'POST /api/messages/read HTTP/1.1';
  const type = 'content-type: application/json';
  const cases: Case[] = [
    [
      'a length and chunks',
      lines(to, host, 'content-length: 4', 'transfer-encoding: chunked'),
      400,
      badRequest,
    ],
    ['two lengths', lines(to, host, 'content-length: 4', 'content-length: 5'), 400, badRequest],
    ['a negative length', lines(to, host, 'content-length: -1'), 400, badRequest],
    ['a length that is not a decimal number', lines(to, host, 'content-length: 0x10'), 400, badRequest],
    ['a length of forty digits', lines(to, host, `content-length: ${'9'.repeat(40)}`), 400, badRequest],
    ['a giant length', lines(to, host, signedIn, type, 'content-length: 9007199254740991'), 413, tooLarge],
    ['a chunk whose size is not a number', chunked('zz\r\n{}\r\n0\r\n\r\n'), 400, badRequest],
    ['a chunk of negative size', chunked('-2\r\n{}\r\n0\r\n\r\n'), 400, badRequest],
    ['a chunk whose size has twenty digits', chunked(`${'f'.repeat(20)}\r\n{}`), 400, badRequest],
    ['a chunk longer than its declared size', chunked('1\r\n{"ids":[]}\r\n0\r\n\r\n'), 400, badRequest],
    ['a chunk with a very long extension', chunked(`2;${long(20_000)}\r\n{}\r\n`), 413, tooLarge],
    [
      'an unknown encoding',
      `${lines(to, host, close, 'transfer-encoding: chunked, secret')}0\r\n\r\n`,
      400,
      badRequest,
    ],
  ];
  test.each(cases)('%s', async (_what, data, status, expected) => {
    expect(await answersTo(data)).toEqual([{ status, body: expected }]);
  });

  test('a valid chunked body is accepted', async () => {
    const [answer] = await answersTo(chunked('5\r\n{"ids\r\n5\r\n":[]}\r\n0\r\n\r\n'));
    expect(answer).toMatchObject({ status: 200, body: { errcode: 0 } });
  });
});

describe('refusal of an invalid body (S0 §8)', () => {
  const cases: Case[] = [
    ['10,000 arrays deep', json(`${'['.repeat(10_000)}${']'.repeat(10_000)}`), 400, {}],
    ['10,000 objects deep', json(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`), 400, {}],
    ['a prototype', json('{"__proto__":{"admin":true}}'), 400, notJson],
    ['a constructor', json('{"constructor":{"prototype":{"admin":true}}}'), 400, notJson],
    ['a number that is too large', json('{"ids":1e400}'), 400, {}],
    ['UTF-16', json(Buffer.from('\ufeff{"ids":[]}', 'utf16le')), 400, notJson],
    [
      'broken UTF-8',
      json(Buffer.from([...Buffer.from('{"ids":["'), 0xc3, 0x28, ...Buffer.from('"]}')])),
      400,
      notJson,
    ],
    ['a lone surrogate', json('{"ids":["\\ud800"]}'), 400, {}],
    ['a NUL', json('{"ids":["\\u0000"]}'), 400, {}],
    ['half of it', json('{"ids":['), 400, notJson],
    ['nothing', json(''), 400, { errcode: 400, errmsg: '请求内容不能为空' }],
    ['3 MB', json(`{"ids":["${long(3_000_000)}"]}`), 413, tooLarge],
    ['a kind without a name', json('{}', ';'), 400, unknownType],
    ['an unknown kind', json('<a/>', 'application/xml'), 400, unknownType],
    ['text instead of JSON', json('{"ids":[]}', 'text/plain'), 400, unknownType],
    ['broken UTF-8 in a form', form(Buffer.from('username=%ff%fe&password=\u00ff', 'latin1')), 400, {}],
    ['a percent sign in a form', form('username=%&password=%zz'), 400, {}],
    ['a thousand fields in a form', form('a=b&'.repeat(1000)), 400, {}],
    ['an upload without boundary', upload('--x\r\n', 'multipart/form-data'), 400, brokenUpload],
    [
      'an upload with an empty boundary',
      upload('--x\r\n', 'multipart/form-data; boundary=""'),
      400,
      brokenUpload,
    ],
    [
      'an upload with a boundary over 256 characters',
      upload('--x\r\n', `multipart/form-data; boundary=${long(257)}`),
      400,
      brokenUpload,
    ],
    [
      'an upload that ends early',
      upload(
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4',
        'multipart/form-data; boundary=b',
      ),
      400,
      brokenUpload,
    ],
    [
      'an upload that ends in the head of a part',
      upload('--b\r\nContent-Disposition: form-data; na', 'multipart/form-data; boundary=b'),
      400,
      brokenUpload,
    ],
    [
      'an upload with fields of a prototype',
      upload(
        '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
        'multipart/form-data; boundary=b',
      ),
      400,
      {},
    ],
    [
      'a packed body',
      post('/api/messages/read', long(100), 'content-type: application/json', 'content-encoding: gzip'),
      400,
      { errcode: 400, errmsg: '不支持压缩的请求内容' },
    ],
  ];
  test.each(cases)('%s', async (_what, data, status, expected) => {
    const [answer, ...more] = await answersTo(data);
    expect(more).toEqual([]);
    expect(answer, JSON.stringify(answer)).toMatchObject({ status, body: { errcode: status, ...expected } });
  });

  test('a UTF-8 byte order mark and a duplicate key are accepted', async () => {
    expect(await answersTo(json('\ufeff{"ids":[]}'))).toMatchObject([{ status: 200 }]);
    expect(await answersTo(json('{"ids":3,"ids":[]}'))).toMatchObject([{ status: 200 }]);
  });

  test('a request with expect: 100-continue gets 100 first', async () => {
    const head = lines(
      'POST /api/messages/read HTTP/1.1',
      host,
      close,
      signedIn,
      'content-type: application/json',
      'content-length: 2',
      'expect: 100-continue',
    );
    const answers = await openRawConnection(address, head, '{}').answers();
    expect(answers.map(({ status }) => status)).toEqual([100, 200]);
  });
});

describe('several requests on one connection', () => {
  const captcha = lines('GET /sys/captcha HTTP/1.1', host);

  test('invalid data after a complete request is answered after it', async () => {
    const answers = await answersTo(`${captcha}\u0000\u0000\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });

  test('are answered in order, and nothing is answered after an invalid one', async () => {
    const whoim = lines('GET /sys/whoim HTTP/1.1', host);
    const answers = await answersTo(`${captcha}${whoim}GET /%20 HTTP/3\r\n\r\n${captcha}`);
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 400]);
  });

  test('a request hidden behind an ambiguous length is not read', async () => {
    const hidden = lines('GET /sys/captcha HTTP/1.1', host);
    const data = lines(
      'POST /login HTTP/1.1',
      host,
      'content-type: application/x-www-form-urlencoded',
      'content-length: 5',
      'transfer-encoding: chunked',
    );
    expect(await answersTo(`${data}0\r\n\r\n${hidden}`)).toEqual([{ status: 400, body: badRequest }]);
  });
});

describe('methods that a path does not support', () => {
  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'HEAD', 'PROPFIND'])(
    '%s is answered in the envelope on every path',
    async (method) => {
      for (const path of new Set(app.mounted.map(({ endpoint }) => endpoint.path))) {
        const url = path.replace(/:\w+/g, 'x');
        const answer = await app.fastify.inject({ method: method as 'PUT', url });
        const served = app.mounted.some(
          ({ endpoint }) => endpoint.path === path && endpoint.method === method,
        );
        if (!served) expect([path, answer.statusCode]).toEqual([path, 404]);
        expect(answer.headers['content-type'], path).toBe('application/json; charset=utf-8');
      }
    },
  );
});

describe('a slow or disconnecting caller', () => {
  test('gets 408 when its header lines are too slow', async () => {
    const { http, ...options } = protocolOptions(portal.context.log);
    const server = Fastify({
      ...options,
      requestTimeout: 60,
      http: { ...http, headersTimeout: 50, connectionsCheckingInterval: 10 },
    });
    installProtocol(server);
    const serverAddress = await server.listen({ host: '127.0.0.1', port: 0 });
    const answers = await openRawConnection(
      serverAddress,
      'GET / HTTP/1.1\r\n',
      'host: portal\r\n',
    ).answers();
    await server.close();
    expect(answers).toMatchObject([{ status: 408 }]);
    expect(JSON.parse(answers[0]?.text ?? '')).toEqual({ errcode: 408, errmsg: '请求超时，请稍后再试' });
  });

  test.each([
    ['JSON', 'POST /api/messages/read HTTP/1.1', 'application/json', '{"ids":'],
    [
      'an upload',
      'POST /file/files HTTP/1.1',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF',
    ],
  ])('that disconnects during %s causes no error in the log', async (_what, to, type, half) => {
    logLines.length = 0;
    const arrival = once(app.fastify.server, 'request') as Promise<[IncomingMessage]>;
    const head = lines(to, host, signedIn, `content-type: ${type}`, 'content-length: 1000');
    const connection = openRawConnection(address, head + half);
    const [request] = await arrival;
    const disconnection = new Promise((resolve) => request.once('close', resolve));
    connection.reset();
    await disconnection;
    // A complete second call: everything from the first one has been logged by then.
    await app.fastify.inject({
      url: '/sys/whoim',
      headers: { 'x-refusal-status': 'http', 'x-access-token': randomUUID() },
    });
    expect(logLines.filter(({ level }) => level !== 'info')).toEqual([]);
  });
});

test('no error was logged during all protocol tests', () => {
  expect(logLines.filter(({ level }) => level === 'error')).toEqual([]);
});
