import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listOpenFonts } from '#server/adapters/typesetting/fonts.ts';
import { openCertificate } from '#server/kernel/crypto/certificate.ts';
import { buildDocument } from '#test/world/drawn-documents.ts';
import { makeP12 } from '#test/world/office-certificate.ts';
import { readPdf } from '#test/world/read-pdf.ts';
import { createDocumentPress } from './document-press.ts';

const folder = mkdtempSync(join(tmpdir(), 'press-'));
const certificate = openCertificate(makeP12('淳安县信访局', ''), '');
const press = createDocumentPress({ fonts: [], seal: { kind: 'simulator' }, certificate });
afterAll(async () => {
  await press.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a document is drawn, sealed and signed as a whole; a document without a seal gets none', async () => {
  const path = join(folder, 'paper.pdf');
  for (const sealed of [true, false]) {
    const { pdf: drawn, docx, seal } = await press.print(buildDocument({ sealed }), 'zhang');
    expect((await readPdf(drawn)).map(({ text }) => text)).not.toContain('演示章');
    const pdf = (await press.sealAndSign(drawn, seal, 'zhang')) ?? drawn;
    writeFileSync(path, pdf);
    const output = execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' });
    expect(output).toContain('Signature is Valid.');
    expect(output).toContain('Total document signed');
    const pdfText = (await readPdf(pdf)).map(({ text }) => text).join('');
    expect(pdfText.includes('演示章')).toBe(sealed);
    expect(Buffer.from(docx).toString('latin1', 0, 2)).toBe('PK');
  }
});

function fontsOf(pdf: Uint8Array): string {
  const path = join(folder, 'fonts.pdf');
  writeFileSync(path, pdf);
  return execFileSync('pdffonts', [path], { encoding: 'utf8' });
}

test('the seal is placed by the signature text as printed, without invisible characters', async () => {
  const document = buildDocument({ sealed: true, signature: ['\u202e淳安县\u200b信访局'] });
  expect((await press.print(document, 'zhang')).seal?.keyword).toBe('淳安县信访局');
});

test('a rare character of a name is drawn with the font that contains it', async () => {
  const rare = await press.print(buildDocument({ addressee: '王𠮷𪚥𫠝𬺰：' }), 'zhang');
  expect([...'𠮷𪚥𫠝𬺰'].map((letter) => rare.hasGlyph(letter.codePointAt(0) ?? 0))).not.toContain(false);
  expect(fontsOf(rare.pdf)).toContain('HanaMinB');
  expect(fontsOf((await press.print(buildDocument({}), 'zhang')).pdf)).not.toContain('HanaMinB');
  expect((await readPdf(rare.pdf)).map(({ text }) => text).join('')).toContain('王𠮷𪚥𫠝𬺰');
});

test('fonts of the office are preferred over the open fonts, by font name', async () => {
  const [serif = ''] = listOpenFonts();
  const font = join(folder, 'licensed.ttf');
  writeFileSync(font, renameFont(readFileSync(serif), '仿宋_GB2312'));
  const ownPress = createDocumentPress({ fonts: [font], seal: { kind: 'none' }, certificate: undefined });
  const [plain, licensed] = [
    await press.print(buildDocument({}), 'zhang'),
    await ownPress.print(buildDocument({}), 'zhang'),
  ];
  await ownPress.stop();
  expect(fontsOf(licensed.pdf)).toContain('LicensedFace');
  expect(fontsOf(plain.pdf)).not.toContain('LicensedFace');
});

/** Returns the font under another family and PostScript name: its name table is rewritten at the end. */
function renameFont(font: Buffer, family: string): Buffer {
  const names: [id: number, text: string][] = [
    [1, family],
    [2, 'Regular'],
    [4, family],
    [6, 'LicensedFace'],
  ];
  const texts = names.map(([, text]) => Buffer.from(text, 'utf16le').swap16());
  const head = Buffer.alloc(6 + names.length * 12);
  head.writeUInt16BE(names.length, 2);
  head.writeUInt16BE(head.length, 4);
  let offset = 0;
  for (const [index, [id]] of names.entries()) {
    const length = texts[index]?.length ?? 0;
    for (const [place, value] of [3, 1, 0x409, id, length, offset].entries())
      head.writeUInt16BE(value, 6 + index * 12 + place * 2);
    offset += length;
  }
  const table = Buffer.concat([head, ...texts]);
  const changed = Buffer.concat([font, table]);
  for (let position = 12; position < 12 + font.readUInt16BE(4) * 16; position += 16) {
    if (font.toString('latin1', position, position + 4) !== 'name') continue;
    changed.writeUInt32BE(font.length, position + 8);
    changed.writeUInt32BE(table.length, position + 12);
  }
  return changed;
}
