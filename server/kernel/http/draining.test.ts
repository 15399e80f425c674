import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createLog } from '#server/kernel/log/log.ts';
import { installDraining } from './draining.ts';
import { EventHub } from './event-hub.ts';
import { openStream } from './event-stream.ts';

/** Opens a server with a call that ends on command, and one that ends at once. */
async function open(timeoutMs?: number) {
  const fastify = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  const hub = new EventHub({}, createLog('error'));
  installDraining(fastify, hub, timeoutMs);
  let finish: () => void = () => undefined;
  let markStarted: () => void = () => undefined;
  const callStart = new Promise<void>((resolve) => {
    markStarted = resolve;
  });
  const end = new Promise<void>((resolve) => {
    finish = resolve;
  });
  fastify.get('/slow', { config: { isCall: true } }, async () => {
    markStarted();
    await end;
    return 'whole';
  });
  fastify.get('/quick', { config: { isCall: true } }, async () => 'quick');
  fastify.get('/stream', (_request, reply) =>
    openStream(hub, reply, { sessionId: 'one', topics: new Set() }),
  );
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = fastify.server.address() as AddressInfo;
  const getResponse = async (path: string) => {
    const request = get({ port, host: '127.0.0.1', path, agent: false });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer;
  };
  return { fastify, port, getResponse, callStart, finish };
}

test('a stopping server finishes running calls, closes its streams and accepts no new connection', async () => {
  const { fastify, getResponse, callStart, finish } = await open();
  const stream = await getResponse('/stream');
  const slow = getResponse('/slow');
  await callStart;
  const closing = fastify.close();
  expect(await text(stream)).toContain('event: closed');
  await expect(getResponse('/quick')).rejects.toThrow('ECONNREFUSED');
  finish();
  expect(await text(await slow)).toBe('whole');
  await closing;
});

test('a stopping server answers a new call on an open connection with 503 and Retry-After', async () => {
  const { fastify, port, callStart, finish } = await open();
  const socket = connect(port, '127.0.0.1');
  const send = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`);
  send('/slow');
  await callStart;
  const answers = text(socket);
  const closing = fastify.close();
  const arrival = once(fastify.server, 'request');
  send('/quick');
  await arrival;
  finish();
  const [slow, quick] = (await answers).split(/(?=HTTP\/1\.1 )/);
  expect(slow).toMatch(/^HTTP\/1\.1 200 /);
  expect(quick).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 2\r\n/i);
  await closing;
});

test('an idle connection does not delay a stopping server', async () => {
  const { fastify, port, callStart, finish } = await open(60_000);
  // A connection that a browser opens in advance.
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nHost: here\r\n\r\n');
  await callStart;
  const closing = fastify.close();
  finish();
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*whole$/);
  await closing;
  expect(await text(silent)).toBe('');
});

test('a call that exceeds the time limit of a stopping server is cut', async () => {
  const { fastify, getResponse, callStart } = await open(50);
  const slow = getResponse('/slow');
  const failure = expect(slow).rejects.toThrow('socket hang up');
  await callStart;
  await fastify.close();
  await failure;
});
