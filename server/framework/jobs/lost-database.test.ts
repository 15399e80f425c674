import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '#server/kernel/database/connect.ts';
import { taskHandlers } from '#server/task-handlers.ts';
import { openFreezableProxy } from '#test/world/freezable-proxy.ts';
import { testPortal } from '#test/world/portal.ts';
import { type JobWorker, startWorker, type TaskHandlers } from './worker.ts';

/** Tests jobs that end while their database does not answer, or is gone. */

const { context, database } = await testPortal();
const proxy = await openFreezableProxy(database.url);
const proxyDatabase = await connect(proxy.url, {
  max: 5,
  heartbeat: { intervalMs: 20, answerTimeoutMs: 2_000 },
});
const unhandled: unknown[] = [];
const recordRejection = (error: unknown) => void unhandled.push(error);

let worker: JobWorker | undefined;
let startCount = 0;
let end: { done: () => void; failed: (error: Error) => void } | undefined;
const nothing = Object.fromEntries(Object.keys(taskHandlers).map((name) => [name, async () => undefined]));
const handlers = {
  ...(nothing as unknown as TaskHandlers),
  'work-order.notices': () =>
    new Promise<void>((done, failed) => {
      startCount += 1;
      end = { done, failed };
    }),
};

beforeEach(() => void process.on('unhandledRejection', recordRejection));
afterEach(async () => {
  proxy.resume();
  end?.done();
  await worker?.stop();
  process.off('unhandledRejection', recordRejection);
  await database.pool.query('delete from graphile_worker._private_jobs');
  unhandled.length = 0;
  startCount = 0;
});
afterAll(async () => {
  await proxyDatabase.close();
  proxy.close();
});

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(25);
}

describe.each(['silent', 'gone'])('while the database is %s', (state) => {
  test.each(['done', 'failed'] as const)(
    'a job that ended as %s is recorded as soon as the database answers again',
    async (outcome) => {
      await until(() => !proxyDatabase.pool.isSilent());
      worker = await startWorker(context, proxyDatabase.pool, handlers);
      await database.pool.query("select graphile_worker.add_job('work-order.notices')");
      await until(() => startCount === 1);
      if (state === 'silent') proxy.freeze();
      else proxy.cut();
      await until(() => proxyDatabase.pool.isSilent() || state === 'gone');
      end?.[outcome](new Error('The job failed'));
      await wait(500);
      proxy.resume();
      expect(unhandled).toEqual([]);
      // While its worker is alive no other worker may run it.
      await until(() => startCount === 2);
    },
  );
});
