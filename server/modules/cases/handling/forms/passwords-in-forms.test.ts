import { afterAll, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { initiation } from '#contract/initiation.ts';
import { taskDrafts } from '#contract/task-drafts.ts';
import { workOrders } from '#contract/work-orders.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { decryptContent, getPublishedForm, publishForm } from '#server/modules/design/forms/service.ts';
import { readSeedJson } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

/** Tests that a password in a form is stored, and that no call returns it (S2 §2). */

const office = await testOffice();
const { context } = office;
const { db, crypto } = context;
const model = readSeedJson<FormModel>('forms/petition-letter.json');
/** A field that the first node fills in, as a password. */
const word = { id: 'areaDetail', title: '查询口令', 'x-component': 'password', required: true };
const publish = (fields: FormModel['schema']['fields']) =>
  inTransaction(db, (tx) => publishForm(tx, context, { name: '肖涵' }, { ...model, schema: { fields } }));
// A published field cannot become a password, so a version without the field comes between.
await publish(model.schema.fields.filter(({ id }) => id !== word.id));
const published = await publish(model.schema.fields.map((field) => (field.id === word.id ? word : field)));
if (isRefusal(published)) throw new Error(JSON.stringify(published));
const formId = published.id;
await db
  .updateTable('business_items')
  .set({ form_definition_ids: [formId] })
  .where('task_code', '=', 'petition-letter')
  .execute();
const desk = openDesk(office);

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

function startWith(number: number, typed: Record<string, unknown>) {
  const startData = petition(number);
  const content = { ...startData.start.workorderForms[0]?.content, ...typed };
  return { ...startData, start: { ...startData.start, workorderForms: [{ formId, content }] } };
}

async function storedWord({ id }: StartedOrder): Promise<unknown> {
  const { compiled } = await getPublishedForm(db, formId);
  const { content } = await db
    .selectFrom('work_order_forms')
    .select('content')
    .where('workorder_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(content.areaDetail).toEqual({ sealed: expect.any(String) });
  return decryptContent(compiled, content, crypto).areaDetail;
}

const formsOf = (account: string, { code }: StartedOrder) =>
  office.as(account).call(workOrders.detailPage, { params: { workorderCode: code } });

function formsIn({
  text,
}: {
  text: string;
}): readonly { content: Record<string, unknown>; masked: string[] }[] {
  return JSON.parse(text).data.forms;
}

test('a password is stored, and no page, reveal or draft returns it', async () => {
  const order = await desk.start('zhangwei', startWith(1, { areaDetail: 'open-sesame' }));
  expect(await storedWord(order)).toBe('open-sesame');
  const revealed = await office
    .as('liuyang')
    .call(workOrders.revealForms, { params: { workorderCode: order.code } });
  for (const { text } of [await formsOf('zhangwei', order), await formsOf('liuyang', order), revealed])
    expect(text).not.toContain('open-sesame');

  await office
    .as('zhangwei')
    .done(handling.recall, { params: { workorderCode: order.code }, body: { reason: '' } });
  const stage = (content: Record<string, unknown>) =>
    office.as('zhangwei').done(taskDrafts.draftForms, {
      params: { workorderId: order.id },
      body: { workorderForms: [{ id: formId, content }] },
    });
  await stage({ areaDetail: 'other-word' });
  const page = await formsOf('zhangwei', order);
  expect(page.text).not.toMatch(/open-sesame|other-word/);
  const [form] = formsIn(page);
  expect(form?.masked).toContain('areaDetail');
  // The draft is stored once more as it is shown, and then submitted.
  await stage(form?.content ?? {});
  const [shown] = formsIn(await formsOf('zhangwei', order));
  await desk.resubmit('zhangwei', order, shown?.content);
  expect(await storedWord(order)).toBe('other-word');
});

test('the draft of a new order does not keep a password', async () => {
  const { start } = startWith(2, { areaDetail: 'open-sesame' });
  const { taskCode, itemDeployId, applyer, workorderForms } = start;
  const { id } = await office
    .as('zhangwei')
    .done(initiation.saveDraft, { body: { taskCode, itemDeployId, applyer, workorderForms } });
  const draft = await office.as('zhangwei').call(initiation.draft, { params: { workorderId: id } });
  expect(draft.body.errcode).toBe(0);
  expect(draft.text).toContain('letterTitle');
  expect(draft.text).not.toContain('open-sesame');
});
