import { readFile } from 'node:fs/promises';
import {
  concatTransformationMatrix,
  drawObject,
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFFont,
  type PDFForm,
  PDFName,
  PDFNumber,
  PDFOptionList,
  type PDFPage,
  PDFRef,
  PDFStream,
  PDFTextField,
  popGraphicsState,
  pushGraphicsState,
  StandardFonts,
} from '@cantoo/pdf-lib';
import * as fontkit from 'fontkit';
import { listOpenFonts } from '#server/adapters/typesetting/fonts.ts';
import { resetDrawingState } from './reset-drawing-state.ts';

/**
 * Draws the values of a form onto its pages, so that they stay when the pages are copied; values without a
 * drawing are drawn first.
 */
export async function flattenForm(pdf: PDFDocument): Promise<void> {
  const dictionary = pdf.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
  if (dictionary === undefined) return;
  const needsAll = dictionary.lookup(PDFName.of('NeedAppearances')) === PDFBool.True;
  await drawAnswers(pdf, pdf.getForm(), needsAll);
  for (const page of pdf.getPages()) flattenPage(page);
  pdf.catalog.delete(PDFName.of('AcroForm'));
}

/** Text that every program can draw without a font in the file. */
const latin = /^[\x20-\x7e\xa0-\xff\r\n\t]*$/;

async function drawAnswers(pdf: PDFDocument, form: PDFForm, needsAll: boolean): Promise<void> {
  const faces = new Map<boolean, PDFFont>();
  const faceFor = async (text: string) => {
    const isLatin = latin.test(text);
    const face =
      faces.get(isLatin) ?? (isLatin ? await pdf.embedFont(StandardFonts.Helvetica) : await chineseFace(pdf));
    faces.set(isLatin, face);
    return face;
  };
  for (const field of form.getFields()) {
    if (!needsAll && !field.needsAppearancesUpdate()) continue;
    try {
      if (field instanceof PDFTextField) {
        const text = field.getText() ?? '';
        const face = await faceFor(text);
        if (field.isMultiline() && !latin.test(text)) breakLines(field, text, face);
        field.updateAppearances(face);
      } else if (field instanceof PDFDropdown || field instanceof PDFOptionList) {
        field.updateAppearances(await faceFor(field.getSelected().join('')));
      } else field.defaultUpdateAppearances(await faceFor(''));
    } catch {
      // A field that the library cannot draw keeps its current appearance.
    }
  }
}

async function chineseFace(pdf: PDFDocument): Promise<PDFFont> {
  const path = listOpenFonts().at(-1);
  if (path === undefined) throw new Error('There is no font for Chinese characters');
  pdf.registerFontkit(fontkit);
  return await pdf.embedFont(await readFile(path), { subset: true });
}

const defaultSize = 10;
const margin = 4;

/** Breaks lines inside Chinese text; the library breaks only at spaces, which Chinese does not have. */
function breakLines(field: PDFTextField, text: string, face: PDFFont): void {
  const widths = field.acroField.getWidgets().map((widget) => widget.getRectangle().width - margin);
  const sizeText = /([\d.]+)\s+Tf/.exec(field.acroField.getDefaultAppearance() ?? '')?.[1];
  const size = Number(sizeText) || defaultSize;
  const space = Math.max(size, Math.min(...widths));
  let lines = '';
  let width = 0;
  for (const letter of text) {
    const letterWidth = letter === '\n' ? 0 : face.widthOfTextAtSize(letter, size);
    if (letter === '\n' || width + letterWidth > space) width = 0;
    if (width === 0 && lines !== '' && letter !== '\n' && !lines.endsWith('\n')) lines += '\n';
    lines += letter;
    width += letterWidth;
  }
  field.setFontSize(size);
  field.setText(lines);
}

const hiddenFlags = 2 + 32;

function flattenPage(page: PDFPage): void {
  const annotations = page.node.Annots();
  if (!annotations) return;
  resetDrawingState(page);
  for (const annotation of [...annotations.asArray()]) {
    const dictionary = page.doc.context.lookup(annotation);
    if (!(dictionary instanceof PDFDict) || dictionary.lookup(PDFName.of('Subtype')) !== PDFName.of('Widget'))
      continue;
    const flags = dictionary.lookupMaybe(PDFName.of('F'), PDFNumber)?.asNumber() ?? 0;
    const appearance = (flags & hiddenFlags) === 0 ? appearanceOf(dictionary) : undefined;
    const place = appearance && placeOf(dictionary, appearance.stream);
    if (appearance && place) {
      const name = page.node.newXObject('Answer', appearance.ref);
      page.pushOperators(
        pushGraphicsState(),
        concatTransformationMatrix(...place),
        drawObject(name),
        popGraphicsState(),
      );
    }
    const index = annotations.asArray().indexOf(annotation);
    if (index >= 0) annotations.remove(index);
  }
}

/** Returns the drawing that a field shows: its only one, or that of its current state. */
function appearanceOf(widget: PDFDict): { ref: PDFRef; stream: PDFStream } | undefined {
  const drawings = widget.lookupMaybe(PDFName.of('AP'), PDFDict);
  let ref = drawings?.get(PDFName.of('N'));
  const appearances = drawings?.lookup(PDFName.of('N'));
  if (appearances instanceof PDFDict) {
    const state = widget.lookup(PDFName.of('AS'));
    ref = state instanceof PDFName ? appearances.get(state) : undefined;
  }
  const stream = ref instanceof PDFRef ? widget.context.lookup(ref) : undefined;
  return ref instanceof PDFRef && stream instanceof PDFStream ? { ref, stream } : undefined;
}

/** Returns the matrix that fits a drawing into the rectangle of its field (ISO 32000-1, 12.5.5). */
function placeOf(
  widget: PDFDict,
  stream: PDFStream,
): [number, number, number, number, number, number] | undefined {
  const numbers = (of: PDFDict, key: string) =>
    of
      .lookupMaybe(PDFName.of(key), PDFArray)
      ?.asArray()
      .map((_, index) => of.lookup(PDFName.of(key), PDFArray).lookup(index, PDFNumber).asNumber());
  const rectangle = boundsOf(numbers(widget, 'Rect') ?? []);
  const [left = 0, bottom = 0, right = 0, top = 0] = numbers(stream.dict, 'BBox') ?? [];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers(stream.dict, 'Matrix') ?? [];
  const corners = [left, right].flatMap((x) =>
    [bottom, top].flatMap((y) => [a * x + c * y + e, b * x + d * y + f]),
  );
  const bounds = boundsOf(corners);
  if (bounds.width === 0 || bounds.height === 0) return undefined;
  const [scaleX, scaleY] = [rectangle.width / bounds.width, rectangle.height / bounds.height];
  return [scaleX, 0, 0, scaleY, rectangle.x - bounds.x * scaleX, rectangle.y - bounds.y * scaleY];
}

/** Returns the bounding rectangle of points, given as x and y alternately. */
function boundsOf(points: readonly number[]) {
  const xs = points.filter((_, index) => index % 2 === 0);
  const ys = points.filter((_, index) => index % 2 === 1);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
