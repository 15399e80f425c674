import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';
import type { HeartbeatTimes } from './heartbeat.ts';
import { NamedStatementClient } from './named-statement-client.ts';
import { refuseReadOnly } from './read-only.ts';
import type { Tables } from './tables.ts';
import { findTlsReason } from './tls-reason.ts';
import type { Db } from './transaction.ts';
import { type SilenceLimit, WatchedPool } from './watched-pool.ts';

export interface Database {
  db: Db;
  /** For features that Kysely lacks: LISTEN, COPY, cursors, jobs. */
  pool: pg.Pool & Pick<WatchedPool, 'isSilent' | 'isReadOnly' | 'onConnectionsDropped'>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Maximum number of connections; PostgreSQL allows 100 in all, shared by every server process. */
  max?: number;
  /** Time to wait for an unreachable database. */
  connectTimeoutMs?: number;
  /** Times of the heartbeat, or true for the usual ones; programs that run once have no heartbeat and wait. */
  heartbeat?: boolean | HeartbeatTimes;
  /** True to refuse a read-only database; other programs may read from a standby. */
  mustWrite?: boolean;
  /** Time that a connection may be silent while an answer is due. */
  silenceLimit?: SilenceLimit;
  /** Receives messages about broken idle connections. */
  log?: (message: string) => void;
}

const oldestVersion = 150_000;

/** Limits of the time of a statement, and of a transaction's wait for its next one. */
const sessionLimits = 'set statement_timeout = 60000; set idle_in_transaction_session_timeout = 60000';

/** Opens the pool when the database answers; waits up to 10 s for one that is still starting. */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Database> {
  const config = {
    connectionString: url,
    Client: NamedStatementClient,
    max: options.max ?? 20,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    // The system detects a broken idle connection within minutes instead of hours.
    keepAliveInitialDelayMillis: 10_000,
    // Statements issued at the same time are sent together; see readAtOnce.
    pipeline: true,
    application_name: 'banjian',
    types: { getTypeParser },
  };
  const pool = new WatchedPool(config, options.silenceLimit);
  const log = options.log ?? (() => undefined);
  // NOTE: without these two handlers a database restart ends the process: the first is for idle clients, the
  // second for clients in use, whose running query is rejected anyway.
  pool.on('error', (error) => {
    // While the pool is closing, its connections may be ended by the server first.
    if (!pool.ending) log(`An idle database connection broke: ${error.message}`);
  });
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    // Sent as a statement and not as a startup parameter, because poolers refuse unknown parameters. It is
    // the first statement.
    client.query(sessionLimits).catch(() => undefined);
  });
  try {
    const timeoutMs = options.connectTimeoutMs ?? 10_000;
    await waitUntilReachable(pool, url, timeoutMs);
    await refuseSharedSessions(pool, url);
    if (options.mustWrite) await refuseReadOnly(pool, { address: addressWithoutPassword(url), timeoutMs });
  } catch (error) {
    await pool.end();
    throw error;
  }
  const { heartbeat = false } = options;
  if (heartbeat !== false) pool.watch(url, heartbeat === true ? undefined : heartbeat);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let closing: Promise<void> | undefined;
  return {
    db,
    pool,
    close: () => {
      // Kysely ends the pool only if it used it.
      closing ??= db.destroy().then(() => (pool.ended ? undefined : pool.end()));
      return closing;
    },
  };
}

/** Counts the connections that a role other than a superuser may have in all, and the other open ones. */
export async function countConnections(pool: pg.Pool): Promise<{ allowed: number; used: number }> {
  const { rows } = await pool.query<{ allowed: number; used: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as used`,
  );
  return rows[0] ?? { allowed: 0, used: 0 };
}

/** int8 is read as a number (ids are texts, so none of our numbers exceeds 2^53), and a date stays a text. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return readInteger;
  if (oid === pg.types.builtins.DATE) return String;
  if (oid === pg.types.builtins.TIMESTAMPTZ) return readInstant;
  return pg.types.getTypeParser(oid, format as 'text');
}

const readAnyInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
const plainInstant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d$/;

/**
 * Reads an instant. A page of a list has sixty of them; the driver's own parser, which supports infinity and
 * BC, takes twice as long.
 */
export function readInstant(text: string): unknown {
  if (!plainInstant.test(text)) return readAnyInstant(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`);
}

function readInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a JavaScript number`);
  return value;
}

async function waitUntilReachable(pool: pg.Pool, url: string, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      const answer = await pool.query<{ version: string }>(
        "select current_setting('server_version_num') as version",
      );
      checkVersion(Number(answer.rows[0]?.version));
      return;
    } catch (error) {
      if (error instanceof StartupError) throw error;
      if (Date.now() > deadline || isFinal(error) || findTlsReason(error)) throw unreachable(url, error);
      await wait(250);
    }
  }
}

/**
 * Refuses a pooler that assigns a server session for one transaction at a time, because the portal keeps
 * state in its sessions: prepared statements, locks beyond a transaction, LISTEN.
 */
async function refuseSharedSessions(pool: pg.Pool, url: string): Promise<void> {
  const one = await pool.connect();
  const other = new pg.Client({ connectionString: url });
  try {
    const first = await pidOf(one);
    // PostgreSQL sends its own process id at connection; a different one means a pooler in between.
    if ((one as unknown as { processID: number }).processID === first) return;
    // A pooler assigns the session that was just released to the next connection.
    await other.connect();
    if ((await pidOf(other)) === first) throw sharedSessions;
  } finally {
    one.release();
    await other.end();
  }
}

async function pidOf(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

const sharedSessions = new StartupError(
  '数据库前面的连接池（如 pgbouncer）按事务分配连接，门户不支持。请把 pool_mode 设为 session，或直接连接 PostgreSQL。',
  'The connection pooler in front of the database assigns a connection for one transaction only: set pool_mode to session, or connect to PostgreSQL directly.',
);

function checkVersion(version: number): void {
  if (version >= oldestVersion) return;
  throw new StartupError(
    `数据库版本过低（${Math.floor(version / 10_000)}），需要 PostgreSQL 15 及以上。`,
    `PostgreSQL ${Math.floor(version / 10_000)} is too old: 15 or later is needed.`,
  );
}

/** Checks for errors that waiting cannot solve: wrong password (28), no such database (3D). */
function isFinal(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && (code.startsWith('28') || code.startsWith('3D'));
}

/** Returns the address of the database without its password: user@host:port/database. */
function addressWithoutPassword(url: string): string {
  const { hostname, port, pathname, username } = new URL(url);
  return `${decodeURIComponent(username)}@${hostname}:${port || '5432'}${pathname}`;
}

function unreachable(url: string, error: unknown): StartupError {
  const address = addressWithoutPassword(url);
  const tls = findTlsReason(error);
  if (tls)
    return new StartupError(
      `无法连接数据库 ${address}（${reasonOf(error)}）：${tls.chinese}。见运维手册“到数据库的连接加密”。`,
      `The database ${address} cannot be reached: ${tls.english}.`,
      { cause: error },
    );
  return new StartupError(
    `无法连接数据库 ${address}：${reasonOf(error)}。请检查 DATABASE_URL 和数据库是否已启动。`,
    `The database ${address} cannot be reached: check DATABASE_URL and that the database runs.`,
    { cause: error },
  );
}
