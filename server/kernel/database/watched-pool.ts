import pg from 'pg';
import {
  type DatabaseFailure,
  DatabaseSilent,
  destroyConnection,
  type Heartbeat,
  type HeartbeatTimes,
  watchHeartbeat,
} from './heartbeat.ts';
import type { NamedStatementClient } from './named-statement-client.ts';
import { DatabaseReadOnly } from './read-only.ts';

/**
 * Time that a connection in use may be silent while an answer is due, as a number of checks and their
 * interval.
 */
export interface SilenceLimit {
  intervalMs: number;
  checks: number;
}

/** More than a statement may take on the server, which reports the timeout on a working connection. */
const defaultLimit: SilenceLimit = { intervalMs: 1_000, checks: 65 };

/**
 * A pool whose callers never hang with the database: if it falls silent or turns read-only, current and later
 * callers fail at once, until it answers again and accepts writes. A single connection that broke in the
 * network fails slightly after the time limit of a statement.
 */
export class WatchedPool extends pg.Pool {
  readonly #all = new Set<pg.PoolClient>();
  readonly #inUse = new Map<NamedStatementClient, { received: number; checks: number }>();
  readonly #silenceLimit: SilenceLimit;
  readonly #checkTimer: NodeJS.Timeout;
  readonly #dropListeners: (() => void)[] = [];
  #heartbeat: Heartbeat | undefined;

  constructor(config: pg.PoolConfig, silenceLimit: SilenceLimit = defaultLimit) {
    super(config);
    this.#silenceLimit = silenceLimit;
    this.#checkTimer = setInterval(() => this.#checkConnections(), silenceLimit.intervalMs).unref();
    const markReturned = (client: pg.PoolClient) =>
      this.#inUse.delete(client as unknown as NamedStatementClient);
    this.on('connect', (client) => this.#all.add(client));
    this.on('acquire', (client) => {
      const namedClient = client as unknown as NamedStatementClient;
      namedClient.mayTakeLong = false;
      this.#inUse.set(namedClient, { received: namedClient.bytesReceived, checks: 0 });
    });
    this.on('release', (_error, client) => markReturned(client));
    this.on('remove', (client) => {
      this.#all.delete(client);
      markReturned(client);
    });
  }

  /** Starts the heartbeat; called after the database has answered once. */
  watch(connectionString: string, times?: HeartbeatTimes): void {
    this.#heartbeat ??= watchHeartbeat(connectionString, (failure) => this.#dropConnections(failure), times);
  }

  /**
   * Calls back when connections were dropped because the database turned read-only, or accepts writes again.
   */
  onConnectionsDropped(callBack: () => void): void {
    this.#dropListeners.push(callBack);
  }

  /** Checks whether the database accepts connections but does not answer. */
  isSilent(): boolean {
    return this.#heartbeat?.failure() instanceof DatabaseSilent;
  }

  /** Checks whether the database answers but accepts no writes. */
  isReadOnly(): boolean {
    return this.#heartbeat?.failure() instanceof DatabaseReadOnly;
  }

  // One signature for all overloads of the base class.
  override connect(callback?: unknown): never {
    const connect = super.connect as (callback?: unknown) => unknown;
    const failure = this.#heartbeat?.failure();
    if (failure === undefined) return connect.call(this, callback) as never;
    if (typeof callback !== 'function') return Promise.reject(failure) as never;
    process.nextTick(() => callback(failure, undefined, () => undefined));
    return undefined as never;
  }

  override async end(): Promise<void> {
    clearInterval(this.#checkTimer);
    // A silent server does not answer a closing message either.
    if (this.isSilent()) for (const client of this.#all) destroyConnection(client as unknown as pg.Client);
    await this.#heartbeat?.stop();
    await super.end();
  }

  /**
   * Drops the connections in use: their work is lost anyway, and so it fails with an error. Idle connections
   * to a silent database are detected when they are used; those to a read-only one are dropped too, so that
   * new ones reach the server that is then at the address.
   */
  #dropConnections(failure: DatabaseFailure): void {
    if (!(failure instanceof DatabaseReadOnly)) {
      for (const client of this.#inUse.keys()) destroyConnection(client);
      return;
    }
    for (const client of this.#all) destroyConnection(client as unknown as pg.Client, failure);
    for (const callBack of this.#dropListeners) callBack();
  }

  /**
   * Counts checks instead of time, so that a delay of this process is not mistaken for an error of the database.
   */
  #checkConnections(): void {
    for (const [client, progress] of this.#inUse) {
      const received = client.bytesReceived;
      const isWaiting = !client.readyForQuery && !client.mayTakeLong && received === progress.received;
      progress.checks = isWaiting ? progress.checks + 1 : 0;
      progress.received = received;
      if (progress.checks > this.#silenceLimit.checks) destroyConnection(client);
    }
  }
}
