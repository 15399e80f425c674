import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseReadOnly, isReadOnly, isWriteRefused } from './read-only.ts';

/** The database accepts connections and does not answer, or the connection was cut silently. */
export class DatabaseSilent extends Error {
  /** One of the codes for which a call answers that it may be retried; see `http/errors.ts`. */
  readonly code = 'DATABASE_SILENT';

  constructor() {
    super('The database does not answer');
  }
}

/** The error of a silent or a read-only database. */
export type DatabaseFailure = DatabaseSilent | DatabaseReadOnly;

export interface Heartbeat {
  /**
   * Undefined while the database answers, and also while it is unreachable, because connection attempts then
   * fail by themselves.
   */
  failure(): DatabaseFailure | undefined;
  stop(): Promise<void>;
}

export interface HeartbeatTimes {
  /** Time between an answer and the next query. */
  intervalMs: number;
  /**
   * Time limit for an answer; the query costs the database nothing, so only a hanging database exceeds it.
   */
  answerTimeoutMs: number;
  /**
   * Number of answers after which a new connection is opened and a row is written on it; undefined to never
   * write.
   */
  answersPerWrite?: number;
}

/** Times for a server whose users are waiting. */
const portalHeartbeat: HeartbeatTimes = { intervalMs: 1_000, answerTimeoutMs: 3_000, answersPerWrite: 10 };

/**
 * Queries the database once a second on a separate connection. A slow statement is no silence, because this
 * connection is still answered. For a portal that must write, it also checks that writing is allowed, and
 * from time to time writes on a new connection: a parameter may have changed only for new connections, or the
 * address may lead to another server. Calls `onFailure` also when a read-only database accepts writes again,
 * because earlier connections may still lead to the former server.
 */
export function watchHeartbeat(
  connectionString: string,
  onFailure: (failure: DatabaseFailure) => void,
  { intervalMs, answerTimeoutMs, answersPerWrite }: HeartbeatTimes = portalHeartbeat,
): Heartbeat {
  let failure: DatabaseFailure | undefined;
  let client: pg.Client | undefined;
  let answers = 0;
  const stopped = new AbortController();

  const reconnect = async (): Promise<pg.Client> => {
    void client?.end().catch(() => undefined);
    answers = 0;
    client = new pg.Client({ connectionString, keepAlive: true, application_name: 'banjian heartbeat' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };

  const checkDatabase = async (): Promise<'answered' | 'read-only'> => {
    const isDue = client === undefined || (answersPerWrite !== undefined && answers >= answersPerWrite);
    const connection = client === undefined || isDue ? await reconnect() : client;
    answers += 1;
    if (answersPerWrite === undefined) {
      await connection.query('select 1');
      return 'answered';
    }
    if (await isReadOnly(connection)) return 'read-only';
    return isDue && (await isWriteRefused(connection)) ? 'read-only' : 'answered';
  };

  const checkOnce = async (): Promise<void> => {
    // Refused or cut: callers get the error at once, and nothing hangs.
    const answer = checkDatabase().catch(() => 'unreachable' as const);
    const outcome = await Promise.race([
      answer,
      waitUnlessAborted(answerTimeoutMs, stopped.signal).then(() => afterPendingReads(answer)),
    ]);
    if (outcome === 'answered') {
      if (failure instanceof DatabaseReadOnly) onFailure(failure);
      failure = undefined;
      return;
    }
    destroyConnection(client);
    client = undefined;
    if (outcome === 'unreachable') {
      failure = undefined;
      return;
    }
    if (stopped.signal.aborted) return;
    failure = outcome === 'read-only' ? new DatabaseReadOnly() : new DatabaseSilent();
    onFailure(failure);
  };

  const run = (async () => {
    while (!stopped.signal.aborted) {
      await checkOnce();
      await waitUnlessAborted(intervalMs, stopped.signal);
    }
  })();

  return {
    failure: () => failure,
    async stop() {
      stopped.abort();
      destroyConnection(client);
      await run;
    },
  };
}

async function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { ref: false, signal }).catch(() => undefined);
}

/** Before reporting silence, reads data that arrived while this process itself was blocked. */
async function afterPendingReads<Outcome>(answer: Promise<Outcome>): Promise<Outcome | 'silent'> {
  for (let turn = 0; turn < 2; turn += 1) {
    await setImmediate();
    await wait(1);
  }
  return await Promise.race([answer, setImmediate('silent' as const)]);
}

/** Closes a connection without waiting for the other side; its running statement fails with that error. */
export function destroyConnection(client: pg.Client | undefined, error: Error = new DatabaseSilent()): void {
  // The only access to the socket that works at every stage of the connection.
  (
    client as unknown as { connection?: { stream: { destroy(error?: Error): void } } }
  )?.connection?.stream.destroy(error);
}
