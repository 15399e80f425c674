import { describe, expect, test } from 'vitest';
import { catalogue } from '#contract/catalogue.ts';
import { initiation } from '#contract/initiation.ts';
import { workOrders } from '#contract/work-orders.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { readSeedJson } from '#server/seeds/office.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { publishForm } from './service.ts';

/** Tests the letter's form in a frame of a third party, in a published item (S1 §2 formType 2). */
const office = await testOffice();
const { context } = office;
const model = readSeedJson<FormModel>('forms/petition-letter.json');
const framedModel: FormModel = {
  // Files are only supported in our own forms.
  schema: { fields: model.schema.fields.filter((field) => field['x-component'] !== 'upload') },
  globalConfig: {
    ...model.globalConfig,
    frame: { url: 'https://forms.example.gov.cn/letter', height: 600 },
  },
};
const published = await inTransaction(context.db, (tx) =>
  publishForm(tx, context, { name: '肖涵' }, framedModel),
);
if (isRefusal(published)) throw new Error(JSON.stringify(published));
await context.db
  .updateTable('business_items')
  .set({ form_definition_ids: [published.id] })
  .where('task_code', '=', 'petition-letter')
  .execute();
const desk = openDesk(office);
const startData = petition(1);
const content = startData.start.workorderForms[0]?.content ?? {};
const start = { ...startData.start, workorderForms: [{ formId: published.id, content }] };

describe('a form of a third party', () => {
  test('is stored, offered with its page, and masked by its declared fields', async () => {
    const item = await office
      .as('zhangwei')
      .done(catalogue.item, { params: { taskCode: 'petition-letter' } });
    expect(item.forms[0]).toMatchObject({
      formType: 2,
      formStructure: { globalConfig: { frame: { url: 'https://forms.example.gov.cn/letter' } } },
    });
    const order = await desk.start('zhangwei', { ...startData, start });
    const page = await office
      .as('liuyang')
      .done(workOrders.detailPage, { params: { workorderCode: order.code } });
    const [form] = page.forms;
    expect(form).toMatchObject({ formType: 2, content: { letterTitle: '反映小区电梯长期停用（1）' } });
    // Secret fields are masked before they leave the server, also in forms of a third party.
    expect(form?.masked).toEqual(['involved[0].phone']);
  });

  test('is validated like any other: an invalid value is reported at its field, an unknown field is not', async () => {
    const invalidBody = {
      ...start,
      applyer: petition(2).start.applyer,
      workorderForms: [{ formId: published.id, content: { ...content, channel: 'pigeon', extra: 'x' } }],
    };
    const answer = await office.as('zhangwei').call(initiation.initiate, { body: invalidBody });
    expect(answer.body.problems?.map(({ field }) => field)).toEqual(['petition-letter.channel']);
  });

  test('is not marked as deleted by action 13 (S1 §4), and the audit log stays valid', async () => {
    const order = await desk.start('zhangwei', {
      ...startData,
      start: { ...start, applyer: petition(3).start.applyer },
    });
    await desk.press('liuyang', order, 'receive', 'void');
    const formRows = await context.db
      .selectFrom('work_order_forms')
      .select('deleted_at')
      .where('workorder_id', '=', order.id)
      .execute();
    expect(formRows).toEqual([{ deleted_at: null }]);
    const { findings } = await verifyAudit(context.db, context.crypto);
    expect(findings).toEqual([]);
  });
});
