import { afterEach, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { messages } from '#contract/messages.ts';
import { orderLimits } from '#contract/order-limits.ts';
import { sideRecords } from '#contract/side-records.ts';
import { workOrders } from '#contract/work-orders.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { settleMerges } from './service.ts';

/** Merging of petitions about one matter (并案; docs/decisions/0234), with the clocks of D12. */

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const { desk, start, startUntilInstruct } = openPetitionDesk(office);
const { perform, taskOf } = openCommands(office);
const day = 86_400_000;

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
  expect((await verifyAudit(db, context.crypto)).findings).toEqual([]);
});

const settle = () => settleMerges(context as unknown as JobContext);
const merge = (account: string, order: StartedOrder, main: { code: string }, body: object = {}) =>
  office.as(account).call(sideRecords.merge, {
    params: { workorderCode: order.code },
    body: { command: 'merge', mainCode: main.code, reason: '同一小区的同一部电梯', ...body } as never,
  });
const part = (account: string, order: StartedOrder, recordId = 1) =>
  office.as(account).call(sideRecords.merge, {
    params: { workorderCode: order.code },
    body: { command: 'part', recordId, reason: '不是同一部电梯' },
  });
const recordsOf = async (order: StartedOrder) =>
  (await office.as('wujianguo').done(sideRecords.list, { params: { workorderCode: order.code } })).records;
const rowOf = (order: StartedOrder) =>
  db
    .selectFrom('work_orders')
    .select(['due_at', 'status', 'ended_at'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
const suspend = (order: StartedOrder) =>
  office.as('liuyang').call(sideRecords.suspension, {
    params: { workorderCode: order.code },
    body: { command: 'suspend', traceId: `${order.id}.2`, ground: 'other', reason: '等待检测报告' } as never,
  });
const resume = (order: StartedOrder, recordId: number) =>
  office.as('liuyang').call(sideRecords.suspension, {
    params: { workorderCode: order.code },
    body: { command: 'resume', recordId, reason: '检测报告已到' } as never,
  });
const traceNames = async ({ id }: StartedOrder) =>
  (
    await db
      .selectFrom('work_order_records')
      .select('act_name')
      .where('workorder_id', '=', id)
      .where('act_name', 'in', ['中止', '恢复办理', '并案主办'])
      .orderBy('number')
      .execute()
  ).map(({ act_name }) => act_name);
const inboxOf = async (order: StartedOrder) =>
  (await db.selectFrom('inbox').select('number').where('workorder_id', '=', order.id).execute()).length;
const todoCodes = async (account: string) =>
  (await office.as(account).done(workOrders.todoPage, { query: { size: '50' } })).rows.map(
    ({ code }) => code,
  );

describe('two petitions that are merged', () => {
  test('have one to-do and the earliest limit, and are as before when they are parted (D12)', async () => {
    const earlier = await start();
    clock.forward(10 * day);
    const main = await start();
    const own = await rowOf(main);
    const ofEarlier = await rowOf(earlier);
    const response = await merge('liuyang', earlier, main);
    expect(response.body.data, response.text).toMatchObject({ message: '“并案”已完成' });
    expect(await inboxOf(earlier)).toBe(0);
    expect(await todoCodes('liuyang')).not.toContain(earlier.code);
    expect(await todoCodes('liuyang')).toContain(main.code);
    expect(await recordsOf(main)).toMatchObject([
      { state: 'leading', data: { members: [{ code: earlier.code }], limitOf: earlier.code } },
    ]);
    const merged = await rowOf(main);
    expect(merged.due_at && ofEarlier.due_at && merged.due_at <= ofEarlier.due_at).toBe(true);
    // Merging is no pause.
    expect((await rowOf(earlier)).due_at).toEqual(ofEarlier.due_at);
    const { limit } = await office
      .as('wujianguo')
      .done(orderLimits.explain, { params: { workorderCode: main.code }, query: {} });
    expect(limit?.extensions).toMatchObject([{ reason: '并案', text: expect.stringContaining('缩短') }]);

    expect((await part('liuyang', earlier)).body.errcode).toBe(0);
    expect(await inboxOf(earlier)).toBeGreaterThan(0);
    expect((await rowOf(earlier)).due_at).toEqual(ofEarlier.due_at);
    expect((await rowOf(main)).due_at).toEqual(own.due_at);
    expect(await recordsOf(main)).toMatchObject([{ state: 'alone' }]);
    await desk.press('liuyang', earlier, 'receive', 'receive');
  });

  test('keep the limit of the main order if that was chosen', async () => {
    const earlier = await start();
    clock.forward(10 * day);
    const main = await start();
    const { due_at } = await rowOf(main);
    await merge('liuyang', earlier, main, { limit: 'main' });
    expect((await rowOf(main)).due_at).toEqual(due_at);
  });

  test('have the earliest limit also if the main order stood still when they were merged', async () => {
    const earlier = await start();
    clock.forward(10 * day);
    const main = await start();
    await suspend(main);
    expect((await merge('liuyang', earlier, main)).body.errcode).toBe(0);
    await settle();
    expect((await rowOf(main)).due_at).toBeNull();
    expect((await resume(main, 1)).body.errcode).toBe(0);
    await settle();
    await settle();
    const { due_at } = await rowOf(earlier);
    expect((await rowOf(main)).due_at).toEqual(due_at);
    expect((await recordsOf(main)).filter(({ kind }) => kind === 'merge')).toMatchObject([
      { state: 'leading', data: { limitOf: earlier.code, isLimitOpen: false } },
    ]);
    expect(await traceNames(main)).toEqual(['中止', '并案主办', '恢复办理', '并案主办']);
  });

  test('follow an extension of the earliest limit: the main order has it again after the next run of the job', async () => {
    const earlier = await start();
    clock.forward(10 * day);
    const main = await start();
    const own = await rowOf(main);
    await merge('liuyang', earlier, main);
    const extend = (order: StartedOrder) =>
      office.as('wujianguo').done(sideRecords.extension, {
        params: { workorderCode: order.code },
        body: { command: 'grant', days: 5, reason: '情况复杂', granted: 0 },
      });
    const dueOf = async (order: StartedOrder) => (await rowOf(order)).due_at?.getTime() ?? 0;
    const shortened = await dueOf(main);
    await extend(earlier);
    await Promise.all([settle(), settle()]);
    await settle();
    const moved = await dueOf(main);
    expect(moved).toBeGreaterThan(shortened);
    expect(moved).toBeLessThanOrEqual(await dueOf(earlier));
    expect(await traceNames(main)).toEqual(['并案主办', '并案主办']);
    // An extension of the main order does not pass the earliest limit, but counts again when they are parted.
    await extend(main);
    await settle();
    expect(await dueOf(main)).toBe(moved);
    await part('liuyang', earlier);
    expect(await dueOf(main)).toBeGreaterThan(own.due_at?.getTime() ?? Number.POSITIVE_INFINITY);
  });

  test('end with one result, which the portal gives to the merged one', async () => {
    const [merged, main] = [await start(), await start()];
    await merge('liuyang', merged, main);
    const blocked = await desk.tryPress('liuyang', merged, 'receive', 'receive');
    expect(blocked.body.errcode).toBe(40962);
    await desk.press('liuyang', main, 'receive', 'receive');
    await desk.press('zhaomin', main, 'examine', 'decline');
    await settle();
    await settle();
    expect(await rowOf(merged)).toMatchObject({ status: (await rowOf(main)).status });
    expect((await rowOf(merged)).ended_at).not.toBeNull();
    expect(await recordsOf(merged)).toMatchObject([{ state: 'answered' }]);
    expect(await recordsOf(main)).toMatchObject([{ state: 'closed' }]);
    expect((await part('liuyang', merged)).body.errcode).not.toBe(0);
  });

  test('are handled by themselves again if the main order is voided', async () => {
    const [merged, main] = [await start(), await start()];
    await merge('liuyang', merged, main);
    await desk.press('liuyang', main, 'receive', 'receive');
    await desk.press('zhaomin', main, 'examine', 'void', { handlerOpinion: '登记有误' });
    await settle();
    expect(await recordsOf(merged)).toMatchObject([{ state: 'parted' }]);
    expect(await inboxOf(merged)).toBeGreaterThan(0);
  });
});

describe('while an order is merged', () => {
  const inboxMessages = async (account: string, { code }: StartedOrder) =>
    (await office.as(account).done(messages.list, { query: { size: '50' } })).rows.filter(
      ({ workorderCode }) => workorderCode === code,
    );
  const addPapers = async (order: StartedOrder, note: string) => {
    const fileList = [await desk.paper('zhangwei')];
    return office
      .as('zhangwei')
      .call(handling.addPapers, { params: { workorderCode: order.code }, body: { note, fileList } });
  };

  test('the handlers of the main order learn of materials and urges for it (D13)', async () => {
    const [merged, main] = [await start(), await start()];
    await merge('liuyang', merged, main);
    await desk.press('liuyang', main, 'receive', 'receive');
    await deliverNotices(context);
    const response = await addPapers(merged, '补交物业回复');
    expect(response.body.errcode, response.text).toBe(0);
    const urge = await office.as('zhangwei').call(handling.handle, {
      body: {
        workorderId: merged.id,
        handlerOperation: '7',
        workorderRemindInputVo: {
          title: '请尽快办理',
          content: '请抓紧办理',
          reason: '信访人来电询问',
          receivers: ['group:petition-receivers'],
          channelType: ['20'],
        },
      } as never,
    });
    expect(urge.body.errcode, urge.text).toBe(0);
    await deliverNotices(context);
    const told = await inboxMessages('zhaomin', main);
    expect(told.map(({ content }) => content)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          new RegExp(`并入本件（${main.code}）的 ${merged.code}：.*补充了 1 份材料.*补交物业回复`),
        ),
        expect.stringMatching(new RegExp(`${merged.code}：.*催办：信访人来电询问`)),
      ]),
    );
    // It stays one matter: nothing comes back to the to-do lists.
    expect(await inboxOf(merged)).toBe(0);
  });

  test('the handlers of the main order read it, also those of another office, until it is parted', async () => {
    const merged = await start();
    const main = await startUntilInstruct();
    await desk.press('wujianguo', main, 'instruct', 'instruct', { branchProcessingNodeId: 'undertake' });
    const statusFor = async (account: string) =>
      (await office.as(account).call(workOrders.detailPage, { params: { workorderCode: merged.code } }))
        .status;
    expect(await statusFor('zhuhong')).toBe(404);
    expect((await merge('shenjie', merged, main)).body.errcode).toBe(0);
    expect(await statusFor('zhuhong')).toBe(200);
    // Nobody else of that office.
    expect(await statusFor('panguohua')).toBe(404);
    expect((await part('shenjie', merged)).body.errcode).toBe(0);
    expect(await statusFor('zhuhong')).toBe(404);
  });

  test('an ended main order is not opened again by materials (D13)', async () => {
    const [merged, main] = [await start(), await start()];
    await merge('liuyang', merged, main);
    await desk.press('liuyang', main, 'receive', 'receive');
    await desk.press('zhaomin', main, 'examine', 'decline');
    // Before the job has given the result to the merged order, and afterwards.
    await addPapers(merged, '又来一封信');
    const ended = await rowOf(main);
    await settle();
    expect((await addPapers(merged, '再来一封信')).body.errcode).not.toBe(0);
    expect(await rowOf(main)).toEqual(ended);
    expect((await rowOf(merged)).ended_at).not.toBeNull();
  });

  test('pauses and extensions of either side stay when they are parted (D12)', async () => {
    const extend = (order: StartedOrder) =>
      office.as('wujianguo').call(sideRecords.extension, {
        params: { workorderCode: order.code },
        body: { command: 'grant', days: 5, reason: '情况复杂', granted: 0 },
      });
    const suspend = (order: StartedOrder) =>
      office.as('liuyang').call(sideRecords.suspension, {
        params: { workorderCode: order.code },
        body: { command: 'suspend', traceId: `${order.id}.2`, ground: 'other', reason: '等待鉴定' } as never,
      });
    const resume = (order: StartedOrder, recordId: number) =>
      office.as('liuyang').call(sideRecords.suspension, {
        params: { workorderCode: order.code },
        body: { command: 'resume', recordId, reason: '鉴定完成' },
      });
    const ok = (response: { body: { errcode: number }; text: string }) =>
      expect(response.body.errcode, response.text).toBe(0);
    // The twins go through the same, but are never merged: what they have is right.
    const [earlier, twinOfEarlier] = [await start(), await start()];
    clock.forward(10 * day);
    const [main, twinOfMain] = [await start(), await start()];
    ok(await merge('liuyang', earlier, main));
    for (const order of [earlier, twinOfEarlier, main, twinOfMain]) ok(await extend(order));
    clock.forward(3 * day);
    ok(await suspend(main));
    ok(await suspend(twinOfMain));
    clock.forward(7 * day);
    ok(await resume(main, 3));
    ok(await resume(twinOfMain, 2));
    await settle();
    ok(await part('liuyang', earlier));
    expect((await rowOf(earlier)).due_at).toEqual((await rowOf(twinOfEarlier)).due_at);
    expect((await rowOf(main)).due_at).toEqual((await rowOf(twinOfMain)).due_at);
    const tasksOf = async ({ id }: StartedOrder) =>
      db
        .selectFrom('inbox')
        .select(['key', 'number', 'node_name', 'due_at'])
        .where('workorder_id', '=', id)
        .orderBy('key')
        .execute();
    expect(await tasksOf(earlier)).toEqual(await tasksOf(twinOfEarlier));
    expect(await tasksOf(main)).toEqual(await tasksOf(twinOfMain));
  });

  test('its handler may be disabled: parted, its task waits for a hand-over, and the administrators know', async () => {
    const [order, main] = [await start(), await start()];
    await desk.press('liuyang', order, 'receive', 'receive');
    const taskId = await taskOf(order, 'position:petition-examiner');
    expect(
      await perform('shenjie', order, {
        action: 'reassign',
        taskId,
        key: 'staff:staff-xujun',
        reason: '赵敏已调离',
      }),
    ).toBeNull();
    const before = await db.selectFrom('inbox').selectAll().where('workorder_id', '=', order.id).execute();
    expect((await merge('shenjie', order, main)).body.errcode).toBe(0);
    await db
      .updateTable('staff')
      .set({ disabled_at: context.now() })
      .where('id', '=', 'staff-xujun')
      .execute();
    expect((await part('shenjie', order)).body.errcode).toBe(0);
    await deliverNotices(context);
    const after = await db.selectFrom('inbox').selectAll().where('workorder_id', '=', order.id).execute();
    expect(after.map(({ key, number, due_at }) => [key, number, due_at])).toEqual(
      before.map(({ key, number, due_at }) => [key, number, due_at]),
    );
    const told = await db
      .selectFrom('messages')
      .select(['staff_id', 'content'])
      .where('workorder_id', '=', order.id)
      .where('content', 'like', '%工作移交%')
      .execute();
    expect(told.length).toBeGreaterThan(0);
  });
});

describe('a merge is refused', () => {
  test('into itself, an unknown, an ended or a merged order, each with the reason', async () => {
    const [one, two, three] = [await start(), await start(), await start()];
    const problem = async (order: StartedOrder, main: { code: string }) =>
      (await merge('liuyang', order, main)).body.problems?.map(({ message }) => message);
    expect(await problem(one, one)).toEqual(['不能并入本件']);
    expect(await problem(one, { code: '2026999999' })).toEqual(['没有找到主办件，或您无权查看']);
    await merge('liuyang', one, two);
    expect(await problem(three, one)).toEqual([`该办件已并入 ${two.code}，请选择该主办件`]);
    expect((await merge('liuyang', one, three)).text).toContain(`该办件已并入 ${two.code}`);
    expect((await merge('liuyang', two, three)).text).toContain('主办件，不能并入其他办件');
    expect((await merge('zhuhong', three, two)).body.errcode).not.toBe(0);
    expect((await merge('liuyang', three, two, { reason: ' ' })).body.problems).toEqual([
      { field: 'reason', message: '请填写并案理由' },
    ]);
  });

  test('while a record holds the order, and an order that is merged gets no such record (0234)', async () => {
    const [one, main] = [await start(), await start()];
    await suspend(one);
    expect((await merge('liuyang', one, main)).text).toContain('中止（中止中）尚未了结，不能并案');
    await resume(one, 1);
    expect((await merge('liuyang', one, main)).body.errcode).toBe(0);
    expect((await suspend(one)).text).toContain('该办件已并案，请在主办件上办理');
    await desk.press('liuyang', main, 'receive', 'receive');
    await desk.press('zhaomin', main, 'examine', 'decline');
    await settle();
    expect((await rowOf(one)).ended_at).not.toBeNull();
  });

  test('if the other side changes at the same time: the job brings both to agreement', async () => {
    const [one, two] = [await start(), await start()];
    await Promise.all([merge('liuyang', one, two), merge('liuyang', two, one)]);
    await settle();
    await settle();
    const states = [...(await recordsOf(one)), ...(await recordsOf(two))]
      .filter(({ isOpen }) => isOpen)
      .map(({ state }) => state);
    expect(states.length === 0 || states.toSorted().join() === 'leading,merged').toBe(true);
  });
});
