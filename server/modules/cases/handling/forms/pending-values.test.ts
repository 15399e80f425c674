import { afterAll, expect, test } from 'vitest';
import { batch } from '#contract/batch.ts';
import { handling } from '#contract/handling.ts';
import { taskDrafts } from '#contract/task-drafts.ts';
import { workOrders } from '#contract/work-orders.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { formValuesAt, proposal } from '#test/world/start-data.ts';

/**
 * Tests pending form values with masked secrets: masks and rows that are sent back belong to these values.
 */

const office = await testOffice();
const { db, crypto } = office.context;
const desk = openDesk(office);
const formId = 'congress-proposal:1';
let lastNumber = 0;

// The assigner may also correct the people of a proposal.
const { definition } = await getPublishedProcess(db, formId);
const assignNode = definition.nodes.assign;
if (assignNode?.kind !== 'userTask') throw new Error('No node named assign');
Object.assign(assignNode.fieldAuthority['congress-proposal'] ?? {}, { leadMobile: 2, coSigners: 2 });

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const first = { name: '叶青', delegation: '2', mobile: '15405712211' };
const second = { name: '林岚', delegation: '1', mobile: '15405713322' };
const third = { name: '何平', delegation: '2', mobile: '15405714433' };
/** Has the same mask as the second one. */
const sameMask = { ...second, mobile: '15400003322' };

async function startedOrder(): Promise<StartedOrder> {
  const startData = proposal(++lastNumber);
  Object.assign(startData.start.workorderForms[0]?.content ?? {}, {
    isJoint: 'yes',
    coSigners: [first, second],
  });
  return desk.start('fenglei', startData);
}

async function formOf(account: string, order: StartedOrder) {
  const page = await office
    .as(account)
    .done(workOrders.detailPage, { params: { workorderCode: order.code } });
  const [form] = page.forms;
  if (!form) throw new Error('No form');
  return form;
}

const signersOf = (form: Awaited<ReturnType<typeof formOf>>) =>
  form.content.coSigners as Record<string, unknown>[];

/** Returns the order's stored content, decrypted. */
async function storedContent({ id }: StartedOrder): Promise<Record<string, unknown>> {
  const { content } = await db
    .selectFrom('work_order_forms')
    .select('content')
    .where('workorder_id', '=', id)
    .executeTakeFirstOrThrow();
  return JSON.parse(JSON.stringify(content), (_, value) =>
    typeof value?.sealed === 'string' ? JSON.parse(crypto.open(value.sealed)) : value,
  );
}

const stage = (order: StartedOrder, content: Record<string, unknown>) =>
  office.as('songjia').done(taskDrafts.draftForms, {
    params: { workorderId: order.id },
    body: [{ id: formId, content }],
  });

/** Presses 交办 with the content of the page, like a browser. */
const assign = (order: StartedOrder, content: Record<string, unknown>) =>
  desk.press('songjia', order, 'assign', 'assign', {
    workorderForms: [{ formId, content: { ...content, ...formValuesAt(order.startData, 'assign') } }],
  });

const returnToStart = (order: StartedOrder, content: Record<string, unknown>) =>
  desk.press('songjia', order, 'assign', 'return', {
    backNodeIds: 'start',
    workorderForms: [{ formId, content }],
  });

test('secrets typed before a return are masked for later handlers and stored when the masks are sent back', async () => {
  const order = await startedOrder();
  const [, shown] = signersOf(await formOf('songjia', order));
  await returnToStart(order, {
    leadMobile: '15405719999',
    coSigners: [{ ...shown, mobile: sameMask.mobile }, third],
  });
  await desk.resubmit('fenglei', order);
  const form = await formOf('songjia', order);
  expect(form.content.leadMobile).toBe('154****9999');
  expect(form.masked).toEqual(['leadMobile', 'coSigners[0].mobile', 'coSigners[1].mobile']);
  expect(signersOf(form)).toMatchObject([
    { _uid: '1', mobile: '154****3322' },
    { _uid: 'n1', mobile: '154****4433' },
  ]);
  const { rows } = await office.as('songjia').done(batch.check, {
    body: { traceIds: [await desk.traceAt(order, 'assign')] },
  });
  expect(rows[0]?.reason).toBe('该环节有退回前填写的内容，请逐件办理');
  const { content } = form;
  const traceId = await desk.traceAt(order, 'assign');
  const preview = await office.as('songjia').call(handling.previewAction, {
    body: {
      workorderId: order.id,
      traceId,
      buttonId: 'assign',
      workorderForms: [{ formId, content: { ...content, ...formValuesAt(order.startData, 'assign') } }],
    },
  });
  expect(preview.body.errcode).toBe(0);
  await assign(order, content);
  expect(await storedContent(order)).toMatchObject({
    leadMobile: '15405719999',
    coSigners: [sameMask, third],
  });
});

test('saving a draft again does not unmask values that others typed before a return', async () => {
  const order = await startedOrder();
  await returnToStart(order, { leadMobile: '15405719999', coSigners: [third] });
  await desk.resubmit('fenglei', order);
  const form = await formOf('songjia', order);
  await stage(order, { ...form.content, coSigners: [...signersOf(form), { ...sameMask, _uid: 'n2' }] });
  const stagedForm = await formOf('songjia', order);
  expect(stagedForm.content.leadMobile).toBe('154****9999');
  expect(signersOf(stagedForm).map(({ mobile }) => mobile)).toEqual(['154****4433', sameMask.mobile]);
  await assign(order, stagedForm.content);
  expect(await storedContent(order)).toMatchObject({
    leadMobile: '15405719999',
    coSigners: [third, sameMask],
  });
});

test('rows of a draft keep their origin when the draft is saved again after other rows were removed', async () => {
  const order = await startedOrder();
  const opened = signersOf(await formOf('songjia', order));
  await stage(order, { coSigners: [opened[1], { ...third, _uid: 'n1' }] });
  const form = await formOf('songjia', order);
  // The person's own input is unmasked; the order's content stays masked.
  expect(signersOf(form)).toMatchObject([{ mobile: '154****3322' }, { mobile: third.mobile }]);
  expect(form.masked).toEqual(['leadMobile', 'coSigners[0].mobile']);
  await stage(order, { ...form.content, coSigners: signersOf(form).slice(1) });
  // A page that was open all the time sends the content with which it was opened.
  await assign(order, { coSigners: [...opened, signersOf(form)[1]] });
  expect(await storedContent(order)).toMatchObject({ coSigners: [first, second, third] });
});

test('a draft row with changed labels does not reveal or move its stored secret', async () => {
  const order = await startedOrder();
  const [one, two] = signersOf(await formOf('songjia', order));
  const labelsOf = ({ name, delegation }: typeof first) => ({ name, delegation });
  await stage(order, {
    coSigners: [
      { ...one, ...labelsOf(second) },
      { ...two, ...labelsOf(third) },
      { ...labelsOf(first), mobile: '' },
    ],
  });
  const form = await formOf('songjia', order);
  expect(signersOf(form).map(({ mobile }) => mobile)).toEqual(['154****2211', '154****3322', '']);
  await assign(order, form.content);
  expect(await storedContent(order)).toMatchObject({
    coSigners: [
      { ...labelsOf(second), mobile: first.mobile },
      { ...labelsOf(third), mobile: second.mobile },
      labelsOf(first),
    ],
  });
});

test('a stored value stays when a draft contains it instead of a value typed before a return', async () => {
  const order = await startedOrder();
  const { leadMobile } = await storedContent(order);
  await returnToStart(order, { leadMobile: '15405719999' });
  await desk.resubmit('fenglei', order);
  const { content } = await formOf('songjia', order);
  expect(content.leadMobile).not.toBe('');
  // A draft with the order's own value keeps it.
  await stage(order, { leadMobile });
  expect((await formOf('songjia', order)).content.leadMobile).not.toBe('154****9999');
});
