import { type CellStyle, type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { sheetText } from '#domain/lists/sheet-text.ts';
import { columnLetter } from '#server/adapters/spreadsheets/workbook-parts.ts';
import type { TemplateColumn, WriteSheetJob } from './processing-job.ts';

const headingStyle: CellStyle = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'EAF1FB' } },
  alignment: { vertical: 'center', wrapText: true },
};
const wrappedStyle: CellStyle = { alignment: { wrapText: true, vertical: 'top' } };
/** Cell format for text, which keeps numbers and dates as typed. */
const textFormat = '@';
const choicesSheet = '选项';
const codesSheetName = '编码对照';

/**
 * Returns a workbook to fill in: the sheet with headings and choice lists, 填写说明, the codes to look up, and a
 * hidden sheet with the choices.
 */
export async function writeImportSheet(job: WriteSheetJob): Promise<Uint8Array> {
  const sheets = [formSheet(job), guideSheet(job)];
  if (job.codes.length > 0) sheets.push(codesSheet(job.codes));
  if (job.columns.some(({ choices }) => choices.length > 0)) sheets.push(listSheet(job.columns));
  return await writeXlsx({ sheets });
}

const headOf = ({ title, required }: TemplateColumn) => (required ? `*${title}` : title);
const cellOf = (cell: string | number | null) => (typeof cell === 'string' ? sheetText(cell) : cell);

function formSheet({ name, columns, rows, maxRows }: WriteSheetJob): WriteSheet {
  const cells = new Map(
    columns.map((column, index) => [`0,${index}`, { value: headOf(column), style: headingStyle }] as const),
  );
  return {
    name,
    columns: columns.map(({ isText, title }) => ({
      width: Math.max(14, title.length * 3),
      ...(isText && { numFmt: textFormat }),
    })),
    rows: [columns.map(headOf), ...rows.map((row) => row.map(cellOf))],
    cells,
    freezePane: { rows: 1 },
    dataValidations: columns.flatMap(({ choices }, index) =>
      choices.length === 0 ? [] : [choiceOf(choices.length, columnLetter(index), maxRows)],
    ),
  };
}

function choiceOf(count: number, letter: string, maxRows: number) {
  return {
    type: 'list' as const,
    formula1: `'${choicesSheet}'!$${letter}$1:$${letter}$${count}`,
    range: `${letter}2:${letter}${maxRows + 1}`,
    allowBlank: true,
    // A cell may contain several choices, and pasted texts are checked when the file is read, so Excel shows
    // no error.
    showErrorMessage: false,
  };
}

function guideSheet({ columns, codes }: WriteSheetJob): WriteSheet {
  const headings = ['列', '必填', '格式', '说明', '示例'];
  const cells = new Map(
    headings.map((value, index) => [`0,${index}`, { value, style: headingStyle }] as const),
  );
  return {
    name: '填写说明',
    columns: [16, 8, 24, 60, 30].map((width) => ({ width, style: wrappedStyle })),
    rows: [
      headings,
      ...columns.map(({ title, required, kind, hint, example }) =>
        [title, required ? '是' : '否', kind, hint, example].map(sheetText),
      ),
      [],
      ['只导入第一张表，从第 2 行开始，每行一条；本页不导入。'],
      ['已有的按关键列对应并修改；表中没有的保持原样，不会删除。'],
      ['先预览，再导入；任何一处有错误，均不导入。'],
      ...(codes.length > 0 ? [[`可填的编码见“${codesSheetName}”页。`]] : []),
    ],
    cells,
    freezePane: { rows: 1 },
  };
}

/** Returns the sheet with the codes and names of each list, side by side. */
function codesSheet(codes: WriteSheetJob['codes']): WriteSheet {
  const headings = codes.flatMap(({ title }) => [`${title}编码`, `${title}名称`]);
  const cells = new Map(
    headings.map((value, index) => [`0,${index}`, { value, style: headingStyle }] as const),
  );
  const columns = codes.map(({ title, rows, isCut }) => [
    ...rows.map(([code, name]) => [sheetText(code), sheetText(name)]),
    ...(rows.length === 0 ? [['', `还没有${title}`]] : []),
    ...(isCut ? [['', `只列出前 ${rows.length} 个，其余请在“${title}”的页面上查看`]] : []),
  ]);
  const height = Math.max(...columns.map(({ length }) => length));
  const rows = Array.from({ length: height }, (_, row) =>
    columns.flatMap((column): CellValue[] => [column[row]?.[0] || null, column[row]?.[1] ?? null]),
  );
  return {
    name: codesSheetName,
    columns: headings.map((_, index) => ({ width: index % 2 === 0 ? 22 : 30, numFmt: textFormat })),
    rows: [headings, ...rows],
    cells,
    freezePane: { rows: 1 },
  };
}

/** Returns the hidden sheet with each column's choices in the column of the same letter. */
function listSheet(columns: readonly TemplateColumn[]): WriteSheet {
  const height = Math.max(...columns.map(({ choices }) => choices.length));
  const rows = Array.from({ length: height }, (_, row) =>
    columns.map(({ choices }): CellValue => (choices[row] === undefined ? null : sheetText(choices[row]))),
  );
  return { name: choicesSheet, hidden: true, rows };
}
