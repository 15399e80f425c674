import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DayUnit } from '#domain/enumerations/day-unit.ts';
import type { Commands } from '#domain/workflow/actions/registry.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { expirePanels } from './expire-panels.ts';
import { skipAbsentSeats } from './skip-absent-seats.ts';

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const { desk, start, startUntilInstruct, startUntilJoint } = openPetitionDesk(office);
const { perform, taskOf, stateOf, inboxKeys } = openCommands(office);
const day = 86_400_000;

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

/** Returns a petition at 受理审查, whose handler has asked two people with a limit of one calendar day. */
async function startCountersign(more: Partial<Commands['startCountersign']> = {}): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  expect(await askTwo(order, more)).toBeNull();
  return order;
}

async function askTwo(
  order: StartedOrder,
  more: Partial<Commands['startCountersign']> = {},
  account = 'zhaomin',
  atNode = 'examine',
) {
  const { tasks } = await stateOf(order);
  const task = tasks.find(({ outcome, nodeId }) => outcome === null && nodeId === atNode);
  return perform(account, order, {
    action: 'startCountersign',
    taskId: task?.id ?? 0,
    reason: '请会签',
    seats: ['xujun', 'zhuhong'].map((name) => ({ group: 0, keys: [`staff:staff-${name}`] })),
    sequence: 'any',
    rule: { kind: 'all' },
    goes: 'back',
    limit: { amount: 1, unit: DayUnit.calendarDays },
    ...more,
  });
}

const answer = async (order: StartedOrder, name: string, passes = true) =>
  perform(name, order, {
    action: 'answerCountersign',
    taskId: await taskOf(order, `staff:staff-${name}`),
    passes,
    opinion: passes ? '' : '材料不全',
  });

const limits = ({ id }: StartedOrder) =>
  db.selectFrom('panel_limits').select('due_at').where('workorder_id', '=', id).execute();

async function actionsOf({ id }: StartedOrder): Promise<string[]> {
  const rows = await db
    .selectFrom('work_order_events')
    .select(['action', 'actor_id'])
    .where('workorder_id', '=', id)
    .orderBy('version')
    .execute();
  return rows.map(({ action, actor_id }) => `${action} ${actor_id}`);
}

describe('a countersign whose limit has expired', () => {
  test('is ended once by the system, even when the job runs repeatedly', async () => {
    const order = await startCountersign();
    expect(await answer(order, 'xujun')).toBeNull();
    await expirePanels(context);
    expect((await actionsOf(order)).at(-1)).toBe('answerCountersign staff-xujun');

    clock.forward(3 * day);
    await expirePanels(context);
    await expirePanels(context);
    expect((await actionsOf(order)).slice(-2)).toEqual(['answerCountersign staff-xujun', 'expire system']);
    const { panels } = await stateOf(order);
    expect(panels[0]).toMatchObject({
      outcome: 'failed',
      seats: [{ outcome: 'passed' }, { outcome: 'expired' }],
    });
    expect(await inboxKeys(order)).toEqual(['position:petition-examiner']);
    expect(await limits(order)).toEqual([]);
    const trace = await db
      .selectFrom('traces')
      .select(['outcome', 'remark', 'handler_id', 'handler_name'])
      .where('workorder_id', '=', order.id)
      .where('candidates', '=', sql<string[]>`array['staff:staff-zhuhong']`)
      .executeTakeFirstOrThrow();
    expect(trace).toEqual({
      outcome: 'closedByLimit',
      remark: '逾期未办',
      handler_id: null,
      handler_name: '',
    });
    const link = await db
      .selectFrom('audit_links')
      .select(['staff_id', 'staff_name'])
      .where('action', '=', 'work-order.expire')
      .where('object_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(link).toEqual({ staff_id: 'system', staff_name: '系统' });
    expect((await verifyAudit(db, context.crypto)).findings).toEqual([]);
  });

  test('that advances automatically finishes the task for the person who started it, in that done list', async () => {
    const order = await startCountersign({ goes: 'on', rule: { kind: 'majority' } });
    expect(await answer(order, 'xujun')).toBeNull();
    clock.forward(3 * day);
    await expirePanels(context);
    expect((await actionsOf(order)).at(-1)).toBe('expire system');
    const done = await db
      .selectFrom('done_entries')
      .select(['staff_id', 'node_name'])
      .where('workorder_id', '=', order.id)
      .where('staff_id', '=', 'staff-zhaomin')
      .execute();
    expect(done).toEqual([{ staff_id: 'staff-zhaomin', node_name: '受理审查' }]);
    const [, , examined] = (await stateOf(order)).tasks;
    expect(examined).toMatchObject({ outcome: 'handled', finishedBy: { staffId: 'staff-zhaomin' } });
  });

  test('removes its stored limit when the last answer comes in time', async () => {
    const order = await startCountersign();
    await answer(order, 'xujun');
    expect(await limits(order)).toHaveLength(1);
    await answer(order, 'zhuhong');
    expect(await limits(order)).toEqual([]);
  });

  test('does not expire after its visit was returned, and after a direct return keeps its old limit', async () => {
    const order = await startUntilJoint();
    expect(await askTwo(order, {}, 'gaofeng', 'undertake-assist')).toBeNull();
    const before = await limits(order);
    expect(before).toHaveLength(1);
    clock.forward(60_000);
    await desk.press('zhuhong', order, 'undertake-lead', 'return', {
      backNodeIds: 'instruct',
      backWay: 'direct',
    });
    expect(await limits(order)).toEqual([]);
    clock.forward(3 * day);
    await expirePanels(context);
    await desk.press('wujianguo', order, 'instruct', 'instruct', { branchProcessingNodeId: '' });
    expect(await limits(order)).toEqual(before);
    await expirePanels(context);
    expect(await limits(order)).toEqual([]);
    expect((await actionsOf(order)).at(-1)).toBe('expire system');
  });

  test('is decided once when the last answer and the expiry job run concurrently', async () => {
    for (let round = 0; round < 6; round += 1) {
      const order = await startCountersign();
      await answer(order, 'xujun');
      clock.forward(3 * day);
      // Looked up before, because on a busy machine the job may close the seat during the lookup.
      const taskId = await taskOf(order, 'staff:staff-zhuhong');
      const [refusal] = await Promise.all([
        perform('zhuhong', order, { action: 'answerCountersign', taskId, passes: true, opinion: '' }),
        expirePanels(context),
      ]);
      await expirePanels(context);
      const actions = await actionsOf(order);
      const { panels } = await stateOf(order);
      if (refusal === null) expect(actions.at(-1)).toBe('answerCountersign staff-zhuhong');
      else expect([refusal, actions.at(-1)]).toEqual(['taskAlreadyHandled', 'expire system']);
      expect(panels[0]?.outcome).toBe(refusal === null ? 'passed' : 'failed');
      expect(await limits(order)).toEqual([]);
    }
  });

  test('is ended once by concurrent jobs', async () => {
    const order = await startCountersign();
    clock.forward(3 * day);
    await Promise.all([expirePanels(context), expirePanels(context), expirePanels(context)]);
    expect((await actionsOf(order)).filter((one) => one === 'expire system')).toHaveLength(1);
  });

  test('is ended by the next run when a process fails before it is written', async () => {
    const order = await startCountersign();
    clock.forward(3 * day);
    const failure = new Error('The process dies');
    const signAuditLog = () => {
      throw failure;
    };
    const failingContext = { ...context, crypto: { ...context.crypto, signAuditLog } };
    await expect(expirePanels(failingContext)).rejects.toMatchObject({ errors: [failure] });
    expect(await limits(order)).toHaveLength(1);
    await expirePanels(context);
    expect(await limits(order)).toEqual([]);
  });

  test('without a limit is decided by the absence job after its last countersigners have left', async () => {
    const order = await startCountersign({ limit: null });
    expect(await answer(order, 'xujun')).toBeNull();
    await skipAbsentSeats(context);
    expect((await actionsOf(order)).at(-1)).toBe('answerCountersign staff-xujun');

    const setDisabledAt = async (disabled_at: Date | null) => {
      await db.updateTable('staff').set({ disabled_at }).where('id', '=', 'staff-zhuhong').execute();
      // Data of the office is cached for some seconds.
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    };
    await setDisabledAt(clock.now);
    await skipAbsentSeats(context);
    await skipAbsentSeats(context);
    expect((await actionsOf(order)).slice(-2)).toEqual(['answerCountersign staff-xujun', 'expire system']);
    expect((await stateOf(order)).panels[0]).toMatchObject({
      outcome: 'failed',
      seats: [{ outcome: 'passed' }, { outcome: 'absent' }],
    });
    expect(await inboxKeys(order)).toEqual(['position:petition-examiner']);
    const trace = await db
      .selectFrom('traces')
      .select(['outcome', 'remark'])
      .where('workorder_id', '=', order.id)
      .where('candidates', '=', sql<string[]>`array['staff:staff-zhuhong']`)
      .executeTakeFirstOrThrow();
    expect(trace).toEqual({ outcome: 'closedByAbsence', remark: '无人可表态，按未表态计' });
    await setDisabledAt(null);
  });

  // The last test, because people stay disabled after it.
  test('that should advance goes back to its handler when the next node has no available handler', async () => {
    const order = await startUntilInstruct();
    await desk.press('wujianguo', order, 'instruct', 'instruct', { branchProcessingNodeId: 'undertake' });
    const seats = ['xujun', 'gaofeng'].map((name) => ({ group: 0, keys: [`staff:staff-${name}`] }));
    expect(await askTwo(order, { goes: 'on', seats }, 'zhuhong', 'undertake')).toBeNull();
    expect(await answer(order, 'xujun')).toBeNull();
    await db.updateTable('staff').set({ disabled_at: clock.now }).where('id', '<>', 'staff-xujun').execute();
    // Data of the office is cached for some seconds.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    clock.forward(15 * day);
    await expirePanels(context);
    expect((await actionsOf(order)).at(-1)).toBe('expire system');
    expect(await limits(order)).toEqual([]);
    const { tasks, panels } = await stateOf(order);
    expect(panels[0]?.outcome).toBe('failed');
    expect(tasks.find(({ nodeId }) => nodeId === 'undertake')).toMatchObject({ outcome: null });
    const record = await db
      .selectFrom('work_order_records')
      .select(['act_name', 'opinion', 'handler_name'])
      .where('workorder_id', '=', order.id)
      .orderBy('number', 'desc')
      .executeTakeFirst();
    expect(record).toMatchObject({ act_name: '退回继续办理', handler_name: '系统' });
    expect(record?.opinion).toMatch(/^会签已有结论，但无法进入下一环节：环节“.+”没有可用的处理人/);
  });
});
