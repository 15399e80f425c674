import pg from 'pg';
import { DatabaseSilent, drop, type HeartbeatTimes, watchHeartbeat } from './heartbeat.ts';

/**
 * The time that a database may owe an answer to a command that runs once: much longer than to people, who
 * wait themselves.
 */
export const commandPatience: HeartbeatTimes = { everyMs: 5_000, patienceMs: 60_000 };

/**
 * A connection of a command's own. Its statements may take as long as they need, since an index may be long
 * in building; but a database that does not answer beside them either ends it, so that no command waits for
 * ever.
 */
export async function openAlone(
  url: string,
  name: string,
  patience: HeartbeatTimes = commandPatience,
): Promise<{ client: pg.Client; close(): Promise<void> }> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
    // One that died alone, on the way, is found out by the machine.
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: patience.patienceMs,
  });
  // The running statement fails by itself.
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    // By the driver's own limit, whose error has no code.
    throw /timeout/i.test(error.message) ? new DatabaseSilent() : error;
  });
  const heartbeat = watchHeartbeat(url, () => drop(client), patience);
  return {
    client,
    async close() {
      if (heartbeat.trouble()) drop(client);
      await heartbeat.stop();
      await client.end();
    },
  };
}
