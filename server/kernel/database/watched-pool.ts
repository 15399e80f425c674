import pg from 'pg';
import {
  DatabaseSilent,
  type DatabaseTrouble,
  drop,
  type Heartbeat,
  type HeartbeatTimes,
  watchHeartbeat,
} from './heartbeat.ts';
import type { NamedStatementClient } from './named-statement-client.ts';
import { DatabaseReadOnly } from './read-only.ts';

/**
 * The time that a connection in use may say nothing while it owes an answer: so many checks, so far apart.
 */
export interface Patience {
  everyMs: number;
  looks: number;
}

/** More than a statement may take on the server, which says so on a connection that lives. */
const usual: Patience = { everyMs: 1_000, looks: 65 };

/**
 * A pool whose callers never hang with the database: where it falls silent or turns read-only, waiting callers fail at
 * once, and so do later ones, until it answers again and takes writes. A connection that died alone, on the way, fails
 * by itself in a little more than the time that a statement may take.
 */
export class WatchedPool extends pg.Pool {
  readonly #all = new Set<pg.PoolClient>();
  readonly #inUse = new Map<NamedStatementClient, { heard: number; looks: number }>();
  readonly #patience: Patience;
  readonly #looking: NodeJS.Timeout;
  readonly #whenMoved: (() => void)[] = [];
  #pulse: Heartbeat | undefined;

  constructor(config: pg.PoolConfig, patience: Patience = usual) {
    super(config);
    this.#patience = patience;
    this.#looking = setInterval(() => this.#look(), patience.everyMs).unref();
    const given = (client: pg.PoolClient) => this.#inUse.delete(client as unknown as NamedStatementClient);
    this.on('connect', (client) => this.#all.add(client));
    this.on('acquire', (client) => {
      const mine = client as unknown as NamedStatementClient;
      mine.mayTakeLong = false;
      this.#inUse.set(mine, { heard: mine.bytesHeard, looks: 0 });
    });
    this.on('release', (_error, client) => given(client));
    this.on('remove', (client) => {
      this.#all.delete(client);
      given(client);
    });
  }

  /** Begins to watch; not before the database has answered once. */
  watch(connectionString: string, times?: HeartbeatTimes): void {
    this.#pulse ??= watchHeartbeat(connectionString, (trouble) => this.#cut(trouble), times);
  }

  /** Calls back when connections were dropped because the database turned read-only, or is no longer so. */
  onMoved(callBack: () => void): void {
    this.#whenMoved.push(callBack);
  }

  /** Checks whether the database takes connections and does not answer. */
  isSilent(): boolean {
    return this.#pulse?.trouble() instanceof DatabaseSilent;
  }

  /** Checks whether the database answers and takes no writes. */
  isReadOnly(): boolean {
    return this.#pulse?.trouble() instanceof DatabaseReadOnly;
  }

  // The overloads of the base class meet in this one signature.
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
    if (this.isSilent()) for (const client of this.#all) drop(client as unknown as pg.Client);
    await this.#pulse?.stop();
    await super.end();
  }

  /**
   * Cuts the connections in use: their work is lost either way, and so it fails with an error. Idle ones to a silent
   * database are found out when they are used; those to a read-only one go too, so that the next reach the server that
   * is behind the address by then.
   */
  #cut(trouble: DatabaseTrouble): void {
    if (!(trouble instanceof DatabaseReadOnly)) {
      for (const client of this.#inUse.keys()) drop(client);
      return;
    }
    for (const client of this.#all) drop(client as unknown as pg.Client, trouble);
    for (const callBack of this.#whenMoved) callBack();
  }

  /** Counts checks and not time, so that a delay of the process itself is no error of the database. */
  #look(): void {
    for (const [client, seen] of this.#inUse) {
      const heard = client.bytesHeard;
      const isWaiting = !client.readyForQuery && !client.mayTakeLong && heard === seen.heard;
      seen.looks = isWaiting ? seen.looks + 1 : 0;
      seen.heard = heard;
      if (seen.looks > this.#patience.looks) drop(client);
    }
  }
}
