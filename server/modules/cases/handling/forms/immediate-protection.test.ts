import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { forms } from '#contract/forms.ts';
import { workOrders } from '#contract/work-orders.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { updateDraftTitles } from '#server/modules/cases/initiation/service.ts';
import { publishForm } from '#server/modules/design/forms/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk } from '#test/world/desk.ts';
import { officeCrypto, testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { encryptByNewFormVersions } from '../service.ts';

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const desk = openDesk(office);
const admin = office.as('xiaohan');

const place = '塘畔路十七号后院';
const order = await desk.start('zhangwei', petition(1, { areaDetail: place }));

/** Returns the newest version with this field masked and encrypted. */
async function modelProtecting(id: string): Promise<FormModel> {
  const { rows } = await admin.done(forms.versions, { query: { code: 'petition-letter' } });
  const { model } = await admin.done(forms.version, { query: { id: rows[0]?.id ?? '' } });
  const { schema, ...rest } = model as FormModel;
  const fields = schema.fields.map((field) =>
    field.id === id
      ? { ...field, 'x-encryption': true, 'x-secret': true, 'x-secret-rule': 'name' as const }
      : field,
  );
  return { ...rest, schema: { ...schema, fields } };
}

const shownField = async () => {
  const { rows } = await office.as('liuyang').done(workOrders.forms, { params: { workorderId: order.id } });
  return {
    value: (JSON.parse(rows[0]?.content ?? '{}') as { areaDetail?: string }).areaDetail,
    version: rows[0]?.formVersionCode,
    masked: rows[0]?.masked,
  };
};

const storedContent = async () =>
  JSON.stringify(
    await db
      .selectFrom('work_order_forms')
      .select('content')
      .where('workorder_id', '=', order.id)
      .executeTakeFirstOrThrow(),
  );

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

describe('a form version with more protection, published while orders are open', () => {
  test('masks orders of earlier versions at once', async () => {
    expect(await shownField()).toEqual({ value: place, version: 1, masked: ['involved[0].phone'] });
    const model = await modelProtecting('areaDetail');
    await admin.done(forms.publish, { body: { json: JSON.stringify(model) } });
    const after = await shownField();
    expect(after.version).toBe(1);
    expect(after.masked).toContain('areaDetail');
    expect(after.value).not.toBe(place);
  });

  test('encrypts stored plain values once no server can use the earlier version', async () => {
    await encryptByNewFormVersions(context, updateDraftTitles);
    expect(await storedContent()).toContain(place);
    clock.forward(61_000);
    await encryptByNewFormVersions(context, updateDraftTitles);
    expect(await storedContent()).not.toContain(place);
    const links = () =>
      db.selectFrom('audit_links').select('object_id').where('action', '=', 'work-order.seal-form').execute();
    expect(await links()).toEqual([{ object_id: order.id }]);
    await encryptByNewFormVersions(context, updateDraftTitles);
    expect(await links()).toHaveLength(1);
    expect((await shownField()).masked).toContain('areaDetail');
    expect((await verifyAudit(db, officeCrypto)).broken).toBeUndefined();
  });
});

test('a publication that waited for another one may not remove its protection', async () => {
  const protectedModel = await modelProtecting('demand');
  const { rows } = await admin.done(forms.versions, { query: { code: 'petition-letter' } });
  const { model } = await admin.done(forms.version, { query: { id: rows[0]?.id ?? '' } });
  const { globalConfig } = model as FormModel;
  const json = JSON.stringify({
    ...(model as FormModel),
    globalConfig: { ...globalConfig, title: '来信登记表' },
  });
  const pending = await inTransaction(db, async (tx) => {
    await publishForm(tx, context, { name: '肖涵' }, protectedModel);
    const publication = admin.call(forms.publish, { body: { json } });
    await pause(300);
    return { publication };
  });
  const { status, body } = await pending.publication;
  expect(status).toBe(400);
  expect(body.problems?.map(({ field }) => field)).toEqual(['demand', 'demand']);
});
