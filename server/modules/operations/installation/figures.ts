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
   * Returns the figures; never rejects, and waits no longer than the limit. Returns older figures with the
   * time of their reading after that.
   */
  read(): Promise<ReadFigures>;
}

const limits = { keepMs: 15_000, patienceMs: 4_000 };

/**
 * Creates the reader of the figures for all monitors; queries the database at most every fifteen seconds. A
 * database that hangs is queried once, not once for each monitor.
 */
export function createFigures(
  context: Pick<Context, 'db' | 'log' | 'now'>,
  { keepMs, patienceMs } = limits,
  read = () => readFigures(context.db, context.now(), sessionExpiryTimes(context.now())),
): Figures {
  const last: ReadFigures = { figures: undefined, isUp: false, readAt: undefined };
  let askedAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | undefined;

  async function ask(): Promise<void> {
    try {
      last.figures = await read();
      last.readAt = context.now();
      last.isUp = true;
    } catch (error) {
      last.isUp = false;
      context.log.warn({ error }, 'The figures of the database could not be read');
    } finally {
      underWay = undefined;
    }
  }

  return {
    async read() {
      if (performance.now() - askedAt >= keepMs && !underWay) {
        askedAt = performance.now();
        underWay = ask();
      }
      if (underWay) {
        const isDone = await Promise.race([
          underWay.then(() => true),
          wait(patienceMs, false, { ref: false }),
        ]);
        if (!isDone) last.isUp = false;
      }
      return { ...last };
    },
  };
}
