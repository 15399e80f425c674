import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** A job whose last try failed, and that waits for the next try. */
export interface FailedJob {
  id: string;
  task: string;
  tries: number;
  /** Maximum number of tries (spelling on the wire). */
  triesAtMost: number;
  nextAt: Date;
}

const maxTables = 6;
const maxJobs = 20;

/**
 * Reads the figures that are shown to people but not scraped, in one statement, so that it uses one
 * connection briefly.
 */
export async function readFigureDetails(db: Db) {
  const { rows } = await sql<{
    tables: { name: string; bytes: number }[];
    lastBackupAt: Date | null;
  }>`
    select
      (select coalesce(json_agg(largest), '[]') from (
        select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
        where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        order by pg_total_relation_size(oid) desc limit ${maxTables}) largest) as tables,
      (select max(at) from audit_links where object_kind = 'installation' and object_id = ''
        and action = 'installation.backed-up') as "lastBackupAt"`.execute(db);
  return { tables: rows[0]?.tables ?? [], lastBackupAt: rows[0]?.lastBackupAt ?? null };
}

/** Lists failed jobs, the one that will be tried next first. */
export async function listFailedJobs(db: Db): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select j.id::text, t.identifier as task, j.attempts as tries, j.max_attempts as "triesAtMost", j.run_at as "nextAt"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.last_error is not null and j.locked_at is null
    order by j.run_at, j.id limit ${maxJobs}`.execute(db);
  return rows;
}

/**
 * Schedules the next try now, even if all tries were used up. Returns the name of the task, or undefined if
 * the job is done, deleted or running.
 */
export async function retryJobNow(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ task: string }>`
    with failed as (
      select j.id, t.identifier as task, least(j.attempts, j.max_attempts - 1)::int as attempts
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.id::text = ${id} and j.last_error is not null and j.locked_at is null
    )
    select failed.task from failed,
      lateral graphile_worker.reschedule_jobs(array[failed.id], run_at => clock_timestamp(),
        attempts => failed.attempts) as again`.execute(tx);
  return rows[0]?.task;
}
