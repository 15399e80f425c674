import { afterAll, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { taskDrafts } from '#contract/task-drafts.ts';
import { workOrders } from '#contract/work-orders.ts';
import { decryptContent, getPublishedForm } from '#server/modules/design/forms/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

/** Tests a draft that is loaded with its masks and sent again: no masked value is lost or changed (0112). */

const office = await testOffice();
const { db, crypto } = office.context;
const desk = openDesk(office);
const formId = 'petition-letter:1';
const first = { name: '孙丽华', certCode: '', mobile: '15405711111' };
const second = { name: '何建平', certCode: '', mobile: '15405722222' };
const third = { name: '罗晓燕', certCode: '', mobile: '15405733333' };

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

async function recalledOrder(number: number): Promise<StartedOrder> {
  const order = await desk.start(
    'zhangwei',
    petition(number, { petitionerCount: 5, representatives: [first, second] }),
  );
  await office
    .as('zhangwei')
    .done(handling.recall, { params: { workorderCode: order.code }, body: { reason: '' } });
  return order;
}

type Row = Record<string, unknown>;

/** Returns the form as the page has it; a row that is unknown to the server gets a mark by the page. */
async function shownForm(order: StartedOrder) {
  const page = await office
    .as('zhangwei')
    .done(workOrders.detailPage, { params: { workorderCode: order.code } });
  const form = page.forms[0];
  const rows = ((form?.content.representatives ?? []) as Row[]).map(
    (row, index): Row => ({
      _uid: `n${index}`,
      ...row,
    }),
  );
  return { content: { ...form?.content, representatives: rows }, rows, masked: form?.masked };
}

const stage = (order: StartedOrder, content: Row) =>
  office.as('zhangwei').done(taskDrafts.draftForms, {
    params: { workorderId: order.id },
    body: { workorderForms: [{ id: formId, content }] },
  });

async function storedRows(order: StartedOrder): Promise<unknown> {
  const form = await getPublishedForm(db, formId);
  const { content } = await db
    .selectFrom('work_order_forms')
    .select('content')
    .where('workorder_id', '=', order.id)
    .executeTakeFirstOrThrow();
  return decryptContent(form.compiled, content, crypto).representatives;
}

describe('a table with secrets in a draft that is submitted as it is shown', () => {
  test('stores new and changed rows as they were typed', async () => {
    const order = await recalledOrder(1);
    const { content, rows } = await shownForm(order);
    expect(rows.map(({ name }) => name)).toEqual(['**华', '**平']);
    await stage(order, {
      ...content,
      representatives: [
        rows[0],
        { ...rows[1], mobile: '15405799999' },
        { ...third, _uid: 'n9', _isNew: true },
      ],
    });
    const secondForm = await shownForm(order);
    // People see their own typed values; values stored with the order stay masked.
    expect(secondForm.rows).toMatchObject([
      { _uid: '0', name: '**华', mobile: '154****1111' },
      { _uid: '1', name: '**平', mobile: '15405799999' },
      third,
    ]);
    expect(secondForm.masked).toEqual([
      'representatives[0].name',
      'representatives[0].mobile',
      'representatives[1].name',
      ...(secondForm.masked ?? []).filter((path) => !path.startsWith('representatives')),
    ]);
    await desk.resubmit('zhangwei', order, secondForm.content);
    expect(await storedRows(order)).toEqual([first, { ...second, mobile: '15405799999' }, third]);
  });

  test('keeps the values of each row when a row above it was removed', async () => {
    const order = await recalledOrder(2);
    const { content, rows } = await shownForm(order);
    await stage(order, { ...content, representatives: [rows[1], { ...third, _uid: 'n9' }] });
    const secondForm = await shownForm(order);
    // Stored a second time unchanged, and then submitted.
    await stage(order, secondForm.content);
    await desk.resubmit('zhangwei', order, (await shownForm(order)).content);
    expect(await storedRows(order)).toEqual([second, third]);
  });
});
