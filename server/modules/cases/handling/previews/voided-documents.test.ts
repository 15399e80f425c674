import { afterAll, expect, test } from 'vitest';
import { documents } from '#contract/documents.ts';
import { handling } from '#contract/handling.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { petitionDocument, publishOrderDocument, withDocuments } from '#test/world/documents.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { units } from '#test/world/start-data.ts';

/** Tests that the preview of an action names exactly the documents that the action voids. */

const office = await testOffice();
withDocuments(office);
await publishOrderDocument(office, 'petition-letter', petitionDocument({}));
const { desk, start } = openPetitionDesk(office);
const content = { acceptResult: 'accept', undertakingUnit: units.housing };

afterAll(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

/** Brings an order to 领导批示, with the document of 受理审查. */
async function acceptedOrder() {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  const traceId = await desk.traceAt(order, 'examine');
  const workorderForms = [{ formId: 'petition-letter:1', content }];
  const { rows } = await office.as('zhaomin').done(documents.preview, {
    params: { workorderId: order.id },
    body: { traceId, buttonId: 'accept', formContent: workorderForms as never },
  });
  const docIds = rows.map(({ id }) => id);
  await office.as('zhaomin').done(documents.activateAll, { body: { docIds, isActive: 1 } });
  await desk.press('zhaomin', order, 'examine', 'accept', { workorderForms, workorderDocIdList: docIds });
  const documentNumber = rows[0]?.documentNumber ?? '';
  expect(documentNumber).not.toBe('');
  return { order, traceId, voids: [{ name: rows[0]?.name, documentNumber }] };
}

const previewOf = (person: string, orderId: string, input: Record<string, unknown>) =>
  office.as(person).done(handling.previewAction, { body: { workorderId: orderId, ...input } });

test('a withdrawal and a return name the documents that they void, other actions name none', async () => {
  const { order, traceId, voids } = await acceptedOrder();
  const withdrawal = await previewOf('zhaomin', order.id, { offer: 'withdraw', traceId });
  expect(withdrawal.outcome?.voids).toEqual(voids);
  const instruct = { traceId: await desk.traceAt(order, 'instruct') };
  const toReturn = { ...instruct, buttonId: 'return', backNodeIds: 'receive' };
  expect((await previewOf('wujianguo', order.id, toReturn)).outcome?.voids).toEqual(voids);
  // A terminated order keeps its documents.
  const toTerminate = { ...instruct, buttonId: 'terminate' };
  expect((await previewOf('wujianguo', order.id, toTerminate)).outcome?.voids).toEqual([]);

  await office.as('zhaomin').done(handling.withdraw, {
    params: { workorderCode: order.code },
    body: { traceId, reason: '' },
  });
  const { rows } = await office
    .as('zhaomin')
    .done(documents.publicList, { params: { workorderId: order.id } });
  expect(rows.map(({ name, documentNumber, state }) => ({ name, documentNumber, state }))).toEqual(
    voids.map((document) => ({ ...document, state: 'void' })),
  );
  // A document that is void already is not named again.
  const atExamine = { traceId: await desk.traceAt(order, 'examine'), buttonId: 'void' };
  expect((await previewOf('zhaomin', order.id, atExamine)).outcome?.voids).toEqual([]);
});
