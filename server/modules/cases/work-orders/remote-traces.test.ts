import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { workOrders } from '#contract/work-orders.ts';
import type { TraceSource } from '#domain/items/trace-source.ts';
import { createAddressCheck } from '#server/adapters/gateways/remote-interface/allowed-address.ts';
import { createRemoteInterfaces } from '#server/adapters/gateways/remote-interface/remote-interface.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

/** A stub of an outside system on this machine; each test sets its answers. */
const requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let answer: (response: ServerResponse) => void = () => undefined;
const outsideServer = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += String(part);
  requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
  answer(response);
});
outsideServer.listen(0, '127.0.0.1');
await once(outsideServer, 'listening');
const { port } = outsideServer.address() as AddressInfo;
const origin = `http://127.0.0.1:${port}`;

const office = await testOffice({
  settings: {
    PORTAL_TRACE_ORIGINS: origin,
    PORTAL_TRACE_NETWORKS: '127.0.0.0/8',
    PORTAL_TRACE_TOKENS: `${origin}=s3cret`,
  },
});
const desk = openDesk(office);
const order = await desk.start('zhangwei', petition(1));
const params = { workorderCode: order.code };

const source: TraceSource = {
  name: '省信访信息系统',
  method: 'POST',
  url: `${origin}/steps`,
  headers: { Authorization: 'Bearer {token}' },
  params: { code: '{workorderCode}' },
};
const rows = [
  {
    id: 7,
    flowNodeName: '省级受理',
    handlerName: '何文',
    handlerStatus: 1,
    startTime: '2026-03-02 09:30:00',
  },
  { id: 8, flowNodeName: '转送', handlerName: '', handlerStatus: 0, startTime: '2026-03-02 09:40:00' },
];
const answerWith = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  answer = (response) => response.writeHead(status, headers).end(JSON.stringify(body));
};

async function setTraceSource(next: TraceSource | null): Promise<void> {
  await office.context.db
    .updateTable('business_items')
    .set({ trace_source: next && JSON.stringify(next) })
    .where('task_code', '=', 'petition-letter')
    .execute();
}

beforeEach(async () => {
  requests.length = 0;
  answerWith({ code: 200, data: { rows } });
  await setTraceSource(source);
});
afterAll(() => void outsideServer.close());

const readTraces = () => office.as('zhangwei').done(workOrders.traces, { params });

describe('the trace of an order whose item names a remote interface', () => {
  test('is the answer of the interface, requested by method, headers and params (S1 §7)', async () => {
    const { rows: shown, source: usedSource } = await readTraces();
    expect(usedSource).toEqual({ name: '省信访信息系统', fault: null });
    expect(shown.map(({ id, flowNodeName, handlerStatus }) => [id, flowNodeName, handlerStatus])).toEqual([
      ['remote.7', '省级受理', 1],
      ['remote.8', '转送', 0],
    ]);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: '/steps',
      body: JSON.stringify({ code: order.code }),
    });
    expect(requests[0]?.headers.authorization).toBe('Bearer s3cret');
    expect(requests[0]?.headers).not.toHaveProperty('cookie');
  });

  test('contains the name of the system, but not its address or token', async () => {
    const page = await office.as('zhangwei').call(workOrders.detailPage, { params });
    const traces = await office.as('zhangwei').call(workOrders.traces, { params });
    expect((page.body.data as unknown as { traceSource: string }).traceSource).toBe('省信访信息系统');
    for (const { text } of [page, traces]) {
      expect(text).not.toContain(origin);
      expect(text).not.toContain('s3cret');
    }
  });

  test('is not requested for people who may not read the order', async () => {
    expect((await office.as('chenjing').call(workOrders.traces, { params })).status).toBe(404);
    expect(requests).toEqual([]);
  });

  test.each([
    ['a fault', () => answerWith({}, 500), '接口应答异常（500）'],
    ['a refusal', () => answerWith({ code: 403, msg: '内部' }), '接口没有给出轨迹'],
    [
      'a redirect',
      () => answerWith({}, 302, { location: 'http://127.0.0.1:1/' }),
      '接口要求转到其他地址，已拒绝',
    ],
    ['empty rows', () => answerWith({ rows: [{}] }), '接口给出的第1条轨迹无法识别'],
    ['invalid JSON', () => (answer = (response) => response.end('<html>')), '接口的应答无法识别'],
    [
      'a response that is too long',
      () => (answer = (response) => response.end(' '.repeat(1_100_000))),
      '接口的应答过长',
    ],
    [
      'a protocol switch',
      () =>
        (answer = ({ socket }) =>
          socket?.end('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')),
      '接口应答异常（101）',
    ],
    ['a broken connection', () => (answer = (response) => response.destroy()), '无法连接接口'],
  ])('is the local trace with the reason after %s', async (_, prepare, problem) => {
    prepare();
    const { rows: shown, source: usedSource } = await readTraces();
    expect(usedSource).toEqual({ name: '省信访信息系统', fault: problem });
    expect(shown.map(({ flowNodeName }) => flowNodeName)).toEqual(['收件', '来信登记']);
    expect(requests).toHaveLength(1);
  });

  test('is requested with a timeout of five seconds, also when a part has arrived', async () => {
    const { promise: requestBegin, resolve: begin } = Promise.withResolvers<void>();
    answer = (response) => void response.write('{', () => begin());
    const timeoutController = new AbortController();
    const timeouts: number[] = [];
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      timeouts.push(milliseconds);
      return timeoutController.signal;
    });
    try {
      const result = readTraces();
      await requestBegin;
      timeoutController.abort();
      expect((await result).source?.fault).toBe('接口在 5 秒内没有应答');
      expect(timeouts).toEqual([5_000]);
    } finally {
      timeout.mockRestore();
    }
  });

  test('is the local trace when the configured request cannot be sent', async () => {
    await setTraceSource({ ...source, headers: { 'X-Item': '事项' } });
    const { rows: shown, source: usedSource } = await readTraces();
    expect(usedSource?.fault).toBe('无法按配置发出请求');
    expect(shown).not.toEqual([]);
  });

  test('is never requested from an address outside the list of the operator', async () => {
    await setTraceSource({ ...source, url: 'http://169.254.169.254/latest/meta-data' });
    expect((await readTraces()).source?.fault).toBe('接口地址未列入允许的范围');
  });

  test('is the local trace when the item names no interface', async () => {
    await setTraceSource(null);
    expect((await readTraces()).source).toBeNull();
    expect(requests).toEqual([]);
  });
});

describe('the address of a remote interface', () => {
  test.each([
    '10.1.2.3',
    '127.0.0.1',
    '169.254.169.254',
    '::1',
    '::ffff:10.1.2.3',
    '::ffff:0:a01:203',
    'fd00::1',
    '0.0.0.0',
    '100.64.0.1',
  ])('%s is private and requires an allowed network', (address) => {
    expect(createAddressCheck([])(address)).toBe(false);
    expect(
      createAddressCheck([
        '127.0.0.0/8',
        '::1',
        '10.0.0.0/8',
        'fd00::/8',
        '0.0.0.0',
        '100.64.0.0/10',
        '::ffff:0:0:0/96',
        '169.254.0.0/16',
      ])(address),
    ).toBe(true);
  });

  test.each(['223.5.5.5', '2400:3200::1'])('%s is public', (address) => {
    expect(createAddressCheck([])(address)).toBe(true);
  });

  test.each(['localhost', '127.0.0.1'])(
    '%s is refused without an allowed network, although its origin is listed',
    async (host) => {
      const url = new URL(`http://${host}:${port}/steps`);
      const interfaces = createRemoteInterfaces({ origins: [url.origin], networks: [], tokens: {} });
      expect(await interfaces.ask({ method: 'GET', url: url.href, headers: {}, body: undefined })).toEqual({
        fault: '接口地址不在允许的网络内',
      });
      expect(requests).toEqual([]);
    },
  );

  test('eight concurrent requests to one system are allowed, the ninth is refused; other systems are free', async () => {
    const waiting: ServerResponse[] = [];
    answer = (response) => void waiting.push(response);
    const url = new URL(`${origin}/steps`);
    const other = new URL(url);
    other.hostname = 'localhost';
    const networks = ['127.0.0.1', '::1'];
    const interfaces = createRemoteInterfaces({ origins: [origin, other.origin], networks, tokens: {} });
    const ask = ({ href } = url) =>
      interfaces.ask({ method: 'GET', url: href, headers: {}, body: undefined });
    const eightRequests = Array.from({ length: 8 }, () => ask());
    expect(await ask()).toEqual({ fault: '正在查询的人较多，请稍后再试' });
    await expect.poll(() => waiting.length).toBe(8);
    const others = ask(other);
    await expect.poll(() => waiting.length).toBe(9);
    waiting.pop()?.end('[]');
    expect(await others).toEqual({ json: [] });
    await expect.poll(() => waiting.length).toBe(8);
    for (const response of waiting) response.end('[]');
    expect(await Promise.all(eightRequests)).toEqual(Array.from({ length: 8 }, () => ({ json: [] })));
  });
});
