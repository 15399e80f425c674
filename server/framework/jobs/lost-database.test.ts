import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '#server/kernel/database/connect.ts';
import { taskHandlers } from '#server/task-handlers.ts';
import { openFreezingLine } from '#test/world/freezable-proxy.ts';
import { testPortal } from '#test/world/portal.ts';
import { type JobWorker, startWorker, type TaskHandlers } from './worker.ts';

/** Tests jobs that end while their database does not answer, or is gone. */

const { context, database } = await testPortal();
const line = await openFreezingLine(database.url);
const lost = await connect(line.url, { max: 5, watched: { everyMs: 20, patienceMs: 2_000 } });
const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);

let worker: JobWorker | undefined;
let begun = 0;
let end: { done: () => void; failed: (error: Error) => void } | undefined;
const nothing = Object.fromEntries(Object.keys(taskHandlers).map((name) => [name, async () => undefined]));
const handlers = {
  ...(nothing as unknown as TaskHandlers),
  'work-order.notices': () =>
    new Promise<void>((done, failed) => {
      begun += 1;
      end = { done, failed };
    }),
};

beforeEach(() => void process.on('unhandledRejection', note));
afterEach(async () => {
  line.resume();
  end?.done();
  await worker?.stop();
  process.off('unhandledRejection', note);
  await database.pool.query('delete from graphile_worker._private_jobs');
  unhandled.length = 0;
  begun = 0;
});
afterAll(async () => {
  await lost.close();
  line.close();
});

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(25);
}

describe.each(['silent', 'gone'])('while the database is %s', (how) => {
  test.each(['done', 'failed'] as const)(
    'a job that ended as %s is settled once the database is back',
    async (outcome) => {
      await until(() => !lost.pool.isSilent());
      worker = await startWorker(context, lost.pool, handlers);
      await database.pool.query("select graphile_worker.add_job('work-order.notices')");
      await until(() => begun === 1);
      if (how === 'silent') line.freeze();
      else line.cut();
      await until(() => lost.pool.isSilent() || how === 'gone');
      end?.[outcome](new Error('The job failed'));
      await wait(500);
      line.resume();
      expect(unhandled).toEqual([]);
      // While its worker is alive no other worker may take it.
      await until(() => begun === 2);
    },
  );
});
