import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * Maximum number of names in one process: each statement is parsed and planned on every connection, some 80
 * kB of the server's memory.
 */
const maxNamed = 500;
/** Maximum number of unnamed texts whose uses are counted; beyond it, counting starts again. */
const maxCounted = 2000;
const names = new Map<string, string>();
const uses = new Map<string, number>();

/**
 * Statements that remove the server's time limit: for this transaction, or for this connection until it is
 * set again.
 */
export const removeTimeoutInTransaction = 'set local statement_timeout = 0';
export const removeTimeout = 'set statement_timeout = 0';

/**
 * Client that names frequent statements with values and combines writes. Kysely sends every statement without
 * a name, so PostgreSQL parses and plans it each time; a name saves a fifth to a third of a statement's cost.
 * Statements issued within one tick are sent in one write, because a write to the socket costs more than its
 * content.
 */
export class NamedStatementClient extends pg.Client {
  /** Property of pg that its types leave out: true if no statement is running. */
  declare readonly readyForQuery: boolean;
  /** Set if the holder of the connection removed the time limit, so that an answer may take long. */
  mayTakeLong = false;
  #isCollecting = false;

  /** Returns the number of bytes received so far. */
  get bytesReceived(): number {
    return this.#stream.bytesRead;
  }

  // NOTE: read each time, because a connection that switches to TLS gets another stream.
  get #stream(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }

  // One signature for all overloads of the base class.
  override query(config: unknown, values?: unknown, callback?: unknown): never {
    this.#collectForOneTick();
    if (config === removeTimeoutInTransaction || config === removeTimeout) this.mayTakeLong = true;
    const query = super.query as (...args: unknown[]) => never;
    if (typeof config === 'string' && Array.isArray(values) && values.length > 0) {
      const name = nameOf(config);
      if (name) return query.call(this, { name, text: config, values }, callback);
    }
    return query.call(this, config, values, callback);
  }

  #collectForOneTick(): void {
    if (this.#isCollecting) return;
    this.#isCollecting = true;
    const stream = this.#stream;
    stream.cork();
    process.nextTick(() => {
      this.#isCollecting = false;
      stream.uncork();
    });
  }
}

/**
 * Returns the name of a frequent statement. The more names exist, the more uses a new one needs: lists have
 * thousands of possible statements, and a client that tries them one after the other must not use up the
 * names before the statements of actions get theirs.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxNamed) return known;
  const useCount = (uses.get(text) ?? 0) + 1;
  if (useCount <= names.size / 10) {
    if (uses.size >= maxCounted) uses.clear();
    uses.set(text, useCount);
    return undefined;
  }
  uses.delete(text);
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
