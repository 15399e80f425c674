import { afterAll, describe, expect, test } from 'vitest';
import { documents } from '#contract/documents.ts';
import { handling } from '#contract/handling.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { petitionDocument, publishOrderDocument, withDocuments } from '#test/world/documents.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { units } from '#test/world/start-data.ts';

/**
 * Tests documents that are made manually: only at the right step, and after the action of their button
 * (docs/decisions/0160).
 */

const office = await testOffice();
const { db } = office.context;
withDocuments(office);
await publishOrderDocument(
  office,
  'petition-letter',
  petitionDocument({
    byHand: { when: { field: '办件.受理日期', is: 'exists' }, otherwise: '受理后可以生成' },
  }),
);
await publishOrderDocument(
  office,
  'petition-letter',
  petitionDocument({
    template: { code: 'slip', name: '审查单', numbering: undefined },
    places: [],
    byHand: { nodeIds: ['examine'] },
  }),
);
await publishOrderDocument(
  office,
  'petition-letter',
  petitionDocument({
    template: {
      code: 'record',
      name: '登记单',
      body: [{ kind: 'text', text: '{{办件.状态}}，{{办件.办结日期}}' }],
    },
    places: [{ nodeId: 'examine', buttonId: 'decline' }],
  }),
);
const { desk, start } = openPetitionDesk(office);
const formId = 'petition-letter:1';

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const manualDocumentsOf = async (order: StartedOrder, account: string) => {
  const { byHand } = await office
    .as(account)
    .done(documents.publicList, { params: { workorderId: order.id } });
  return Object.fromEntries(byHand.map(({ code, whyNot }) => [code, whyNot]));
};
const generate = (order: StartedOrder, account: string, code: string) =>
  office.as(account).call(documents.generate, { params: { workorderId: order.id }, body: { code } });
const confirm = (account: string, id: string) =>
  office.as(account).done(documents.activateAll, { body: { docIds: [id], isActive: 1 } });

/** Presses a button of the examination with the documents that it makes. */
async function press(
  order: StartedOrder,
  buttonId: string,
  content: object,
  withDocuments = true,
): Promise<string[]> {
  const workorderForms = [{ formId, content: content as never }];
  const traceId = await desk.traceAt(order, 'examine');
  const request = {
    params: { workorderId: order.id },
    body: { traceId, buttonId, formContent: workorderForms, handlerOpinion: '同意' },
  };
  const { rows } = withDocuments ? await office.as('zhaomin').done(documents.preview, request) : { rows: [] };
  const ids = rows.map(({ id }) => id);
  for (const id of ids) await confirm('zhaomin', id);
  const body = await desk.pressBody(order, 'examine', buttonId, { workorderForms });
  await office.as('zhaomin').done(handling.handle, { body: { ...body, workorderDocIdList: ids } as never });
  return ids;
}

describe('a document made by hand', () => {
  test('is made only when its condition holds, and the table gives the reason before that', async () => {
    const order = await start();
    expect(await manualDocumentsOf(order, 'liuyang')).toMatchObject({
      'acceptance-notice': '受理后可以生成',
      slip: '在“受理审查”环节可以生成',
    });
    expect(await manualDocumentsOf(order, 'liuyang')).not.toHaveProperty('record');
    expect((await generate(order, 'liuyang', 'acceptance-notice')).body.errmsg).toBe('受理后可以生成');
    expect((await generate(order, 'liuyang', 'slip')).body.errmsg).toBe('在“受理审查”环节可以生成');
    await desk.press('liuyang', order, 'receive', 'receive');
    expect(await manualDocumentsOf(order, 'zhaomin')).toMatchObject({ slip: '' });
    expect((await generate(order, 'zhaomin', 'slip')).status).toBe(200);
    // A person without a task gets no list of documents.
    expect(await manualDocumentsOf(order, 'wujianguo')).toEqual({});
  });

  test('has a step that is over as soon as the order cannot reach it any more, for every reader alike', async () => {
    const order = await start();
    const stepsOver = async (account: string) => {
      const request = { params: { workorderId: order.id } };
      const codes = (await office.as(account).done(documents.publicList, request)).stepsOver;
      return ['acceptance-notice', 'receipt', 'record', 'reply'].filter((code) => codes.includes(code));
    };
    await desk.press('liuyang', order, 'receive', 'receive');
    expect(await stepsOver('zhaomin')).toEqual(['receipt']);
    await press(order, 'accept', { acceptResult: 'accept', undertakingUnit: units.housing }, false);
    expect(await stepsOver('wujianguo')).toEqual(['acceptance-notice', 'receipt', 'record']);
    expect(await stepsOver('zhaomin')).toEqual(['acceptance-notice', 'receipt', 'record']);
    await desk.press('wujianguo', order, 'instruct', 'return', { backNodeIds: 'examine' });
    expect(await stepsOver('zhaomin')).toEqual(['receipt']);
  });

  test('is confirmed only once of two drafts, and its button then makes no second document', async () => {
    const order = await start();
    await desk.press('liuyang', order, 'receive', 'receive');
    await press(order, 'accept', { acceptResult: 'accept', undertakingUnit: units.housing }, false);
    const idOf = async () => {
      const response = await generate(order, 'wujianguo', 'acceptance-notice');
      return (response.body.data as unknown as { rows: { id: string }[] }).rows[0]?.id ?? '';
    };
    const first = await idOf();
    // As if another person who may act on the order had made one.
    await db
      .updateTable('order_documents')
      .set({ staff_id: 'staff-other' })
      .where('id', '=', first)
      .execute();
    const second = await idOf();
    expect(second).not.toBe(first);
    await db
      .updateTable('order_documents')
      .set({ staff_id: 'staff-wujianguo' })
      .where('id', '=', first)
      .execute();
    await confirm('wujianguo', first);
    const refusal = await office
      .as('wujianguo')
      .call(documents.activateAll, { body: { docIds: [second], isActive: 1 } });
    expect(refusal.body.errmsg, refusal.text).toBe('该文书已经生成，请查看或下载已有的文书');
    // The order is withdrawn to the examination: the manually made document stays valid, and is sent alone.
    await desk.press('wujianguo', order, 'instruct', 'return', { backNodeIds: 'examine' });
    const madeIds = await press(order, 'accept', { acceptResult: 'accept', undertakingUnit: units.housing });
    expect(madeIds).toEqual([]);
    const { rows } = await office
      .as('zhaomin')
      .done(documents.publicList, { params: { workorderId: order.id } });
    const valid = rows.filter(({ code, state }) => code === 'acceptance-notice' && state === 'valid');
    expect(valid).toMatchObject([{ id: first }]);
  });

  test('replaces a voided document of its button, but not a valid one', async () => {
    const order = await start();
    await desk.press('liuyang', order, 'receive', 'receive');
    const [id = ''] = await press(order, 'accept', {
      acceptResult: 'accept',
      undertakingUnit: units.housing,
    });
    const message = '该文书已经生成，请查看或下载已有的文书';
    expect(await manualDocumentsOf(order, 'wujianguo')).toMatchObject({ 'acceptance-notice': message });
    expect((await generate(order, 'wujianguo', 'acceptance-notice')).body.errmsg).toBe(message);
    await office.as('shenjie').done(documents.void, { params: { docId: id }, body: { reason: '错字' } });
    office.clock.forward(60_000);
    const response = await generate(order, 'wujianguo', 'acceptance-notice');
    const [row] = (response.body.data as unknown as { rows: { id: string; documentNumber: string }[] }).rows;
    await confirm('wujianguo', row?.id ?? '');
    const { rows } = await office
      .as('wujianguo')
      .done(documents.publicList, { params: { workorderId: order.id } });
    expect(rows).toMatchObject([{ state: 'void' }, { state: 'valid', documentNumber: row?.documentNumber }]);
    expect(rows[0]?.documentNumber).not.toBe(rows[1]?.documentNumber);
  });
});

test('a document of a button that ends an order contains the final state and stays unchanged', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  await press(order, 'decline', { acceptResult: 'reject', rejectReason: '已经三级终结。' });
  const { lasting_of, code } = await db
    .selectFrom('order_documents')
    .select(['lasting_of', 'code'])
    .where('workorder_id', '=', order.id)
    .where('code', '=', 'record')
    .executeTakeFirstOrThrow();
  expect([code, lasting_of]).toEqual(['record', expect.stringMatching(/^[0-9a-f]{64}$/)]);
  const { rows } = await office
    .as('zhaomin')
    .done(documents.publicList, { params: { workorderId: order.id } });
  expect(rows.find((row) => row.code === 'record')).toMatchObject({ state: 'valid', changed: false });
});
