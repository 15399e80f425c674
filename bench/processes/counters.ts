import type pg from 'pg';

/** Resources that a server has used since it started. */
export interface Counters {
  statements: number;
  /** Number of messages sent on a connection that was not waiting for an answer. */
  roundTrips: number;
  /** Milliseconds of processor time of the process. */
  cpuMs: number;
  /** Milliseconds from the arrival of the last notification until its last write to a screen had returned. */
  deliveryMs: number;
}

/** Counts what is sent on a pool's connections from now on. */
export function countStatements(pool: pg.Pool): () => Pick<Counters, 'statements' | 'roundTrips'> {
  const counts = { statements: 0, roundTrips: 0 };
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    let pending = 0;
    const onAnswer = () => {
      pending -= 1;
    };
    client.query = ((...args: unknown[]) => {
      counts.statements += 1;
      if (pending === 0) counts.roundTrips += 1;
      pending += 1;
      const answer = query(...args);
      Promise.resolve(answer).then(onAnswer, onAnswer);
      return answer;
    }) as typeof client.query;
  });
  return () => ({ ...counts });
}
