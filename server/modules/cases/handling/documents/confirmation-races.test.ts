import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { documents } from '#contract/documents.ts';
import type { DocumentSource } from '#server/adapters/gateways/documents/document-source.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { waitForBlockedQuery } from '#test/world/database.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { petitionDocument, publishOrderDocument, withDocuments } from '#test/world/documents.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { units } from '#test/world/start-data.ts';

/**
 * Tests documents that are made again while they are confirmed: no number is on two of them
 * (docs/decisions/0155, 0160).
 */

const office = await testOffice();
const { db } = office.context;
withDocuments(office);
await publishOrderDocument(office, 'petition-letter', petitionDocument({ template: { sealed: true } }));
const { desk, start } = openPetitionDesk(office);
const formId = 'petition-letter:1';
const formContent = [{ formId, content: { acceptResult: 'accept', undertakingUnit: units.housing } }];
const realDocuments = office.context.documents;
let drawnFile: Awaited<ReturnType<DocumentSource['make']>> | undefined;
let duringCreation: () => Promise<unknown>;
(office.context as { documents: DocumentSource }).documents = {
  ...realDocuments,
  // Really drawn only once, because the races are about rows.
  make: async (...args) => {
    drawnFile ??= await realDocuments.make(...args);
    await duringCreation();
    return drawnFile;
  },
  sealAndSign: async (pdf) => Buffer.concat([pdf, Buffer.from('\n%sealed')]),
};
beforeEach(() => {
  duringCreation = async () => undefined;
});
afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

async function taskInExamination(): Promise<{ order: StartedOrder; traceId: string }> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  return { order, traceId: await desk.traceAt(order, 'examine') };
}
const preview = ({ order, traceId }: { order: StartedOrder; traceId: string }) =>
  office.as('zhaomin').done(documents.preview, {
    params: { workorderId: order.id },
    body: { traceId, buttonId: 'accept', formContent: formContent as never },
  });
const activate = (docIds: string[], isActive: 0 | 1 = 1) =>
  office.as('zhaomin').call(documents.activateAll, { body: { docIds, isActive } });
async function preparedDocument() {
  const task = await taskInExamination();
  const [document] = (await preview(task)).rows;
  if (!document) throw new Error('No document was made');
  return { task, id: document.id, documentNumber: document.documentNumber };
}
const documentsOf = (order: StartedOrder) =>
  db
    .selectFrom('order_documents as d')
    .leftJoin('document_numbers as n', 'n.document_id', 'd.id')
    .select(['d.id', 'd.document_number as documentNumber', 'n.number'])
    .where('d.workorder_id', '=', order.id)
    .execute();
async function expectOneDocument(order: StartedOrder): Promise<void> {
  const orderDocuments = await documentsOf(order);
  expect(orderDocuments).toHaveLength(1);
  expect(orderDocuments[0]?.documentNumber).toBe(`淳信受〔2026〕${orderDocuments[0]?.number}号`);
}

describe('a document that is made again', () => {
  test('during an uncommitted confirmation replaces the document and takes its number', async () => {
    await activate([(await preparedDocument()).id]);
    const { task, id, documentNumber } = await preparedDocument();
    const drawing = Promise.withResolvers<void>();
    const proceed = Promise.withResolvers<void>();
    duringCreation = () => {
      drawing.resolve();
      return proceed.promise;
    };
    const secondPreview = preview(task);
    await drawing.promise;
    let confirming: ReturnType<typeof activate> | undefined;
    await db.transaction().execute(async (tx) => {
      await sql`select from audit_heads where chain = 'draft:staff-zhaomin' for update`.execute(tx);
      confirming = activate([id]);
      await waitForBlockedQuery(db);
      proceed.resolve();
      await waitForBlockedQuery(db, 2);
    });
    expect((await confirming)?.status).toBe(200);
    const { rows } = await secondPreview;
    expect(rows).toMatchObject([{ documentNumber, isActive: 0 }]);
    await expectOneDocument(task.order);
  });

  test('during its confirmation leaves one document with a unique number in thirty runs', async () => {
    for (let race = 0; race < 30; race += 1) {
      const { task, id } = await preparedDocument();
      duringCreation = () => new Promise((resolve) => setTimeout(resolve, race));
      const confirmed = activate([id]);
      await new Promise((resolve) => setTimeout(resolve, (race * 7) % 40));
      await Promise.all([confirmed, preview(task)]);
      duringCreation = async () => undefined;
      await expectOneDocument(task.order);
    }
    const { rows } = await sql`select document_number from order_documents
      group by issuer, document_number having count(*) > 1`.execute(db);
    expect(rows).toEqual([]);
  });
});

test('the database rejects two documents with the same number', async () => {
  const { id } = await preparedDocument();
  const other = await preparedDocument();
  const firstNumber = db.selectFrom('order_documents').select('document_number').where('id', '=', id);
  await expect(
    db
      .updateTable('order_documents')
      .set({ document_number: firstNumber as never })
      .where('id', '=', other.id)
      .execute(),
  ).rejects.toThrow('order_documents_document_number');
});

test('a document named by both of its ids is confirmed once', async () => {
  const { id } = await preparedDocument();
  const first = await activate([id]);
  const [after] = (first.body.data as unknown as { rows: { id: string }[] }).rows;
  const both = await activate([id, after?.id ?? '']);
  expect(both.body.data, both.text).toMatchObject({ rows: [{ id: after?.id, isActive: 1 }] });
  const unknown = await activate([id, '018f0000-0000-7000-8000-000000000000']);
  expect(unknown.status).toBe(404);
});
