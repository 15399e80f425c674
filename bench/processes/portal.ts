import { openSync, writeSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createApp } from '#server/app.ts';
import { connect } from '#server/kernel/database/connect.ts';
import { shareTransactions } from '#server/kernel/database/shared-transaction.ts';
import { type AccessLog, createAccessLog } from '#server/kernel/http/access-log.ts';
import { EventHub } from '#server/kernel/http/event-hub.ts';
import { benchContext, quietLog } from '../world/world.ts';
import { serveParent } from './child.ts';
import { countStatements } from './counters.ts';
import { DeliveryTiming } from './delivery-timing.ts';

/**
 * Our own server, composed as in `server/main.ts`, on the loaded database. Every action queues jobs, but no
 * worker runs them here: they would run after the answer, during the next measurement.
 */
serveParent(async ({ url, dataDir, accessLog, sharedCommits }) => {
  const database = await connect(url);
  if (sharedCommits) shareTransactions(database.db, sharedCommits);
  const statements = countStatements(database.pool);
  const timing = new DeliveryTiming();
  const hub = new EventHub({ connectionString: url }, quietLog);
  const deliver = hub.deliver.bind(hub);
  hub.deliver = (notification) => timing.measure(() => deliver(notification));
  await hub.start();
  const lines = accessLog === undefined ? undefined : openAccessLog(accessLog);
  const app = await createApp({
    context: benchContext(dataDir, database),
    hub,
    callWatchers: lines && [lines.record],
  });
  await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  return {
    port: (app.fastify.server.address() as AddressInfo).port,
    counters: () => ({ ...statements(), ...timing.counters() }),
    async stop() {
      await app.fastify.close();
      lines?.flush();
      await hub.stop();
      await database.close();
    },
  };
});

/**
 * Opens a file for the access lines like the error output that a service manager writes to a file: Node waits
 * for such a write.
 */
function openAccessLog(path: string): AccessLog {
  const file = openSync(path, 'a');
  return createAccessLog((text) => void writeSync(file, text));
}
