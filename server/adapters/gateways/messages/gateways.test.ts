import { afterAll, describe, expect, test } from 'vitest';
import { gatewayTo } from '#test/world/message-gateways.ts';
import { openMessageStub, type StubBehaviour } from '#test/world/message-stub.ts';
import type { SendOutcome } from './gateway.ts';

const kinds = ['aliyun', 'tencent', 'chat'] as const;
const standIns = {
  aliyun: await openMessageStub('aliyun'),
  tencent: await openMessageStub('tencent'),
  chat: await openMessageStub('chat'),
};
afterAll(() => Promise.all(Object.values(standIns).map((standIn) => standIn.close())));

let last = 0;
const message = () => ({
  id: `message-${++last}`,
  receiver: '15405711037',
  content: '您的办件2026000128已受理 & 100%+“引号”',
});

describe.each(kinds)('the gateway %s', (kind) => {
  const standIn = standIns[kind];
  const gateway = gatewayTo(kind, standIn.origin);
  const impatient = gatewayTo(kind, standIn.origin, { timeoutMs: 1_000 });

  test('sends the message, signed as the provider requires', async () => {
    const sent = message();
    const outcome = await gateway.send(sent);
    expect(outcome).toMatchObject({ kind: 'accepted', providerId: expect.stringContaining(sent.id) });
    const receiver = kind === 'chat' ? '5711037' : sent.receiver;
    expect(standIn.delivered.at(-1)).toMatchObject({ id: sent.id, content: sent.content });
    expect(standIn.delivered.at(-1)?.receiver).toContain(receiver);
    expect(standIn.forged).toBe(0);
  });

  test('reports a final rejection for a wrong secret', async () => {
    const outcome = await gatewayTo(kind, standIn.origin, { secret: 'another' }).send(message());
    expect(outcome).toMatchObject({ kind: 'rejected', again: false });
    expect(standIn.forged).toBe(1);
  });

  test.each([
    ['hangs', { kind: 'unknown', fault: 'no-answer-in-time' }],
    ['accepts and hangs', { kind: 'unknown', fault: 'no-answer-in-time' }],
    ['500', { kind: 'unknown', fault: 'http-500' }],
    ['accepts and answers 500', { kind: 'unknown', fault: 'http-500' }],
    ['accepts and drops the connection', { kind: 'unknown', fault: 'connection-lost' }],
    ['answers without JSON', { kind: 'unknown', fault: 'answer-unreadable' }],
    ['limit', { kind: 'rejected', again: true }],
    ['429', { kind: 'rejected', again: true, fault: 'http-429' }],
    ['reports a wrong number', { kind: 'rejected', again: false }],
  ] as [StubBehaviour, Partial<SendOutcome>][])(
    'reports the outcome when the provider %s',
    async (mood, outcome) => {
      standIn.moods.push(mood);
      const received = await (mood.endsWith('hangs') ? impatient : gateway).send(message());
      expect(received).toMatchObject(outcome);
      // Text quoted by a provider is not stored.
      expect(JSON.stringify(received)).not.toContain('15405711037');
    },
  );

  test('reports that nothing was sent when the connection is refused', async () => {
    const gone = await openMessageStub(kind);
    await gone.close();
    const outcome = await gatewayTo(kind, gone.origin).send(message());
    expect(outcome).toMatchObject({ kind: 'rejected', again: true, fault: 'no-connection-ECONNREFUSED' });
  });
});

test('a chat notice accepted without a response is not delivered twice when it is sent again', async () => {
  const gateway = gatewayTo('chat', standIns.chat.origin);
  const sent = message();
  standIns.chat.moods.push('accepts and answers 500');
  expect(await gateway.send(sent)).toMatchObject({ kind: 'unknown' });
  expect(await gateway.send(sent)).toEqual({ kind: 'accepted', providerId: sent.id });
  expect(standIns.chat.delivered.filter(({ id }) => id === sent.id)).toHaveLength(1);
});
