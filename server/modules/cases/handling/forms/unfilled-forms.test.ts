import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { orderQuery } from '#contract/order-query.ts';
import { workOrders } from '#contract/work-orders.ts';
import { indexOrders } from '#server/modules/cases/work-orders/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { waitForBlockedQuery } from '#test/world/database.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition, units } from '#test/world/start-data.ts';
import { deliverNotices } from '../service.ts';

/** Tests that return, terminate and void do not fill in forms, and that no typed content is lost (0059). */

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);
let lastNumber = 0;
const restoredFormsFound = join(
  import.meta.dirname,
  '../../../../kernel/database/migrations/0055-restored-forms-found.sql',
);

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const formId = 'petition-letter:1';
const formWith = (content: Record<string, unknown>) => ({ workorderForms: [{ formId, content }] });

async function formOf(account: string, order: StartedOrder) {
  const page = await office
    .as(account)
    .done(workOrders.detailPage, { params: { workorderCode: order.code } });
  return page.forms[0];
}

const historyOf = async (account: string, order: StartedOrder) =>
  (await office.as(account).done(workOrders.formHistory, { params: { workorderCode: order.code } })).rows;

async function storedForm(order: StartedOrder) {
  const row = await db
    .selectFrom('work_order_forms')
    .select(['content', 'deleted_at'])
    .where('workorder_id', '=', order.id)
    .executeTakeFirstOrThrow();
  return row;
}

async function orderInExamination(): Promise<StartedOrder> {
  const order = await desk.start('zhangwei', petition(++lastNumber));
  await desk.press('liuyang', order, 'receive', 'receive');
  return order;
}

describe('a return', () => {
  test('stores typed values as a draft of its node and shows them when the task comes back (S1 §5)', async () => {
    const order = await orderInExamination();
    const before = await storedForm(order);
    // The acceptance alone leaves required fields empty, which does not prevent a return.
    await desk.press('zhaomin', order, 'examine', 'return', {
      backNodeIds: 'receive',
      ...formWith({ acceptResult: 'accept', coUnits: units.enforcement, summary: '篡改' }),
    });
    expect(await storedForm(order)).toEqual(before);
    expect((await formOf('liuyang', order))?.content).not.toHaveProperty('coUnits', units.enforcement);
    await desk.press('liuyang', order, 'receive', 'receive');
    const shown = await formOf('zhaomin', order);
    expect(shown?.content).toMatchObject({ acceptResult: 'accept', coUnits: units.enforcement });
    expect(shown?.content).not.toMatchObject({ summary: '篡改' });
    await desk.press('zhaomin', order, 'examine', 'accept');
    expect((await storedForm(order)).content).toMatchObject({ undertakingUnit: units.housing });
  });

  test('is refused, like a void, when the form has invalid values', async () => {
    const order = await orderInExamination();
    for (const [buttonId, fields] of [
      ['return', { backNodeIds: 'receive' }],
      ['void', {}],
    ] as const) {
      const refusal = await desk.tryPress('zhaomin', order, 'examine', buttonId, {
        ...fields,
        ...formWith({ acceptResult: 'accept', coUnits: units.unknown }),
      });
      expect(refusal.body, buttonId).toMatchObject({
        errcode: 40014,
        problems: [{ field: 'petition-letter.coUnits' }],
      });
    }
  });
});

describe('a void (13)', () => {
  test('marks the form content as deleted, stores the typed values and ends with its status (S1 §4)', async () => {
    const order = await orderInExamination();
    const { content } = await storedForm(order);
    const typed = { acceptResult: 'accept', coUnits: units.enforcement };
    const done = await desk.press('zhaomin', order, 'examine', 'void', formWith(typed));
    expect(done).toMatchObject({ status: 16, statusLabel: '作废办结' });
    expect(await storedForm(order)).toEqual({ content, deleted_at: expect.any(Date) });
    expect(await formOf('zhaomin', order)).toBeUndefined();
    const typedForms = await db
      .selectFrom('work_order_typed_forms')
      .select(['number', 'content'])
      .where('workorder_id', '=', order.id)
      .execute();
    expect(typedForms).toEqual([{ number: 3, content: typed }]);
  });

  test('leaves stored and typed values in the form history, typed ones with the typed fields only (S1 §4)', async () => {
    const order = await orderInExamination();
    const typed = { acceptResult: 'accept', coUnits: units.enforcement };
    await desk.press('zhaomin', order, 'examine', 'void', formWith(typed));
    const rows = await historyOf('zhangwei', order);
    expect(
      rows.map(({ kind, flowNodeName, actName, handlerName }) => [kind, flowNodeName, actName, handlerName]),
    ).toEqual([
      ['typed', '受理审查', '作废', '赵敏'],
      ['deleted', '', '', ''],
    ]);
    const [typedRow, deleted] = rows;
    expect(typedRow).toMatchObject({ traceId: `${order.id}.3`, form: { content: typed } });
    expect(Object.keys(typedRow?.form.content ?? {}).sort()).toEqual(['acceptResult', 'coUnits']);
    expect(deleted?.form.content).toHaveProperty('summary');
    const page = await office
      .as('shenjie')
      .done(workOrders.detailPage, { params: { workorderCode: order.code } });
    expect([page.hasFormHistory, page.can.restoreForms]).toEqual([true, true]);
  });

  test('is undone only by the matter administrator, with an audit record', async () => {
    const order = await desk.start('zhangwei', petition(++lastNumber));
    await desk.press('liuyang', order, 'receive', 'void');
    const params = { workorderCode: order.code };
    expect((await office.as('liuyang').call(workOrders.restoreForms, { params })).status).toBe(403);
    expect(await office.as('shenjie').done(workOrders.restoreForms, { params })).toEqual({ restored: 1 });
    expect((await formOf('zhangwei', order))?.content).toMatchObject({ petitionerCount: 1 });
    const link = await db
      .selectFrom('audit_links')
      .select(['action', 'detail'])
      .where('chain', '=', `order:${order.id}`)
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    expect(link).toMatchObject({
      action: 'work-order.restore-forms',
      detail: { forms: ['petition-letter'] },
    });
  });

  test('removes the order from the full-text search until its forms are restored', async () => {
    const order = await desk.start(
      'zhangwei',
      petition(++lastNumber, { demand: '请恢复七号楼的二次供水。' }),
    );
    const findCodes = async (contentWords = '二次供水') => {
      await deliverNotices(office.context);
      await indexOrders(office.context);
      const answer = await office.as('shenjie').done(orderQuery.page, { query: { contentWords } });
      return answer.rows.map(({ code }) => code);
    };
    expect(await findCodes()).toEqual([order.code]);
    await desk.press('liuyang', order, 'receive', 'void');
    expect(await findCodes()).toEqual([]);
    await office.as('shenjie').done(workOrders.restoreForms, { params: { workorderCode: order.code } });
    expect(await findCodes()).toEqual([order.code]);
    // Without anything to restore no record is written.
    await office.as('shenjie').done(workOrders.restoreForms, { params: { workorderCode: order.code } });
    const { rows } = await sql`select from order_query_changes`.execute(db);
    expect(rows).toEqual([]);
  });

  test('restored by an earlier version is found again after the migration', async () => {
    const order = await desk.start('zhangwei', petition(++lastNumber, { demand: '请加固东侧的防洪堤。' }));
    const findCodes = async () => {
      await deliverNotices(office.context);
      await indexOrders(office.context);
      const answer = await office.as('shenjie').done(orderQuery.page, { query: { contentWords: '防洪堤' } });
      return answer.rows.map(({ code }) => code);
    };
    await desk.press('liuyang', order, 'receive', 'void');
    await findCodes();
    await office.as('shenjie').done(workOrders.restoreForms, { params: { workorderCode: order.code } });
    await sql`delete from order_query_changes`.execute(db);
    expect(await findCodes()).toEqual([]);
    await sql.raw(readFileSync(restoredFormsFound, 'utf8')).execute(db);
    expect(await findCodes()).toEqual([order.code]);
  });

  test('is undone without locking the forms while another transaction locks the order', async () => {
    const order = await desk.start('zhangwei', petition(++lastNumber));
    await desk.press('liuyang', order, 'receive', 'void');
    const { restored } = await db.transaction().execute(async (tx) => {
      await sql`select from work_order_states where workorder_id = ${order.id}::uuid for update`.execute(tx);
      const answer = office
        .as('shenjie')
        .done(workOrders.restoreForms, { params: { workorderCode: order.code } });
      await waitForBlockedQuery(db);
      await sql`select from work_order_forms where workorder_id = ${order.id}::uuid for update nowait`.execute(
        tx,
      );
      return { restored: answer };
    });
    expect(await restored).toEqual({ restored: 1 });
  });
});
