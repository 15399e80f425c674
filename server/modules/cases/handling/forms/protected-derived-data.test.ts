import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { forms } from '#contract/forms.ts';
import { initiation } from '#contract/initiation.ts';
import { orderQuery } from '#contract/order-query.ts';
import { workOrders } from '#contract/work-orders.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { expandJson } from '#server/kernel/database/compressed-json.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { updateDraftTitles } from '#server/modules/cases/initiation/service.ts';
import { indexOrders } from '#server/modules/cases/work-orders/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { officeCrypto, testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { deliverNotices, encryptByNewFormVersions } from '../service.ts';

/** Tests data that is derived from forms when a new form version adds protection (docs/decisions/0064). */

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const desk = openDesk(office);
const clerk = office.as('zhangwei');
const admin = office.as('xiaohan');

const place = '塘畔路十七号后院';
const reason = '应向县综合执法局反映';
const title = '反映塘畔路邻里纠纷';
const opinion = '材料不全，请补充现场照片。';

const order = await desk.start('zhangwei', petition(1, { areaDetail: place }));
await desk.press('liuyang', order, 'receive', 'receive');
await desk.press('zhaomin', order, 'examine', 'return', {
  backNodeIds: 'receive',
  handlerOpinion: opinion,
  workorderForms: [
    { formId: 'petition-letter:1', content: { acceptResult: 'reject', rejectReason: reason } },
  ],
});
const formerPlace = '塘畔路四号楼';
const other = await desk.start('zhangwei', petition(2, { areaDetail: formerPlace }));
await desk.press('liuyang', other, 'receive', 'return', { backNodeIds: 'start', backWay: 'replay' });
await desk.resubmit('zhangwei', other, { areaDetail: '' });

const draftBody = (letterTitle: string) => {
  const { taskCode, itemDeployId, applyer, workorderForms } = petition(3, { letterTitle }).start;
  return { taskCode, itemDeployId, applyer, workorderForms };
};
const draft = await clerk.done(initiation.saveDraft, { body: draftBody(title) });

async function updateIndex(): Promise<void> {
  await deliverNotices(context);
  await indexOrders(context);
}
await updateIndex();

const typedForms = async () =>
  await db
    .selectFrom('work_order_typed_forms')
    .select(['number', 'content'])
    .where('workorder_id', '=', order.id)
    .execute();
const findCodes = async (contentWords: string) =>
  (await clerk.done(orderQuery.page, { query: { contentWords } })).rows.map(({ code }) => code);
/** Returns all stored data outside the forms, like a database dump. */
async function dump(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select y::text as text from work_order_typed_forms y union all select d::text from drafts d
    union all select c::text from work_order_form_changes c
    union all select p.body || array_to_string(p.grams, ' ') from order_query_places p`.execute(db);
  return rows.map(({ text }) => text).join('\n');
}

async function protect(...ids: string[]): Promise<void> {
  const { rows } = await admin.done(forms.versions, { query: { code: 'petition-letter' } });
  const { model } = await admin.done(forms.version, { query: { id: rows[0]?.id ?? '' } });
  const { schema, ...rest } = model as FormModel;
  const fields = schema.fields.map((field) =>
    ids.includes(field.id)
      ? { ...field, 'x-encryption': true, 'x-secret': true, 'x-secret-rule': 'name' as const }
      : field,
  );
  const json = JSON.stringify({ ...rest, schema: { ...schema, fields } });
  await admin.done(forms.publish, { body: { json } });
  clock.forward(61_000);
}

const auditRecordsOf = async ({ id }: StartedOrder) =>
  (
    await db
      .selectFrom('audit_links')
      .select('detail')
      .where('object_id', '=', id)
      .where('action', '=', 'work-order.seal-form')
      .orderBy('seq')
      .execute()
  ).map(({ detail }) => detail);

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

describe('a form version with more protection', () => {
  test('finds texts, typed and earlier values and a draft title unencrypted before it is published', async () => {
    const text = await dump();
    for (const value of [place, formerPlace, reason, title]) expect(text).toContain(value);
    expect(await findCodes(place)).toEqual([order.code]);
    expect((await findCodes('电梯')).sort()).toEqual([order.code, other.code].sort());
  });

  test('encrypts everything exactly once when an interrupted run is repeated', async () => {
    await protect('areaDetail', 'rejectReason', 'letterTitle');
    await expect(
      encryptByNewFormVersions(context, () => Promise.reject(new Error('The server was killed'))),
    ).rejects.toThrow('killed');
    expect(await dump()).toContain(title);
    const links = await auditRecordsOf(order);
    expect(links).toContainEqual({ form: 'petition-letter', typedAt: (await typedForms())[0]?.number });

    await encryptByNewFormVersions(context, updateDraftTitles);
    const text = await dump();
    for (const value of [place, formerPlace, reason, title, '塘畔', 'b畔路'])
      expect(text).not.toContain(value);
    expect(await auditRecordsOf(order)).toEqual(links);
    expect((await verifyAudit(db, officeCrypto)).broken).toBeUndefined();
  });

  test('removes its protected values from the search and keeps all others', async () => {
    expect(await findCodes(place)).toEqual([]);
    expect((await findCodes('电梯')).sort()).toEqual([order.code, other.code].sort());
  });

  test('stores typed values encrypted and shows them masked', async () => {
    await desk.press('liuyang', order, 'receive', 'receive');
    const page = await office
      .as('zhaomin')
      .done(workOrders.detailPage, { params: { workorderCode: order.code } });
    expect(page.forms[0]?.masked).toContain('rejectReason');
    expect(page.forms[0]?.content.acceptResult).toBe('reject');
    expect(page.forms[0]?.content.rejectReason).not.toBe(reason);
    await desk.press('zhaomin', order, 'examine', 'accept');
    await updateIndex();
    expect(await dump()).not.toContain(reason);
    expect(await findCodes(reason)).toEqual([]);
  });

  test('leaves the content of a draft unchanged and removes the protected title from drafts and new orders', async () => {
    const { rows } = await clerk.done(initiation.draftList);
    expect(rows.map((row) => row.title)).toEqual(['群众来信办理']);
    const openedDraft = await clerk.done(initiation.draft, { params: { workorderId: draft.id } });
    expect(openedDraft.workorderForms[0]?.content.letterTitle).toBe(title);
    await clerk.done(initiation.saveDraft, { body: { ...draftBody(`${title}又一件`), id: draft.id } });
    expect(await dump()).not.toContain(title);
    const started = await desk.start('zhangwei', petition(4));
    const { title: startedTitle } = await db
      .selectFrom('work_orders')
      .select('title')
      .where('id', '=', started.id)
      .executeTakeFirstOrThrow();
    expect(startedTitle).toBe('群众来信办理');
  });
});

test('events and states contain no form values, only process data and opinions', async () => {
  const rows = [
    ...(await db.selectFrom('work_order_events').select('events as stored').execute()),
    ...(await db.selectFrom('work_order_states').select('state as stored').execute()),
  ];
  const text = rows.map(({ stored }) => JSON.stringify(expandJson(stored))).join('\n');
  // Stored unencrypted: the opinion of the return is in it.
  expect(text).toContain(opinion);
  const filled = [1, 2, 4].flatMap((number) => {
    const { start, valuesByNode } = petition(number, { areaDetail: place });
    return [...start.workorderForms.map(({ content }) => content), ...Object.values(valuesByNode)];
  });
  const values = [{ rejectReason: reason }, ...filled].flatMap(
    (content) => JSON.stringify(content).match(/[\u4e00-\u9fff]{4,}/g) ?? [],
  );
  expect(values.length).toBeGreaterThan(10);
  for (const value of values) expect(text).not.toContain(value);
});
