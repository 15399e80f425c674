import type { Socket } from 'node:net';
import pg from 'pg';

/** Names that one process gives at most: each is parsed and planned on every connection, some 80 kB of the server's memory. */
const maxNamed = 500;
/** Texts without a name whose uses are counted at most; beyond, all are counted anew. */
const maxCounted = 2000;
const names = new Map<string, string>();
const uses = new Map<string, number>();

/** Lift the limit that statements have on the server: for this transaction, and for this connection until it is set again. */
export const liftLimitHere = 'set local statement_timeout = 0';
export const liftLimit = 'set statement_timeout = 0';

/**
 * Kysely sends every statement without a name, so PostgreSQL parses and plans it each time. This client names texts that
 * carry values and come often, which saves a fifth to a third of a statement's cost; and what is asked for within one
 * tick leaves in one write, because a write to the socket costs more than what it carries.
 */
export class NamedStatementClient extends pg.Client {
  /** pg's own, which its types leave out: whether nothing is under way. */
  declare readonly readyForQuery: boolean;
  /** Set where the holder of the connection lifted the limit, so that an answer may be long in coming. */
  mayTakeLong = false;
  #gathers = false;

  /** Bytes that the other side has sent so far. */
  get bytesHeard(): number {
    return this.#stream.bytesRead;
  }

  // NOTE: the stream of this moment; the one of a connection that turns to TLS is another afterwards.
  get #stream(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }

  // The overloads of the base class meet in this one signature.
  override query(config: unknown, values?: unknown, callback?: unknown): never {
    this.#gatherForOneTick();
    if (config === liftLimitHere || config === liftLimit) this.mayTakeLong = true;
    const query = super.query as (...args: unknown[]) => never;
    if (typeof config === 'string' && Array.isArray(values) && values.length > 0) {
      const name = nameOf(config);
      if (name) return query.call(this, { name, text: config, values }, callback);
    }
    return query.call(this, config, values, callback);
  }

  #gatherForOneTick(): void {
    if (this.#gathers) return;
    this.#gathers = true;
    const stream = this.#stream;
    stream.cork();
    process.nextTick(() => {
      this.#gathers = false;
      stream.uncork();
    });
  }
}

/**
 * A name is earned by use, and the more are given, the more uses it takes: lists can be asked for in
 * thousands of shapes, and a client that tries them one after the other must not use the names up before an
 * action's statement comes by.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxNamed) return known;
  const used = (uses.get(text) ?? 0) + 1;
  if (used <= names.size / 10) {
    if (uses.size >= maxCounted) uses.clear();
    uses.set(text, used);
    return undefined;
  }
  uses.delete(text);
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
