import { describe, expect, test } from 'vitest';
import { documents } from '#contract/documents.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { cleanUpFiles } from '#server/modules/records/files/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { petitionDocument, publishOrderDocument, withDocuments } from '#test/world/documents.ts';
import { runUntilKilled } from '#test/world/killable.ts';
import { officeKey, openSession, pathOf, testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { units } from '#test/world/start-data.ts';

/**
 * Tests kill -9 while a document is drawn, stored or sealed: nothing is half done, no number is lost or used
 * twice.
 */

const office = await testOffice();
const { context, clock } = office;
const { db, files } = context;
withDocuments(office);
await publishOrderDocument(office, 'petition-letter', petitionDocument({ template: { sealed: true } }));
const { desk, start } = openPetitionDesk(office);
const workorderForms = [
  { formId: 'petition-letter:1', content: { acceptResult: 'accept', undertakingUnit: units.housing } },
];

async function examinationRequest() {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  const body = {
    traceId: await desk.traceAt(order, 'examine'),
    buttonId: 'accept',
    formContent: workorderForms,
  };
  return { params: { workorderId: order.id }, body };
}
const preview = async (request: Awaited<ReturnType<typeof examinationRequest>>) => {
  const [document] = (await office.as('zhaomin').done(documents.preview, request)).rows;
  if (!document) throw new Error('No document was made');
  return document;
};
async function killAt(step: string, url: string, body: object): Promise<void> {
  const token = await openSession(office, 'zhaomin');
  const payload = JSON.stringify({ token, url, body });
  await runUntilKilled('document-child.ts', office, {
    key: officeKey,
    account: 'zhaomin',
    step,
    job: payload,
  });
}
const documentsOf = (workorderId: string) =>
  db
    .selectFrom('order_documents')
    .select(['id', 'document_number'])
    .where('workorder_id', '=', workorderId)
    .execute();

/**
 * Cleans up after the killed server; checks that each file referenced by a row exists, and that each audit
 * record is valid.
 */
async function cleanUpAndVerify(): Promise<void> {
  await cleanUpFiles(context);
  expect((await verifyAudit(db, context.crypto, { files })).findings).toEqual([]);
  expect(await checkInvariants(db)).toEqual([]);
}

describe('a server killed while it makes a document', () => {
  test.each(['the document is drawn', 'bytes are stored', 'rows are written'])(
    'leaves no document and frees its number when %s',
    async (step) => {
      const before = await preview(await examinationRequest());
      const request = await examinationRequest();
      await killAt(step, pathOf(documents.preview, request.params), request.body);
      expect(await documentsOf(request.params.workorderId)).toEqual([]);
      // The reservation of the dead server has expired.
      clock.forward(61_000);
      const next = await preview(request);
      const numberOf = (text: string) => Number(/〕(\d+)号/.exec(text)?.[1]);
      expect(numberOf(next.documentNumber)).toBe(numberOf(before.documentNumber) + 1);
      await cleanUpAndVerify();
    },
  );

  test.each(['the document is sealed', 'bytes are stored', 'rows are written'])(
    'leaves the previewed document ready to be confirmed again when %s at the confirmation',
    async (step) => {
      const request = await examinationRequest();
      const document = await preview(request);
      const body = { docIds: [document.id], isActive: 1 };
      await killAt(step, documents.activateAll.path, body);
      expect(await documentsOf(request.params.workorderId)).toEqual([
        { id: document.id, document_number: document.documentNumber },
      ]);
      const { rows } = await office.as('zhaomin').done(documents.activateAll, { body });
      expect(rows).toMatchObject([{ documentNumber: document.documentNumber, isActive: 1 }]);
      await cleanUpAndVerify();
    },
  );
});
