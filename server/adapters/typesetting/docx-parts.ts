import {
  AlignmentType,
  BorderStyle,
  ImageRun,
  type IParagraphOptions,
  type ITableCellOptions,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  VerticalAlign,
  WidthType,
} from 'docx';
import { toBuffer as qrPicture } from 'qrcode';
import {
  type DocumentBlock,
  type DocumentValue,
  type OfficialDocument,
  partsOfValue,
} from '#domain/documents/document-model.ts';
import type { DocumentPictures } from './document-pictures.ts';

/**
 * Fonts by the names under which offices have them (GB/T 9704 §5.2.2); if one is missing, the word processor
 * chooses another.
 */
export const faces = {
  song: '仿宋_GB2312',
  kai: '楷体_GB2312',
  hei: '黑体',
  head: '方正小标宋简体',
} as const;
export const officialRed = 'B8232A';

/** Converts millimetres to twentieths of a point, the unit of text documents. */
export const twips = (mm: number) => Math.round((mm / 25.4) * 1440);
/** Sizes in half points: 三号, 四号, 二号 and smaller ones. */
export const sizes = { three: 32, four: 28, two: 44, small: 18, sheet: 21 } as const;
/**
 * Height of a line and width of a character in the grid of 22 lines of 28 characters over 156 mm by 225 mm.
 */
export const linePitch = twips(225 / 22);
export const characterWidth = twips(156 / 28);
/**
 * Spacing that fits 28 characters of 16 pt into a line, in twentieths of a point: word processors differ in
 * their character grids.
 */
const characterSpacing = Math.round(((156 / 28 / 25.4) * 72 - 16) * 20);

export type Run = { face?: string; size?: number; red?: boolean; bold?: boolean };

/** Returns the text without control characters and lone surrogates, which XML cannot contain. */
function withoutInvalidXml(text: string): string {
  return [...text]
    .filter((letter) => (letter >= ' ' || letter === '\t') && !/^[\ud800-\udfff\ufffe\uffff]$/.test(letter))
    .join('');
}

export function run(text: string, { face = faces.song, size = sizes.three, red, bold }: Run = {}): TextRun {
  return new TextRun({
    text: withoutInvalidXml(text),
    font: { ascii: face, hAnsi: face, eastAsia: face, cs: face },
    size,
    ...(size === sizes.three ? { characterSpacing } : {}),
    ...(bold ? { bold } : {}),
    ...(red ? { color: officialRed } : {}),
  });
}

/** Returns one paragraph for each line of a text. */
export function paragraph(
  text: string,
  options: Run & Omit<IParagraphOptions, 'text' | 'children' | 'run'> = {},
) {
  const { face, size, red, bold, ...rest } = options;
  const runOptions: Run = {
    ...(face === undefined ? {} : { face }),
    ...(size === undefined ? {} : { size }),
    ...(red ? { red } : {}),
    ...(bold ? { bold } : {}),
  };
  const lines = text.split(/\r?\n/);
  return new Paragraph({
    ...rest,
    children: lines.flatMap((line, index) =>
      index === 0 ? [run(line, runOptions)] : [new TextRun({ break: 1 }), run(line, runOptions)],
    ),
  });
}

/** Returns the paragraphs of a value: its text, unless only its signatures are given, and one for each of these. */
export function valueParagraphs(
  value: DocumentValue,
  options: Parameters<typeof paragraph>[1],
  pictures: DocumentPictures,
): Paragraph[] {
  const { text, pictures: ids } = partsOfValue(value);
  const drawn = signaturesOf(ids, pictures);
  return text === '' && drawn.length > 0 ? drawn : [paragraph(text, options), ...drawn];
}

/** The largest signature in pixels of 96 to the inch: 30 mm by 12 mm, as in the PDF. */
const largest = { width: 113, height: 45 };

/** Returns a paragraph for each signature. */
export function signaturesOf(ids: readonly string[] = [], pictures: DocumentPictures): Paragraph[] {
  return ids.flatMap((id) => {
    const picture = pictures[id];
    if (picture === undefined) return [];
    const scale = Math.min(largest.width / picture.width, largest.height / picture.height);
    const transformation = {
      width: Math.max(1, Math.round(picture.width * scale)),
      height: Math.max(1, Math.round(picture.height * scale)),
    };
    const data = Buffer.from(picture.bytes);
    return new Paragraph({ children: [new ImageRun({ type: picture.type, data, transformation })] });
  });
}

const line = { style: BorderStyle.SINGLE, size: 6, color: '000000' };
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' };
const allLines = { top: line, bottom: line, left: line, right: line };
const noLines = { top: none, bottom: none, left: none, right: none };

type TableCellBorders = NonNullable<ITableCellOptions['borders']>;
type TableCellMargins = NonNullable<ITableCellOptions['margins']>;

export function cell(
  children: readonly (Paragraph | Table)[],
  options: { width: number; span?: number; lines?: TableCellBorders; margins?: TableCellMargins },
): TableCell {
  return new TableCell({
    children: [...children],
    width: { size: options.width, type: WidthType.DXA },
    columnSpan: options.span ?? 1,
    verticalAlign: VerticalAlign.CENTER,
    borders: options.lines ?? allLines,
    ...(options.margins ? { margins: options.margins } : {}),
  });
}

/**
 * Returns a table of values whose heading is repeated on every page; within a cell it omits the outer lines.
 */
export function listTable(
  block: Pick<Extract<DocumentBlock, { kind: 'table' }>, 'columns' | 'rows'>,
  {
    width,
    size,
    pictures,
    isNested = false,
  }: { width: number; size: number; pictures: DocumentPictures; isNested?: boolean },
): Table {
  const all = block.columns.reduce((sum, { share }) => sum + share, 0);
  const widths = block.columns.map(({ share }) => Math.floor((width * share) / all));
  const linesOf = (column: number, isHead: boolean, isLast: boolean) =>
    isNested
      ? {
          top: isHead ? none : line,
          bottom: isLast ? none : line,
          left: column === 0 ? none : line,
          right: column === widths.length - 1 ? none : line,
        }
      : allLines;
  const row = (values: readonly DocumentValue[], isHead: boolean, isLast = false) =>
    new TableRow({
      tableHeader: isHead,
      cantSplit: true,
      children: widths.map((columnWidth, index) =>
        cell(
          valueParagraphs(
            values[index] ?? '',
            {
              size,
              face: isHead ? faces.hei : faces.song,
              alignment: isHead ? AlignmentType.CENTER : AlignmentType.LEFT,
            },
            pictures,
          ),
          { width: columnWidth, lines: linesOf(index, isHead, isLast) },
        ),
      ),
    });
  return new Table({
    width: { size: width, type: WidthType.DXA },
    columnWidths: widths,
    ...(isNested ? { borders: { ...noLines, insideHorizontal: line, insideVertical: line } } : {}),
    rows: [
      row(
        block.columns.map(({ title }) => title),
        true,
      ),
      ...block.rows.map((values, index) => row(values, false, index === block.rows.length - 1)),
    ],
  });
}

/** Returns the QR code and the text for verifying the document without a session. */
export async function verificationTable(
  { address, code }: NonNullable<OfficialDocument['verification']>,
  width: number,
): Promise<Table> {
  const data = await qrPicture(address, { errorCorrectionLevel: 'M', margin: 0, width: 260 });
  // 22 mm at 96 dpi, the resolution of picture sizes.
  const side = Math.round((22 / 25.4) * 96);
  const picture = new ImageRun({ type: 'png', data, transformation: { width: side, height: side } });
  const small = { face: faces.hei, size: sizes.small, spacing: { line: 280 } };
  return new Table({
    width: { size: width, type: WidthType.DXA },
    columnWidths: [twips(26), width - twips(26)],
    borders: { ...noLines, insideHorizontal: none, insideVertical: none },
    rows: [
      new TableRow({
        cantSplit: true,
        children: [
          cell([new Paragraph({ children: [picture] })], { width: twips(26), lines: noLines }),
          cell(
            [
              paragraph('扫码核验本文书的文号与校验值，不显示正文', small),
              paragraph(`核验码　${code}`, small),
              paragraph('未开通扫码时，请到本单位核验窗口输入核验码', small),
            ],
            { width: width - twips(26), lines: noLines },
          ),
        ],
      }),
    ],
  });
}
