import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { documentVerification } from '#contract/document-verification.ts';
import { documents } from '#contract/documents.ts';
import { handling } from '#contract/handling.ts';
import type { DocumentSource } from '#server/adapters/gateways/documents/document-source.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { petitionDocument, publishOrderDocument, withDocuments } from '#test/world/documents.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { units } from '#test/world/start-data.ts';

/** Tests documents that are sealed when they are confirmed, and not before (docs/decisions/0160). */

const office = await testOffice();
const { db, files } = office.context;
withDocuments(office);
await publishOrderDocument(office, 'petition-letter', petitionDocument({ template: { sealed: true } }));
const { desk, start } = openPetitionDesk(office);
const formId = 'petition-letter:1';
const workorderForms = [{ formId, content: { acceptResult: 'accept', undertakingUnit: units.housing } }];

let sealedPlaces: unknown[] = [];
let seal: (pdf: Uint8Array) => Promise<Uint8Array>;
(office.context as { documents: DocumentSource }).documents = {
  ...office.context.documents,
  sealAndSign: async (pdf, place) => {
    sealedPlaces.push(place);
    return seal(pdf);
  },
};
beforeEach(() => {
  sealedPlaces = [];
  seal = async (pdf) => Buffer.concat([pdf, Buffer.from('\n%sealed')]);
});
afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

async function preparedDocument(): Promise<{ order: StartedOrder; id: string; documentNumber: string }> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  const traceId = await desk.traceAt(order, 'examine');
  const { rows } = await office.as('zhaomin').done(documents.preview, {
    params: { workorderId: order.id },
    body: { traceId, buttonId: 'accept', formContent: workorderForms as never },
  });
  return { order, id: rows[0]?.id ?? '', documentNumber: rows[0]?.documentNumber ?? '' };
}
const confirm = (id: string) =>
  office.as('zhaomin').call(documents.activateAll, { body: { docIds: [id], isActive: 1 } });
const idsIn = (answer: { body: { data?: unknown } }) =>
  (answer.body.data as { rows: { id: string }[] }).rows.map(({ id }) => id);
const filesOf = async () => (await db.selectFrom('files').select('id').execute()).map(({ id }) => id);

describe('a sealed document', () => {
  test('is previewed without its seal, sealed once at confirmation, and keeps its number and code', async () => {
    const { order, id, documentNumber } = await preparedDocument();
    expect(sealedPlaces).toEqual([]);
    const [after = ''] = idsIn(await confirm(id));
    expect(sealedPlaces).toEqual([{ keyword: '淳安县信访局', organisation: '淳安县信访局' }]);
    expect(after).not.toBe(id);
    expect(await filesOf()).not.toContain(id);
    // Confirming it again changes nothing.
    expect(idsIn(await confirm(after))).toEqual([after]);
    expect(sealedPlaces).toHaveLength(1);
    const body = await desk.pressBody(order, 'examine', 'accept', { workorderForms });
    const response = await office
      .as('zhaomin')
      .call(handling.handle, { body: { ...body, workorderDocIdList: [after] } as never });
    expect(response.status, response.text).toBe(200);
    const row = await db
      .selectFrom('order_documents as d')
      .innerJoin('files as f', 'f.id', 'd.id')
      .innerJoin('document_numbers as n', 'n.document_id', 'd.id')
      .select([
        'd.verification_code as code',
        'f.sha256',
        'f.blob_id as blobId',
        'd.document_number as number',
      ])
      .where('d.id', '=', after)
      .executeTakeFirstOrThrow();
    expect(row.number).toBe(documentNumber);
    const chunks: Buffer[] = [];
    for await (const chunk of await files.read(row.blobId ?? after)) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString('latin1')).toMatch(/%sealed$/);
    const verification = await office.stranger.call(documentVerification.verify, {
      params: { code: row.code ?? '' },
    });
    expect(verification.body.data).toMatchObject({ valid: true, sha256: row.sha256 });
  });

  test('keeps the same docId from preview to void, although its file changes (S1 §7)', async () => {
    const { order, id } = await preparedDocument();
    const { rows } = (await confirm(id)).body.data as unknown as {
      rows: { id: string; docId: string }[];
    };
    expect(rows[0]?.docId).toBe(id);
    expect(rows[0]?.id).not.toBe(id);
    const body = await desk.pressBody(order, 'examine', 'accept', { workorderForms });
    const response = await office
      .as('zhaomin')
      .call(handling.handle, { body: { ...body, workorderDocIdList: [id] } as never });
    expect(response.body.data, response.text).toMatchObject({
      workorderDocs: [{ docId: id, id: rows[0]?.id }],
    });
    const params = { workorderId: order.id };
    const list = await office.as('zhaomin').done(documents.publicList, { params });
    expect(list.rows.map(({ docId }) => docId)).toContain(id);
    const voidRequest = { params: { docId: id }, body: { reason: '文字有误' } };
    expect(await office.as('shenjie').done(documents.void, voidRequest)).toEqual({ id: rows[0]?.id });
  });

  test('stays unconfirmed without a leftover file when sealing fails', async () => {
    const { order, id } = await preparedDocument();
    const before = await filesOf();
    seal = async () => {
      throw new Error('the seal service does not answer');
    };
    const refusal = await confirm(id);
    expect(refusal.body).toMatchObject({ errcode: 40954, errmsg: '盖章失败，文书未生效，请稍后重试' });
    expect(await filesOf()).toEqual(before);
    const body = await desk.pressBody(order, 'examine', 'accept', { workorderForms });
    const requestBody = { ...body, workorderDocIdList: [id] } as never;
    expect((await office.as('zhaomin').call(handling.handle, { body: requestBody })).status).toBe(400);
    seal = async (pdf) => Buffer.concat([pdf, Buffer.from('\n%later')]);
    expect((await confirm(id)).status).toBe(200);
  });

  test('confirmed in two windows concurrently is confirmed once and leaves one file', async () => {
    const { id } = await preparedDocument();
    const before = (await filesOf()).length;
    let count = 0;
    seal = async (pdf) => {
      count += 1;
      return Buffer.concat([pdf, Buffer.from(`\n%${count}`)]);
    };
    const answers = await Promise.all([confirm(id), confirm(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = answers.map(idsIn);
    expect(one).toEqual(other);
    expect(await filesOf()).toHaveLength(before);
  });

  test('stays unconfirmed when the process dies after sealing, and can be confirmed later', async () => {
    const { id } = await preparedDocument();
    const { log } = office.context;
    let wasSealed = false;
    seal = async (pdf) => {
      wasSealed = true;
      return Buffer.concat([pdf, Buffer.from('\n%lost')]);
    };
    // The leftovers of a killed process: the sealed file, but no confirmation.
    const { finishDocuments } = await import('./finished-documents.ts');
    const actor = { staffId: 'staff-zhaomin', name: '赵敏' } as never;
    const finishedDocuments = await finishDocuments(
      { context: { ...office.context, log }, actor, requestId: 'x' },
      [id],
    );
    expect(wasSealed).toBe(true);
    expect(finishedDocuments).toMatchObject([{ replacesId: id }]);
    const row = await db
      .selectFrom('order_documents')
      .select('activated_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.activated_at).toBeNull();
    expect((await confirm(id)).status).toBe(200);
  });

  test('confirmed again after a lost answer returns the same file, and can be discarded completely', async () => {
    const { order, id } = await preparedDocument();
    const [after = ''] = idsIn(await confirm(id));
    // The answer was lost: the same request again, with another key.
    expect(idsIn(await confirm(id))).toEqual([after]);
    expect(sealedPlaces).toHaveLength(1);
    const { rows } = await office
      .as('zhaomin')
      .done(documents.publicList, { params: { workorderId: order.id }, query: {} });
    expect(rows).toMatchObject([{ id: after, docId: id, state: 'prepared', can: { confirm: false } }]);
    const others = await office
      .as('liuyang')
      .done(documents.publicList, { params: { workorderId: order.id }, query: {} });
    expect(others.rows).toEqual([]);
    const body = { docIds: [id], isActive: 0 as const };
    expect((await office.as('liuyang').call(documents.activateAll, { body })).status).toBe(404);
    expect((await office.as('zhaomin').call(documents.activateAll, { body })).status).toBe(200);
    expect(await filesOf()).not.toContain(after);
    const numbers = await db.selectFrom('document_numbers').select('document_id').execute();
    expect(numbers.map(({ document_id: by }) => by)).not.toContain(after);
  });

  test('cannot be confirmed after its step was handled by someone else', async () => {
    const { order, id } = await preparedDocument();
    await desk.press('zhaomin', order, 'examine', 'accept', { workorderForms });
    const refusal = await confirm(id);
    expect(refusal.body).toMatchObject({ errcode: 40910, errmsg: '该环节已被办理' });
    expect(sealedPlaces).toEqual([]);
    const body = { docIds: [id], isActive: 0 as const };
    expect((await office.as('zhaomin').call(documents.activateAll, { body })).status).toBe(200);
  });
});
