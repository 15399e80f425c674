import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseReadOnly, isReadOnly, isWriteRefused } from './read-only.ts';

/** A database that takes connections and does not answer, or is cut off without a word. */
export class DatabaseSilent extends Error {
  /** Among those for which a call answers that it may be tried again; see `http/errors.ts`. */
  readonly code = 'DATABASE_SILENT';

  constructor() {
    super('The database does not answer');
  }
}

/** The error of a database that does not answer, or of one that takes no writes. */
export type DatabaseTrouble = DatabaseSilent | DatabaseReadOnly;

export interface Heartbeat {
  /** Undefined while the database answers, and also while it is away: requests for a connection then fail. */
  trouble(): DatabaseTrouble | undefined;
  stop(): Promise<void>;
}

export interface HeartbeatTimes {
  /** Between an answer and the next question. */
  everyMs: number;
  /**
   * The time that an answer may take; the question is of no cost to the database, so that only one that hangs
   * misses it.
   */
  patienceMs: number;
  /** After so many answers a new connection is opened, and a row is written on it; undefined: nothing is ever written. */
  writesEvery?: number;
}

/** Of a server that people wait for. */
const portalHeartbeat: HeartbeatTimes = { everyMs: 1_000, patienceMs: 3_000, writesEvery: 10 };

/**
 * Asks the database once a second, on a connection of its own, if it is there. A statement that takes long is no
 * silence: this connection is answered all the same. For a portal that has to write, it also asks if writing is
 * allowed, and now and then writes, on a new connection: a parameter may have changed for those alone, or the address
 * may have moved. Calls `onTrouble` also when a read-only database takes writes again, since connections from before
 * may lead to the former server.
 */
export function watchHeartbeat(
  connectionString: string,
  onTrouble: (trouble: DatabaseTrouble) => void,
  { everyMs, patienceMs, writesEvery }: HeartbeatTimes = portalHeartbeat,
): Heartbeat {
  let trouble: DatabaseTrouble | undefined;
  let client: pg.Client | undefined;
  let answers = 0;
  const stopped = new AbortController();

  const openAnew = async (): Promise<pg.Client> => {
    void client?.end().catch(() => undefined);
    answers = 0;
    client = new pg.Client({ connectionString, keepAlive: true, application_name: 'banjian pulse' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };

  const ask = async (): Promise<'answered' | 'read-only'> => {
    const isDue = client === undefined || (writesEvery !== undefined && answers >= writesEvery);
    const asked = client === undefined || isDue ? await openAnew() : client;
    answers += 1;
    if (writesEvery === undefined) {
      await asked.query('select 1');
      return 'answered';
    }
    if (await isReadOnly(asked)) return 'read-only';
    return isDue && (await isWriteRefused(asked)) ? 'read-only' : 'answered';
  };

  const beat = async (): Promise<void> => {
    // Refused or cut: callers get the error at once, and nothing hangs.
    const asked = ask().catch(() => 'away' as const);
    const said = await Promise.race([asked, late(patienceMs, stopped.signal).then(() => afterTurn(asked))]);
    if (said === 'answered') {
      if (trouble instanceof DatabaseReadOnly) onTrouble(trouble);
      trouble = undefined;
      return;
    }
    drop(client);
    client = undefined;
    if (said === 'away') {
      trouble = undefined;
      return;
    }
    if (stopped.signal.aborted) return;
    trouble = said === 'read-only' ? new DatabaseReadOnly() : new DatabaseSilent();
    onTrouble(trouble);
  };

  const run = (async () => {
    while (!stopped.signal.aborted) {
      await beat();
      await late(everyMs, stopped.signal);
    }
  })();

  return {
    trouble: () => trouble,
    async stop() {
      stopped.abort();
      drop(client);
      await run;
    },
  };
}

async function late(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { ref: false, signal }).catch(() => undefined);
}

/** A process that was itself held up reads what has come meanwhile before it calls the other side silent. */
async function afterTurn<Said>(asked: Promise<Said>): Promise<Said | 'silent'> {
  for (let turn = 0; turn < 2; turn += 1) {
    await setImmediate();
    await wait(1);
  }
  return await Promise.race([asked, setImmediate('silent' as const)]);
}

/** Ends a connection without waiting for the other side; a statement under way on it fails with that error. */
export function drop(client: pg.Client | undefined, error: Error = new DatabaseSilent()): void {
  // The one way to the socket that works at every stage of the connection.
  (
    client as unknown as { connection?: { stream: { destroy(error?: Error): void } } }
  )?.connection?.stream.destroy(error);
}
