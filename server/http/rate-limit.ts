import { sql } from 'kysely';
import type { Db } from '#server/database/transaction.ts';

export interface RateLimit {
  /** What is counted, for whom: `login:address:10.0.0.1`. */
  bucket: string;
  limit: number;
  windowSeconds: number;
}

/** Counts one hit in a fixed window, in PostgreSQL so that all server processes count together; false when it is one too many. */
export async function countHit(db: Db, limit: RateLimit, now: Date): Promise<boolean> {
  const { rows } = await sql<{ hits: number }>`
    insert into rate_limits as r (bucket, window_started_at, hits)
    values (${limit.bucket}, ${now}, 1)
    on conflict (bucket) do update set
      hits = case when ${isOver(limit, now)} then 1 else r.hits + 1 end,
      window_started_at = case when ${isOver(limit, now)} then excluded.window_started_at else r.window_started_at end
    returning hits`.execute(db);
  return (rows[0]?.hits ?? 0) <= limit.limit;
}

/** Whether the bucket is already full, without counting. */
export async function isLimited(db: Db, limit: RateLimit, now: Date): Promise<boolean> {
  const { rows } = await sql<{ hits: number }>`
    select hits from rate_limits r where bucket = ${limit.bucket} and not ${isOver(limit, now)}`.execute(db);
  return (rows[0]?.hits ?? 0) >= limit.limit;
}

/** Forgets the hits, as after a success. */
export async function clearHits(db: Db, buckets: readonly string[]): Promise<void> {
  await sql`delete from rate_limits where bucket = any(${buckets})`.execute(db);
}

/** Drops windows that ended long ago. */
export async function dropOldLimits(db: Db, now: Date): Promise<void> {
  await sql`delete from rate_limits where window_started_at < ${new Date(now.getTime() - 86_400_000)}`.execute(
    db,
  );
}

function isOver(limit: RateLimit, now: Date) {
  return sql<boolean>`(r.window_started_at <= ${new Date(now.getTime() - limit.windowSeconds * 1000)})`;
}
