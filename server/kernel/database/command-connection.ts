import pg from 'pg';
import { DatabaseSilent, destroyConnection, type HeartbeatTimes, watchHeartbeat } from './heartbeat.ts';

/** Limits for a command that runs once: much longer than for requests, because no user waits. */
export const commandTimeouts: HeartbeatTimes = { intervalMs: 5_000, answerTimeoutMs: 60_000 };

/**
 * Opens a separate connection for a command. Its statements have no time limit, because building an index may
 * take long; but if the database does not answer a parallel query either, the connection is closed, so that
 * no command waits forever.
 */
export async function openCommandConnection(
  url: string,
  name: string,
  timeouts: HeartbeatTimes = commandTimeouts,
): Promise<{ client: pg.Client; close(): Promise<void> }> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
    // The system detects a connection that broke in the network.
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: timeouts.answerTimeoutMs,
  });
  // The running statement fails by itself.
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    // The driver's own time limit, whose error has no code.
    throw /timeout/i.test(error.message) ? new DatabaseSilent() : error;
  });
  const heartbeat = watchHeartbeat(url, () => destroyConnection(client), timeouts);
  return {
    client,
    async close() {
      if (heartbeat.failure()) destroyConnection(client);
      await heartbeat.stop();
      await client.end();
    },
  };
}
