import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '#server/kernel/log/log.ts';
import { testPortal } from '#test/world/portal.ts';
import type { TaskHandlers } from './worker.ts';
import { type JobWorker, releaseJobsOfDeadWorkers, startWorker } from './worker.ts';

const { context, database } = await testPortal();
const completedBy: string[] = [];
const nothing = async () => undefined;
const handlers: TaskHandlers = {
  'session.clean-up': nothing,
  'drafts.clean-up': nothing,
  'files.clean-up': nothing,
  'files.thumbnails': nothing,
  'idempotency.clean-up': nothing,
  'audit.anchor': nothing,
  'audit.verify': nothing,
  'audit.nightly': nothing,
  'work-order.index': nothing,
  'work-order.limits': nothing,
  'work-order.records': nothing,
  'work-order.absent-seats': nothing,
  'work-order.seal-forms': nothing,
  'substitutes.turn': nothing,
  'schedule.remind': nothing,
  'message.deliver': nothing,
  'message.clean-up': nothing,
  'export.write': nothing,
  'export.clean-up': nothing,
  'archive.make': nothing,
  'archive.destroy': nothing,
  'archive.check': nothing,
  'figures.fold': nothing,
  'figures.check': nothing,
  // The schedule adds the job at every full minute, too, and names no process.
  'work-order.notices': async (_context, { by = '' }) => {
    if (by !== '') completedBy.push(by);
  },
};

let worker: JobWorker | undefined;
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  completedBy.length = 0;
  await database.pool.query('delete from graphile_worker._private_jobs');
});

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(25);
}

async function countJobs(): Promise<number> {
  const { rows } = await database.pool.query('select count(*) as n from graphile_worker._private_jobs');
  return rows[0].n;
}

describe('a job', () => {
  test('is run when the notifier wakes it', async () => {
    worker = await startWorker(context, database.pool, handlers);
    context.notifier.wake('work-order.notices');
    await until(() => completedBy.length > 0);
    expect(completedBy).toEqual([context.processId]);
  });

  test('is released when its worker must stop, and another worker runs it at once', async () => {
    let begun = false;
    const blocking = { ...handlers, 'work-order.notices': () => new Promise<never>(() => (begun = true)) };
    const stopping = await startWorker(context, database.pool, blocking, { timeoutMs: 50 });
    context.notifier.wake('work-order.notices');
    await until(() => begun);
    await stopping.stop();
    worker = await startWorker(context, database.pool, handlers);
    await until(() => completedBy.length > 0);
    expect(completedBy).toEqual([context.processId]);
  });

  test('receives an abort signal when its worker stops, and is not released when it then ends', async () => {
    let signal: AbortSignal | undefined;
    const waiting: TaskHandlers = {
      ...handlers,
      'work-order.notices': async ({ stopSignal }) => {
        signal = stopSignal;
        await new Promise((resolve) => stopSignal?.addEventListener('abort', resolve));
      },
    };
    const stoppingWorker = await startWorker(context, database.pool, waiting);
    context.notifier.wake('work-order.notices');
    await until(() => signal !== undefined);
    expect(signal?.aborted).toBe(false);
    await stoppingWorker.stop();
    expect(await countJobs()).toBe(0);
  });

  test('logs nothing after it was released, and its end is not recorded', async () => {
    const lines: string[] = [];
    const runs: string[] = [];
    let fail: (error: Error) => void = () => undefined;
    const blocking: TaskHandlers = {
      ...handlers,
      'work-order.notices': async ({ log }) => {
        await new Promise<never>((_resolve, reject) => {
          fail = reject;
        }).finally(() => log.error({}, 'logged too late'));
      },
    };
    const stoppingWorker = await startWorker(
      { ...context, log: createLog('warn', (line) => lines.push(line)) },
      database.pool,
      blocking,
      { timeoutMs: 50, recordJob: ({ task }) => runs.push(task) },
    );
    const initialFail = fail;
    context.notifier.wake('work-order.notices');
    await until(() => fail !== initialFail);
    await stoppingWorker.stop();
    fail(new Error('The database has closed'));
    await wait(50);
    expect(lines.map((line) => JSON.parse(line).message)).toEqual([
      'Some jobs were still running and are returned to the queue',
    ]);
    expect(runs).toEqual([]);
    // The job is unsettled: another worker finds it free, and the attempt is not counted.
    const { rows } = await database.pool.query(
      'select attempts, locked_by, last_error from graphile_worker._private_jobs',
    );
    expect(rows).toEqual([{ attempts: 0, locked_by: null, last_error: null }]);
  });

  test('that runs longer than the timeout of a dead worker stays with its living worker', async () => {
    let begun = 0;
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const notices = async () => {
      begun += 1;
      await finished;
    };
    const long = { ...handlers, 'work-order.notices': notices };
    worker = await startWorker(context, database.pool, long);
    context.notifier.wake('work-order.notices');
    await until(() => begun > 0);
    await database.pool.query(
      "update graphile_worker._private_jobs set locked_at = locked_at - interval '10 minutes' where locked_at is not null",
    );
    await releaseJobsOfDeadWorkers(context, database.pool);
    const { rows } = await database.pool.query(
      'select count(*) filter (where locked_by is null) as free from graphile_worker._private_jobs',
    );
    finish();
    expect(rows).toEqual([{ free: 0 }]);
  });

  test('is queued once, however often the notifier wakes it', async () => {
    for (let call = 0; call < 3; call += 1) {
      context.notifier.wake('work-order.notices');
      await context.notifier.flush();
    }
    expect(await countJobs()).toBe(1);
  });
});

describe('a dead worker', () => {
  test('has its jobs released, while a living worker keeps its jobs', async () => {
    await database.pool.query(
      `select graphile_worker.add_job('work-order.notices', json_build_object('by', by))
       from unnest(array['dead', 'alive']) by`,
    );
    await database.pool.query(
      `update graphile_worker._private_jobs set locked_by = payload ->> 'by',
         locked_at = now() - interval '1 minute'`,
    );
    await database.pool.query(
      "insert into worker_heartbeats values ('alive', 'p', now()), ('dead', 'p', now() - interval '1 minute')",
    );
    await releaseJobsOfDeadWorkers(context, database.pool);
    const { rows } = await database.pool.query(
      "select payload ->> 'by' as id, locked_by from graphile_worker._private_jobs order by 1",
    );
    expect(rows).toEqual([
      { id: 'alive', locked_by: 'alive' },
      { id: 'dead', locked_by: null },
    ]);
  });

  test('leaves no second row for a job that was queued again while it ran', async () => {
    const call = "select graphile_worker.add_job('work-order.notices', job_key => 'work-order.notices')";
    await database.pool.query(call);
    await database.pool.query(
      `update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '1 minute'`,
    );
    await database.pool.query(call);
    expect(await countJobs()).toBe(2);
    await releaseJobsOfDeadWorkers(context, database.pool);
    const { rows } = await database.pool.query('select key, attempts from graphile_worker._private_jobs');
    expect(rows).toEqual([{ key: 'work-order.notices', attempts: 0 }]);
  });
});
