import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { getReadableFile } from './readable-files.ts';
import { storeFile } from './service.ts';
import { contentForReader, type FileContent } from './watermarked-copies.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张<伟>' },
  { account: 'li', name: '李娜' },
]);
const zhang = await actorOf('zhang');
const li = await actorOf('li');
const watermarkContext: Context = {
  ...portal.context,
  config: {
    ...portal.context.config,
    uploads: { ...portal.context.config.uploads, watermark: { preview: true, download: false } },
  },
};

async function actorOf(account: string) {
  const actor = await getActor(portal.context, account);
  if (!actor) throw new Error('Nobody');
  return actor;
}

/** Stores a file, by default attached to an order. */
async function storeAttachment(name: string, bytes: Uint8Array, contentType: string, ofOrder = true) {
  const { id } = await storeFile(portal.context, zhang, { name, bytes, contentType }, 'r');
  const file = await getReadableFile(portal.context, zhang, id, async () => true);
  if (isRefusal(file)) throw new Error('Not there');
  return { ...file, workorderId: ofOrder ? 'an order' : null };
}
async function bytesOf(content: FileContent, range?: { start: number; end: number }): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content.read(range)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
const preview = { purpose: 'preview' } as const;

async function pdfOf(pages: number): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) pdf.addPage([595, 842]).drawText(`page ${page}`);
  return Buffer.from(await pdf.save());
}
const photo = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#ffffff' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();

const transparentPicture = await sharp(photo).ensureAlpha(0).png().toBuffer();
const smallPicture = await sharp(photo).resize(12, 9).png().toBuffer();
const animatedPicture = await sharp(photo).gif().toBuffer();

describe('the watermark with the reader’s name', () => {
  test.each([
    ['a rotated photo', 'a.jpg', 'image/jpeg', photo],
    ['a transparent picture', 'a.png', 'image/png', transparentPicture],
    ['a small picture', 'b.png', 'image/png', smallPicture],
    ['an animated picture', 'a.gif', 'image/gif', animatedPicture],
  ])('is drawn on %s, which keeps its displayed width and height', async (_case, name, type, bytes) => {
    const file = await storeAttachment(name, bytes, type);
    const content = await contentForReader(watermarkContext, zhang, file, preview);
    expect(content.isWatermarked).toBe(true);
    const stampedBytes = await bytesOf(content);
    expect(stampedBytes.length).toBe(content.size);
    const [before, after] = [
      await sharp(bytes).autoOrient().toBuffer({ resolveWithObject: true }),
      sharp(stampedBytes),
    ];
    const { width, height, format } = await after.metadata();
    expect([width, height, format]).toEqual([before.info.width, before.info.height, before.info.format]);
    const { channels } = await sharp(stampedBytes).flatten({ background: '#ffffff' }).stats();
    if (name !== 'b.png') expect(channels[0]?.min).toBeLessThan(250);
    // The uploaded file stays unchanged.
    expect(await bytesOf(await contentForReader(portal.context, zhang, file, preview))).toEqual(bytes);
  });

  test('is drawn on each page of a PDF, with a different copy for another reader', async () => {
    const file = await storeAttachment('a.pdf', await pdfOf(3), 'application/pdf');
    const content = await contentForReader(watermarkContext, zhang, file, preview);
    const copy = await PDFDocument.load(await bytesOf(content));
    expect(copy.getPages().map((page) => page.node.Resources()?.toString().includes('/XObject'))).toEqual([
      true,
      true,
      true,
    ]);
    const otherCopy = await bytesOf(await contentForReader(watermarkContext, li, file, preview));
    expect(otherCopy.equals(await bytesOf(content))).toBe(false);
  });

  test('is the same for all ranges of one reading, at any process', async () => {
    const file = await storeAttachment('b.pdf', await pdfOf(5), 'application/pdf');
    const startedAt = Math.floor(portal.context.now().getTime() / 1000) - 3600;
    const firstContent = await contentForReader(watermarkContext, zhang, file, { ...preview, startedAt });
    const allBytes = await bytesOf(firstContent);
    expect(await bytesOf(firstContent, { start: 100, end: 199 })).toEqual(allBytes.subarray(100, 200));
    // A second file with the same bytes is stamped again, as another process would.
    const laterContext = {
      ...watermarkContext,
      now: () => new Date(portal.context.now().getTime() + 1_200_000),
    };
    const laterContent = await contentForReader(
      laterContext,
      zhang,
      { ...file, bytesId: await copyBytes(file.bytesId) },
      { ...preview, startedAt },
    );
    expect((await bytesOf(laterContent)).equals(allBytes)).toBe(true);
    // The time of a reading cannot be a day in the past.
    const contentOfEarlierReading = await contentForReader(laterContext, zhang, file, {
      ...preview,
      startedAt: startedAt - 86_400,
    });
    expect((await bytesOf(contentOfEarlierReading)).equals(allBytes)).toBe(false);
  });

  test.each([
    ['a file that belongs to no order', 'c.jpg', 'image/jpeg', photo, false, 'preview'],
    ['a download when only previews are marked', 'd.jpg', 'image/jpeg', photo, true, 'download'],
    ['a document', 'a.docx', 'application/msword', Buffer.from('x'), true, 'preview'],
    [
      'a signed PDF',
      'e.pdf',
      'application/pdf',
      Buffer.from('%PDF-1.7 /ByteRange [0 1 2 3]'),
      true,
      'preview',
    ],
    ['a broken PDF', 'f.pdf', 'application/pdf', Buffer.from('%PDF-1.7 nothing'), true, 'preview'],
    ['a broken picture', 'g.png', 'image/png', Buffer.from('nothing'), true, 'preview'],
  ] as const)('is not drawn on %s', async (_case, name, type, bytes, ofOrder, way) => {
    const content = await contentForReader(
      watermarkContext,
      zhang,
      await storeAttachment(name, bytes, type, ofOrder),
      { purpose: way },
    );
    expect([content.isWatermarked, content.size]).toEqual([false, bytes.length]);
    expect(await bytesOf(content)).toEqual(Buffer.from(bytes));
  });
});

async function copyBytes(bytesId: string): Promise<string> {
  const id = portal.context.newId();
  await portal.context.files.put(id, portal.context.files.read(bytesId));
  return id;
}
