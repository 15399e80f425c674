import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { createAccessLog } from './access-log.ts';
import type { CallRecord } from './call-record.ts';

const records: CallRecord[] = [];
const texts: string[] = [];
const access = createAccessLog(
  (text) => texts.push(text),
  () => new Date('2026-03-02T02:00:00.000Z'),
);
const portal = await testPortal({ callWatchers: [(record) => void records.push(record), access.record] });
await addPeople(portal, [{ account: 'zhang', name: '张伟' }]);
const token = await portal.signIn('zhang');

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(10);
}

test('a call leaves one record with pattern, result and caller, and without its input', async () => {
  records.length = 0;
  const { headers } = await portal.call('/api/work-orders/WO-330127-1/page?secret=word', { token });
  expect(records).toEqual([
    {
      requestId: headers['x-request-id'],
      method: 'GET',
      call: '/api/work-orders/:workorderCode/page',
      status: 400,
      ms: expect.any(Number),
      bytes: Number(headers['content-length']),
      staffId: 'zhang',
      refused: 'badInput',
      isStream: false,
    },
  ]);
});

test('a call without a session has no staff id, and pages and health checks leave no record', async () => {
  records.length = 0;
  await portal.call('/healthz');
  await portal.call('/nowhere/at/all');
  await portal.call('/sys/captcha');
  expect(records).toMatchObject([{ call: '/sys/captcha', staffId: '', status: 200, refused: '' }]);
});

test('access log lines are collected as JSON and leave out empty fields', async () => {
  access.flush();
  texts.length = 0;
  const { headers } = await portal.call('/sys/captcha');
  await portal.call('/user/current?token=abc');
  expect(texts).toEqual([]);
  access.flush();
  access.flush();
  expect(texts).toHaveLength(1);
  const [line = ''] = (texts[0] ?? '').split('\n');
  expect(JSON.parse(line)).toEqual({
    time: '2026-03-02T02:00:00.000Z',
    level: 'info',
    message: 'Call',
    requestId: headers['x-request-id'],
    method: 'GET',
    call: '/sys/captcha',
    status: 200,
    ms: expect.any(Number),
    bytes: Number(headers['content-length']),
  });
  expect(texts[0]).not.toContain('abc');
});

test('a record contains the bytes of an answer, and a stream leaves one record when its reader disconnects', async () => {
  await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
  const { port } = portal.app.fastify.server.address() as AddressInfo;
  records.length = 0;
  const captcha = await fetch(`http://127.0.0.1:${port}/sys/captcha`);
  const { length } = new Uint8Array(await captcha.arrayBuffer());
  await until(() => records.length > 0);
  expect(records).toMatchObject([{ call: '/sys/captcha', bytes: length }]);
  const ticket = await portal.call('/api/session/tickets', { token, json: { purpose: 'events' } });
  const path = `/api/events?ticket=${(ticket.body.data as unknown as { ticket: string }).ticket}`;
  records.length = 0;
  const request = get({ host: '127.0.0.1', port, path, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  expect(answer.headers['content-type']).toContain('text/event-stream');
  expect(records).toEqual([]);
  request.on('error', () => undefined);
  request.destroy();
  await until(() => records.length > 0);
  expect(records).toMatchObject([{ call: '/api/events', status: 200, isStream: true, staffId: 'zhang' }]);
});
