import { afterAll, expect, test } from 'vitest';
import { forms } from '#contract/forms.ts';
import { initiation } from '#contract/initiation.ts';
import { items } from '#contract/items.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

/** Tests that a draft says which of its values have no place in the current forms of its item. */

const office = await testOffice();
const clerk = office.as('zhangwei');
const admin = office.as('xiaohan');

afterAll(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

const readDraft = (id: string) => clerk.done(initiation.draft, { params: { workorderId: id } });

async function publishForm(model: FormModel): Promise<string> {
  const { id } = await admin.done(forms.publish, { body: { json: JSON.stringify(model) } });
  return id;
}
async function publishItem(taskCode: string): Promise<void> {
  const { settings } = await admin.done(items.read, { query: { taskCode } });
  await admin.done(items.publish, { body: settings });
}

test('a draft names the fields that a new version of the form has no longer, with their text', async () => {
  const { taskCode, itemDeployId, applyer, workorderForms } = petition(1).start;
  const [form] = workorderForms;
  const version = await admin.done(forms.version, { query: { id: form?.formId ?? '' } });
  const model = version.model as FormModel;
  const addition = { id: 'addition', title: '补充情况', 'x-component': 'textarea' };
  const formId = await publishForm({ ...model, schema: { fields: [...model.schema.fields, addition] } });
  await publishItem(taskCode);
  const content = { ...form?.content, addition: '路灯已坏三个月' };
  const { id } = await clerk.done(initiation.saveDraft, {
    body: { taskCode, itemDeployId, applyer, workorderForms: [{ formId, content }] },
  });
  expect((await readDraft(id)).unplaced).toEqual([]);

  await publishForm(model);
  // The item still has the version on which the draft was written.
  expect((await readDraft(id)).unplaced).toEqual([]);
  await publishItem(taskCode);
  const draft = await readDraft(id);
  expect(draft.unplaced).toEqual([{ title: '补充情况', text: '路灯已坏三个月' }]);
  expect(draft.workorderForms[0]?.content).toEqual(content);
});
