import { setTimeout as wait } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import type { Context } from '#server/framework/context.ts';
import { type Log, type LogLevel, logLevels } from '#server/kernel/log/log.ts';
import { type JobContext, type JobRun, type JobRunner, startRunner, type TaskHandlers } from './runner.ts';

export type { JobContext, JobRun, TaskHandlers } from './runner.ts';

const heartbeatMs = 10_000;
/** A worker without a heartbeat for this long counts as dead: its process was killed or cut off. */
const deadAfterMs = 35_000;
const unlockMs = 60_000;
/** Time that running jobs get when the process stops. */
const stopMs = 10_000;

/** Creates the queue's own tables; runs after our migrations, also for the template database of the tests. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: silent });
}

const silent = new Logger(() => () => undefined);

export interface JobWorker {
  stop(): Promise<void>;
}

const restartMs = 5_000;

/**
 * Runs jobs in this process until stopped; a runner that gave up because the database was gone is restarted.
 */
export async function startWorker(
  context: Context,
  pool: pg.Pool,
  handlers: TaskHandlers,
  { timeoutMs = stopMs, recordJob }: { timeoutMs?: number; recordJob?: (run: JobRun) => void } = {},
): Promise<JobWorker> {
  const record = (run: JobRun): void => {
    context.log.debug(run, 'A job has ended');
    recordJob?.(run);
  };
  const logFailedHeartbeat = (error: unknown): void =>
    context.log.warn({ error }, 'A worker heartbeat failed');
  const workerIds = new Set<string>();
  let runner: JobRunner | undefined;
  let restart: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  const releaseController = new AbortController();
  const job: JobContext = {
    ...context,
    stopSignal: stopping.signal,
    log: logUntil(releaseController.signal, context.log),
  };

  const launch = async (): Promise<void> => {
    // Before the first job, so that the jobs of a killed predecessor, or of a runner that gave up, do not
    // wait longer than needed.
    await unlock(pool, [...workerIds]);
    workerIds.clear();
    await releaseJobsOfDeadWorkers(context, pool);
    runner = await startRunner(job, pool, {
      handlers,
      workerIds,
      record,
      releaseSignal: releaseController.signal,
    });
    runner.completion
      .catch((error: unknown) => context.log.error({ error }, 'The job worker stopped'))
      .finally(scheduleRestart);
    await writeHeartbeat(pool, context.processId, [...workerIds]).catch(logFailedHeartbeat);
  };
  const scheduleRestart = (): void => {
    if (stopping.signal.aborted) return;
    restart = setTimeout(() => {
      launch().catch((error: unknown) => {
        context.log.warn({ error }, 'The job worker cannot start yet');
        scheduleRestart();
      });
    }, restartMs);
  };
  await launch();

  const logFailure = (work: () => Promise<void>) => () => void work().catch(logFailedHeartbeat);
  const timers = [
    setInterval(
      logFailure(() => writeHeartbeat(pool, context.processId, [...workerIds])),
      heartbeatMs,
    ),
    setInterval(
      logFailure(() => releaseJobsOfDeadWorkers(context, pool)),
      unlockMs,
    ),
  ];
  for (const timer of timers) timer.unref();

  return {
    async stop() {
      stopping.abort();
      clearTimeout(restart);
      for (const timer of timers) clearInterval(timer);
      const done = runner?.stop().then(
        () => true,
        () => true,
      );
      // Unfinished jobs are run by another process at once; all jobs allow this.
      const isDone = await Promise.race([done ?? true, wait(timeoutMs, false, { ref: false })]);
      if (!isDone) {
        releaseController.abort();
        context.log.warn({}, 'Some jobs were still running and are returned to the queue');
        await releaseJobs(pool, [...workerIds]).catch(() => undefined);
      }
      await pool
        .query('delete from worker_heartbeats where process_id = $1', [context.processId])
        .catch(() => undefined);
    },
  };
}

/**
 * Releases jobs that this process cut off. They have not failed: the attempt is not counted, or a job could
 * be dropped after its last one.
 */
async function releaseJobs(pool: pg.Pool, workerIds: readonly string[]): Promise<void> {
  await pool.query(
    'update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0) where locked_by = any($1::text[])',
    [workerIds],
  );
  await unlock(pool, workerIds);
}

async function unlock(pool: pg.Pool, workerIds: readonly string[]): Promise<void> {
  if (workerIds.length === 0) return;
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [workerIds]);
}

/**
 * Returns the log for jobs that may be cut off: afterwards, errors about a closed database are expected and
 * not logged.
 */
function logUntil(releaseSignal: AbortSignal, log: Log): Log {
  const write = (level: LogLevel) => (fields: object, message: string) => {
    if (!releaseSignal.aborted) log[level](fields, message);
  };
  return Object.fromEntries(logLevels.map((level) => [level, write(level)])) as Log;
}

async function writeHeartbeat(pool: pg.Pool, processId: string, workerIds: readonly string[]): Promise<void> {
  await pool.query(
    `insert into worker_heartbeats (worker_id, process_id, seen_at)
     select id, $2, clock_timestamp() from unnest($1::text[]) id
     on conflict (worker_id) do update set seen_at = excluded.seen_at`,
    [workerIds, processId],
  );
}

/**
 * Frees the jobs of dead workers; graphile-worker itself would keep them locked for four hours. The
 * database's clock decides, because the clocks of two servers may differ. Jobs at their last attempt are
 * deleted, such as one that was requested again while it ran: each job does all pending work, so the
 * next job does theirs too.
 */
export async function releaseJobsOfDeadWorkers(context: Pick<Context, 'log'>, pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `with dead as (
       delete from worker_heartbeats where seen_at < clock_timestamp() - make_interval(secs => $1)
     )
     select distinct locked_by as id from graphile_worker._private_jobs jobs
     where locked_by is not null and not exists (
       select from worker_heartbeats beats
       where beats.worker_id = jobs.locked_by and beats.seen_at >= clock_timestamp() - make_interval(secs => $1)
     ) and locked_at < clock_timestamp() - make_interval(secs => $1)`,
    [deadAfterMs / 1000],
  );
  if (rows.length > 0) {
    context.log.warn({ workers: rows.length }, 'The jobs of dead workers are released');
    await unlock(
      pool,
      rows.map(({ id }) => id),
    );
  }
  await pool.query(
    'delete from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null',
  );
}
