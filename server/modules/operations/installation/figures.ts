import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '#server/framework/context.ts';
import { sessionExpiryTimes } from '#server/modules/access/session/service.ts';
import { type DatabaseFigures, readFigures } from './figures.queries.ts';

/** The last figures, and whether the database answered the last query. */
export interface LastFigures {
  /** Undefined until the database has answered once. */
  figures: DatabaseFigures | undefined;
  isUp: boolean;
  readAt: Date | undefined;
}

export interface FiguresReader {
  /**
   * Returns the figures; never rejects, and waits no longer than the limit, after which it returns the last
   * figures with the time when they were read.
   */
  read(): Promise<LastFigures>;
}

const limits = { maxAgeMs: 15_000, timeoutMs: 4_000 };

/**
 * Creates the reader of the figures for all monitors; queries the database at most every fifteen seconds. While a
 * query is running, no monitor starts another one.
 */
export function createFiguresReader(
  context: Pick<Context, 'db' | 'log' | 'now'>,
  { maxAgeMs, timeoutMs } = limits,
  read = () => readFigures(context.db, context.now(), sessionExpiryTimes(context.now())),
): FiguresReader {
  const last: LastFigures = { figures: undefined, isUp: false, readAt: undefined };
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
          wait(timeoutMs, false, { ref: false }),
        ]);
        if (!isDone) last.isUp = false;
      }
      return { ...last };
    },
  };
}
