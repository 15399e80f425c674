import { expect, test } from 'vitest';
import { documents } from '#contract/documents.ts';
import { handling } from '#contract/handling.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { mergeFiles } from '#server/modules/records/files/merge.ts';
import { findFile } from '#server/modules/records/files/queries.ts';
import { createUploadLimiter } from '#server/modules/records/files/service.ts';
import { contentForReader } from '#server/modules/records/files/watermarked-copies.ts';
import { petitionDocument, publishOrderDocument, withDocuments } from '#test/world/documents.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { readPdf } from '#test/world/read-pdf.ts';
import { units } from '#test/world/start-data.ts';
import { readWatermarks } from '#test/world/watermarks-of-pdf.ts';

/** Tests that a previewed document has a mark on each page (docs/decisions/0160). */

const office = await testOffice();
withDocuments(office);
await publishOrderDocument(office, 'petition-letter', petitionDocument());
const { desk, start } = openPetitionDesk(office);
const content = { acceptResult: 'accept', undertakingUnit: units.housing };
const workorderForms = [{ formId: 'petition-letter:1', content }];
const zhaomin = await actorOf('zhaomin');

async function actorOf(account: string): Promise<Actor> {
  const actor = await getActor(office.context, account);
  if (!actor) throw new Error('Nobody');
  return actor;
}

async function bytesOf(id: string, way: 'preview' | 'download', range?: { start: number; end: number }) {
  const file = await findFile(office.context.db, id);
  if (!file) throw new Error('Nothing to look at');
  const parts: Buffer[] = [];
  const readerContent = await contentForReader(office.context, zhaomin, file, { purpose: way });
  for await (const part of readerContent.read(range)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

test('a document has a preview mark on each page until it is confirmed, in preview and download', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  const traceId = await desk.traceAt(order, 'examine');
  const { rows } = await office.as('zhaomin').done(documents.preview, {
    params: { workorderId: order.id },
    body: { traceId, buttonId: 'accept', formContent: workorderForms as never },
  });
  const [{ id = '', documentNumber = '' } = {}] = rows;
  const preview = await bytesOf(id, 'preview');
  for (const pdf of [preview, await bytesOf(id, 'download')]) {
    const marks = await readWatermarks(pdf);
    expect(marks.length).toBeGreaterThan(0);
    expect(new Set(marks)).toEqual(new Set(['预览 未生效']));
  }
  // A viewer reads it in ranges, and each is a range of the marked document.
  const bytesOfRange = await bytesOf(id, 'preview', { start: 100, end: 299 });
  expect(bytesOfRange.equals(preview.subarray(100, 300))).toBe(true);
  const text = (await readPdf(preview)).map(({ text }) => text).join('');
  expect(text).toContain(documentNumber);
  // A file made from it would have no mark.
  const caller = { actor: zhaomin, requestId: 'merging' };
  const mergeRequest = { ids: [id], mayRead: async () => true };
  expect(await mergeFiles(office.context, createUploadLimiter(), caller, mergeRequest)).toEqual(
    refuse('notFound'),
  );

  await office.as('zhaomin').done(documents.activateAll, { body: { docIds: [id], isActive: 1 } });
  const confirmedBytes = await bytesOf(id, 'download');
  expect(await readWatermarks(confirmedBytes)).toEqual((await readWatermarks(preview)).map(() => ''));
  const body = await desk.pressBody(order, 'examine', 'accept', { workorderForms });
  await office.as('zhaomin').done(handling.handle, { body: { ...body, workorderDocIdList: [id] } as never });
  expect((await bytesOf(id, 'preview')).equals(confirmedBytes)).toBe(true);
});
