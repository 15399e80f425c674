import pg from 'pg';
import {
  DatabaseSilent,
  type DatabaseTrouble,
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
  everyMs: number;
  checks: number;
}

/** More than a statement may take on the server, which reports the timeout on a working connection. */
const usual: SilenceLimit = { everyMs: 1_000, checks: 65 };

/**
 * A pool whose callers never hang with the database: if it falls silent or turns read-only, current and later
 * callers fail at once, until it answers again and accepts writes. A single connection that broke in the
 * network fails slightly after the time limit of a statement.
 */
export class WatchedPool extends pg.Pool {
  readonly #all = new Set<pg.PoolClient>();
  readonly #inUse = new Map<NamedStatementClient, { received: number; checks: number }>();
  readonly #patience: SilenceLimit;
  readonly #looking: NodeJS.Timeout;
  readonly #whenMoved: (() => void)[] = [];
  #pulse: Heartbeat | undefined;

  constructor(config: pg.PoolConfig, patience: SilenceLimit = usual) {
    super(config);
    this.#patience = patience;
    this.#looking = setInterval(() => this.#look(), patience.everyMs).unref();
    const given = (client: pg.PoolClient) => this.#inUse.delete(client as unknown as NamedStatementClient);
    this.on('connect', (client) => this.#all.add(client));
    this.on('acquire', (client) => {
      const mine = client as unknown as NamedStatementClient;
      mine.mayTakeLong = false;
      this.#inUse.set(mine, { received: mine.bytesReceived, checks: 0 });
    });
    this.on('release', (_error, client) => given(client));
    this.on('remove', (client) => {
      this.#all.delete(client);
      given(client);
    });
  }

  /** Starts the heartbeat; called after the database has answered once. */
  watch(connectionString: string, times?: HeartbeatTimes): void {
    this.#pulse ??= watchHeartbeat(connectionString, (trouble) => this.#cut(trouble), times);
  }

  /**
   * Calls back when connections were dropped because the database turned read-only, or accepts writes again.
   */
  onMoved(callBack: () => void): void {
    this.#whenMoved.push(callBack);
  }

  /** Checks whether the database accepts connections but does not answer. */
  isSilent(): boolean {
    return this.#pulse?.trouble() instanceof DatabaseSilent;
  }

  /** Checks whether the database answers but accepts no writes. */
  isReadOnly(): boolean {
    return this.#pulse?.trouble() instanceof DatabaseReadOnly;
  }

  // One signature for all overloads of the base class.
  override connect(callback?: unknown): never {
    const connect = super.connect as (callback?: unknown) => unknown;
    const trouble = this.#pulse?.trouble();
    if (trouble === undefined) return connect.call(this, callback) as never;
    if (typeof callback !== 'function') return Promise.reject(trouble) as never;
    process.nextTick(() => callback(trouble, undefined, () => undefined));
    return undefined as never;
  }

  override async end(): Promise<void> {
    clearInterval(this.#looking);
    // A silent server does not answer a closing message either.
    if (this.isSilent()) for (const client of this.#all) destroyConnection(client as unknown as pg.Client);
    await this.#pulse?.stop();
    await super.end();
  }

  /**
   * Cuts the connections in use: their work is lost anyway, and so it fails with an error. Idle connections
   * to a silent database are detected when they are used; those to a read-only one are dropped too, so that
   * new ones reach the server that is then at the address.
   */
  #cut(trouble: DatabaseTrouble): void {
    if (!(trouble instanceof DatabaseReadOnly)) {
      for (const client of this.#inUse.keys()) destroyConnection(client);
      return;
    }
    for (const client of this.#all) destroyConnection(client as unknown as pg.Client, trouble);
    for (const callBack of this.#whenMoved) callBack();
  }

  /**
   * Counts checks instead of time, so that a delay of this process is not taken for an error of the database.
   */
  #look(): void {
    for (const [client, seen] of this.#inUse) {
      const received = client.bytesReceived;
      const isWaiting = !client.readyForQuery && !client.mayTakeLong && received === seen.received;
      seen.checks = isWaiting ? seen.checks + 1 : 0;
      seen.received = received;
      if (seen.checks > this.#patience.checks) destroyConnection(client);
    }
  }
}
