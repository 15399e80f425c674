import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { inspectFile } from '#server/adapters/file-processing/inspection/inspect-file.ts';
import { sheetOf, workbookOf } from '#test/world/generated-workbook.ts';
import { readImportSheet } from './read-import-sheet.ts';
import { readPreview } from './read-preview.ts';

/** Tests workbooks with more than cells: comments, and charts on a sheet of their own. */

const folder = mkdtempSync(join(tmpdir(), 'banjian-parts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = (rows: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows}</Relationships>`;
const text = (content: string) => `<c t="inlineStr"><is><t>${content}</t></is></c>`;
const people = sheetOf(`<row>${text('账号')}${text('姓名')}</row><row>${text('n08')}${text('钱八')}</row>`);

const books: readonly [name: string, book: Buffer][] = [
  [
    'a comment whose parts have absolute names',
    workbookOf(
      people,
      [
        {
          name: 'xl/worksheets/_rels/sheet1.xml.rels',
          content: relationships(
            `<Relationship Id="c" Type="${office}/comments" Target="/xl/comments/comment1.xml"/><Relationship Id="v" Type="${office}/vmlDrawing" Target="/xl/drawings/comments1.vml"/>`,
          ),
        },
        {
          name: 'xl/comments/comment1.xml',
          content: `<comments xmlns="${main}"><authors><author>李娜</author></authors><commentList><comment ref="A1" authorId="0"><text><t>必填</t></text></comment></commentList></comments>`,
        },
        { name: 'xl/drawings/comments1.vml', content: '<xml xmlns:v="urn:schemas-microsoft-com:vml"/>' },
      ],
      '人员',
    ),
  ],
  [
    'a chart sheet before the sheet',
    workbookOf(people, [
      {
        name: 'xl/workbook.xml',
        content: `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="图表" sheetId="2" r:id="r3"/><sheet name="人员" sheetId="1" r:id="r1"/></sheets></workbook>`,
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: relationships(
          `<Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r3" Type="${office}/chartsheet" Target="chartsheets/sheet1.xml"/>`,
        ),
      },
      {
        name: 'xl/chartsheets/sheet1.xml',
        content: `<chartsheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"/></sheetViews></chartsheet>`,
      },
    ]),
  ],
];

describe.each(books)('a workbook with %s', (_name, book) => {
  test('is accepted, previewed, and read for a spreadsheet import', async () => {
    const path = join(folder, 'book.xlsx');
    writeFileSync(path, book);
    expect(await inspectFile(path)).toEqual({ kind: 'xlsx' });
    const job = { work: 'readSheet', bytes: book, name: '人员', maxRows: 100, maxColumns: 10 } as const;
    const rows = [
      ['账号', '姓名'],
      ['n08', '钱八'],
    ];
    expect(await readImportSheet(job)).toMatchObject({ name: '人员', rows });
    const previewText = JSON.stringify(await readPreview({ work: 'preview', path, format: 'xlsx' }));
    for (const cell of rows.flat()) expect(previewText).toContain(cell);
  });
});
