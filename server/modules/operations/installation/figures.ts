import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '#server/framework/context.ts';
import { sessionExpiryTimes } from '#server/modules/access/session/service.ts';
import { type DatabaseFigures, readFigures } from './figures.queries.ts';

/** The last figures, and whether the database answered the last query. */
export interface ReadFigures {
  /** Undefined until the database has answered once. */
  figures: DatabaseFigures | undefined;
  isUp: boolean;
  readAt: Date | undefined;
}

export interface Figures {
  /**
   * Returns the figures; never rejects, and waits no longer than the limit, after which it returns the last
   * figures with the time when they were read.
   */
  read(): Promise<ReadFigures>;
}

const limits = { maxAgeMs: 15_000, patienceMs: 4_000 };

/**
 * Creates the reader of the figures for all monitors; queries the database at most every fifteen seconds. While a
 * query is running, no monitor starts another one.
 */
export function createFigures(
  context: Pick<Context, 'db' | 'log' | 'now'>,
  { maxAgeMs, patienceMs } = limits,
  read = () => readFigures(context.db, context.now(), sessionExpiryTimes(context.now())),
): Figures {
  const last: ReadFigures = { figures: undefined, isUp: false, readAt: undefined };
  let queriedAt = Number.NEGATIVE_INFINITY;
  let runningRead: Promise<void> | undefined;

  async function readOnce(): Promise<void> {
    try {
      last.figures = await read();
      last.readAt = context.now();
      last.isUp = true;
    } catch (error) {
      last.isUp = false;
      context.log.warn({ error }, 'The figures of the database could not be read');
    } finally {
      runningRead = undefined;
    }
  }

  return {
    async read() {
      if (performance.now() - queriedAt >= maxAgeMs && !runningRead) {
        queriedAt = performance.now();
        runningRead = readOnce();
      }
      if (runningRead) {
        const isDone = await Promise.race([
          runningRead.then(() => true),
          wait(patienceMs, false, { ref: false }),
        ]);
        if (!isDone) last.isUp = false;
      }
      return { ...last };
    },
  };
}
