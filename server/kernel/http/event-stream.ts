import type { FastifyReply } from 'fastify';
import type { EventHub, Listener } from './event-hub.ts';
import { eventText, type StreamText, streamText } from './stream-text.ts';

const heartbeatMs = 25_000;
/**
 * A client that does not read is disconnected instead of being buffered in memory; it reconnects and reads
 * again.
 */
const maxBacklogBytes = 64 * 1024;
const heartbeatText = streamText(': beat\n\n');
const closedText = eventText('closed', {});
const readyText = streamText('retry: 3000\nevent: ready\ndata: {}\n\n');

/** Turns a response into a stream of server-sent events that stays open until one side disconnects. */
export function openStream(
  hub: EventHub,
  reply: FastifyReply,
  subscription: { sessionId: string; topics: ReadonlySet<string> },
): void {
  reply.hijack();
  const answer = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) answer.setHeader(name, value);
  }
  answer.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  });
  answer.flushHeaders();
  const { socket } = answer;
  const write = (text: StreamText): void => {
    if (answer.writableLength > maxBacklogBytes) answer.destroy();
    else if (answer.destroyed || answer.writableEnded) return;
    // One write of prepared bytes: framing a notification for each page took a third of its cost.
    else if (answer.chunkedEncoding && socket) socket.write(text.chunk);
    else answer.write(text.text);
  };
  const listener: Listener = {
    ...subscription,
    send: write,
    close: () => {
      write(closedText);
      answer.end();
    },
  };
  const heartbeat = setInterval(() => write(heartbeatText), heartbeatMs);
  heartbeat.unref();
  answer.on('close', () => {
    clearInterval(heartbeat);
    hub.remove(listener);
  });
  hub.add(listener);
  write(readyText);
}
