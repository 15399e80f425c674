import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handOvers } from '#contract/hand-overs.ts';
import { handling } from '#contract/handling.ts';
import { workOrders } from '#contract/work-orders.ts';
import { type Db, inTransaction } from '#server/kernel/database/transaction.ts';
import { clearDirectoryCache } from '#server/modules/organisation/organisations/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { waitForBlockedQuery } from '#test/world/database.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/** Tests hand-overs (docs/decisions/0110): 徐军 leaves, who has no post that a node of petitions names. */

const office = await testOffice();
const { clock, context } = office;
const { desk, start } = openPetitionDesk(office);
const { stateOf, taskOf, perform } = openCommands(office);
const admin = office.as('shenjie');
const departingPerson = 'staff:staff-xujun';

beforeEach(() => clock.forward(60_000));
afterEach(async () => {
  await context.db.deleteFrom('hand_over_tasks').execute();
  await context.db.deleteFrom('hand_overs').execute();
  await context.db.updateTable('staff').set({ disabled_at: null }).where('id', '=', 'staff-xujun').execute();
  // A directory that was read meanwhile does not contain the person.
  clearDirectoryCache(context.db);
  // Tasks that a test has left with the departing person get another handler before the next test.
  for (const order of startedOrders.splice(0)) {
    const { tasks } = await stateOf(order);
    const task = tasks.find(
      ({ outcome, candidates }) => outcome === null && candidates.includes(departingPerson),
    );
    if (task) await reassign(order, task.id, 'staff:staff-zhuhong');
  }
  expect(await checkInvariants(context.db)).toEqual([]);
});

const startedOrders: StartedOrder[] = [];
const reassign = (order: StartedOrder, taskId: number, key: string) => {
  clock.forward(60_000);
  return perform('shenjie', order, { action: 'reassign', taskId, key, reason: '分工' });
};

/** Returns an order that waits for its examination. */
async function orderInExamination(): Promise<StartedOrder> {
  const order = await start();
  startedOrders.push(order);
  await desk.press('liuyang', order, 'receive', 'receive');
  clock.forward(60_000);
  return order;
}

/** Returns an order that waits for 徐军 only. */
async function orderForXujun(): Promise<StartedOrder> {
  const order = await orderInExamination();
  expect(
    await reassign(order, await taskOf(order, 'position:petition-examiner'), departingPerson),
  ).toBeNull();
  return order;
}

const countersign = async (account: string, order: StartedOrder, key: string, seatKey: string) => {
  const refusal = await perform(account, order, {
    action: 'startCountersign',
    taskId: await taskOf(order, key),
    reason: '请会签',
    seats: [{ group: 0, keys: [seatKey] }],
    sequence: 'any',
    rule: { kind: 'all' },
    goes: 'back',
    limit: null,
  });
  expect(refusal).toBeNull();
};

/** Returns an order on which 徐军 waits for the answers of others. */
async function orderWithCountersign(): Promise<StartedOrder> {
  const order = await orderForXujun();
  await countersign('xujun', order, departingPerson, 'staff:staff-gaofeng');
  return order;
}

/** Returns an order on which others wait for the answer of 徐军. */
async function countersignedOrder(): Promise<StartedOrder> {
  const order = await orderInExamination();
  await countersign('liuyang', order, 'position:petition-examiner', departingPerson);
  return order;
}

const handOverInput = (more: object = {}) => ({ fromId: 'staff-xujun', receiverId: 'staff-hudong', ...more });
const preview = async (more: object = {}) => admin.done(handOvers.preview, { body: handOverInput(more) });
const begin = async (more: object = {}) =>
  (await admin.done(handOvers.start, { body: { ...handOverInput(), reason: '徐军调离', ...more } })).id;
const move = (id: string, again = false, account = 'shenjie') =>
  office.as(account).done(handOvers.move, { params: { id }, body: { again } });
const detail = (id: string) => admin.done(handOvers.detail, { params: { id } });
async function moveAll(id: string) {
  for (;;) {
    const counts = await move(id);
    if (counts.waiting === 0) return counts;
  }
}
const noTasks = { waiting: 0, moved: 0, gone: 0, failed: 0 };

describe('the preview of a hand-over', () => {
  test('counts open tasks, tasks waiting for a countersign and countersigner tasks by item', async () => {
    await orderForXujun();
    await orderWithCountersign();
    await countersignedOrder();
    const previewed = await preview();
    expect(previewed).toMatchObject({
      from: { name: '徐军', inOffice: true },
      items: [{ open: 1, held: 1, seats: 1 }],
      total: 3,
      more: false,
      cannot: [],
      shared: 0,
      unfinishedId: null,
    });
  });

  test('excludes tasks that others can handle as well', async () => {
    await orderInExamination();
    const previewed = await preview({ fromId: 'staff-zhaomin' });
    expect(previewed.total).toBe(0);
    expect(previewed.byPosts).toBeGreaterThan(0);
  });

  test('names the tasks that the receiver cannot get, and why', async () => {
    const order = await countersignedOrder();
    const previewed = await preview({ receiverId: 'staff-liuyang' });
    expect(previewed.cannot).toMatchObject([
      { workorderCode: order.code, reason: '“刘洋”发起了会签或已表态，不能再办理会签' },
    ]);
  });

  test('names votes that would be lost when a countersigner receives the task of the countersign’s initiator', async () => {
    const order = await orderWithCountersign();
    const reason =
      '“高峰”接手后成为会签发起人，将有1个席位无人可表态；请改派给不参加会签的人员，或待其表态后再改派';
    const lost = [{ workorderCode: order.code, reason }];
    expect((await preview({ receiverId: 'staff-gaofeng' })).cannot).toMatchObject(lost);
    expect((await preview()).cannot).toEqual([]);
    await context.db
      .updateTable('staff')
      .set({ disabled_at: clock.now })
      .where('id', '=', 'staff-xujun')
      .execute();
    expect((await preview({ receiverId: 'staff-gaofeng' })).cannot).toMatchObject(lost);
    // The dialog and the call of 改派 refuse it as well, and so does the move of the task despite the preview.
    const traceId = `${order.id}.${await taskOf(order, departingPerson)}`;
    const candidate = 'staff:staff-gaofeng';
    const previewAnswer = await admin.call(handling.previewAction, {
      body: { workorderId: order.id, traceId, offer: 'reassign', candidate } as never,
    });
    const reassignAnswer = await admin.call(handling.reassign, {
      body: { traceId, candidate, reason: '徐军调离' },
    });
    for (const refused of [previewAnswer, reassignAnswer])
      expect(refused.body.problems?.map(({ message }) => message)).toEqual([reason]);
    const id = await begin({ receiverId: 'staff-gaofeng' });
    expect(await moveAll(id)).toMatchObject({ total: 1, failed: 1 });
    expect((await detail(id)).tasks).toMatchObject([{ state: 'failed', reason }]);
    const { panels, tasks } = await stateOf(order);
    expect(panels[0]).toMatchObject({ outcome: null, seats: [{ outcome: null }] });
    expect(
      tasks.find(({ outcome, candidates }) => outcome === null && candidates.includes(departingPerson)),
    ).toBeTruthy();
    // After this vote, the reassignment would lose no vote.
    const voted = await perform('gaofeng', order, {
      action: 'answerCountersign',
      taskId: await taskOf(order, candidate),
      passes: true,
      opinion: '同意',
    });
    expect(voted).toBeNull();
    expect(await move(id, true)).toMatchObject({ moved: 1 });
  });

  test('reports an unknown person', async () => {
    const response = await admin.call(handOvers.preview, { body: handOverInput({ fromId: 'staff-nobody' }) });
    expect(response.body.problems).toEqual([{ field: 'fromId', message: '移交人不存在' }]);
  });
});

describe('a hand-over', () => {
  test('reassigns each task, with a row of the trace, an audit record and the reason', async () => {
    const orders = [await orderForXujun(), await orderWithCountersign(), await countersignedOrder()];
    const id = await begin();
    expect(await moveAll(id)).toEqual({ ...noTasks, total: 3, moved: 3 });
    for (const order of orders) {
      const { tasks } = await stateOf(order);
      expect(
        tasks.filter(({ candidates, outcome }) => outcome === null && candidates.includes(departingPerson)),
      ).toEqual([]);
      expect(await taskOf(order, 'staff:staff-hudong')).toBeGreaterThan(0);
      const { rows } = await admin.done(workOrders.traces, { params: { workorderCode: order.code } });
      expect(rows.some(({ handlerOpinion }) => handlerOpinion === '徐军调离')).toBe(true);
      const auditRecords = await context.db
        .selectFrom('audit_links')
        .select('action')
        .where('object_id', '=', order.id)
        .where('action', '=', 'work-order.reassign')
        .where('staff_id', '=', 'staff-shenjie')
        .execute();
      expect(auditRecords.length).toBeGreaterThan(0);
    }
    const handOver = await detail(id);
    expect(handOver).toMatchObject({
      from: { name: '徐军' },
      receiverNames: ['胡东'],
      reason: '徐军调离',
      startedByName: '沈洁',
    });
    expect(handOver.tasks.map(({ state, receiverName }) => [state, receiverName])).toEqual(
      Array(3).fill(['moved', '胡东']),
    );
    const [auditRecord] = await context.db
      .selectFrom('audit_links')
      .select('action')
      .where('object_id', '=', id)
      .execute();
    expect(auditRecord?.action).toBe('hand-over.start');
  });

  test('can perform one item to another receiver than the rest', async () => {
    const order = await orderForXujun();
    const [item] = (await preview()).items;
    const byItem = [{ taskCode: item?.taskCode ?? '', receiverId: 'staff-zhaomin' }];
    await moveAll(await begin({ byItem }));
    expect(await taskOf(order, 'staff:staff-zhaomin')).toBeGreaterThan(0);
  });

  test('works for a person who has already left', async () => {
    const order = await orderForXujun();
    await context.db
      .updateTable('staff')
      .set({ disabled_at: clock.now })
      .where('id', '=', 'staff-xujun')
      .execute();
    const found = (keyword: string) => admin.done(handOvers.people, { query: { keyword } });
    expect(await found('徐军')).toMatchObject({ rows: [{ id: 'staff-xujun', inOffice: false }] });
    expect(await found('xj')).toMatchObject({ rows: [{ id: 'staff-xujun', inOffice: false }] });
    expect((await preview()).from?.inOffice).toBe(false);
    expect(await moveAll(await begin())).toMatchObject({ total: 1, moved: 1 });
    expect(await taskOf(order, 'staff:staff-hudong')).toBeGreaterThan(0);
  });

  test('skips tasks that the person has handled meanwhile', async () => {
    const order = await orderForXujun();
    const id = await begin();
    await desk.press('xujun', order, 'examine', 'accept');
    expect(await moveAll(id)).toEqual({ ...noTasks, total: 1, gone: 1 });
    expect((await detail(id)).tasks).toMatchObject([{ state: 'gone', reason: '已由他人办理或已关闭' }]);
  });

  test('handles a task once when the person acts concurrently', async () => {
    const order = await orderForXujun();
    const id = await begin();
    const body = await desk.pressBody(order, 'examine', 'accept');
    clock.forward(60_000);
    const [pressed, counts] = await Promise.all([
      office.as('xujun').call(handling.handle, { body }),
      move(id),
    ]);
    expect(counts).toMatchObject(pressed.status === 200 ? { gone: 1, moved: 0 } : { gone: 0, moved: 1 });
  });

  test('stops when its administrator is disabled between two tasks', async () => {
    const orders = [await orderForXujun(), await orderForXujun()];
    const id = await begin();
    const { promise: mayFinish, resolve: allowFinish } = Promise.withResolvers<void>();
    const { promise: lockTaken, resolve: reportLock } = Promise.withResolvers<void>();
    const setDisabled = (db: Db, disabled_at: Date | null) =>
      db.updateTable('staff').set({ disabled_at }).where('id', '=', 'staff-shenjie').execute();
    // The first task has moved, and its result waits for the lock.
    const blocking = inTransaction(context.db, async (tx) => {
      await sql`select from hand_over_tasks where hand_over_id = ${id} for update`.execute(tx);
      reportLock();
      await mayFinish;
      await setDisabled(tx, clock.now);
    });
    await lockTaken;
    const moving = admin.call(handOvers.move, { params: { id }, body: {} });
    await waitForBlockedQuery(context.db);
    allowFinish();
    await blocking;
    expect((await moving).status).toBe(403);
    await setDisabled(context.db, null);
    const moved = await Promise.all(orders.map(stateOf));
    const isMoved = ({ tasks }: (typeof moved)[number]) =>
      !tasks.some(({ candidates, outcome }) => outcome === null && candidates.includes(departingPerson));
    expect(moved.filter(isMoved).length).toBe(1);
    expect(await moveAll(id)).toEqual({ ...noTasks, total: 2, moved: 2 });
  });

  test('moves no task twice under repeated or concurrent calls', async () => {
    const orders = [await orderForXujun(), await orderForXujun()];
    const id = await begin();
    await Promise.all([move(id), move(id)]);
    expect(await moveAll(id)).toEqual({ ...noTasks, total: 2, moved: 2 });
    // If the process ends before a result is stored, the move is recognised by its key or by the state of the order.
    for (const keys of ['present', 'renamed']) {
      await context.db.updateTable('hand_over_tasks').set({ state: 'waiting', settled_at: null }).execute();
      if (keys === 'renamed') {
        const renamed = sql<string>`'old.' || key`;
        await context.db
          .updateTable('idempotency_keys')
          .set({ key: renamed })
          .where('key', 'like', 'hand-over:%')
          .execute();
      }
      expect(await moveAll(id)).toMatchObject({ moved: 2, gone: 0 });
    }
    for (const order of orders) {
      const reassigned = (await stateOf(order)).tasks.filter(({ outcome }) => outcome === 'closedByReassign');
      // One of them is the reassignment by the test itself.
      expect(reassigned.length).toBe(2);
    }
  });

  test('cannot start again for a person before the last one is finished', async () => {
    await orderForXujun();
    const id = await begin();
    expect((await preview()).unfinishedId).toBe(id);
    const again = await admin.call(handOvers.start, { body: { ...handOverInput(), reason: '调离' } });
    expect(again.body.problems).toEqual([
      { field: 'fromId', message: '该人员的上一次移交尚未完成，请先继续' },
    ]);
    await moveAll(id);
    await orderForXujun();
    expect(await moveAll(await begin())).toMatchObject({ total: 1, moved: 1 });
  });

  test('stores failed tasks with the reason, and retries them on request', async () => {
    const failing = await countersignedOrder();
    await orderForXujun();
    const id = await begin({ receiverId: 'staff-liuyang' });
    expect(await moveAll(id)).toEqual({ ...noTasks, total: 2, moved: 1, failed: 1 });
    expect((await detail(id)).tasks[0]).toMatchObject({
      workorderCode: failing.code,
      state: 'failed',
      reason: '“刘洋”发起了会签或已表态，不能再办理会签',
    });
    expect(await move(id)).toMatchObject({ failed: 1 });
    expect(await move(id, true)).toMatchObject({ waiting: 0, failed: 1, moved: 1 });
    // Another person has the task by now.
    const taskId = await taskOf(failing, departingPerson);
    await reassign(failing, taskId, 'staff:staff-hudong');
    expect(await move(id, true)).toMatchObject({ waiting: 0, failed: 0, gone: 1, moved: 1 });
  });

  test('reports all validation problems at once, at the fields', async () => {
    const refused = await admin.call(handOvers.start, {
      body: {
        fromId: 'staff-xujun',
        receiverId: 'staff-xujun',
        byItem: [
          { taskCode: 'A', receiverId: 'staff-jiangtao' },
          { taskCode: 'B', receiverId: 'staff-tianye' },
          { taskCode: 'A', receiverId: 'staff-zhaomin' },
        ],
      },
    });
    expect(refused.body.problems).toEqual([
      { field: 'fromId', message: '“徐军”没有需要移交的待办' },
      { field: 'byItem.2.taskCode', message: '同一事项只能有一个接收人' },
      { field: 'receiverId', message: '不能移交给本人' },
      { field: 'byItem.0.receiverId', message: '“蒋涛”已停用，不能接收' },
      { field: 'byItem.1.receiverId', message: '“田野”没有办理权限，不能接收' },
      { field: 'reason', message: '请填写移交原因' },
    ]);
  });

  test('is allowed only to the matter administrator', async () => {
    await orderForXujun();
    const id = await begin();
    for (const account of ['wujianguo', 'liuyang', 'tianye']) {
      const person = office.as(account);
      expect((await person.call(handOvers.page)).status).toBe(403);
      expect((await person.call(handOvers.people)).status).toBe(403);
      expect((await person.call(handOvers.preview, { body: handOverInput() })).status).toBe(403);
      expect(
        (await person.call(handOvers.start, { body: { ...handOverInput(), reason: '调离' } })).status,
      ).toBe(403);
      expect((await person.call(handOvers.detail, { params: { id } })).status).toBe(403);
      expect((await person.call(handOvers.move, { params: { id }, body: {} })).status).toBe(403);
    }
    expect((await office.stranger.call(handOvers.page)).status).toBe(401);
    const params = { id: 'no-such' };
    expect((await admin.call(handOvers.detail, { params })).status).toBe(404);
    expect((await admin.call(handOvers.move, { params, body: {} })).status).toBe(404);
    const { rows } = await admin.done(handOvers.page, { query: { keyword: 'xj' } });
    expect(rows).toMatchObject([{ id, total: 1, waiting: 1 }]);
  });
});
