import { expect, test } from 'vitest';
import { CallError } from '#web/api/call-error.ts';
import {
  type BatchDraft,
  BatchRun,
  countStates,
  isRunning,
  maxParallelTasks,
  type SendRow,
} from './batch-run.ts';
import { outcomeCsv, sortRows } from './batch-texts.ts';

function storage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

const draft = (count: number): BatchDraft => ({
  person: 'staff-liuyang',
  button: { id: 'receive', code: '1', name: '确认收件' },
  nodeName: '收件',
  opinion: '材料已核对，收件',
  rows: Array.from({ length: count }, (_, index) => ({
    traceId: `order-${index}.2`,
    workorderId: `order-${index}`,
    code: `20260000${10 + index}`,
    title: index === 0 ? '=HYPERLINK("x")' : `第${index}件`,
  })),
});

/** Returns a server stub whose responses the test sends, one row after the other. */
function sendStub() {
  const pending: { code: string; key: string; respond: (failure?: Error) => void }[] = [];
  const send: SendRow = ({ code, key }) =>
    new Promise((resolve, reject) => {
      pending.push({
        code,
        key,
        respond: (failure) => (failure ? reject(failure) : resolve('已到受理审查')),
      });
    });
  return { waiting: pending, send };
}

const discardedIds: string[] = [];
const discard = (docIds: readonly string[]) => void discardedIds.push(...docIds);
const flushTasks = () => new Promise((resolve) => setTimeout(resolve));
const now = () => new Date('2026-11-20T07:02:18Z');
const counts = (run: BatchRun) => countStates(run.job()?.rows ?? []);

test('processes three orders concurrently, and one failure does not stop the rest', async () => {
  const { waiting: pending, send } = sendStub();
  const run = new BatchRun({ send, discard, now, store: storage() });
  run.start(draft(5));
  expect(pending).toHaveLength(maxParallelTasks);
  pending[1]?.respond(new CallError({ errcode: 40910, message: '该环节已被办理' }));
  await flushTasks();
  expect(pending).toHaveLength(4);
  for (const { respond } of pending) respond();
  await flushTasks();
  pending[4]?.respond();
  await flushTasks();
  const job = run.job();
  expect(counts(run)).toMatchObject({ done: 4, failed: 1, waiting: 0, running: 0 });
  expect(job && isRunning(job)).toBe(false);
  expect(sortRows(job?.rows ?? [])[0]).toMatchObject({
    state: 'failed',
    note: '该环节已被办理',
    retriable: false,
  });
  expect(new Set(pending.map(({ key }) => key)).size).toBe(5);
});

test('stopping lets started orders finish, and the rest can be continued', async () => {
  const { waiting: pending, send } = sendStub();
  const run = new BatchRun({ send, discard, now, store: storage() });
  run.start(draft(5));
  run.stop();
  expect(counts(run)).toMatchObject({ running: 3, stopped: 2 });
  for (const { respond } of pending) respond();
  await flushTasks();
  expect(pending).toHaveLength(3);
  expect(counts(run)).toMatchObject({ done: 3, stopped: 2 });
  run.retry('stopped');
  expect(pending).toHaveLength(5);
});

test('retries a lost connection with the same idempotency key, but does not retry a refusal', async () => {
  const { waiting: pending, send } = sendStub();
  const run = new BatchRun({ send, discard, now, store: storage() });
  run.start(draft(2));
  pending[0]?.respond(new CallError({ errcode: -1, message: '网络错误，请检查网络后重试' }));
  pending[1]?.respond(new CallError({ errcode: 40910, message: '该环节已被办理' }));
  await flushTasks();
  run.retry('failed');
  expect(pending).toHaveLength(3);
  expect(pending[2]?.key).toBe(pending[0]?.key);
});

test('sends nothing automatically after a reload, and continues interrupted orders with their keys', async () => {
  const { waiting: pending, send } = sendStub();
  const store = storage();
  new BatchRun({ send, discard, now, store }).start(draft(5));
  const keys = pending.map(({ key }) => key);
  const runAfterReload = new BatchRun({ send, discard, now, store });
  expect(pending).toHaveLength(3);
  expect(counts(runAfterReload)).toMatchObject({ stopped: 5 });
  runAfterReload.retry('stopped');
  expect(pending.slice(3).map(({ key }) => key)).toEqual(keys);
  for (const { respond } of pending) respond();
  await flushTasks();
  for (const { respond } of pending) respond();
  await flushTasks();
  runAfterReload.clear();
  expect(new BatchRun({ send, discard, now, store }).job()).toBeUndefined();
});

test('exports the result as a file without executable formulas', async () => {
  const { waiting: pending, send } = sendStub();
  const run = new BatchRun({ send, discard, now, store: storage() });
  run.start(draft(1));
  pending[0]?.respond();
  await flushTasks();
  const job = run.job();
  expect(job && outcomeCsv(job)).toBe(
    '\ufeff流水号,标题,环节,操作,处理意见,结果,说明,时间\r\n' +
      `2026000010,"'=HYPERLINK(""x"")",收件,确认收件,材料已核对，收件,成功,已到受理审查,2026-11-20 15:02:18\r\n`,
  );
});

test('confirms the documents of a row with a separate key, and discards documents of a failed row', async () => {
  const { waiting: pending, send } = sendStub();
  const run = new BatchRun({ send, discard, now, store: storage() });
  const { rows, ...rest } = draft(2);
  run.start({ ...rest, rows: rows.map((row, index) => ({ ...row, docIds: [`paper-${index}`] })) });
  const storedRows = run.job()?.rows ?? [];
  expect(storedRows.map(({ papers: documents }) => documents?.docIds)).toEqual([['paper-0'], ['paper-1']]);
  expect(new Set(storedRows.flatMap(({ key, papers: documents }) => [key, documents?.key])).size).toBe(4);
  pending[0]?.respond();
  pending[1]?.respond(new CallError({ errcode: 40910, message: '该环节已被办理' }));
  await flushTasks();
  discardedIds.length = 0;
  run.clear();
  expect(discardedIds).toEqual(['paper-1']);
});

test('discards the documents that replaced the originals on confirmation', async () => {
  const send: SendRow = async ({ papers: documents }, _job, reportConfirmed) => {
    reportConfirmed((documents?.docIds ?? []).map((id) => `sealed-${id}`));
    throw new CallError({ errcode: 40910, message: '该环节已被办理' });
  };
  const run = new BatchRun({ send, discard, now, store: storage() });
  const { rows, ...rest } = draft(1);
  run.start({ ...rest, rows: rows.map((row) => ({ ...row, docIds: ['paper'] })) });
  await flushTasks();
  discardedIds.length = 0;
  run.clear();
  expect(discardedIds).toEqual(['sealed-paper']);
});
