import { CFB, utils, write } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { sheetOf, workbookOf } from '#test/world/generated-workbook.ts';
import { sheetRecord } from '#test/world/office-files.ts';
import { previewBook } from './preview-sheets.ts';
import { readBook } from './read-book.ts';

const chart = { type: 'chart', id: 0x20 };
const bof = (kind: number) => sheetRecord(0x809, Buffer.from([0, 6, kind, 0, 0, 0, 0, 0]));
const eof = sheetRecord(0x0a, Buffer.alloc(0));
/** A number in the series of a chart, at the same position as a cell of its sheet. */
const chartNumber = (row: number, column: number, value: number) => {
  const content = Buffer.alloc(14);
  content.writeUInt16LE(row, 0);
  content.writeUInt16LE(column, 2);
  content.writeDoubleLE(value, 6);
  return sheetRecord(0x203, content);
};

type Cells = Parameters<typeof utils.aoa_to_sheet>[0];

/** Returns an old workbook of one sheet; more records are added before the end of the sheet. */
function oldBook(
  rows: Cells,
  more: readonly Buffer[] = [],
  change?: (sheet: ReturnType<typeof utils.aoa_to_sheet>) => void,
): Buffer {
  const sheet = utils.aoa_to_sheet(rows);
  change?.(sheet);
  const file = CFB.read(
    write({ SheetNames: ['台账'], Sheets: { 台账: sheet } }, { type: 'buffer', bookType: 'biff8' }),
    { type: 'buffer' },
  );
  const stream = CFB.find(file, 'Workbook');
  const content = Buffer.from(stream.content);
  stream.content = Buffer.concat([content.subarray(0, content.length - eof.length), ...more, eof]);
  stream.size = stream.content.length;
  return Buffer.from(CFB.write(file, { type: 'buffer' }));
}

const cellsOf = async (bytes: Buffer, format: 'xls' | 'xlsx') =>
  (await previewBook(bytes, format)).sheets.map(({ rows }) => rows.map(({ cells }) => cells));

describe('preview of an old workbook', () => {
  test('shows the cells of a sheet that contains a chart', async () => {
    const chartRecords = [bof(chart.id), chartNumber(0, 0, 12), chartNumber(1, 0, 34), eof];
    const rows = [['群众来信登记台账'], ['编号', '来信人'], ['信-001', '王小明']];
    const book = oldBook(rows, chartRecords, (sheet) => {
      sheet['!merges'] = [utils.decode_range('A1:B1')];
    });
    const { sheets } = await previewBook(book, 'xls');
    expect(sheets).toMatchObject([
      { rows: rows.map((cells) => ({ cells })), merges: [{ top: 0, left: 0, bottom: 0, right: 1 }] },
    ]);
  });

  test('shows numbers by their formats, including built-in ones', async () => {
    const formats = ['0%', '#,##0.00', 'yyyy-mm-dd hh:mm', '000', '[DBNum2][$-804]General', '@"（盖章）"'];
    const book = oldBook([[0.05, 1234567.5, 45000.5, 5, 12345, '文本']], [], (sheet) => {
      for (const [index, format] of formats.entries())
        sheet[utils.encode_cell({ r: 0, c: index })].z = format;
    });
    expect(await cellsOf(book, 'xls')).toEqual([
      [['5%', '1,234,567.50', '2023-03-15 12:00', '005', '壹万贰仟叁佰肆拾伍', '文本（盖章）']],
    ]);
  });

  test('hides and counts hidden sheets, and keeps frozen rows', async () => {
    const sheets = { 台账: utils.aoa_to_sheet([['a']]), 隐藏: utils.aoa_to_sheet([['不给人看']]) };
    const Workbook = { Sheets: [{ Hidden: 0 as const }, { Hidden: 1 as const }] };
    const book = write(
      { SheetNames: Object.keys(sheets), Sheets: sheets, Workbook },
      { type: 'buffer', bookType: 'biff8' },
    );
    expect(await previewBook(book, 'xls')).toMatchObject({ sheets: [{ name: '台账' }], sheetsLeftOut: 1 });
    const window = Buffer.alloc(18);
    window.writeUInt16LE(0x08, 0);
    const pane = Buffer.alloc(10);
    pane.writeUInt16LE(2, 2);
    const frozen = oldBook([['a'], ['b'], ['c']], [sheetRecord(0x23e, window), sheetRecord(0x41, pane)]);
    expect(await previewBook(frozen, 'xls')).toMatchObject({ sheets: [{ frozenRows: 2 }] });
  });
});

describe('a workbook', () => {
  const stylesWith = (id: number) =>
    `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs></styleSheet>`;
  const bookWithFormat = (id: number) =>
    workbookOf(sheetOf('<row r="1"><c r="A1" s="1"><v>45000.5</v></c></row>'), [
      {
        name: '[Content_Types].xml',
        content:
          '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
      },
      { name: 'xl/styles.xml', content: stylesWith(id) },
    ]);

  test.each([
    [31, '2023年3月15日'],
    [57, '2023年3月'],
    [58, '3月15日'],
    [32, '12时00分'],
    [14, '2023/3/15'],
  ])('shows a time whose format is given only by the number %d', async (id, text) => {
    expect(await cellsOf(bookWithFormat(id), 'xlsx')).toEqual([[[text]]]);
  });

  test('keeps frozen rows, and reports which cells are formulas', async () => {
    const pane = '<sheetViews><sheetView><pane ySplit="1" state="frozen"/></sheetView></sheetViews>';
    const rows = '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row><row r="2"><c r="A2"><v>3</v></c></row>';
    const book = readBook(workbookOf(sheetOf(rows, pane)), {
      format: 'xlsx',
      maxRows: 10,
      hasFormulas: true,
    });
    expect(book.sheets).toMatchObject([{ frozenRows: 1, rows: [[{ f: '1+1', v: 2 }], [{ v: 3 }]] }]);
  });

  test('is rejected when its content does not match its format', () => {
    expect(() => readBook(Buffer.from('a,b\n1,2'), { format: 'xlsx', maxRows: 10 })).toThrow();
    expect(() => readBook(workbookOf(sheetOf('')), { format: 'xls', maxRows: 10 })).toThrow();
  });
});
