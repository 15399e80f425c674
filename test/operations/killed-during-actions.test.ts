import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { type InitiateResult, initiation } from '#contract/initiation.ts';
import { taskDrafts } from '#contract/task-drafts.ts';
import { type WorkOrderPage, workOrders } from '#contract/work-orders.ts';
import { demoPassword } from '#server/kernel/config/config.ts';
import { newTally, openCaller } from '#test/chaos/caller.ts';
import { readKeys } from '#test/chaos/verify-run.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { waitForBlockedQuery } from '#test/world/database.ts';
import { createDemoDatabase } from '#test/world/demo-database.ts';
import { freePort } from '#test/world/free-port.ts';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';
import { petition, units } from '#test/world/start-data.ts';

/** Tests withdrawals, changed forms and resubmissions over HTTP, with the server killed at each step. */

const folder = mkdtempSync(join(tmpdir(), 'banjian-killed-between-'));
const database = await createDemoDatabase();
const port = await freePort();
const caller = openCaller(`http://127.0.0.1:${port}`, newTally());
const formId = 'petition-letter:1';
let server: PortalProcess;

async function start(): Promise<void> {
  server = await startPortal({
    PORTAL_MODE: 'demo',
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    PORTAL_DEMO_ORDERS: '0',
    PORTAL_DEMO_CAPTCHA: 'A7K3',
  });
  expect(server.address, server.output()).toBeDefined();
}

beforeAll(async () => {
  await start();
  for (const account of ['zhangwei', 'liuyang', 'zhaomin']) await caller.signIn(account, demoPassword);
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/**
 * When the server is killed: while the action's statement runs, which the database may still finish, or after it
 * is written.
 */
type Moment = 'under way' | 'written';

const isWritten = async (key: string) =>
  (await database.db.selectFrom('idempotency_keys').select('key').where('key', '=', key).execute()).length >
  0;

/** Sends an action, kills the server, and sends it again with the same key to the next server, twice. */
async function actThroughKill<T>(moment: Moment, account: string, path: string, body: object): Promise<T> {
  const key = randomUUID();
  const init = {
    method: 'POST',
    headers: {
      ...caller.headersOf(account),
      'idempotency-key': key,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  };
  const send = () => fetch(`${server.address}${path}`, init).catch(() => undefined);
  const kill = async () => {
    server.signal('SIGKILL');
    await server.waitForExit();
  };
  if (moment === 'written') {
    const lostAnswer = send();
    while (!(await isWritten(key))) await wait(1);
    await kill();
    await lostAnswer;
  } else {
    await database.db.transaction().execute(async (tx) => {
      // Every action writes its key, and waits here.
      await sql`lock table idempotency_keys in exclusive mode`.execute(tx);
      const lostAnswer = send();
      await waitForBlockedQuery(database.db);
      await kill();
      await lostAnswer;
    });
  }
  await start();
  const answer = await caller.sendUntilAnswered(path, init);
  expect(JSON.parse(answer.text), answer.text).toMatchObject({ errcode: 0 });
  expect((await caller.sendUntilAnswered(path, init)).text).toBe(answer.text);
  return (JSON.parse(answer.text) as { data: T }).data;
}

const pathOf = (path: string, code: string) =>
  path.replace(':workorderCode', code).replace(':workorderId', code);
const pageOf = (account: string, code: string) =>
  caller.read<WorkOrderPage>(account, pathOf(workOrders.detailPage.path, code));
const contentOf = async (account: string, code: string) => (await pageOf(account, code)).forms[0]?.content;

async function startOrder(number: number) {
  const started = await caller.act<InitiateResult>('zhangwei', 'start', initiation.initiate.path, {
    ...petition(number).start,
  });
  return { id: started.workorderId, code: started.workorderCode };
}

async function pressBody(account: string, code: string, name: string, content: Record<string, unknown>) {
  const { order, task } = await pageOf(account, code);
  const button = task?.buttons.find((one) => one.name === name);
  return {
    workorderId: order.id,
    workorderTraceId: task?.traceId,
    handlerOperation: button?.code,
    buttonId: button?.id,
    handlerOpinion: '同意',
    workorderForms: [{ formId, content }],
  };
}

/** Returns the actions that were done to the order, and the nodes at which a task waits. */
async function readProgress(id: string) {
  const { db } = database;
  const acts = await db
    .selectFrom('work_order_events')
    .select('action')
    .where('workorder_id', '=', id)
    .orderBy('version')
    .execute();
  const waiting = await db
    .selectFrom('traces')
    .select('node_id')
    .where('workorder_id', '=', id)
    .where('handler_status', '=', 0)
    .execute();
  return { acts: acts.map(({ action }) => action), waiting: waiting.map((trace) => trace.node_id) };
}

describe.each<[Moment, number]>([
  ['under way', 1],
  ['written', 2],
])('a server killed with each action %s', (moment, number) => {
  test('duplicates and loses nothing when an initiator recalls an order, changes its form, saves a draft and resubmits', {
    timeout: 300_000,
  }, async () => {
    const { id, code } = await startOrder(number);
    await actThroughKill(moment, 'zhangwei', pathOf(handling.recall.path, code), { reason: '登记有误' });
    expect(await readProgress(id)).toEqual({ acts: ['start', 'recall'], waiting: ['start'] });
    const content = { letterTitle: `撤回后改正的来信（${number}）` };
    await actThroughKill(moment, 'zhangwei', pathOf(taskDrafts.draftForms.path, id), {
      workorderForms: [{ id: formId, content }],
    });
    expect(await contentOf('zhangwei', code)).toMatchObject(content);
    const { task } = await pageOf('zhangwei', code);
    await actThroughKill(moment, 'zhangwei', handling.handle.path, {
      workorderId: id,
      workorderTraceId: task?.traceId,
      handlerOperation: '14',
      workorderForms: [{ formId, content }],
    });
    expect(await readProgress(id)).toEqual({ acts: ['start', 'recall', 'resubmit'], waiting: ['receive'] });
    expect(await contentOf('liuyang', code)).toMatchObject(content);
  });

  test('duplicates and loses nothing when a handler withdraws a step and handles it again', {
    timeout: 300_000,
  }, async () => {
    const { id, code } = await startOrder(number + 2);
    await caller.act(
      'liuyang',
      'receive',
      handling.handle.path,
      await pressBody('liuyang', code, '确认收件', {}),
    );
    const typed = { acceptResult: 'accept', undertakingUnit: units.housing, coUnits: units.enforcement };
    const accept = (content: Record<string, unknown>) => pressBody('zhaomin', code, '受理', content);
    await actThroughKill(moment, 'zhaomin', handling.handle.path, await accept(typed));
    await actThroughKill(moment, 'zhaomin', pathOf(handling.withdraw.path, code), { reason: '补充协办单位' });
    expect(await contentOf('zhaomin', code)).toMatchObject(typed);
    expect((await readProgress(id)).waiting).toEqual(['examine']);
    await actThroughKill(moment, 'zhaomin', handling.handle.path, await accept({ coUnits: units.transport }));
    const acts = ['start', 'handle', 'handle', 'withdraw', 'handle'];
    expect(await readProgress(id)).toEqual({ acts, waiting: ['instruct'] });
    expect(await contentOf('zhaomin', code)).toMatchObject({ ...typed, coUnits: units.transport });
  });
});

test('all workflow invariants hold after the kills', async () => {
  expect(await checkInvariants(database.db, readKeys(join(folder, 'data')))).toEqual([]);
});
