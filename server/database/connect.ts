import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { reasonOf, StartupError } from '#server/config/startup-error.ts';
import { NamedStatementClient } from './named-statement-client.ts';
import type { PulseTimes } from './pulse.ts';
import type { Tables } from './tables.ts';
import type { Db } from './transaction.ts';
import { WatchedPool } from './watched-pool.ts';

export interface Database {
  db: Db;
  /** For what Kysely has no words for: LISTEN, COPY, cursors, jobs. */
  pool: pg.Pool;
  /** Whether it takes connections and does not answer. */
  isSilent(): boolean;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Connections at most; PostgreSQL has 100 in all, shared by every server process. */
  max?: number;
  /** How long an unreachable database is waited for. */
  patienceMs?: number;
  /** Whether, and how closely, it is watched that the database answers; programs that run once wait instead. */
  watched?: boolean | PulseTimes;
  /** Hears of connections that broke while nobody used them. */
  log?: (message: string) => void;
}

const oldestVersion = 150_000;

/** Opens the pool once the database answers; waits up to 10 s for one that is still starting. */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Database> {
  const pool = new WatchedPool({
    connectionString: url,
    Client: NamedStatementClient,
    max: options.max ?? 20,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    // Statements asked for at once go out at once; see readAtOnce.
    pipeline: true,
    statement_timeout: 60_000,
    // The server's own limit comes first, where there still is a server at the other end.
    query_timeout: 70_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'banjian',
    types: { getTypeParser },
  });
  const log = options.log ?? (() => undefined);
  // NOTE: without these two a database restart ends the process: the first is for idle clients, the second for clients
  // in use, whose running query is rejected on its own.
  pool.on('error', (error) => log(`An idle database connection broke: ${error.message}`));
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await waitUntilReachable(pool, url, options.patienceMs ?? 10_000);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const { watched = false } = options;
  if (watched !== false) pool.watch(url, watched === true ? undefined : watched);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let closing: Promise<void> | undefined;
  return {
    db,
    pool,
    isSilent: () => pool.isSilent(),
    close: () => {
      closing ??= db.destroy();
      return closing;
    },
  };
}

/** int8 is a number (ids are text, so no count of ours passes 2^53) and a date stays the text that it is. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return readInteger;
  if (oid === pg.types.builtins.DATE) return String;
  if (oid === pg.types.builtins.TIMESTAMPTZ) return readInstant;
  return pg.types.getTypeParser(oid, format as 'text');
}

const readAnyInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
const plainInstant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d$/;

/** A page of a list has sixty of these; the driver’s own reader, which knows infinity and BC, takes twice as long. */
export function readInstant(text: string): unknown {
  if (!plainInstant.test(text)) return readAnyInstant(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`);
}

function readInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}

async function waitUntilReachable(pool: pg.Pool, url: string, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      const answer = await pool.query<{ version: string }>(
        "select current_setting('server_version_num') as version",
      );
      checkVersion(Number(answer.rows[0]?.version));
      return;
    } catch (error) {
      if (error instanceof StartupError) throw error;
      if (Date.now() > deadline || isFinal(error)) throw unreachable(url, error);
      await wait(250);
    }
  }
}

function checkVersion(version: number): void {
  if (version >= oldestVersion) return;
  throw new StartupError(
    `数据库版本过低（${Math.floor(version / 10_000)}），需要 PostgreSQL 15 及以上。`,
    `PostgreSQL ${Math.floor(version / 10_000)} is too old: 15 or later is needed.`,
  );
}

/** Wrong password (28), no such database (3D): waiting does not help. */
function isFinal(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && (code.startsWith('28') || code.startsWith('3D'));
}

function unreachable(url: string, error: unknown): StartupError {
  const { hostname, port, pathname, username } = new URL(url);
  const place = `${decodeURIComponent(username)}@${hostname}:${port || '5432'}${pathname}`;
  return new StartupError(
    `连接不上数据库 ${place}：${reasonOf(error)}。请检查 DATABASE_URL 和数据库是否已启动。`,
    `The database ${place} cannot be reached: check DATABASE_URL and that the database runs.`,
    { cause: error },
  );
}
