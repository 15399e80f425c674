import type pg from 'pg';

/** Resources that a server has used since it started. */
export interface Counters {
  statements: number;
  /** Number of sendings on a connection that was not waiting for an answer. */
  roundTrips: number;
  /** Milliseconds of processor time of the process. */
  cpuMs: number;
  /** Milliseconds from the arrival of the last notification until its last write to a screen had returned. */
  deliveryMs: number;
}

/** Counts what is sent on a pool's connections from now on. */
export function countStatements(pool: pg.Pool): () => Pick<Counters, 'statements' | 'roundTrips'> {
  const counted = { statements: 0, roundTrips: 0 };
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    let waiting = 0;
    const answered = () => {
      waiting -= 1;
    };
    client.query = ((...args: unknown[]) => {
      counted.statements += 1;
      if (waiting === 0) counted.roundTrips += 1;
      waiting += 1;
      const answer = query(...args);
      Promise.resolve(answer).then(answered, answered);
      return answer;
    }) as typeof client.query;
  });
  return () => ({ ...counted });
}
