import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { mergeLimits } from '#domain/uploads/limits.ts';
import { sheetOf, workbookOf } from '#test/world/generated-workbook.ts';
import { compoundOf, sheetRecord } from '#test/world/office-files.ts';
import { mergeIntoPdf } from './merge-into-pdf.ts';
import type { PreviewJob } from './processing-job.ts';
import { readPreview } from './read-preview.ts';

/**
 * Limits that are checked before anything is built, tested in this process: work without limits would end it.
 */

const folder = await mkdtemp(join(tmpdir(), 'banjian-bounds-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
let files = 0;
async function fileOf(bytes: Uint8Array | string): Promise<string> {
  files += 1;
  const path = join(folder, String(files));
  await writeFile(path, bytes);
  return path;
}
const preview = async (bytes: Uint8Array | string, format: PreviewJob['format']) => {
  const result = await readPreview({ work: 'preview', path: await fileOf(bytes), format });
  if (result.kind !== 'sheet') throw new Error('No sheet');
  return result.sheets.map(({ rows, isCut }) => ({ rows: rows.length, isCut }));
};
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'made',
    (error: Error) => error.message,
  );

describe('preview of a CSV', () => {
  test.each([
    ['4 MB of line feeds', '\n'.repeat(4 * 1_048_576), 0],
    ['19 MB of line feeds', '\n'.repeat(19 * 1_048_576), 0],
    ['19 MB of commas', ','.repeat(19 * 1_048_576), 0],
    ['a field without an end', `"${'a\n'.repeat(8 * 1_048_576)}`, 1],
  ])('reads %s only as far as it is shown', async (_case, text, rows) => {
    expect(await preview(text, 'csv')).toMatchObject([{ rows }]);
  });

  test('reports as cut a file that was not read to its end, even within a character', async () => {
    const text = `a${'政'.repeat(5_000)}\n`.repeat(600);
    expect(await preview(text, 'csv')).toMatchObject([{ isCut: true }]);
    expect(await preview('甲,乙\n1,2\n', 'csv')).toEqual([{ rows: 2, isCut: false }]);
  });
});

describe('preview of a workbook', () => {
  const sheet = (rows: string) => workbookOf(sheetOf(rows));

  test('refuses a workbook whose parts exceed the size limit, without reading it', async () => {
    const book = sheet('<row/>'.repeat(12 * 1_048_576));
    expect(await problemOf(preview(book, 'xlsx'))).toBe('tooManyCells');
  });

  const cell = (row: number, column: number) => {
    const content = Buffer.alloc(14);
    content.writeUInt16LE(row, 0);
    content.writeUInt16LE(column, 2);
    return sheetRecord(0x203, content);
  };
  const oldBook = (cells: readonly Buffer[], sheets: number) => {
    const begin = sheetRecord(0x809, Buffer.from([0, 6, 5, 0, 0, 0, 0, 0]));
    const end = sheetRecord(0x0a, Buffer.alloc(0));
    const names = (at: number) =>
      Array.from({ length: sheets }, () => {
        const content = Buffer.from([0, 0, 0, 0, 0, 0, 1, 0, 65]);
        content.writeUInt32LE(at, 0);
        return sheetRecord(0x85, content);
      });
    const at = begin.length + Buffer.concat(names(0)).length + end.length;
    return compoundOf([
      { name: 'Workbook', content: Buffer.concat([begin, ...names(at), end, begin, ...cells, end]) },
    ]);
  };

  test('reads an old workbook only as far as it is shown, with far columns and repeated sheets', async () => {
    const far = Array.from({ length: 300 }, (_, row) => cell(row, 16_000));
    expect(await preview(oldBook(far, 1), 'xls')).toEqual([{ rows: 300, isCut: true }]);
    const last = await preview(oldBook([cell(0, 0), cell(65_535, 0)], 100), 'xls');
    expect(last[0]).toEqual({ rows: 1, isCut: false });
    expect(await preview(oldBook([cell(0, 0), cell(1, 3)], 1), 'xls')).toEqual([{ rows: 2, isCut: false }]);
  });
});

describe('merge of PDFs', () => {
  const pdf = (objects: readonly (string | Buffer)[]) => {
    const all = objects.map((object, index) =>
      Buffer.concat([Buffer.from(`${index + 3} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]),
    );
    return Buffer.concat([
      Buffer.from(
        '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Count 1/Kids[3 0 R]>>\nendobj\n',
      ),
      ...all,
      Buffer.from('trailer\n<</Root 1 0 R/Size 9>>\nstartxref\n0\n%%EOF\n'),
    ]);
  };
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>';
  const compressedObject = (content: string) => {
    const bytes = deflateSync(`9 0 ${content}`);
    return Buffer.concat([
      Buffer.from(`<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${bytes.length}>>\nstream\n`),
      bytes,
      Buffer.from('\nendstream'),
    ]);
  };
  const merge = async (...documents: Uint8Array[]) => {
    const inputs = await Promise.all(
      documents.map(async (bytes) => ({ path: await fileOf(bytes), contentType: 'application/pdf' })),
    );
    return await mergeIntoPdf({
      work: 'merge',
      inputs,
      outputPath: join(folder, 'out.pdf'),
      maxPages: mergeLimits.pages,
    });
  };

  test.each([
    ['a list of nine million numbers', pdf([page, `[${'1 '.repeat(9_000_000)}]`])],
    ['half a million empty dictionaries', pdf([page, `[${'<<>>'.repeat(510_000)}]`])],
    ['compressed empty dictionaries', pdf([page, compressedObject(`[${'<<>>'.repeat(510_000)}]`)])],
  ])('refuses %s before it is built', async (_case, bytes) => {
    expect(await problemOf(merge(bytes))).toBe('tooManyObjects');
  });

  test('counts the objects of all PDFs together, and merges those within the limit', async () => {
    const half = pdf([page, `[${'1 '.repeat(mergeLimits.values * 0.6)}]`]);
    expect(await merge(half)).toEqual({ pages: 1 });
    expect(await problemOf(merge(half, half))).toBe('tooManyObjects');
    const plain = await PDFDocument.create();
    plain.addPage();
    expect(await merge(await plain.save(), await plain.save())).toEqual({ pages: 2 });
  });

  test('refuses deeply nested arrays', async () => {
    const deep = pdf([page, `${'['.repeat(600_000)}${']'.repeat(600_000)}`]);
    expect(await problemOf(merge(deep))).toBe('unreadable');
  });

  test('refuses a page tree of endless depth', async () => {
    const deep = pdf(
      Array.from({ length: 20_000 }, (_, index) => `<</Type/Pages/Count 1/Kids[${index + 4} 0 R]>>`),
    );
    expect(await problemOf(merge(deep))).toBe('unreadable');
  });
});
