import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { notify, notifyPayloads, readPayload, reconnectStreams } from './notify.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
  { account: 'many', name: '多端' },
]);
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
const controllers: AbortController[] = [];
afterAll(() => {
  for (const stream of controllers) stream.abort();
});

async function ticketOf(token: string): Promise<string> {
  const { body } = await portal.call('/api/session/tickets', { token, json: { purpose: 'events' } });
  return (body.data as unknown as { ticket: string }).ticket;
}

interface Stream {
  lines: string[];
  /** Resolves when the line has arrived, fails if the stream ends without it; independent of time. */
  waitFor(line: string): Promise<void>;
  ended: Promise<void>;
}

/** Opens a stream and collects its lines. */
async function listen(token: string): Promise<Stream> {
  const controller = new AbortController();
  controllers.push(controller);
  const answer = await fetch(`${address}/api/events?ticket=${await ticketOf(token)}`, {
    signal: controller.signal,
  });
  expect(answer.status).toBe(200);
  const lines: string[] = [];
  const emitter = new EventEmitter();
  const read = async () => {
    for await (const chunk of answer.body ?? []) {
      for (const [, event, data] of Buffer.from(chunk)
        .toString()
        .matchAll(/event: (.+)\ndata: (.+)/g)) {
        lines.push(`${event} ${data}`);
        emitter.emit('line');
      }
    }
  };
  const ended = read()
    .catch(() => undefined)
    .finally(() => emitter.emit('end'));
  const waitFor = async (line: string) => {
    while (!lines.includes(line)) {
      const isOver = await Promise.race([
        once(emitter, 'line'),
        once(emitter, 'end').then(() => true as const),
      ]);
      if (isOver === true && !lines.includes(line)) throw new Error(`The stream ended without ${line}`);
    }
  };
  await waitFor('ready {}');
  return { lines, waitFor, ended };
}

describe('GET /api/events', () => {
  test('requires a ticket that is valid once', async () => {
    expect((await portal.call('/api/events')).status).toBe(401);
    const token = await portal.signIn('zhang');
    const ticket = await ticketOf(token);
    const controller = new AbortController();
    controllers.push(controller);
    const first = await fetch(`${address}/api/events?ticket=${ticket}`, { signal: controller.signal });
    expect(first.status).toBe(200);
    expect((await fetch(`${address}/api/events?ticket=${ticket}`)).status).toBe(401);
  });

  test('refuses a ticket that is older than a minute', async () => {
    const ticket = await ticketOf(await portal.signIn('zhang'));
    portal.clock.forward(60_001);
    expect((await fetch(`${address}/api/events?ticket=${ticket}`)).status).toBe(401);
  });

  test('sends a person only own events, and only after the commit', async () => {
    const zhang = await listen(await portal.signIn('zhang'));
    const li = await listen(await portal.signIn('li'));
    await inTransaction(portal.context.db, async (tx) => {
      await notify(tx, { topics: ['staff:zhang'], event: 'message', id: 'undone' });
      throw new Error('no');
    }).catch(() => undefined);
    await inTransaction(portal.context.db, async (tx) => {
      await notify(tx, { topics: ['staff:zhang'], event: 'message', id: '1' });
      await notify(tx, { topics: ['key:department:desk', 'key:role:role-li'], event: 'inbox', id: '2' });
      await notify(tx, { topics: ['order:7'], event: 'work-order', id: '7' });
      // Notifications arrive in the order of sending: after the last one, all earlier ones have arrived.
      await notify(tx, { topics: ['staff:zhang', 'staff:li'], event: 'message', id: 'last' });
    });
    await Promise.all([zhang, li].map(({ waitFor }) => waitFor('message {"id":"last"}')));
    expect(zhang.lines.slice(1, -1)).toEqual(['message {"id":"1"}', 'inbox {"id":"2"}']);
    expect(li.lines.slice(1, -1)).toEqual(['inbox {"id":"2"}']);
  });

  test('sends no chunk frames to an HTTP/1.0 client', async () => {
    const socket = connect((portal.app.fastify.server.address() as AddressInfo).port, '127.0.0.1');
    const ticket = await ticketOf(await portal.signIn('zhang'));
    socket.write(`GET /api/events?ticket=${ticket} HTTP/1.0\r\nhost: portal\r\n\r\n`);
    let lines = '';
    for await (const chunk of socket) {
      lines += String(chunk);
      if (lines.includes('\n\n')) break;
    }
    expect(lines.split('\r\n\r\n')[1]).toBe('retry: 3000\nevent: ready\ndata: {}\n\n');
  });

  test('ends with the session', async () => {
    const token = await portal.signIn('zhang');
    const stream = await listen(token);
    await portal.call('/sys/user/logout', { token });
    await stream.ended;
    expect(stream.lines.at(-1)).toBe('closed {}');
  });

  test('ends for a person whose keys have changed, so that it is opened again', async () => {
    const zhang = await listen(await portal.signIn('zhang'));
    const li = await listen(await portal.signIn('li'));
    await inTransaction(portal.context.db, async (tx) => {
      await notify(tx, { topics: ['staff:zhang'], event: reconnectStreams, id: '' });
      await notify(tx, { topics: ['staff:zhang', 'staff:li'], event: 'message', id: 'after' });
    });
    await Promise.all([zhang.ended, li.waitFor('message {"id":"after"}')]);
    expect(zhang.lines.at(-1)).toBe('closed {}');
    expect(zhang.lines).not.toContain('message {"id":"after"}');
  });

  test('asks every screen to reload after the listening connection was lost', async () => {
    const stream = await listen(await portal.signIn('zhang'));
    await portal.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'banjian events' and datname = current_database()",
    );
    await stream.waitFor('resync {"id":""}');
    await inTransaction(portal.context.db, (tx) =>
      notify(tx, { topics: ['staff:zhang'], event: 'message', id: '9' }),
    );
    await stream.waitFor('message {"id":"9"}');
  });
});

describe('notifyPayloads', () => {
  test('splits a list that is too long for one payload and loses no topic', () => {
    const topics = Array.from({ length: 500 }, (_, index) => `key:staff:0197-${index}-某部门`);
    const payloads = notifyPayloads({ topics, event: 'inbox', id: '1' });
    expect(payloads.length).toBeGreaterThan(1);
    for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
    expect(payloads.flatMap((payload) => readPayload(payload)?.topics)).toEqual(topics);
  });

  test('returns nothing without topics', () => {
    expect(notifyPayloads({ topics: [], event: 'inbox', id: '1' })).toEqual([]);
  });
});

describe('the event streams of one person', () => {
  test('are limited to twenty, and an ended one frees its place', async () => {
    const token = await portal.signIn('many');
    const streams = await Promise.all(Array.from({ length: 20 }, () => listen(token)));
    const response = await fetch(`${address}/api/events?ticket=${await ticketOf(token)}`);
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ errcode: 429, errmsg: '操作过于频繁，请稍后再试' });
    expect((await listen(await portal.signIn('zhang'))).lines).toEqual(['ready {}']);

    await portal.call('/sys/user/logout', { token });
    await Promise.all(streams.map(({ ended }) => ended));
    expect((await listen(await portal.signIn('many'))).lines).toEqual(['ready {}']);
  });
});
