import { afterAll, expect, test } from 'vitest';
import { PictureFact } from '#domain/documents/placeholders.ts';
import { createDocumentPress } from '#server/adapters/document-press/document-press.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { storeFile } from '#server/modules/records/files/service.ts';
import { petitionDocument } from '#test/world/documents.ts';
import { testOffice } from '#test/world/office.ts';
import { pngOf } from '#test/world/office-files.ts';
import { unzip } from '#test/world/unzip.ts';
import { pictureLimits, readPictures } from './pictures.ts';
import { createTemplateSource } from './source.ts';

const { context } = await testOffice();
const press = createDocumentPress();
afterAll(() => press.stop());
const actor = await getActor(context, 'zhangwei');

async function store(bytes: Buffer): Promise<string> {
  const file = { name: '签名.png', bytes, contentType: 'image/png' };
  return (await storeFile(context, actor, file, 'test')).id;
}

test('a signature in a form is a picture in the PDF and in the DOCX (S2 §2)', async () => {
  const fact = new PictureFact('签名.png', await store(pngOf(1000, 400, true)));
  const { template } = petitionDocument({
    template: { body: [{ kind: 'text', text: '签名：{{表单.petition-letter.sign}}' }], verified: false },
  });
  const { bytes, docx = Buffer.alloc(0) } = await createTemplateSource({ ...context, press }).make(
    { code: template.code, name: template.name, template: { ...template, id: '1' } },
    {
      facts: { 表单: { 'petition-letter': { sign: fact } } },
      number: '',
      verification: null,
      at: context.now(),
      requester: actor.staffId,
    },
  );
  expect(Buffer.from(bytes).toString('latin1')).toMatch(/\/Subtype\s*\/Image/);
  const body = unzip(Buffer.from(docx)).get('word/document.xml') ?? '';
  expect(body).toContain('<w:drawing>');
  expect(body).not.toContain('签名.png');
});

test('signatures that are unknown, unreadable or too large are not read, and are named instead', async () => {
  const png = pngOf(10, 4, true);
  const small = await store(png);
  const wrong = await store(Buffer.from('no picture'));
  const large = await store(Buffer.concat([png, Buffer.alloc(pictureLimits.bytes)]));
  const facts = { 签名: [small, wrong, large, 'none'].map((id) => new PictureFact('签名.png', id)) };
  expect(Object.keys(await readPictures(context, facts))).toEqual([small]);
});
