import { afterAll, describe, expect, test } from 'vitest';
import { askingOthers } from '#contract/asking-others.ts';
import { handling } from '#contract/handling.ts';
import { taskDrafts } from '#contract/task-drafts.ts';
import { workOrders } from '#contract/work-orders.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { units } from '#test/world/start-data.ts';

/**
 * Tests that content typed when others are asked stays at the task for the person who typed it
 * (docs/decisions/0094, 0112).
 */

const office = await testOffice();
const { db } = office.context;
const { desk, start } = openPetitionDesk(office);
const { taskOf, stateOf } = openCommands(office);
const formId = 'petition-letter:1';
const examinerKey = 'position:petition-examiner';
const typedContent = { acceptResult: 'accept', coUnits: units.enforcement };
const withForms = (content: Record<string, unknown> = typedContent) => ({
  workorderForms: [{ formId, content }],
});
const person = (name: string) => ({ handlerType: 1, assignHandlerId: `staff-${name}` });

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

async function orderInExamination(): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  return order;
}

const traceOf = async (order: StartedOrder, candidate = examinerKey) =>
  `${order.id}.${await taskOf(order, candidate)}`;
const pageOf = (account: string, order: StartedOrder) =>
  office.as(account).done(workOrders.detailPage, { params: { workorderCode: order.code } });
const formOf = async (account: string, order: StartedOrder) =>
  (await pageOf(account, order)).forms[0]?.content;
const storedContent = async (order: StartedOrder) =>
  (
    await db
      .selectFrom('work_order_forms')
      .select('content')
      .where('workorder_id', '=', order.id)
      .executeTakeFirstOrThrow()
  ).content;
const stagedDrafts = async (order: StartedOrder) =>
  (
    await db
      .selectFrom('staged_tasks')
      .select(['number', 'staff_id'])
      .where('workorder_id', '=', order.id)
      .execute()
  ).map(({ number, staff_id }) => `${number} ${staff_id}`);

async function ask(order: StartedOrder, handlerOperation: number, more: object = {}) {
  const body = {
    workorderId: order.id,
    workorderTraceId: await traceOf(order),
    handlerOperation,
    handlerOpinion: '请协助',
    countersignList: [person('xujun')],
    ...withForms(),
    ...more,
  };
  return office.as('zhaomin').call(handling.handle, { body: body as never });
}

/** Gives the answer of the person who was asked, after which the task returns to its handler. */
async function giveAnswer(order: StartedOrder, operation?: '01') {
  const traceId = await traceOf(order, 'staff:staff-xujun');
  if (operation)
    return office.as('xujun').done(handling.handle, {
      body: { workorderId: order.id, workorderTraceId: traceId, handlerOperation: operation },
    });
  return office.as('xujun').done(askingOthers.sign, { body: { traceId, opinion: '无意见' } });
}

describe('form values typed in a consultation', () => {
  test.each([
    ['countersign', 5, {}, '01'],
    ['request for a further signer', 3, {}, undefined],
    ['delegation with return', 8, { delegateReturns: true }, undefined],
  ] as const)(
    'are staged at the task and not stored in the order by a %s',
    async (_, operation, more, answer) => {
      const order = await orderInExamination();
      const before = await storedContent(order);
      const response = await ask(order, operation, more);
      expect(response.status, response.text).toBe(200);
      expect(await storedContent(order)).toEqual(before);
      expect(await stagedDrafts(order)).toEqual([
        `${(await stateOf(order)).panels[0]?.byTaskId} staff-zhaomin`,
      ]);
      expect(await formOf('xujun', order)).not.toHaveProperty('coUnits', units.enforcement);
      await giveAnswer(order, answer);
      const page = await pageOf('zhaomin', order);
      expect(page.forms[0]?.content).toMatchObject(typedContent);
      // The text was addressed to others, and is in the trace.
      expect(page.task?.staged).toEqual({ stagedAt: expect.any(String), opinion: '' });
      await desk.press('zhaomin', order, 'examine', 'accept');
      expect(await stagedDrafts(order)).toEqual([]);
    },
  );

  test('are stored as a task draft by a return to handler', async () => {
    const order = await orderInExamination();
    await ask(order, 8, { workorderForms: [] });
    const traceId = await traceOf(order, 'staff:staff-xujun');
    const input = { traceId, candidate: 'staff:staff-zhaomin', opinion: '请补充说明' };
    const wrong = await office.as('xujun').call(askingOthers.returnToHandler, {
      body: { ...input, candidate: '', ...withForms({ ...typedContent, coUnits: ['x'] }) },
    });
    expect(wrong.body.problems?.map(({ field }) => field)).toEqual(['candidate', 'petition-letter.coUnits']);
    const response = await office
      .as('xujun')
      .call(askingOthers.returnToHandler, { body: { ...input, ...withForms() } });
    expect(response.status, response.text).toBe(200);
    expect(await storedContent(order)).not.toHaveProperty('coUnits', units.enforcement);
    expect(await stagedDrafts(order)).toEqual([`${traceId.split('.')[1]} staff-xujun`]);
    const signature = { traceId: await traceOf(order, 'staff:staff-zhaomin'), opinion: '已补充' };
    await office.as('zhaomin').done(askingOthers.submitToHandler, { body: signature });
    expect(await formOf('xujun', order)).toMatchObject(typedContent);
  });

  test('are shown to the new handler after a permanent delegation', async () => {
    const order = await orderInExamination();
    const before = await storedContent(order);
    expect((await ask(order, 8)).status).toBe(200);
    expect(await storedContent(order)).toEqual(before);
    expect(await stagedDrafts(order)).toEqual([]);
    expect(await formOf('xujun', order)).toMatchObject(typedContent);
  });

  test('are stored as a task draft, with the opinion beside the reason of a countersign', async () => {
    const order = await orderInExamination();
    await ask(order, 5, { stagedOpinion: '拟同意受理' });
    await giveAnswer(order, '01');
    expect((await pageOf('zhaomin', order)).task?.staged?.opinion).toBe('拟同意受理');
  });
});

describe('an earlier task draft', () => {
  const stage = (order: StartedOrder, content: Record<string, unknown>, handlerOpinion: string) =>
    office.as('zhaomin').done(taskDrafts.draftForms, {
      params: { workorderId: order.id },
      body: { workorderForms: [{ id: formId, content }], handlerOpinion },
    });

  test('stays when an action sends no forms, as old clients do', async () => {
    const order = await orderInExamination();
    await stage(order, typedContent, '拟同意');
    await ask(order, 3, { workorderForms: undefined });
    await giveAnswer(order);
    expect((await pageOf('zhaomin', order)).task?.staged?.opinion).toBe('拟同意');
    expect(await formOf('zhaomin', order)).toMatchObject(typedContent);
  });

  test('is replaced by newly typed values, and deleted when the stored values are sent', async () => {
    const order = await orderInExamination();
    await stage(order, typedContent, '拟同意');
    await ask(order, 3, withForms({ ...typedContent, coUnits: units.housing }));
    await giveAnswer(order);
    expect(await formOf('zhaomin', order)).toMatchObject({ coUnits: units.housing });
    await ask(order, 3, withForms(await storedContent(order)));
    await giveAnswer(order);
    expect(await stagedDrafts(order)).toEqual([]);
  });
});

describe('a consultation', () => {
  const long = '长'.repeat(501);

  test.each([
    ['countersign', 5],
    ['request for a further signer', 3],
    ['delegation', 8],
  ])(
    'by a %s reports invalid form values with all other problems, but no missing values',
    async (_, operation) => {
      const order = await orderInExamination();
      const response = await ask(order, operation, {
        ...withForms({ ...typedContent, coUnits: ['x'] }),
        countersignList: [],
      });
      expect(response.body.problems?.map(({ field }) => field)).toEqual([
        'countersignList',
        'petition-letter.coUnits',
      ]);
      expect(await stagedDrafts(order)).toEqual([]);
    },
  );

  test('reports an opinion beside the reason that is too long', async () => {
    const response = await ask(await orderInExamination(), 5, { stagedOpinion: long });
    expect(response.body.problems?.map(({ field }) => field)).toEqual(['stagedOpinion']);
  });

  test('by a consulted person stores no draft, because that person fills in no form', async () => {
    const order = await orderInExamination();
    await ask(order, 8, { delegateReturns: true, workorderForms: [] });
    const more = {
      workorderId: order.id,
      workorderTraceId: await traceOf(order, 'staff:staff-xujun'),
      handlerOperation: 3,
      countersignList: [person('zhuhong')],
      ...withForms(),
    };
    const response = await office.as('xujun').call(handling.handle, { body: more as never });
    expect(response.status, response.text).toBe(200);
    expect(await stagedDrafts(order)).toEqual([]);
  });
});
