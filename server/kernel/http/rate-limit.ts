import { sql } from 'kysely';
import { type Db, inShortTransaction } from '#server/kernel/database/transaction.ts';

export interface RateLimit {
  /** Name of the counter: the counted action and its subject, such as `login:address:10.0.0.1`. */
  bucket: string;
  limit: number;
  windowSeconds: number;
}

/** Hits that are already counted for an action that may now be tried. */
export interface Reservation {
  /**
   * Removes the hits, for an action that turned out not to be limited, such as a login with the right
   * password.
   */
  release(): Promise<void>;
}

/**
 * Returns the range of start times of a valid window. A window that begins further in the future than its
 * length was begun by a clock that was set back since, and must not lock anyone out until that time; servers
 * whose clocks differ by less keep counting together.
 */
export function validWindowStarts({ windowSeconds }: Pick<RateLimit, 'windowSeconds'>, now: Date) {
  const instantAfter = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  return { earliestStart: instantAfter(-windowSeconds), latestStart: instantAfter(windowSeconds) };
}

interface CountedHit {
  bucket: string;
  hits: number;
  windowStartedAt: Date;
}

/**
 * Counts one hit in each bucket, in fixed windows: in all of them, or in none and returns undefined if one is
 * full. The hit is counted before the action that it limits, so that concurrent attempts share one limit; in
 * PostgreSQL, so that all server processes share it. It must not be in the action's own transaction, whose
 * rollback would undo the count.
 */
export function reserveHits(
  db: Db,
  limits: readonly RateLimit[],
  now: Date,
): Promise<Reservation | undefined> {
  return inShortTransaction(
    db,
    (tx) => countHits(tx, limits, now),
    async (countedHits) => {
      const isFull = countedHits.some(({ bucket, hits }) =>
        limits.some((one) => one.bucket === bucket && hits > one.limit),
      );
      if (isFull) return { result: undefined };
      return { result: { release: () => removeHits(db, countedHits) }, write: async () => undefined };
    },
  );
}

/** Checks whether the bucket would refuse another hit; counts none itself. */
export async function isBucketFull(
  db: Db,
  { bucket, limit, windowSeconds }: RateLimit,
  now: Date,
): Promise<boolean> {
  const { earliestStart, latestStart } = validWindowStarts({ windowSeconds }, now);
  const found = await db
    .selectFrom('rate_limits')
    .select('hits')
    .where('bucket', '=', bucket)
    .where('window_started_at', '>', earliestStart)
    .where('window_started_at', '<=', latestStart)
    .executeTakeFirst();
  return found !== undefined && found.hits >= limit;
}

/** Counts in the buckets sorted by name, so that two callers with the same buckets do not deadlock. */
async function countHits(db: Db, limits: readonly RateLimit[], now: Date): Promise<CountedHit[]> {
  const buckets = limits.map(({ bucket }) => bucket);
  const windows = limits.map((limit) => validWindowStarts(limit, now));
  const [afters, untils] = [
    windows.map(({ earliestStart }) => earliestStart),
    windows.map(({ latestStart }) => latestStart),
  ];
  const { rows } = await sql<CountedHit>`
    insert into rate_limits as r (bucket, window_started_at, hits)
    select bucket, ${now}, 1
    from unnest(${buckets}::text[]) as wanted (bucket) order by bucket
    on conflict (bucket) do update set
      (hits, window_started_at) = (
        select case when window_over then 1 else r.hits + 1 end,
               case when window_over then excluded.window_started_at else r.window_started_at end
        from (
          select r.window_started_at <= (${afters}::timestamptz[])[at] or r.window_started_at > (${untils}::timestamptz[])[at]
          from array_position(${buckets}::text[], r.bucket) a (at)
        ) w (window_over))
    returning bucket, hits, window_started_at as "windowStartedAt"`.execute(db);
  return rows;
}

/** Removes hits only from the window in which they were counted. */
async function removeHits(db: Db, countedHits: readonly CountedHit[]): Promise<void> {
  const buckets = countedHits.map(({ bucket }) => bucket).sort();
  const startOf = new Map(countedHits.map(({ bucket, windowStartedAt }) => [bucket, windowStartedAt]));
  const starts = buckets.map((bucket) => startOf.get(bucket));
  await sql`
    with held as (
      select r.bucket from rate_limits r
      join unnest(${buckets}::text[], ${starts}::timestamptz[]) as given (bucket, started_at)
        on given.bucket = r.bucket and given.started_at = r.window_started_at
      order by r.bucket for update of r)
    update rate_limits r set hits = r.hits - 1 from held where held.bucket = r.bucket and r.hits > 0`.execute(
    db,
  );
}

/** Removes the hits, for example after a success. */
export async function clearHits(db: Db, buckets: readonly string[]): Promise<void> {
  await sql`delete from rate_limits where bucket = any(${buckets})`.execute(db);
}

/** Deletes windows that ended long ago, and those of a clock that was set back since. */
export async function deleteOldLimits(db: Db, now: Date): Promise<void> {
  const { earliestStart, latestStart } = validWindowStarts({ windowSeconds: 86_400 }, now);
  await sql`delete from rate_limits where window_started_at < ${earliestStart} or window_started_at > ${latestStart}`.execute(
    db,
  );
}
