import pg from 'pg';
import { notifyChannel, readPayload } from '#server/kernel/http/notify.ts';
import type { Counters } from './counters.ts';

/** Measures how long a server took to forward the last notice. */
export class NoticeTiming {
  #ms = 0;

  /**
   * Measures from the notice's arrival until its last write has returned, including writes in the next tick.
   */
  during(report: () => void): void {
    const began = performance.now();
    report();
    setImmediate(() => {
      this.#ms = performance.now() - began;
    });
  }

  counters(): Pick<Counters, 'cpuMs' | 'tellingMs'> {
    const { user, system } = process.cpuUsage();
    return { cpuMs: (user + system) / 1000, tellingMs: this.#ms };
  }
}

/**
 * Receives each notice of the database and passes its text on, timed; returns the connection, which the
 * caller must end.
 */
export async function timeNotices(
  url: string,
  timing: NoticeTiming,
  report: (text: string) => void,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  client.on('notification', ({ payload }) => {
    const notice = readPayload(payload ?? '');
    if (!notice) return;
    const text = `event: ${notice.event}\ndata: ${JSON.stringify({ id: notice.id })}\n\n`;
    timing.during(() => report(text));
  });
  await client.query(`listen ${notifyChannel}`);
  return client;
}
