import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { batch } from '#contract/batch.ts';
import { documents } from '#contract/documents.ts';
import { handling } from '#contract/handling.ts';
import { workOrders } from '#contract/work-orders.ts';
import { type DocumentSource, noDocuments } from '#server/adapters/gateways/documents/document-source.ts';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { units } from '#test/world/start-data.ts';

/**
 * Tests documents that are made, used and discarded concurrently, actions without documents, and facts from
 * before the step (docs/decisions/0096).
 */

const office = await testOffice();
const { db, files } = office.context;
const { desk, start } = openPetitionDesk(office);
const formId = 'petition-letter:1';
const content = { acceptResult: 'accept', undertakingUnit: units.housing };
const acceptance = { code: 'acceptance', name: '受理通知书' };
const refusal = { code: 'refusal', name: '不予受理告知书' };

let documentsByButton: Record<string, (typeof acceptance)[]>;
let duringCreation: () => Promise<unknown>;
let readyCount = 0;
const source: DocumentSource = {
  ...noDocuments,
  makeReady: () => {
    readyCount += 1;
  },
  documentsByButton: async ({ nodeId }) => (nodeId === 'examine' ? documentsByButton : {}),
  make: async ({ name }) => {
    await duringCreation();
    return { fileName: `${name}.pdf`, contentType: 'application/pdf', bytes: samplePdf };
  },
};
(office.context as { documents: DocumentSource }).documents = source;

beforeEach(() => {
  documentsByButton = { accept: [acceptance] };
  duringCreation = async () => undefined;
  readyCount = 0;
});
afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

async function orderInExamination(): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  return order;
}

const preview = async (order: StartedOrder, traceId: string, more: object = {}) =>
  office.as('zhaomin').call(documents.preview, {
    params: { workorderId: order.id },
    body: { traceId, buttonId: 'accept', formContent: [{ formId, content }], ...more } as never,
  });
const idsOf = (answer: { body: { data?: unknown } }) =>
  (answer.body.data as { rows: { docId: string }[] }).rows.map(({ docId }) => docId);
const activate = (docIds: string[], isActive: 0 | 1 = 1) =>
  office.as('zhaomin').done(documents.activateAll, { body: { docIds, isActive } });
const accept = async (order: StartedOrder) => {
  const body = await desk.pressBody(order, 'examine', 'accept', { workorderForms: [{ formId, content }] });
  return office.as('zhaomin').call(handling.handle, { body });
};
const filesOfOrder = (order: StartedOrder) =>
  db.selectFrom('files').select('id').where('workorder_id', '=', order.id).execute();

describe('documents that are made again', () => {
  test('leave the file of a document that the action takes concurrently', async () => {
    const order = await orderInExamination();
    const traceId = await desk.traceAt(order, 'examine');
    const [id = ''] = idsOf(await preview(order, traceId));
    await activate([id]);
    duringCreation = async () => {
      duringCreation = async () => undefined;
      expect((await accept(order)).status).toBe(200);
    };
    await preview(order, traceId);
    expect(await filesOfOrder(order)).toEqual([{ id }]);
    expect(await files.size(id)).toBe(samplePdf.length);
  });

  test('concurrently are stored once', async () => {
    const order = await orderInExamination();
    const traceId = await desk.traceAt(order, 'examine');
    await Promise.all([preview(order, traceId), preview(order, traceId), preview(order, traceId)]);
    const rows = await db
      .selectFrom('order_documents')
      .select('id')
      .where('workorder_id', '=', order.id)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('return 404 by an id of another button or of a document that is not configured any more', async () => {
    documentsByButton = { accept: [acceptance], terminate: [refusal] };
    const order = await orderInExamination();
    const traceId = await desk.traceAt(order, 'examine');
    const [docId] = idsOf(await preview(order, traceId));
    const other = await preview(order, traceId, { buttonId: 'terminate', docId });
    expect(other.status, other.text).toBe(404);
    documentsByButton = { accept: [refusal] };
    const response = await preview(order, traceId, { docId });
    expect(response.status, response.text).toBe(404);
    documentsByButton = { accept: [acceptance] };
    expect(idsOf(await preview(order, traceId, { docId }))).toHaveLength(1);
  });
});

describe('documents of a button', () => {
  test('are not taken by another action that names the button', async () => {
    const order = await orderInExamination();
    const traceId = await desk.traceAt(order, 'examine');
    await activate(idsOf(await preview(order, traceId)));
    const delegated = await office.as('zhaomin').call(handling.handle, {
      body: {
        workorderId: order.id,
        workorderTraceId: traceId,
        handlerOperation: '8',
        buttonId: 'accept',
        handlerOpinion: '请代为审查',
        countersignList: [{ handlerType: '1', assignHandlerId: 'staff-liuyang' }],
      } as never,
    });
    expect(delegated.status, delegated.text).toBe(200);
    expect(await filesOfOrder(order)).toEqual([]);
  });
});

describe('documents of a step', () => {
  test('are prepared when a handler opens a step that makes them, or checks it in a batch', async () => {
    const order = await start();
    const open = (account: string) =>
      office.as(account).done(workOrders.detailPage, { params: { workorderCode: order.code } });
    await open('liuyang');
    expect(readyCount).toBe(0);
    await desk.press('liuyang', order, 'receive', 'receive');
    readyCount = 0;
    await open('zhaomin');
    expect(readyCount).toBe(1);
    const traceIds = [await desk.traceAt(order, 'examine')];
    await office.as('zhaomin').done(batch.check, { body: { traceIds } });
    expect(readyCount).toBe(2);
  });

  test('are reported by the batch check, which says that the button needs a form', async () => {
    const order = await orderInExamination();
    const traceId = await desk.traceAt(order, 'examine');
    const { rows } = await office.as('zhaomin').done(batch.check, { body: { traceIds: [traceId] } });
    expect(rows[0]?.buttons).toContainEqual(
      expect.objectContaining({ id: 'accept', makesDocuments: true, reason: expect.stringMatching(/^表单/) }),
    );
  });
});
