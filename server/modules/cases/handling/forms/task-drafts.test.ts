import { afterAll, describe, expect, test } from 'vitest';
import { batch } from '#contract/batch.ts';
import { handling } from '#contract/handling.ts';
import { taskDrafts } from '#contract/task-drafts.ts';
import { workOrders } from '#contract/work-orders.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { units } from '#test/world/start-data.ts';
import { cleanUpTaskDrafts } from './task-drafts.ts';

/**
 * Tests 暂存 at a node: stored for its person at the open task, shown on any machine, deleted when the task is
 * done (0112).
 */

const office = await testOffice();
const { db } = office.context;
const { desk, start } = openPetitionDesk(office);
const formId = 'petition-letter:1';

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

async function orderInExamination(): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  return order;
}

const stagedOrder = await orderInExamination();
const params = { workorderId: stagedOrder.id };
const partialForms = [
  { id: formId, content: { acceptResult: 'accept', coUnits: units.enforcement }, metaData: {} },
];
const completeForms = [
  {
    id: formId,
    content: { acceptResult: 'accept', undertakingUnit: units.housing, coUnits: units.enforcement },
  },
];
const refusedFor = { chenjing: 404, tianye: 403, wujianguo: 40310 };
const invalidInputs = [
  {
    makeInvalid: () => ({ params: { workorderId: 'x' }, body: [] }),
    expectedProblems: [['workorderId', '办件标识不正确']] as const,
  },
];

const pageOf = (person: string, order: StartedOrder) =>
  office.as(person).done(workOrders.detailPage, { params: { workorderCode: order.code } });
const contentOf = (page: Awaited<ReturnType<typeof pageOf>>) => page.forms[0]?.content;
const stage = (person: string, order: StartedOrder, content: Record<string, unknown>, handlerOpinion = '') =>
  office.as(person).call(taskDrafts.draftForms, {
    params: { workorderId: order.id },
    body: { workorderForms: [{ id: formId, content }], handlerOpinion },
  });
const count = async () => (await db.selectFrom('staged_tasks').select('id').execute()).length;

describeCalls(office, taskDrafts, {
  draftForms: {
    caller: 'zhaomin',
    request: { params, body: partialForms },
    refusedFor,
    invalidInputs,
    checkAnswer: async (answer) => {
      expect(answer.traceId).toBe(await desk.traceAt(stagedOrder, 'examine'));
      const page = await pageOf('zhaomin', stagedOrder);
      expect(page.task?.staged).toEqual({ stagedAt: answer.stagedAt, opinion: '' });
      expect(contentOf(page)).toMatchObject({ acceptResult: 'accept', coUnits: units.enforcement });
    },
  },
  updateForms: {
    caller: 'zhaomin',
    request: { params, body: completeForms },
    refusedFor,
    invalidInputs: [
      ...invalidInputs,
      {
        makeInvalid: () => ({ params, body: partialForms }),
        expectedProblems: [['petition-letter.undertakingUnit', '承办单位不能为空']],
      },
    ],
    checkAnswer: async () => {
      expect(contentOf(await pageOf('zhaomin', stagedOrder))).toMatchObject({
        undertakingUnit: units.housing,
      });
    },
  },
});

describe('a task draft', () => {
  test('is not stored in the order: others see no change in forms, version and trace', async () => {
    const order = await orderInExamination();
    const before = await pageOf('liuyang', order);
    await stage('zhaomin', order, { acceptResult: 'accept', undertakingUnit: units.housing }, '拟受理');
    const after = await pageOf('liuyang', order);
    expect(contentOf(after)).toEqual(contentOf(before));
    expect(after.order.version).toBe(before.order.version);
    expect(after.traces).toEqual(before.traces);
    const stored = await db.selectFrom('staged_tasks').select('content_sealed').execute();
    expect(JSON.stringify(stored)).not.toContain('住房和城乡建设局');
  });

  test('with some fields keeps the other fields of an earlier draft and of a return', async () => {
    const order = await orderInExamination();
    await stage('zhaomin', order, { acceptResult: 'accept', coUnits: units.enforcement });
    await stage('zhaomin', order, { undertakingUnit: units.housing });
    const all = { acceptResult: 'accept', coUnits: units.enforcement, undertakingUnit: units.housing };
    expect(contentOf(await pageOf('zhaomin', order))).toMatchObject(all);
    await desk.press('zhaomin', order, 'examine', 'return', {
      backNodeIds: ['receive'],
      workorderForms: [{ formId, content: all }],
    });
    await desk.press('liuyang', order, 'receive', 'receive');
    await stage('zhaomin', order, { undertakingUnit: units.transport });
    expect(contentOf(await pageOf('zhaomin', order))).toMatchObject({
      ...all,
      undertakingUnit: units.transport,
    });
    // A draft with only an opinion does not affect the forms.
    await office.as('zhaomin').done(taskDrafts.draftForms, {
      params: { workorderId: order.id },
      body: { workorderForms: [], handlerOpinion: '拟受理' },
    });
    expect(contentOf(await pageOf('zhaomin', order))).toMatchObject({
      ...all,
      undertakingUnit: units.transport,
    });
    // A field that is sent with the order's own value has it again.
    await stage('zhaomin', order, { undertakingUnit: [] });
    expect(contentOf(await pageOf('zhaomin', order))).toMatchObject({ acceptResult: 'accept' });
    expect(contentOf(await pageOf('zhaomin', order))?.undertakingUnit ?? []).toEqual([]);
  });

  test('belongs to one person: two candidates of one task do not overwrite each other', async () => {
    const order = await start();
    await stage('liuyang', order, {}, '刘洋的意见');
    await stage('lina', order, {}, '李娜的意见');
    await stage('liuyang', order, {}, '刘洋改过的意见');
    expect((await pageOf('liuyang', order)).task?.staged?.opinion).toBe('刘洋改过的意见');
    expect((await pageOf('lina', order)).task?.staged?.opinion).toBe('李娜的意见');
    const before = await count();
    const traceId = await desk.traceAt(order, 'receive');
    await desk.press('lina', order, 'receive', 'receive');
    expect(await count()).toBe(before - 2);
    const refusal = await office.as('liuyang').call(taskDrafts.draftForms, {
      params: { workorderId: order.id },
      body: { traceId, workorderForms: [], handlerOpinion: '晚了' },
    });
    expect(refusal.body.errmsg).toBe('该环节已被办理');
  });

  test('is refused for invalid values with all problems at their fields, but not for missing values', async () => {
    const order = await orderInExamination();
    const answer = await stage(
      'zhaomin',
      order,
      { acceptResult: 'accept', undertakingUnit: ['x'], coUnits: ['x'] },
      '长'.repeat(501),
    );
    expect(answer.body.errcode).toBe(40014);
    expect(answer.body.problems?.map(({ field }) => field)).toEqual([
      'handlerOpinion',
      'petition-letter.undertakingUnit',
      'petition-letter.coUnits',
    ]);
    expect((await pageOf('zhaomin', order)).task?.staged).toBeNull();
    expect((await stage('zhaomin', order, {})).body.errcode).toBe(0);
  });

  test('keeps its files, and its task is excluded from a batch', async () => {
    const order = await orderInExamination();
    const file = await desk.paper('zhaomin');
    const stageFiles = (ids: string[]) =>
      office.as('zhaomin').done(taskDrafts.draftForms, {
        params: { workorderId: order.id },
        body: [
          { id: formId, content: { undertakingUnit: units.housing, attachments: ids.map((id) => ({ id })) } },
        ],
      });
    await stageFiles([file.id]);
    const listStagedFiles = () =>
      db
        .selectFrom('files')
        .innerJoin('staged_tasks', 'staged_tasks.id', 'files.draft_id')
        .select('files.id')
        .where('files.id', '=', file.id)
        .execute();
    expect(await listStagedFiles()).toHaveLength(1);
    await stageFiles([]);
    expect(await listStagedFiles()).toHaveLength(0);
    const traceId = await desk.traceAt(order, 'examine');
    const { rows } = await office.as('zhaomin').done(batch.check, { body: { traceIds: [traceId] } });
    expect(rows[0]?.reason).toBe('您在该环节有暂存的内容，请逐件办理');
  });

  test('is deleted when the action submits its values to the forms', async () => {
    const order = await orderInExamination();
    await stage('zhaomin', order, { acceptResult: 'accept', undertakingUnit: units.housing }, '拟受理');
    const { task, forms } = await pageOf('zhaomin', order);
    const content = { ...forms[0]?.content, acceptResult: 'accept', coUnits: units.enforcement };
    await office.as('zhaomin').done(handling.handle, {
      body: {
        workorderId: order.id,
        workorderTraceId: task?.traceId,
        handlerOperation: '1',
        buttonId: 'accept',
        handlerOpinion: task?.staged?.opinion,
        workorderForms: [{ formId, content }],
      },
    });
    expect(contentOf(await pageOf('zhaomin', order))).toMatchObject({ undertakingUnit: units.housing });
    const remainingDrafts = await db
      .selectFrom('staged_tasks')
      .select('id')
      .where('workorder_id', '=', order.id)
      .execute();
    expect(remainingDrafts).toEqual([]);
  });

  test('stored while the task is finished is deleted by the nightly job, and no other draft', async () => {
    const [order, running] = [await orderInExamination(), await orderInExamination()];
    await stage('zhaomin', running, {}, '还在写');
    const { number } = await db
      .selectFrom('traces')
      .select('number')
      .where('workorder_id', '=', order.id)
      .where('handler_status', '=', 1)
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow();
    // The state after the transaction, before the person who finished the task has seen it.
    await db
      .insertInto('staged_tasks')
      .values({
        workorder_id: order.id,
        number,
        staff_id: 'staff-liuyang',
        id: office.context.newId(),
        content_sealed: office.context.crypto.seal('{}'),
        staged_at: office.clock.now,
      })
      .execute();
    expect(await cleanUpTaskDrafts(office.context)).toBe(1);
    expect(await cleanUpTaskDrafts(office.context)).toBe(0);
    expect((await pageOf('zhaomin', running)).task?.staged?.opinion).toBe('还在写');
  });
});
