import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { schedule, type TaskName, type TaskPayloads } from '#server/adapters/notifications/tasks.ts';
import type { Context } from '#server/framework/context.ts';
import type { Log } from '#server/kernel/log/log.ts';

/** The context of a job, whose loops end early once the process stops: the database closes after the jobs. */
export type JobContext = Context & { readonly stopping?: AbortSignal };

/** Does one job. It may run more than once for one job (a worker can die after the work), so it must not mind. */
type TaskHandler<Name extends TaskName> = (context: JobContext, payload: TaskPayloads[Name]) => Promise<void>;

export type TaskHandlers = { [Name in TaskName]: TaskHandler<Name> };

/** The result of one job in this process. */
export interface JobRun {
  task: TaskName;
  ms: number;
  isDone: boolean;
}

interface Running {
  handlers: TaskHandlers;
  /** Gets the ids in whose name jobs are locked. */
  workerIds: Set<string>;
  note: (run: JobRun) => void;
  cutOff: AbortSignal;
}

export interface JobRunner {
  stop(): Promise<void>;
  /** Settles when the runner takes no more jobs and has none under way, and rejects where it gave up by itself. */
  ended: Promise<void>;
}

/**
 * Starts a runner of jobs. The end of a job that cannot be written (the database does not answer, or is gone)
 * ends the runner: without the two batches graphile-worker drops that error, and a living runner keeps the
 * job locked for hours.
 */
export async function startRunner(
  context: JobContext,
  pool: pg.Pool,
  { handlers, workerIds, note, cutOff }: Running,
): Promise<JobRunner> {
  const events: WorkerEvents = new EventEmitter();
  // Jobs are locked in the name of the pool, whichever of its workers does them.
  events.on('pool:create', ({ workerPool }) => void workerIds.add(workerPool.id));
  const gaveUp = new Promise<unknown>((resolve) => {
    events.on('pool:fatalError', ({ error }) => resolve(error));
  });
  const underWay = new Set<Promise<void>>();
  const taskList: TaskList = {};
  for (const name of Object.keys(handlers) as TaskName[]) {
    const work = async (payload: unknown): Promise<void> => {
      const begun = performance.now();
      let isDone = false;
      try {
        await (handlers[name] as (context: JobContext, payload: unknown) => Promise<void>)(context, payload);
        isDone = true;
      } finally {
        // It was given back and is another's by now: the runner must not settle it.
        if (cutOff.aborted) await new Promise<never>(() => undefined);
        note({ task: name, ms: Math.round(performance.now() - begun), isDone });
      }
    };
    taskList[name] = async (payload) => {
      const working = work(payload);
      underWay.add(working);
      await working.finally(() => underWay.delete(working));
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
  // Its own end is not waited for: after an end of a job that was lost and one that was not it may never come.
  const givenUp = gaveUp.then(async (error) => {
    void stop().catch(() => undefined);
    while (underWay.size > 0) await Promise.allSettled(underWay);
    throw error;
  });
  return { stop, ended: Promise.race([runner.promise, givenUp]) };
}

/**
 * Returns the logger of the worker. Data of a job may name people and stay out, as do the worker's messages, which
 * repeat the error's.
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
