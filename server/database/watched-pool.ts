import pg from 'pg';
import { DatabaseSilent, drop, type Pulse, type PulseTimes, watchPulse } from './pulse.ts';

/**
 * A pool whose callers never hang with the database: where it falls silent, what they wait for fails at once, and so does
 * whoever comes after them, until it answers again.
 */
export class WatchedPool extends pg.Pool {
  readonly #inUse = new Set<pg.PoolClient>();
  #pulse: Pulse | undefined;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('acquire', (client) => this.#inUse.add(client));
    this.on('release', (_error, client) => this.#inUse.delete(client));
    this.on('remove', (client) => this.#inUse.delete(client));
  }

  /** Begins to watch; not before the database has answered once. */
  watch(connectionString: string, times?: PulseTimes): void {
    this.#pulse ??= watchPulse(connectionString, () => this.#cut(), times);
  }

  /** Whether the database takes connections and does not answer. */
  isSilent(): boolean {
    return this.#pulse?.isSilent() ?? false;
  }

  // The overloads of the base class meet in this one signature.
  override connect(callback?: unknown): never {
    const connect = super.connect as (callback?: unknown) => unknown;
    if (!this.isSilent()) return connect.call(this, callback) as never;
    if (typeof callback !== 'function') return Promise.reject(new DatabaseSilent()) as never;
    process.nextTick(() => callback(new DatabaseSilent(), undefined, () => undefined));
    return undefined as never;
  }

  override async end(): Promise<void> {
    await this.#pulse?.stop();
    await super.end();
  }

  /** What was under way is lost either way; cut, it says so. Idle ones are found out when they are used. */
  #cut(): void {
    for (const client of this.#inUse) drop(client as unknown as pg.Client);
  }
}
