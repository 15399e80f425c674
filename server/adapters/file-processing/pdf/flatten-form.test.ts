import { PDFBool, PDFDocument, PDFHexString, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { readPdf } from '#test/world/read-pdf.ts';
import { flattenForm } from './flatten-form.ts';
import { createPdfLoader } from './load-pdf.ts';

/** Returns a form with these values, without drawings of them, as some programs write it. */
async function formOf(answers: Record<string, string>, isMultiline = false): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage();
  const form = pdf.getForm();
  const face = await pdf.embedFont(StandardFonts.Helvetica);
  for (const [index, [name, answer]] of Object.entries(answers).entries()) {
    const field = form.createTextField(name);
    field.addToPage(page, { x: 50, y: 700 - index * 120, width: 200, height: 100, font: face });
    field.setFontSize(12);
    if (isMultiline) field.enableMultiline();
    field.acroField.setValue(PDFHexString.fromText(answer));
  }
  form.acroForm.dict.set(PDFName.of('NeedAppearances'), PDFBool.True);
  return await pdf.save({ updateFieldAppearances: false });
}

async function flatten(bytes: Uint8Array): Promise<{ text: string; hasForm: boolean; annotations: number }> {
  const pdf = await createPdfLoader()(bytes);
  await flattenForm(pdf);
  const copy = await PDFDocument.create();
  for (const page of await copy.copyPages(pdf, pdf.getPageIndices())) copy.addPage(page);
  const text = (await readPdf(await copy.save()))
    .map((placed) => placed.text)
    .join('')
    .replace(/\s/g, '');
  const hasForm = pdf.catalog.has(PDFName.of('AcroForm'));
  return {
    text,
    hasForm,
    annotations: copy.getPages().flatMap((page) => page.node.Annots()?.asArray() ?? []).length,
  };
}

describe('flattening of a filled-in form', () => {
  test('draws its answers onto its pages', async () => {
    const bytes = await formOf({ name: 'WANG XIAOMING', place: '淳安县千岛湖镇' });
    expect(await flatten(bytes)).toEqual({
      text: 'WANGXIAOMING淳安县千岛湖镇',
      hasForm: false,
      annotations: 0,
    });
  });

  test('keeps a long Chinese answer complete, with line breaks', async () => {
    const answer = '反映小区电梯多次发生故障，物业公司一直没有安排维修，请求有关部门督促处理。';
    const { text } = await flatten(await formOf({ matter: answer }, true));
    expect(text).toBe(answer);
  });

  test('omits a hidden field', async () => {
    const pdf = await PDFDocument.load(await formOf({ name: 'HIDDEN', other: 'SEEN' }));
    const [widget] = pdf.getForm().getTextField('name').acroField.getWidgets();
    widget?.setFlagTo(2, true);
    expect((await flatten(await pdf.save({ updateFieldAppearances: false }))).text).toBe('SEEN');
  });
});

describe('a PDF with an owner password against changes', () => {
  const encryptWith = async (passwords: { ownerPassword: string; userPassword?: string }) => {
    const pdf = await PDFDocument.create();
    pdf.addPage().drawText('a letter');
    pdf.encrypt({ permissions: { modifying: false }, ...passwords });
    return await pdf.save();
  };

  test('is read', async () => {
    const pdf = await createPdfLoader()(await encryptWith({ ownerPassword: 'owner' }));
    expect(pdf.getPageCount()).toBe(1);
  });

  test('is refused when it also needs a password to open', async () => {
    const bytes = await encryptWith({ ownerPassword: 'owner', userPassword: 'reader' });
    await expect(createPdfLoader()(bytes)).rejects.toThrow();
  });
});
