import { afterEach, expect, test, vi } from 'vitest';
import { forms } from '#contract/forms.ts';
import { workOrders } from '#contract/work-orders.ts';
import type { FieldModel, FormModel } from '#domain/forms/model.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { readSeedJson } from '#server/seeds/office.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { getPublishedForm, publishForm } from './service.ts';

/** Tests that orders with an earlier version are protected by one published while the portal runs (0064). */

const office = await testOffice();
const { context } = office;
const { db } = context;
const order = await openDesk(office).start('zhangwei', petition(1));
afterEach(() => vi.restoreAllMocks());

const model = readSeedJson<FormModel>('forms/petition-letter.json');
const maskedIds = new Set<string>();
function withMaskedField(id: string): FormModel {
  maskedIds.add(id);
  const fields = model.schema.fields.map(
    (field): FieldModel =>
      maskedIds.has(field.id) ? { ...field, 'x-secret': true, 'x-secret-rule': 'mobile' } : field,
  );
  return { ...model, schema: { fields } };
}

async function readMaskedPaths(): Promise<readonly string[]> {
  const { rows } = await office.as('zhangwei').done(workOrders.forms, { params: { workorderId: order.id } });
  expect(rows[0]?.formVersionCode).toBe(1);
  return rows[0]?.masked ?? [];
}

test('a new masking rule applies at once when the same process published it', async () => {
  expect(await readMaskedPaths()).not.toContain('letterTitle');
  await office
    .as('xiaohan')
    .done(forms.publish, { body: { json: JSON.stringify(withMaskedField('letterTitle')) } });
  expect(await readMaskedPaths()).toContain('letterTitle');
});

test('a new masking rule applies after some seconds when another process published it', async () => {
  const id = 'petition-letter:1';
  const isMasked = async () => {
    const { compiled } = await getPublishedForm(db, id);
    return compiled.byId.get('urgentReason')?.maskRule !== undefined;
  };
  expect(await isMasked()).toBe(false);
  await inTransaction(db, (tx) =>
    publishForm(tx, context, { name: '肖涵' }, withMaskedField('urgentReason')),
  );
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 6_000);
  expect(await isMasked()).toBe(true);
});
