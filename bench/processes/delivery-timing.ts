import pg from 'pg';
import { notifyChannel, readPayload } from '#server/kernel/http/notify.ts';
import type { Counters } from './counters.ts';

/** Measures how long a server took to forward the last notification. */
export class DeliveryTiming {
  #ms = 0;

  /**
   * Measures from the notification's arrival until its last write has returned, including writes in the next tick.
   */
  measure(report: () => void): void {
    const startTime = performance.now();
    report();
    setImmediate(() => {
      this.#ms = performance.now() - startTime;
    });
  }

  counters(): Pick<Counters, 'cpuMs' | 'deliveryMs'> {
    const { user, system } = process.cpuUsage();
    return { cpuMs: (user + system) / 1000, deliveryMs: this.#ms };
  }
}

/**
 * Receives each notification of the database and passes its text on, and measures the time; returns the
 * connection, which the caller must end.
 */
export async function timeDeliveries(
  url: string,
  timing: DeliveryTiming,
  report: (text: string) => void,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  client.on('notification', ({ payload }) => {
    const notification = readPayload(payload ?? '');
    if (!notification) return;
    const text = `event: ${notification.event}\ndata: ${JSON.stringify({ id: notification.id })}\n\n`;
    timing.measure(() => report(text));
  });
  await client.query(`listen ${notifyChannel}`);
  return client;
}
