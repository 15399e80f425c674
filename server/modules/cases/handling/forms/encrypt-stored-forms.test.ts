import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { workOrders } from '#contract/work-orders.ts';
import type { FieldModel, FormModel } from '#domain/forms/model.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { clearFormCache, publishForm } from '#server/modules/design/forms/service.ts';
import { readSeedJson } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk } from '#test/world/desk.ts';
import { officeCrypto, testOffice } from '#test/world/office.ts';
import { petition, proposal } from '#test/world/start-data.ts';
import { encryptStoredForms } from './encrypt-stored-forms.ts';

const office = await testOffice();
const { context } = office;
const { db } = context;
const desk = openDesk(office);

const signer = { name: '叶青', delegation: '2', mobile: '15405712211' };
const suggestion = proposal(1);
const [form] = suggestion.start.workorderForms;
Object.assign(form?.content ?? {}, { isJoint: 'yes', coSigners: [signer] });
const letter = await desk.start('zhangwei', petition(1));
const joint = await desk.start('zhangwei', suggestion);

const phones = [signer.mobile, '15405712345', String(form?.content.leadMobile)];

/** Returns all stored data of forms, drafts and events, like a database dump. */
async function dump(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select f::text as text from work_order_forms f union all select e::text from work_order_events e
    union all select d::text from drafts d union all select k::text from idempotency_keys k
    union all select a::text from audit_links a`.execute(db);
  return rows.map(({ text }) => text).join('\n');
}

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

describe('telephone numbers inside forms', () => {
  test('are stored encrypted: a dump contains no number of co-signers, involved people and deputies', async () => {
    const text = await dump();
    for (const phone of phones) expect(text).not.toContain(phone);
    expect(text).toContain('叶青');
  });

  test('are returned masked', async () => {
    const params = { workorderId: joint.id };
    const { rows } = await office.as('zhangwei').done(workOrders.forms, { params });
    expect(JSON.parse(rows[0]?.content ?? '')).toMatchObject({ coSigners: [{ mobile: '154****2211' }] });
    expect(rows[0]?.masked).toContain('coSigners[0].mobile');
  });
});

describe('an office with unencrypted telephone numbers', () => {
  const codes = ['petition-letter', 'congress-proposal'];
  const withoutProtection = (field: FieldModel): FieldModel => {
    const { 'x-encryption': _, 'x-secret': __, 'x-secret-rule': ___, ...rest } = field;
    return rest.columns ? { ...rest, columns: rest.columns.map(withoutProtection) } : rest;
  };

  /** Resets the versions of orders to ones without protection, and the content to plain text. */
  async function removeProtection(): Promise<void> {
    for (const code of codes) {
      const model = readSeedJson<FormModel>(`forms/${code}.json`);
      const fields = model.schema.fields.map((field) => (field.columns ? withoutProtection(field) : field));
      await db
        .updateTable('form_definitions')
        .set({ model: JSON.stringify({ ...model, schema: { fields } }) })
        .where('code', '=', code)
        .execute();
    }
    clearFormCache(db);
    const openContent = { involved: [{ name: '钱经理', relation: 'witness', phone: '15405712345' }] };
    for (const [id, content] of [
      [letter.id, openContent],
      [joint.id, { coSigners: [signer] }],
    ] as const)
      await sql`update work_order_forms set content = content || ${JSON.stringify(content)}::jsonb
        where workorder_id = ${id}::uuid`.execute(db);
  }

  test('encrypts them once after the next version is published, with an audit record and a digest', async () => {
    await removeProtection();
    expect(await dump()).toContain(signer.mobile);
    for (const code of codes) {
      const model = readSeedJson<FormModel>(`forms/${code}.json`);
      await inTransaction(db, (tx) => publishForm(tx, context, { name: '肖涵' }, model));
    }
    clearFormCache(db);
    expect(await encryptStoredForms(context)).toBe(2);
    const text = await dump();
    for (const phone of phones) expect(text).not.toContain(phone);
    const links = await db
      .selectFrom('audit_links')
      .select(['object_id', 'digests'])
      .where('action', '=', 'work-order.seal-form')
      .execute();
    expect(links.map(({ object_id }) => object_id).sort()).toEqual([letter.id, joint.id].sort());
    expect(links[0]?.digests).not.toBeNull();
    expect(await encryptStoredForms(context)).toBe(0);
  });

  test('shows and stores them protected on orders that use the old version', async () => {
    const params = { workorderId: letter.id };
    const { rows } = await office.as('liuyang').done(workOrders.forms, { params });
    expect(rows[0]).toMatchObject({ formVersionCode: 1, masked: ['involved[0].phone'] });
    await desk.press('liuyang', letter, 'receive', 'receive');
    await desk.press('zhaomin', letter, 'examine', 'accept');
    const text = await dump();
    for (const phone of phones) expect(text).not.toContain(phone);
    expect((await verifyAudit(db, officeCrypto)).broken).toBeUndefined();
  });
});
