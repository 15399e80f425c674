import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { recipientLimits } from '#domain/messages/limits.ts';
import { maxDeliveryAttempts } from '#domain/messages/retry.ts';
import type { MessageGateway } from '#server/adapters/gateways/messages/gateway.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { gatewayTo } from '#test/world/message-gateways.ts';
import { openMessageStub, type StubBehaviour } from '#test/world/message-stub.ts';
import { testPortal } from '#test/world/portal.ts';
import { cleanUpMessages, deliverMessages } from './deliver.ts';
import { queueOutboundMessages } from './outbound.ts';

const key = Buffer.alloc(32, 9);
const portal = await testPortal({ key });
const { db } = portal.context;
const stubs = { aliyun: await openMessageStub('aliyun'), chat: await openMessageStub('chat') };
afterAll(() => Promise.all(Object.values(stubs).map((stub) => stub.close())));

/** The portal with real gateways instead of simulators. */
const logLines: string[] = [];
const log = {
  ...portal.context.log,
  warn: (fields: object, text: string) => void logLines.push(JSON.stringify([fields, text])),
};
const withGateways = (sms: MessageGateway | undefined, chat?: MessageGateway) => ({
  ...portal.context,
  log,
  gateways: { '10': sms, '7': chat },
});
const sms = gatewayTo('aliyun', stubs.aliyun.origin);
const chat = gatewayTo('chat', stubs.chat.origin);
const context = withGateways(sms, chat);
/** For a stub that accepts and then hangs: it has enough time to accept. */
const contextWithTimeout = withGateways(
  gatewayTo('aliyun', stubs.aliyun.origin, { timeoutMs: 5_000 }),
  gatewayTo('chat', stubs.chat.origin, { timeoutMs: 5_000 }),
);

beforeEach(async () => {
  await db.deleteFrom('outbound_messages').execute();
  for (const stub of Object.values(stubs)) {
    stub.delivered.length = 0;
    stub.behaviours.length = 0;
  }
  logLines.length = 0;
});

async function insertMessages(count: number, channel: '10' | '7' = '10', mobileOf = numberOf): Promise<void> {
  await inTransaction(db, (tx) =>
    queueOutboundMessages(
      tx,
      context,
      Array.from({ length: count }, (_, index) => ({
        cause: `test:${channel}:${index}`,
        channel,
        event: 'todo',
        content: `第${index}条`,
        receiver: { name: '刘洋', mobile: mobileOf(index) },
        dueAt: portal.clock.now,
      })),
    ),
  );
}

const numberOf = (index: number) => `154${String(5_000_000 + index).padStart(8, '0')}`;

const rows = () => db.selectFrom('outbound_messages').selectAll().orderBy('id').execute();
const onlyRow = async () => {
  const [row] = await rows();
  if (!row) throw new Error('No message');
  return row;
};

describe('an outbound message', () => {
  test('is sent once for duplicate requests and concurrent runs', async () => {
    await insertMessages(3);
    await insertMessages(3);
    await Promise.all([deliverMessages(context), deliverMessages(context)]);
    await deliverMessages(context);
    expect(stubs.aliyun.delivered.map(({ content }) => content).sort()).toEqual(['第0条', '第1条', '第2条']);
    expect((await rows()).map(({ state, tries, gateway }) => [state, tries, gateway])).toEqual(
      Array(3).fill(['accepted', 1, 'aliyun-sms']),
    );
  });

  test('keeps its number encrypted and out of the log', async () => {
    stubs.aliyun.behaviours.push('reports a wrong number');
    await insertMessages(1, '10', () => '15405711037');
    await deliverMessages(context);
    expect(JSON.stringify(await rows())).not.toContain('15405711037');
    expect(logLines.join()).toContain('isv.MOBILE_NUMBER_ILLEGAL');
    expect(logLines.join()).not.toContain('15405711037');
  });

  test('that is refused permanently is a dead letter', async () => {
    stubs.aliyun.behaviours.push('reports a wrong number');
    await insertMessages(1);
    await deliverMessages(context);
    expect(await onlyRow()).toMatchObject({ state: 'dead', fault: 'isv.MOBILE_NUMBER_ILLEGAL', tries: 1 });
  });

  test('that hits a rate limit is retried with delays and ends as a dead letter', async () => {
    await insertMessages(1);
    for (let tries = 1; tries < maxDeliveryAttempts; tries += 1) {
      stubs.aliyun.behaviours.push('limit');
      await deliverMessages(context);
      const row = await onlyRow();
      expect(row).toMatchObject({ state: 'waiting', tries });
      expect(row.due_at.getTime()).toBeGreaterThan(portal.clock.now.getTime());
      await deliverMessages(context);
      expect((await onlyRow()).tries).toBe(tries);
      portal.clock.now = row.due_at;
    }
    stubs.aliyun.behaviours.push('limit');
    await deliverMessages(context);
    expect(await onlyRow()).toMatchObject({ state: 'dead', tries: maxDeliveryAttempts });
    expect(stubs.aliyun.delivered).toEqual([]);
  });

  test.each(['accepts and hangs', '500', 'accepts and drops the connection'] as StubBehaviour[])(
    'with an unknown delivery result (%s) is not sent again',
    async (behaviour) => {
      stubs.aliyun.behaviours.push(behaviour);
      await insertMessages(1);
      await deliverMessages(behaviour === 'accepts and hangs' ? contextWithTimeout : context);
      portal.clock.forward(86_400_000);
      await deliverMessages(context);
      expect(await onlyRow()).toMatchObject({ state: 'unknown', tries: 1 });
      expect(stubs.aliyun.delivered.length).toBe(behaviour.startsWith('accepts') ? 1 : 0);
    },
  );

  test('with a known id is retried after a missing answer and arrives once', async () => {
    stubs.chat.behaviours.push('accepts and hangs', 'accepts and answers 500');
    await insertMessages(1, '7');
    await deliverMessages(contextWithTimeout);
    expect(await onlyRow()).toMatchObject({ state: 'waiting', fault: 'no-answer-in-time' });
    portal.clock.forward(3_600_000);
    await deliverMessages(context);
    expect(await onlyRow()).toMatchObject({ state: 'accepted', tries: 2 });
    expect(stubs.chat.delivered).toHaveLength(1);
  });

  test('waits while its number has reached the hourly limit', async () => {
    const [hourly] = recipientLimits;
    await insertMessages(hourly.messages + 1, '10', () => '15405711037');
    await deliverMessages(context);
    expect(stubs.aliyun.delivered).toHaveLength(hourly.messages);
    const waiting = (await rows()).filter(({ state }) => state === 'waiting');
    expect(waiting.map(({ due_at }) => due_at.getTime() - portal.clock.now.getTime())).toEqual([3_600_000]);
    portal.clock.forward(3_600_001);
    await deliverMessages(context);
    expect(stubs.aliyun.delivered).toHaveLength(hourly.messages + 1);
  });

  test('is not counted for its number when the provider surely did not accept it', async () => {
    const [hourly] = recipientLimits;
    stubs.aliyun.behaviours.push(...Array.from({ length: hourly.messages }, (): StubBehaviour => 'limit'));
    await insertMessages(hourly.messages, '10', () => '15405711037');
    await deliverMessages(context);
    expect(stubs.aliyun.delivered).toEqual([]);
    stubs.aliyun.behaviours.length = 0;
    portal.clock.forward(20 * 60_000);
    await deliverMessages(context);
    expect(stubs.aliyun.delivered).toHaveLength(hourly.messages);
  });

  test('of a closed channel is a dead letter', async () => {
    await insertMessages(1);
    await deliverMessages(withGateways(undefined));
    expect(await onlyRow()).toMatchObject({ state: 'dead', fault: 'channel-closed' });
  });

  test('loses its stored number after 91 days and is deleted later when it has no order', async () => {
    await insertMessages(1);
    await deliverMessages(context);
    portal.clock.forward(91 * 86_400_000);
    await cleanUpMessages(context);
    expect(await onlyRow()).toMatchObject({ receiver_sealed: null, receiver_digest: '', content: '第0条' });
    portal.clock.forward(91 * 86_400_000);
    await cleanUpMessages(context);
    expect(await rows()).toEqual([]);
  });
});

describe('delivery when senders are killed', () => {
  const rounds = 6;
  const messages = 240;

  async function killSenders(kind: 'aliyun' | 'chat'): Promise<{ caught: number }> {
    let caught = 0;
    for (let round = 0; round < rounds; round += 1) {
      const children = [spawnSender(kind), spawnSender(kind)];
      await Promise.all(children.map(({ stdout }) => once(stdout as NodeJS.ReadableStream, 'data')));
      await wait(20 + Math.random() * 60);
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(children.map((child) => once(child, 'exit')));
      caught += (await rows()).filter(({ state }) => state === 'sending').length;
    }
    return { caught };
  }

  function spawnSender(kind: 'aliyun' | 'chat'): ChildProcess {
    const script = join(import.meta.dirname, '..', '..', '..', '..', 'test', 'world', 'deliver-child.ts');
    const args = [script, portal.database.url, kind, stubs[kind].origin, key.toString('hex')];
    return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  /** Recovers messages like the next start, when silent senders have been silent for long enough. */
  async function recover(): Promise<void> {
    const later = new Date(Date.now() + 2 * 60_000);
    await deliverMessages({ ...context, now: () => later });
  }

  const timesDelivered = (kind: 'aliyun' | 'chat') => {
    const times = new Map<string, number>();
    for (const { id } of stubs[kind].delivered) times.set(id, (times.get(id) ?? 0) + 1);
    return times;
  };

  test('never duplicates or silently loses a message with a provider without ids', async () => {
    stubs.aliyun.delayMs = () => Math.random() * 30;
    await insertMessages(messages);
    const { caught } = await killSenders('aliyun');
    await recover();
    const all = await rows();
    const times = timesDelivered('aliyun');
    expect(caught, 'kills between claim and answer').toBeGreaterThan(0);
    expect(all).toHaveLength(messages);
    expect(
      [...times.values()].filter((count) => count > 1),
      'duplicates',
    ).toEqual([]);
    const lost = all.filter(({ id, state }) => state === 'accepted' && !times.has(id));
    expect(lost, 'marked as sent but not delivered').toEqual([]);
    expect(new Set(all.map(({ state }) => state)), 'still open').toEqual(new Set(['accepted', 'unknown']));
  });

  test('delivers every message exactly once with a provider that uses ids', async () => {
    stubs.chat.delayMs = () => Math.random() * 30;
    await insertMessages(messages, '7');
    const { caught } = await killSenders('chat');
    await recover();
    const times = timesDelivered('chat');
    expect(caught, 'kills between claim and answer').toBeGreaterThan(0);
    expect(new Set((await rows()).map(({ state }) => state))).toEqual(new Set(['accepted']));
    expect(times.size, 'arrived').toBe(messages);
    expect([...times.values()].every((count) => count === 1)).toBe(true);
  });
});
