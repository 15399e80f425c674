import {
  AlignmentType,
  BorderStyle,
  DocumentGridType,
  Footer,
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
import { dateInFigures } from '#domain/documents/chinese-numbers.ts';
import {
  type DocumentBlock,
  DocumentLayout,
  type DocumentValue,
  type OfficialDocument,
} from '#domain/documents/document-model.ts';
import { breakTitle } from '#domain/documents/title-lines.ts';
import { MissingCase } from '#domain/missing-case.ts';
import type { DocumentPictures } from './document-pictures.ts';
import {
  cell,
  characterWidth,
  faces,
  linePitch,
  listTable,
  officialRed,
  paragraph,
  run,
  signaturesOf,
  sizes,
  twips,
  valueParagraphs,
  verificationTable,
} from './docx-parts.ts';

const areaWidth = twips(156);
const indent = { firstLine: 2 * characterWidth };
const blank = () => paragraph('');
/** Separates tables, because adjacent ones would be read as one. */
const tableSeparator = () =>
  paragraph('', { size: 12, spacing: { line: 160, lineRule: LineRuleType.EXACT } });

/** Returns 公文 or 便函 as a section of a text document: the page, grid and positions of GB/T 9704. */
export async function documentSection(
  document: OfficialDocument,
  pictures: DocumentPictures,
): Promise<ISectionOptions> {
  const isLetter = document.look === DocumentLayout.letter;
  const number = (alignment: (typeof AlignmentType)[keyof typeof AlignmentType]) =>
    new Footer({
      children: [
        new Paragraph({
          alignment,
          indent: { left: sizes.four * 10, right: sizes.four * 10 },
          children: [
            new TextRun({ children: ['— ', PageNumber.CURRENT, ' —'], size: sizes.four, font: '宋体' }),
          ],
        }),
      ],
    });
  return {
    properties: {
      titlePage: isLetter,
      grid: { type: DocumentGridType.LINES, linePitch },
      page: {
        size: { width: twips(210), height: twips(297) },
        margin: {
          top: twips(isLetter ? 30 : 37),
          left: twips(28),
          right: twips(26),
          bottom: twips(35),
          footer: twips(35 - 7 - 5),
        },
      },
    },
    footers: {
      default: number(AlignmentType.RIGHT),
      even: number(AlignmentType.LEFT),
      ...(isLetter ? { first: new Footer({ children: [blank()] }) } : {}),
    },
    children: [
      ...(isLetter ? letterHead(document) : officialHead(document)),
      ...titleOf(document),
      ...(document.addressee === '' ? [] : [paragraph(`${document.addressee}：`)]),
      ...document.body.flatMap((block) => drawBlock(block, pictures)),
      ...attachmentsOf(document),
      ...signatureOf(document),
      ...(document.note === '' ? [] : [paragraph(`（${document.note}）`, { indent })]),
      ...(await endingOf(document)),
    ],
  };
}

function marksOf({ head }: OfficialDocument): Paragraph[] {
  return [head.copyNumber, head.secrecy, head.urgency]
    .filter((mark) => mark !== '')
    .map((mark) => paragraph(mark, { face: faces.hei }));
}

function officialHead(document: OfficialDocument): Paragraph[] {
  const { head } = document;
  const marks = marksOf(document);
  const count = [...head.issuer].length;
  const size =
    count <= 6 ? 92 : count <= 9 ? 80 : Math.min(80, Math.floor((156 / 25.4) * 72 * 2 * 0.98) / count);
  const rule = { style: BorderStyle.SINGLE, size: 16, color: officialRed, space: 11 };
  const center = AlignmentType.CENTER;
  return [
    ...marks,
    paragraph(head.issuer, {
      face: faces.head,
      size: Math.floor(size),
      red: true,
      alignment: center,
      // 35 mm from the upper edge of the text area, less the lines above it.
      spacing: { before: Math.max(0, twips(35) - marks.length * linePitch) },
    }),
    blank(),
    blank(),
    head.signatory === ''
      ? paragraph(head.number, { alignment: center, border: { bottom: rule } })
      : new Paragraph({
          border: { bottom: rule },
          indent: { left: characterWidth, right: characterWidth },
          tabStops: [{ type: 'right', position: areaWidth - characterWidth }],
          children: [
            run(head.number),
            new TextRun({ children: [new Tab()] }),
            run('签发人：'),
            run(head.signatory, { face: faces.kai }),
          ],
        }),
    blank(),
    blank(),
  ];
}

/** Returns the head in 信函格式: the double rule is 7 mm wider than the text on both sides. */
function letterHead(document: OfficialDocument): Paragraph[] {
  const { head } = document;
  const size = Math.min(72, Math.floor(((168 / 25.4) * 72 * 2) / [...head.issuer].length));
  return [
    paragraph(head.issuer, {
      face: faces.head,
      size,
      red: true,
      alignment: AlignmentType.CENTER,
      indent: { left: -twips(8), right: -twips(6) },
      border: {
        bottom: { style: BorderStyle.THICK_THIN_SMALL_GAP, size: 24, color: officialRed, space: 11 },
      },
    }),
    paragraph(head.number, { alignment: AlignmentType.RIGHT, spacing: { before: 280 } }),
    ...marksOf(document),
    blank(),
    blank(),
  ];
}

function titleOf(document: OfficialDocument): Paragraph[] {
  const lines = breakTitle(document.title);
  return [
    ...lines.map((line) =>
      paragraph(line, {
        face: faces.head,
        size: sizes.two,
        alignment: AlignmentType.CENTER,
        keepNext: true,
        spacing: { line: 660, lineRule: LineRuleType.EXACT },
      }),
    ),
    blank(),
  ];
}

const headingFaces = [faces.hei, faces.kai, faces.song, faces.song] as const;

function drawBlock(block: DocumentBlock, pictures: DocumentPictures): (Paragraph | Table)[] {
  switch (block.kind) {
    case 'text':
      return [
        ...(block.text === '' ? [] : [paragraph(block.text, { indent, alignment: AlignmentType.BOTH })]),
        ...signaturesOf(block.pictures, pictures),
      ];
    case 'heading':
      return [
        paragraph(block.text, {
          indent,
          keepNext: true,
          face: headingFaces[block.level - 1] ?? faces.song,
          bold: block.level === 3,
        }),
      ];
    case 'fields':
      return [fieldsTable(block.rows, pictures), tableSeparator()];
    case 'table':
      return [listTable(block, { width: areaWidth, size: sizes.four, pictures }), tableSeparator()];
    case 'opinion': {
      const signatureLine = [block.unit, block.person, block.time].filter((text) => text !== '').join('　');
      return [
        ...(block.label === '' ? [] : [paragraph(block.label, { indent, keepNext: true, face: faces.kai })]),
        paragraph(block.text, { indent, keepNext: true }),
        paragraph(signatureLine, { alignment: AlignmentType.RIGHT, indent: { right: 2 * characterWidth } }),
      ];
    }
    default:
      throw new MissingCase(block satisfies never);
  }
}

function fieldsTable(rows: readonly (readonly [string, DocumentValue])[], pictures: DocumentPictures): Table {
  const widths = [Math.floor(areaWidth / 4.2), areaWidth - Math.floor(areaWidth / 4.2)] as const;
  return new Table({
    width: { size: areaWidth, type: WidthType.DXA },
    columnWidths: widths,
    rows: rows.map(
      ([label, value]) =>
        new TableRow({
          cantSplit: true,
          children: [
            cell([paragraph(label, { face: faces.hei, size: sizes.four, alignment: AlignmentType.CENTER })], {
              width: widths[0],
            }),
            cell(valueParagraphs(value, { size: sizes.four }, pictures), { width: widths[1] }),
          ],
        }),
    ),
  });
}

function attachmentsOf({ attachments }: OfficialDocument): Paragraph[] {
  if (attachments.length === 0) return [];
  const [firstIndent, otherIndent] = [5 * characterWidth, 6 * characterWidth];
  return [
    blank(),
    ...attachments.map((name, index) => {
      const text = attachments.length > 1 ? `${index + 1}. ${name}` : name;
      return index === 0
        ? paragraph(`附件：${text}`, {
            keepNext: true,
            indent: { left: firstIndent, hanging: 3 * characterWidth },
          })
        : paragraph(text, { keepNext: true, indent: { left: otherIndent, hanging: characterWidth } });
    }),
  ];
}

/** Returns the width in half-width characters: a Chinese character counts two. */
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 2 : 1), 0);

/**
 * Returns signature and date: the date ends four characters from the right, or the longest line of the
 * signature does; the other lines are centred on it.
 */
function signatureOf({ signature, date }: OfficialDocument): Paragraph[] {
  const lines = [...signature, ...(date === '' ? [] : [dateInFigures(date)])];
  if (lines.length === 0) return [];
  const longest = Math.max(...lines.map(widthOf));
  return [
    paragraph('', { keepNext: true }),
    paragraph('', { keepNext: true }),
    ...lines.map((text, index) =>
      paragraph(text, {
        alignment: AlignmentType.RIGHT,
        keepNext: index < lines.length - 1,
        indent: {
          right: Math.round(4 * characterWidth + ((longest - widthOf(text)) / 4) * characterWidth),
        },
      }),
    ),
  ];
}

/** Returns 核验 and 版记, at the bottom of the last page as far as a text document supports that. */
async function endingOf(document: OfficialDocument): Promise<(Paragraph | Table)[]> {
  const { verification, copies, printer, look: layout } = document;
  const rule = { style: BorderStyle.SINGLE, size: 6, color: '000000', space: 4 };
  const ruleStyle = layout === DocumentLayout.letter ? {} : { border: { top: rule, bottom: rule } };
  const side = { left: sizes.four * 10, right: sizes.four * 10 };
  return [
    ...(verification === null ? [] : [blank(), await verificationTable(verification, areaWidth)]),
    ...(copies === ''
      ? []
      : [blank(), paragraph(`抄送：${copies}。`, { size: sizes.four, indent: side, ...ruleStyle })]),
    ...(printer === null || layout === DocumentLayout.letter
      ? []
      : [
          new Paragraph({
            ...ruleStyle,
            indent: side,
            tabStops: [{ type: 'right', position: areaWidth - sizes.four * 10 }],
            children: [
              run(printer.unit, { size: sizes.four }),
              new TextRun({ children: [new Tab()] }),
              run(printer.date === '' ? '' : `${dateInFigures(printer.date)}印发`, { size: sizes.four }),
            ],
          }),
        ]),
  ];
}
