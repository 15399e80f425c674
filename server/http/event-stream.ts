import type { FastifyReply } from 'fastify';
import type { EventHub, Listener } from './event-hub.ts';

const beatMs = 25_000;
/** A screen that does not read is dropped rather than kept in memory; it comes back and reads anew. */
const maximumBacklogBytes = 64 * 1024;

/** Turns an answer into a stream of server-sent events that lives until one side leaves. */
export function openStream(
  hub: EventHub,
  reply: FastifyReply,
  who: { sessionId: string; topics: ReadonlySet<string> },
): void {
  reply.hijack();
  const socket = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) socket.setHeader(name, value);
  }
  socket.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  });
  const write = (text: string): void => {
    if (socket.writableLength > maximumBacklogBytes) socket.destroy();
    else if (!socket.destroyed && !socket.writableEnded) socket.write(text);
  };
  const listener: Listener = {
    ...who,
    send: (event, id) => write(`event: ${event}\ndata: ${JSON.stringify({ id })}\n\n`),
    close: () => {
      write('event: closed\ndata: {}\n\n');
      socket.end();
    },
  };
  const beat = setInterval(() => write(': beat\n\n'), beatMs);
  beat.unref();
  socket.on('close', () => {
    clearInterval(beat);
    hub.remove(listener);
  });
  hub.add(listener);
  write('retry: 3000\nevent: ready\ndata: {}\n\n');
}
