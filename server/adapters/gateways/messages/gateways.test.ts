import { afterAll, describe, expect, test } from 'vitest';
import { gatewayTo } from '#test/world/message-gateways.ts';
import { openMessageStub, type StubBehaviour } from '#test/world/message-stub.ts';
import type { SendOutcome } from './gateway.ts';

const kinds = ['aliyun', 'tencent', 'chat'] as const;
const stubs = {
  aliyun: await openMessageStub('aliyun'),
  tencent: await openMessageStub('tencent'),
  chat: await openMessageStub('chat'),
};
afterAll(() => Promise.all(Object.values(stubs).map((stub) => stub.close())));

let last = 0;
const message = () => ({
  id: `message-${++last}`,
  receiver: '15405711037',
  content: '您的办件2026000128已受理 & 100%+“引号”',
});

describe.each(kinds)('the gateway %s', (kind) => {
  const stub = stubs[kind];
  const gateway = gatewayTo(kind, stub.origin);
  const shortTimeoutGateway = gatewayTo(kind, stub.origin, { timeoutMs: 1_000 });

  test('sends the message, signed as the provider requires', async () => {
    const outgoing = message();
    const outcome = await gateway.send(outgoing);
    expect(outcome).toMatchObject({ kind: 'accepted', providerId: expect.stringContaining(outgoing.id) });
    const receiver = kind === 'chat' ? '5711037' : outgoing.receiver;
    expect(stub.delivered.at(-1)).toMatchObject({ id: outgoing.id, content: outgoing.content });
    expect(stub.delivered.at(-1)?.receiver).toContain(receiver);
    expect(stub.wrongSignatures).toBe(0);
  });

  test('reports a final rejection for a wrong secret', async () => {
    const outcome = await gatewayTo(kind, stub.origin, { secret: 'another' }).send(message());
    expect(outcome).toMatchObject({ kind: 'rejected', mayRetry: false });
    expect(stub.wrongSignatures).toBe(1);
  });

  test.each([
    ['hangs', { kind: 'unknown', fault: 'no-answer-in-time' }],
    ['accepts and hangs', { kind: 'unknown', fault: 'no-answer-in-time' }],
    ['500', { kind: 'unknown', fault: 'http-500' }],
    ['accepts and answers 500', { kind: 'unknown', fault: 'http-500' }],
    ['accepts and drops the connection', { kind: 'unknown', fault: 'connection-lost' }],
    ['answers without JSON', { kind: 'unknown', fault: 'answer-unreadable' }],
    ['limit', { kind: 'rejected', mayRetry: true }],
    ['429', { kind: 'rejected', mayRetry: true, fault: 'http-429' }],
    ['reports a wrong number', { kind: 'rejected', mayRetry: false }],
  ] as [StubBehaviour, Partial<SendOutcome>][])(
    'reports the outcome when the provider %s',
    async (behaviour, expected) => {
      stub.behaviours.push(behaviour);
      const outcome = await (behaviour.endsWith('hangs') ? shortTimeoutGateway : gateway).send(message());
      expect(outcome).toMatchObject(expected);
      // Text quoted by a provider is not stored.
      expect(JSON.stringify(outcome)).not.toContain('15405711037');
    },
  );

  test('reports that nothing was sent when the connection is refused', async () => {
    const closedStub = await openMessageStub(kind);
    await closedStub.close();
    const outcome = await gatewayTo(kind, closedStub.origin).send(message());
    expect(outcome).toMatchObject({ kind: 'rejected', mayRetry: true, fault: 'no-connection-ECONNREFUSED' });
  });
});

test('a chat notice accepted without a response is not delivered twice when it is sent again', async () => {
  const gateway = gatewayTo('chat', stubs.chat.origin);
  const outgoing = message();
  stubs.chat.behaviours.push('accepts and answers 500');
  expect(await gateway.send(outgoing)).toMatchObject({ kind: 'unknown' });
  expect(await gateway.send(outgoing)).toEqual({ kind: 'accepted', providerId: outgoing.id });
  expect(stubs.chat.delivered.filter(({ id }) => id === outgoing.id)).toHaveLength(1);
});
