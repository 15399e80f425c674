import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from './child.ts';
import { DeliveryTiming, timeDeliveries } from './delivery-timing.ts';

/**
 * The simplest server that forwards a notification of the database: every client gets every notification; no session, no
 * topics.
 */
serveParent(async ({ url }) => {
  const responses = new Set<ServerResponse>();
  const timing = new DeliveryTiming();
  const client = await timeDeliveries(url, timing, (text) => {
    for (const response of responses) response.write(text);
  });
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: ready\ndata: {}\n\n');
    responses.add(response);
    response.once('close', () => responses.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    counters: () => ({ statements: 0, roundTrips: 0, ...timing.counters() }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await client.end();
    },
  };
});
