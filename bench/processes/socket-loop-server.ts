import { type AddressInfo, createServer, type Socket } from 'node:net';
import { serveParent } from './child.ts';
import { DeliveryTiming, timeDeliveries } from './delivery-timing.ts';

/** The limit of this machine: a loop that writes the same bytes to every socket, without HTTP. */
serveParent(async ({ url }) => {
  const sockets = new Set<Socket>();
  const timing = new DeliveryTiming();
  const client = await timeDeliveries(url, timing, (text) => {
    const bytes = Buffer.from(text);
    for (const socket of sockets) socket.write(bytes);
  });
  const server = createServer({ noDelay: true }, (socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\nevent: ready\n'));
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    counters: () => ({ statements: 0, roundTrips: 0, ...timing.counters() }),
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await client.end();
    },
  };
});
