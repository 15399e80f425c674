import { sql } from 'kysely';
import type { Db } from '#server/kernel/database/transaction.ts';
import { type AuditAndBackupFigures, readAuditAndBackupFigures } from './audit-and-backup-figures.ts';

/** Figures of the running portal from the database. Ages are in seconds, 0 if nothing is waiting. */
export interface DatabaseFigures {
  bytes: number;
  postgres: string;
  schema: string;
  /** Server processes that reported in the last minute. */
  servers: number;
  /** Sessions that have neither ended nor expired. */
  sessions: number;
  /** Orders whose changes have not been turned into messages yet. */
  outbox: Queue;
  exports: Queue;
  /** Thumbnails of files that still have to be created. */
  pictures: number;
  /** By channel: messages that are not sent yet, and messages that failed in the last day. */
  outbound: (Queue & { channel: string; dead: number })[];
  /** By task. */
  jobs: (Queue & { task: string; running: number; failing: number })[];
  /** Seconds since the audit log was anchored last; null if it never was. */
  anchorAge: number | null;
  /** The result of the last finished verification of the audit log. */
  verified: { state: string; at: string } | null;
  auditAndBackup: AuditAndBackupFigures;
}

export interface Queue {
  waiting: number;
  oldest: number;
}

/** Limits after which a session has expired, as the session module sets them. */
export interface SessionLimits {
  seenAfter: Date;
  createdAfter: Date;
}

/** Reads nearly all figures in one statement, so that monitoring uses one connection briefly. */
export async function readFigures(db: Db, now: Date, expiry: SessionLimits): Promise<DatabaseFigures> {
  const age = (moment: string) =>
    sql`coalesce(greatest(extract(epoch from ${now}::timestamptz - ${sql.raw(moment)}), 0), 0)::float8`;
  const { rows } = await sql<Omit<DatabaseFigures, 'auditAndBackup'>>`
    select pg_database_size(current_database())::float8 as bytes,
      current_setting('server_version') as postgres,
      (select coalesce(max(name), '') from schema_migrations) as schema,
      (select count(distinct process_id) from worker_heartbeats
        where seen_at > clock_timestamp() - interval '1 minute') as servers,
      (select count(*) from sessions where ended_at is null and seen_at > ${expiry.seenAfter}
        and created_at > ${expiry.createdAfter}) as sessions,
      (select json_build_object('waiting', count(*), 'oldest', ${age('min(created_at)')})
        from work_order_outbox) as outbox,
      (select json_build_object('waiting', count(*), 'oldest', ${age('min(asked_at)')})
        from exports where state in ('waiting', 'running')) as exports,
      (select count(*) from thumbnails where tried_at is null) as pictures,
      (select coalesce(json_agg(channels order by channel), '[]') from (
        select channel, count(*) filter (where state <> 'dead') as waiting,
          count(*) filter (where state = 'dead') as dead,
          ${age("min(due_at) filter (where state <> 'dead')")} as oldest
        from outbound_messages
        where state in ('waiting', 'sending')
          or state = 'dead' and created_at > ${new Date(now.getTime() - 86_400_000)}
        group by channel) channels) as outbound,
      (select coalesce(json_agg(tasks order by task), '[]') from (
        select t.identifier as task,
          count(*) filter (where j.locked_at is null and j.run_at <= clock_timestamp()) as waiting,
          count(*) filter (where j.locked_at is not null) as running,
          count(*) filter (where j.last_error is not null) as failing,
          coalesce(greatest(extract(epoch from clock_timestamp()
            - min(j.run_at) filter (where j.locked_at is null)), 0), 0)::float8 as oldest
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        group by t.identifier) tasks) as jobs,
      (select extract(epoch from ${now}::timestamptz - at)::float8 from audit_anchors order by seq desc limit 1) as "anchorAge",
      (select json_build_object('state', state, 'at', finished_at) from audit_verifications
        where finished_at is not null order by finished_at desc limit 1) as verified`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('The database returned no figures');
  return { ...figures, auditAndBackup: await readAuditAndBackupFigures(db) };
}
