import { sql } from 'kysely';
import type { Tx } from '#server/database/transaction.ts';
import type { TaskName, TaskPayloads } from './tasks.ts';

export interface JobOptions {
  /** Not before this time. */
  runAt?: Date;
  /** A waiting job of the same key is replaced, so that the same thing is not done twice. */
  key?: string;
  maximumAttempts?: number;
}

/** Queues a job in the transaction of the action: it runs after the commit, and never when there is none. */
export async function enqueue<Name extends TaskName>(
  tx: Tx,
  name: Name,
  payload: TaskPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    identifier => ${name}::text,
    payload => ${JSON.stringify(payload)}::json,
    run_at => ${options.runAt ?? null}::timestamptz,
    max_attempts => ${options.maximumAttempts ?? 10}::integer,
    job_key => ${options.key ?? null}::text
  )`.execute(tx);
}
