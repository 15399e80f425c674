import type { SheetCell, SheetColumn } from './sheet-column.ts';
import type { ZipPart } from './zip-bytes.ts';

/** A workbook of one sheet as the parts of its package (ECMA-376), each generated while it is read. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const package_ = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes of the styles in `styles`: plain, a heading, an instant. */
const style = { plain: 0, head: 1, instant: 2 } as const;

const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEAF1FB"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

const contentTypes = `${declaration}<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`;

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`;
const relationships = (...all: string[]) =>
  `${declaration}<Relationships xmlns="${package_}/relationships">${all.join('')}</Relationships>`;

interface SheetParts {
  name: string;
  columns: readonly Pick<SheetColumn<never>, 'title' | 'width'>[];
  /** Batches of rows below the heading, including the last line; texts must be valid for a cell. */
  rows: AsyncIterable<readonly (readonly SheetCell[])[]>;
}

export function* workbookParts({ name, columns, rows }: SheetParts): Generator<ZipPart> {
  const part = (path: string, text: string): ZipPart => ({ name: path, text: [text] });
  yield part('[Content_Types].xml', contentTypes);
  yield part('_rels/.rels', relationships(relation('rId1', 'officeDocument', 'xl/workbook.xml')));
  yield part(
    'xl/workbook.xml',
    `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escapeXml(name)}" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">'${escapeXml(name)}'!$1:$1</definedName></definedNames></workbook>`,
  );
  yield part(
    'xl/_rels/workbook.xml.rels',
    relationships(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId2', 'styles', 'styles.xml'),
    ),
  );
  yield part('xl/styles.xml', styles);
  yield { name: 'xl/worksheets/sheet1.xml', text: sheetText(columns, rows) };
}

const pixelsPerCharacter = 7;

async function* sheetText(columns: SheetParts['columns'], rows: SheetParts['rows']): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${Math.round(width / pixelsPerCharacter) + 2}" customWidth="1"/>`,
  );
  const letters = columns.map((_, column) => columnLetter(column));
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`;
  let number = 1;
  yield rowText(
    number,
    columns.map(({ title }) => title),
    letters,
    style.head,
  );
  for await (const batch of rows) {
    let text = '';
    for (const row of batch) {
      number += 1;
      text += rowText(number, row, letters, style.plain);
    }
    yield text;
  }
  yield '</sheetData><pageSetup paperSize="9" orientation="landscape"/></worksheet>';
}

function rowText(
  number: number,
  cells: readonly SheetCell[],
  letters: readonly string[],
  textStyle: number,
): string {
  let text = `<row r="${number}">`;
  for (const [index, cell] of cells.entries()) {
    if (cell !== null && cell !== '') text += cellText(`${letters[index]}${number}`, cell, textStyle);
  }
  return `${text}</row>`;
}

const chinaMs = 8 * 3_600_000;
const dayMs = 86_400_000;
/** Days between 1899-12-30, from which workbooks count, and 1970-01-01. */
const daysBefore1970 = 25_569;

/**
 * Returns a cell; a text is stored inline and is never a formula. A workbook has no time zones: an instant is
 * written as Chinese local time.
 */
function cellText(place: string, cell: string | number | Date, textStyle: number): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (cell instanceof Date) {
    const days = (cell.getTime() + chinaMs) / dayMs + daysBefore1970;
    return `<c r="${place}" s="${style.instant}"><v>${days}</v></c>`;
  }
  const styleAttribute = textStyle === style.plain ? '' : ` s="${textStyle}"`;
  return `<c r="${place}"${styleAttribute} t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

const special = /[&<>"\r]|_x[0-9A-Fa-f]{4}_/g;
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '_x000D_',
};

/** Escapes special characters; a text that looks like an escape gets its first character escaped. */
function escapeXml(text: string): string {
  return text.replace(special, (match) => escapes[match] ?? `_x005F${match}`);
}

/** Returns the letter of a column: `A` for the first, `AA` for the 27th. */
export function columnLetter(column: number): string {
  const rest = Math.floor(column / 26);
  return `${rest === 0 ? '' : columnLetter(rest - 1)}${String.fromCharCode(65 + (column % 26))}`;
}
