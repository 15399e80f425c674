import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** A database that takes connections and does not answer, or is cut off without a word. */
export class DatabaseSilent extends Error {
  /** Among those for which a call answers that it may be tried again; see `http/errors.ts`. */
  readonly code = 'DATABASE_SILENT';

  constructor() {
    super('The database does not answer');
  }
}

export interface Pulse {
  isSilent(): boolean;
  stop(): Promise<void>;
}

export interface PulseTimes {
  /** Between an answer and the next question. */
  everyMs: number;
  /** How long an answer may take; the question is of no cost to the database, so that only one that hangs misses it. */
  patienceMs: number;
}

const usual: PulseTimes = { everyMs: 1_000, patienceMs: 3_000 };

/**
 * Asks the database once a second, on a connection of its own, whether it is there. A statement that takes long is no
 * silence: this connection is answered all the same.
 */
export function watchPulse(
  connectionString: string,
  onSilent: () => void,
  { everyMs, patienceMs }: PulseTimes = usual,
): Pulse {
  let silent = false;
  let client: pg.Client | undefined;
  const stopped = new AbortController();

  const ask = async (): Promise<void> => {
    if (client === undefined) {
      client = new pg.Client({ connectionString, keepAlive: true, application_name: 'banjian pulse' });
      client.on('error', () => undefined);
      await client.connect();
    }
    await client.query('select 1');
  };

  const beat = async (): Promise<void> => {
    const asked = ask().then(
      () => 'answered' as const,
      // Refused or cut: whoever asks now is told so at once, and nothing hangs.
      () => 'away' as const,
    );
    const said = await Promise.race([asked, late(patienceMs, stopped.signal).then(() => afterTurn(asked))]);
    if (said === 'answered') {
      silent = false;
      return;
    }
    drop(client);
    client = undefined;
    if (said === 'away') silent = false;
    else if (!stopped.signal.aborted) {
      silent = true;
      onSilent();
    }
  };

  const run = (async () => {
    while (!stopped.signal.aborted) {
      await beat();
      await late(everyMs, stopped.signal);
    }
  })();

  return {
    isSilent: () => silent,
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

/** Ends a connection without waiting for the other side. */
export function drop(client: pg.Client | undefined): void {
  // The one way to the socket that works at every stage of the connection.
  (
    client as unknown as { connection?: { stream: { destroy(error?: Error): void } } }
  )?.connection?.stream.destroy(new DatabaseSilent());
}
