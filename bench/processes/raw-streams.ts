import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { notifyChannel, readPayload } from '#server/http/notify.ts';
import { serveParent } from './child.ts';
import { Telling } from './telling.ts';

/** What this machine can do at most: a loop that writes the same bytes to every socket, and no HTTP at all. */
serveParent(async ({ url }) => {
  const open = new Set<Socket>();
  const telling = new Telling();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  client.on('notification', ({ payload }) => {
    const notice = readPayload(payload ?? '');
    if (!notice) return;
    const bytes = Buffer.from(`event: ${notice.event}\ndata: ${JSON.stringify({ id: notice.id })}\n\n`);
    telling.during(() => {
      for (const socket of open) socket.write(bytes);
    });
  });
  await client.query(`listen ${notifyChannel}`);
  const server = createServer({ noDelay: true }, (socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\nevent: ready\n'));
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
    open.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    counters: () => ({ statements: 0, roundTrips: 0, ...telling.counters() }),
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await client.end();
    },
  };
});
