import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { schedule, type TaskName, type TaskPayloads } from '#server/adapters/notifications/tasks.ts';
import type { Context } from '#server/framework/context.ts';
import type { Log } from '#server/kernel/log/log.ts';

/**
 * The context of a job, whose loops end early when the process stops, because the database closes after the
 * jobs.
 */
export type JobContext = Context & { readonly stopSignal?: AbortSignal };

/**
 * Handles one job. It may run more than once for the same job (a worker can die after the work), so it must
 * be idempotent.
 */
type TaskHandler<Name extends TaskName> = (context: JobContext, payload: TaskPayloads[Name]) => Promise<void>;

export type TaskHandlers = { [Name in TaskName]: TaskHandler<Name> };

/** The result of one job in this process. */
export interface JobRun {
  task: TaskName;
  ms: number;
  isDone: boolean;
}

interface RunnerOptions {
  handlers: TaskHandlers;
  /** Receives the ids under which jobs are locked. */
  workerIds: Set<string>;
  record: (run: JobRun) => void;
  releaseSignal: AbortSignal;
}

export interface JobRunner {
  stop(): Promise<void>;
  /** Resolves when the runner starts no more jobs and none is running; rejects if it gave up by itself. */
  completion: Promise<void>;
}

/**
 * Starts a job runner. If the end of a job cannot be written (the database does not answer, or is gone), the
 * runner ends: without the two batches graphile-worker drops that error, and a living runner keeps the job
 * locked for hours.
 */
export async function startRunner(
  context: JobContext,
  pool: pg.Pool,
  { handlers, workerIds, record, releaseSignal }: RunnerOptions,
): Promise<JobRunner> {
  const events: WorkerEvents = new EventEmitter();
  // Jobs are locked under the id of the pool, whichever of its workers runs them.
  events.on('pool:create', ({ workerPool }) => void workerIds.add(workerPool.id));
  const failure = new Promise<unknown>((resolve) => {
    events.on('pool:fatalError', ({ error }) => resolve(error));
  });
  const running = new Set<Promise<void>>();
  const taskList: TaskList = {};
  for (const name of Object.keys(handlers) as TaskName[]) {
    const work = async (payload: unknown): Promise<void> => {
      const startedAt = performance.now();
      let isDone = false;
      try {
        await (handlers[name] as (context: JobContext, payload: unknown) => Promise<void>)(context, payload);
        isDone = true;
      } finally {
        // The job was released and may belong to another worker: this runner must not record its end.
        if (releaseSignal.aborted) await new Promise<never>(() => undefined);
        record({ task: name, ms: Math.round(performance.now() - startedAt), isDone });
      }
    };
    taskList[name] = async (payload) => {
      const execution = work(payload);
      running.add(execution);
      await execution.finally(() => running.delete(execution));
    };
  }
  const runner = await run({
    pgPool: pool,
    taskList,
    parsedCronItems: parseCronItems(
      Object.entries(schedule).map(([task, match]) => ({ task, match, options: { maxAttempts: 3 } })),
    ),
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: loggerOf(context.log),
    events,
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const stop = () => runner.stop();
  // Its own end is not awaited: it may never come if the end of some job was lost.
  const afterFailure = failure.then(async (error) => {
    void stop().catch(() => undefined);
    while (running.size > 0) await Promise.allSettled(running);
    throw error;
  });
  return { stop, completion: Promise.race([runner.promise, afterFailure]) };
}

/**
 * Returns the logger of the worker. Data of a job may contain names of people and is not logged; neither are
 * the worker's messages, which repeat the error's.
 */
function loggerOf(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const { error, reason, job } = (meta ?? {}) as {
      error?: unknown;
      reason?: unknown;
      job?: { id?: unknown };
    };
    const fields = { ...scope, error: error ?? reason, jobId: scope.jobId ?? job?.id };
    const text = fields.error === undefined ? message : 'The job worker reports an error';
    if (level === 'error') log.error(fields, text);
    else if (level === 'warning') log.warn(fields, text);
  });
}
