import {
  AlignmentType,
  BorderStyle,
  Footer,
  Header,
  HeightRule,
  type ISectionOptions,
  LineRuleType,
  PageNumber,
  Paragraph,
  Tab,
  Table,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { OfficialDocument } from '#domain/documents/document-model.ts';
import { breakTitle } from '#domain/documents/title-lines.ts';
import { MissingCase } from '#domain/missing-case.ts';
import type { DocumentPictures } from './document-pictures.ts';
import {
  cell,
  faces,
  listTable,
  officialRed,
  paragraph,
  run,
  sizes,
  twips,
  valueParagraphs,
  verificationTable,
} from './docx-parts.ts';
import { type OrderSheetPart, orderSheetParts } from './drawable-document.ts';

const width = twips(174);
const [firstLabelWidth, labelWidth] = [1500, 1140];
const valueWidth = Math.floor((width - firstLabelWidth - 2 * labelWidth) / 3);
const columns = [
  firstLabelWidth,
  valueWidth,
  labelWidth,
  valueWidth,
  labelWidth,
  width - firstLabelWidth - 2 * labelWidth - 2 * valueWidth,
];
const center = AlignmentType.CENTER;
const right = AlignmentType.RIGHT;
const small = { size: sizes.sheet } as const;

/** Returns 办件单 as a section of a text document: head and foot on every page, one table between them. */
export async function orderSheetSection(
  document: OfficialDocument,
  pictures: DocumentPictures,
): Promise<ISectionOptions> {
  const { signature, note, verification } = document;
  const rows = orderSheetParts(document.body).flatMap((part) => rowsOf(part, pictures));
  return {
    properties: {
      page: {
        size: { width: twips(210), height: twips(297) },
        margin: {
          top: twips(52),
          left: twips(18),
          right: twips(18),
          bottom: twips(28),
          header: twips(14),
          footer: twips(14),
        },
      },
    },
    headers: { default: headOf(document) },
    footers: { default: footOf(document) },
    children: [
      ...(rows.length === 0
        ? []
        : [new Table({ width: { size: width, type: WidthType.DXA }, columnWidths: columns, rows })]),
      ...signature.map((line) => paragraph(line, { ...small, alignment: right })),
      ...(note === '' ? [] : [paragraph(`（${note}）`, small)]),
      ...(verification === null ? [] : [paragraph(''), await verificationTable(verification, width)]),
    ],
  };
}

function headOf({ head, title, factLine }: OfficialDocument): Header {
  const facts = factLine.filter(([, text]) => text !== '');
  return new Header({
    children: [
      paragraph(head.issuer, {
        face: faces.head,
        size: Math.min(51, Math.floor(880 / [...head.issuer].length)),
        red: true,
        alignment: center,
        border: {
          bottom: { style: BorderStyle.THICK_THIN_SMALL_GAP, size: 24, color: officialRed, space: 6 },
        },
      }),
      ...breakTitle(title).map((line) =>
        paragraph(line, { face: faces.head, size: 36, alignment: center, spacing: { before: 160 } }),
      ),
      new Paragraph({
        spacing: { before: 120, after: 80 },
        tabStops: [
          { type: 'center', position: Math.floor(width / 2) },
          { type: 'right', position: width },
        ],
        children: facts.flatMap(([name, text], index) => [
          // The last one is at the right edge, whatever their number.
          new TextRun({
            children: index === 0 ? [] : facts.length === 2 ? [new Tab(), new Tab()] : [new Tab()],
          }),
          run(`${name}　`, { ...small, face: faces.hei }),
          run(text, small),
        ]),
      }),
    ],
  });
}

function footOf({ foot }: OfficialDocument): Footer {
  const size = 19;
  return new Footer({
    children: [
      ...(foot.remark === '' ? [] : [paragraph(foot.remark, { size })]),
      new Paragraph({
        tabStops: [
          { type: 'center', position: Math.floor(width / 2) },
          { type: 'right', position: width },
        ],
        children: [
          run(foot.maker === '' ? '' : `打印人：${foot.maker}`, { size }),
          new TextRun({
            children: [
              new Tab(),
              '第 ',
              PageNumber.CURRENT,
              ' 页　共 ',
              PageNumber.TOTAL_PAGES,
              ' 页',
              new Tab(),
            ],
            size,
            font: faces.song,
          }),
          run(foot.time === '' ? '' : `打印时间：${foot.time}`, { size }),
        ],
      }),
    ],
  });
}

function rowsOf(part: OrderSheetPart, pictures: DocumentPictures): TableRow[] {
  const labelCell = (text: string, column = 0) =>
    cell([paragraph(text, { ...small, face: faces.hei, alignment: center })], {
      width: columns[column] ?? labelWidth,
    });
  const widthOf = (span: number) => columns.slice(6 - span).reduce((sum, one) => sum + one, 0);
  const wideCell = (children: readonly (Paragraph | Table)[], span = 5) =>
    cell(children, { width: widthOf(span), span });
  switch (part.kind) {
    case 'facts':
      return part.rows.map(
        (row) =>
          new TableRow({
            cantSplit: row.every(({ text }) => text.length < 700),
            children: row.flatMap((fact, index) => [
              labelCell(fact.label, index * 2),
              cell(valueParagraphs(fact, small, pictures), { width: valueWidth, span: fact.span }),
            ]),
          }),
      );
    case 'opinion': {
      const signatureLine = [part.unit, '签名', part.person].filter((text) => text !== '').join('　');
      return [
        new TableRow({
          cantSplit: part.text.length < 700,
          height: { value: 960, rule: HeightRule.ATLEAST },
          children: [
            labelCell(part.label),
            wideCell([
              paragraph(part.text, { ...small, keepNext: true }),
              paragraph(`${signatureLine}　　${part.time}`, { ...small, alignment: right }),
            ]),
          ],
        }),
      ];
    }
    case 'table': {
      const span = part.label === '' ? 6 : 5;
      // A cell must end with a paragraph, or word processors report the document as damaged.
      const last = paragraph('', { size: 2, spacing: { line: 20, lineRule: LineRuleType.EXACT } });
      const table = cell(
        [listTable(part, { width: widthOf(span), size: sizes.sheet, isNested: true, pictures }), last],
        {
          width: widthOf(span),
          span,
          margins: { top: 0, bottom: 0, left: 0, right: 0 },
        },
      );
      return [new TableRow({ children: span === 6 ? [table] : [labelCell(part.label), table] })];
    }
    case 'heading':
      return [
        new TableRow({
          cantSplit: true,
          children: [wideCell([paragraph(part.text, { ...small, face: faces.hei })], 6)],
        }),
      ];
    case 'text':
      return [
        new TableRow({
          children: [wideCell(valueParagraphs({ pictures: [], ...part }, small, pictures), 6)],
        }),
      ];
    default:
      throw new MissingCase(part satisfies never);
  }
}
