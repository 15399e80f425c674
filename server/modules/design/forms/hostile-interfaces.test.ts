import { execFile } from 'node:child_process';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { formInterfaces } from '#contract/form-interfaces.ts';
import type { FormInterface } from '#domain/forms/interface-model.ts';
import {
  type AddressLookup,
  createRemoteInterfaces,
  type RemoteCaller,
} from '#server/adapters/gateways/remote-interface/remote-interface.ts';
import { notationsOfThisMachine, otherTargetsOf } from '#test/world/hostile-addresses.ts';
import { testOffice } from '#test/world/office.ts';

/**
 * Attempts to make the portal call what the operator has not allowed (server-side request forgery), over the route by
 * which an author tests an interface and over the client that sends all requests (S2 §7, docs/decisions/0228).
 */

/** Counts connections to this machine, which none of the refused attempts may make. */
let connections = 0;
let answer: (response: ServerResponse) => void = (response) => response.end('{"errcode":0,"data":[]}');
let lastUrl = '';
let lastHost: string | undefined;
const trap = createServer((request, response) => {
  lastUrl = request.url ?? '';
  lastHost = request.headers.host;
  answer(response);
});
trap.on('connection', () => {
  connections += 1;
});
trap.listen(0, '127.0.0.1');
await once(trap, 'listening');
const { port } = trap.address() as AddressInfo;
afterAll(() => void trap.close());

const listed = `http://listed.test:${port}`;
const office = await testOffice({ settings: { PORTAL_TRACE_ORIGINS: `${listed},http://127.0.0.1:${port}` } });
let attempts = 0;

beforeEach(() => {
  connections = 0;
  answer = (response) => response.end('{"errcode":0,"data":[]}');
});
afterAll(() => {
  // The number of refused attempts that the portal promises to hold.
  expect(attempts).toBeGreaterThanOrEqual(100);
});

const formWith = (definition: Partial<FormInterface>) =>
  JSON.stringify({
    globalConfig: {
      code: 'hostile',
      title: '试查',
      columns: 1,
      allowEdit: [],
      interfaces: [{ id: 'a', title: '接口', method: 'GET', ...definition }],
    },
    schema: { fields: [{ id: 'f', title: '选项', 'x-component': 'select', optionsInterface: 'a' }] },
  });

/** Asks over the route of an author; returns the reason why there was no answer, or none. */
async function refusalOverRoute(definition: Partial<FormInterface>): Promise<string | undefined> {
  attempts += 1;
  const body = { json: formWith(definition), field: 'f', use: 'options', parameters: {} };
  const { status, body: envelope } = await office.as('xiaohan').call(formInterfaces.try, { body });
  if (status !== 200) return envelope.problems?.[0]?.message ?? envelope.errmsg;
  const { fault } = envelope.data as unknown as { fault: string };
  return fault === '' ? undefined : fault;
}

const otherTargets = otherTargetsOf(port);

describe('an address that the operator has not listed', () => {
  test.each(notationsOfThisMachine)('%s is refused over the route', async (host) => {
    expect(await refusalOverRoute({ targetUrl: `http://${host}:${port}/` })).toBeDefined();
    expect(connections).toBe(0);
  });

  test.each(otherTargets)('%s is refused over the route', async (targetUrl) => {
    expect(await refusalOverRoute({ targetUrl })).toBeDefined();
    expect(connections).toBe(0);
  });
});

const caller: RemoteCaller = { name: 'test', timeoutMs: 400, maxAnswerBytes: 10_000 };
const ask = (client: ReturnType<typeof createRemoteInterfaces>, url: string) =>
  client.ask({ method: 'GET', url, headers: {}, body: undefined }, caller);

describe('an address of an origin that the operator has listed', () => {
  test.each(
    notationsOfThisMachine.filter((host) => URL.canParse(`http://${host}/`) && !/[a-zｔ]\.$/.test(host)),
  )('%s is refused unless its network is listed, too', async (host) => {
    attempts += 1;
    const url = `http://${host}:${port}/`;
    const { origin } = new URL(url);
    const client = createRemoteInterfaces({ origins: [origin], networks: [], tokens: {} });
    expect(await ask(client, url)).toEqual({ fault: '接口地址不在允许的网络内' });
    expect(connections).toBe(0);
  });

  test('is reached when its network is listed, so that the attempts above were refused by the check', async () => {
    for (const host of notationsOfThisMachine.slice(0, 10)) {
      const url = `http://${host}:${port}/`;
      const client = createRemoteInterfaces({
        origins: [new URL(url).origin],
        networks: ['127.0.0.0/8'],
        tokens: {},
      });
      expect(await ask(client, url)).toEqual({ json: { errcode: 0, data: [] } });
    }
    expect(connections).toBe(10);
  });

  test.each<[string, LookupAddress[]]>([
    ['this machine', [{ address: '127.0.0.1', family: 4 }]],
    ['this machine in IPv6', [{ address: '::1', family: 6 }]],
    ['this machine as a mapped address', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['this machine as NAT64', [{ address: '64:ff9b::7f00:1', family: 6 }]],
    ['an address with a zone', [{ address: 'fe80::1%lo', family: 6 }]],
    ['cloud metadata', [{ address: '169.254.169.254', family: 4 }]],
    [
      'several private addresses',
      ['10.0.0.1', '127.0.0.1', '192.168.0.1'].map((address) => ({ address, family: 4 })),
    ],
    ['a text that is no address', [{ address: '127.1', family: 4 }]],
    ['no address', []],
  ])('whose name means %s is refused', async (_, addresses) => {
    attempts += 1;
    const client = createRemoteInterfaces(
      { origins: [listed], networks: [], tokens: {} },
      (_host, _options, done) => done(null, addresses),
    );
    expect(await ask(client, `${listed}/`)).toEqual({ fault: '接口地址不在允许的网络内' });
    expect(connections).toBe(0);
  });

  test('is looked up once, so that a name cannot mean another address after the check', async () => {
    attempts += 1;
    let lookups = 0;
    const changing: AddressLookup = (_host, _options, done) => {
      lookups += 1;
      done(null, [{ address: lookups === 1 ? '127.0.0.9' : '127.0.0.1', family: 4 }]);
    };
    const client = createRemoteInterfaces(
      { origins: [listed], networks: ['127.0.0.9'], tokens: {} },
      changing,
    );
    expect(await ask(client, `${listed}/`)).toEqual({ fault: '无法连接接口' });
    expect([lookups, connections]).toEqual([1, 0]);
  });

  test('is reached only at the allowed ones of several addresses', async () => {
    const addresses = ['10.0.0.1', '127.0.0.1'].map((address) => ({ address, family: 4 }));
    const client = createRemoteInterfaces(
      { origins: [listed], networks: ['127.0.0.1'], tokens: {} },
      (_host, _options, done) => done(null, addresses),
    );
    expect(await ask(client, `${listed}/`)).toEqual({ json: { errcode: 0, data: [] } });
    expect(lastHost).toBe(`listed.test:${port}`);
  });
});

const open = { origins: [`http://127.0.0.1:${port}`], networks: ['127.0.0.1'], tokens: {} };
const address = `http://127.0.0.1:${port}/`;

describe('an answer of a listed system', () => {
  test.each([300, 301, 302, 303, 304, 305, 307, 308])('with status %i is not followed', async (status) => {
    attempts += 1;
    answer = (response) => response.writeHead(status, { location: address }).end();
    expect(await ask(createRemoteInterfaces(open), address)).toEqual({
      fault: '接口要求转到其他地址，已拒绝',
    });
    expect(connections).toBe(1);
  });

  test.each<[string, (response: ServerResponse) => void, string]>([
    ['that is too long', (response) => response.end(`"${'a'.repeat(20_000)}"`), '接口的应答过长'],
    [
      'that is packed',
      (response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000, 32))),
      '接口的应答无法识别',
    ],
    [
      'that is a page with a redirect',
      (response) => response.end('<meta http-equiv=refresh content=0>'),
      '接口的应答无法识别',
    ],
    ['that is empty', (response) => response.end(), '接口的应答无法识别'],
    ['that is no UTF-8', (response) => response.end(Buffer.from([0x22, 0xff, 0x22])), '接口的应答无法识别'],
    ['that never ends', (response) => void response.write('['), '接口在 0.4 秒内没有应答'],
    ['that never begins', () => undefined, '接口在 0.4 秒内没有应答'],
    [
      'that arrives byte by byte',
      (response) => {
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      },
      '接口在 0.4 秒内没有应答',
    ],
    [
      'with endless interim answers',
      (response) => {
        const timer = setInterval(() => response.writeProcessing(), 5);
        response.on('close', () => clearInterval(timer));
      },
      '接口在 0.4 秒内没有应答',
    ],
  ])('%s is refused', async (_, prepare, fault) => {
    attempts += 1;
    answer = prepare;
    expect(await ask(createRemoteInterfaces(open), address)).toEqual({ fault });
  });

  test.each<[string, string]>([
    ['with headers of 1 MB', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(1_000_000)}\r\n\r\n{}`],
    ['with two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    [
      'with length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ],
    ['with a wrong chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n'],
    ['that is no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['that ends early', 'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{}'],
  ])('%s is refused', async (_, bytes) => {
    attempts += 1;
    const raw = createSocketServer((socket: Socket) => socket.on('error', () => undefined).end(bytes));
    raw.listen(0, '127.0.0.1');
    await once(raw, 'listening');
    try {
      const origin = `http://127.0.0.1:${(raw.address() as AddressInfo).port}`;
      const client = createRemoteInterfaces({ ...open, origins: [origin] });
      expect(await ask(client, `${origin}/`)).toHaveProperty('fault');
    } finally {
      raw.close();
    }
  });

  test('with 9,000 nested lists or hostile member names harms nothing', async () => {
    answer = (response) => response.end('['.repeat(4500) + ']'.repeat(4500));
    expect(await ask(createRemoteInterfaces(open), address)).toHaveProperty('json');
    answer = (response) =>
      response.end('{"errcode":0,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    await ask(createRemoteInterfaces(open), address);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('a request', () => {
  test.each<[string, Partial<FormInterface>]>([
    ['a line break in a header', { headers: { 'X-A': 'b\r\nX-B: c' } }],
    ['a line feed in a header', { headers: { 'X-A': 'b\nX-B: c' } }],
    ['a line break in a name', { headers: { 'X-A\r\nX-B': 'c' } }],
    ['another host', { headers: { Host: 'metadata.google.internal' } }],
    ['a second length', { headers: { 'Content-Length': '0' } }],
    ['chunks', { headers: { 'Transfer-Encoding': 'chunked' } }],
    ['an upgrade', { headers: { Upgrade: 'h2c' } }],
    ['a proxy', { headers: { 'Proxy-Authorization': 'x' } }],
    ['a header that is no text', { headers: { A: 1 } as never }],
    ['another method', { method: 'CONNECT' as never }],
    ['a method with a line break', { method: 'GET / HTTP/1.1\r\nX: y' as never }],
    ['a parameter with a line break in its name', { requestParams: [{ key: 'a\r\nb', value: '1' }] }],
  ])('with %s is refused', async (_, definition) => {
    expect(await refusalOverRoute({ targetUrl: address, ...definition })).toBeDefined();
    expect(connections).toBe(0);
  });

  test('keeps hostile values inside their parameter', async () => {
    const { interfaceRequest } = await import('#domain/interfaces/interface-request.ts');
    const definition: FormInterface = {
      id: 'a',
      title: '接口',
      targetUrl: `${address}search?fixed=1`,
      method: 'GET',
      requestParams: [{ key: 'q', typed: true }],
    };
    for (const text of [
      'x HTTP/1.1\r\nHost: evil\r\n\r\n',
      '&admin=1#',
      '../../etc',
      '\u{d800}',
      '{token}',
    ]) {
      await createRemoteInterfaces({ ...open, tokens: { [open.origins[0] ?? '']: 's3cret' } }).ask(
        interfaceRequest(definition, { parameters: {}, text }, 's3cret'),
      );
      const { pathname, searchParams } = new URL(lastUrl, address);
      expect([pathname, [...searchParams.keys()]]).toEqual(['/search', ['fixed', 'q']]);
      expect(lastUrl).not.toContain('s3cret');
    }
  });

  test('uses a connection of its own', async () => {
    const client = createRemoteInterfaces(open);
    await ask(client, address);
    await ask(client, address);
    expect(connections).toBe(2);
  });

  test('does not go to a proxy of the environment', async () => {
    attempts += 1;
    let proxied = 0;
    const proxy = createSocketServer((socket) => {
      proxied += 1;
      socket.destroy();
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const script = `
      import { createRemoteInterfaces } from '#server/adapters/gateways/remote-interface/remote-interface.ts';
      const client = createRemoteInterfaces(${JSON.stringify(open)});
      const request = { method: 'GET', url: '${address}', headers: {}, body: undefined };
      console.log(JSON.stringify(await client.ask(request)));`;
    try {
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
        env: {
          PATH: process.env.PATH,
          NODE_USE_ENV_PROXY: '1',
          HTTP_PROXY: proxyUrl,
          http_proxy: proxyUrl,
          HTTPS_PROXY: proxyUrl,
        },
      });
      expect(JSON.parse(stdout)).toEqual({ json: { errcode: 0, data: [] } });
      expect(proxied).toBe(0);
    } finally {
      proxy.close();
    }
  });
});
