import { expect, type Page } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';

export interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Returns a picture like a phone's photo, drawn by the browser itself. */
export async function createPhoto(
  page: Page,
  name: string,
  [width, height]: readonly [number, number],
): Promise<UploadFile> {
  const data = await page.evaluate(
    ([width, height, text]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: width, height: height });
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('The browser returned no canvas context');
      const gradient = context.createLinearGradient(0, 0, width, height);
      gradient.addColorStop(0, '#dfe9f5');
      gradient.addColorStop(1, '#8fa6bf');
      context.fillStyle = gradient;
      context.fillRect(0, 0, width, height);
      context.fillStyle = '#46586d';
      for (const [index, storeys] of [6, 9, 5, 8].entries()) {
        context.fillRect(width * (0.08 + index * 0.23), height * (1 - storeys * 0.08), width * 0.16, height);
      }
      context.font = `${Math.round(width / 16)}px sans-serif`;
      context.fillText(text, width * 0.06, height * 0.14);
      return canvas.toDataURL('image/jpeg', 0.85).split(',')[1] ?? '';
    },
    [width, height, name] as const,
  );
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(data, 'base64') };
}

/** Returns a PDF with `count` pages and without embedded fonts, like files of old programs. */
export function createPdf(name: string, count: number): UploadFile {
  const parts: string[] = [];
  const pages = Array.from({ length: count }, (_, index) => 4 + index * 2);
  parts[1] = '<< /Type /Catalog /Pages 2 0 R >>';
  parts[2] = `<< /Type /Pages /Count ${count} /Kids [${pages.map((id) => `${id} 0 R`).join(' ')}] >>`;
  parts[3] =
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >> >>] >>';
  for (const [index, id] of pages.entries()) {
    const hexText = Buffer.from(`台账第${index + 1}页`, 'utf16le')
      .swap16()
      .toString('hex');
    const content = `BT /F1 24 Tf 72 720 Td <${hexText}> Tj ET`;
    parts[id] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${id + 1} 0 R >>`;
    parts[id + 1] = `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
  }
  let text = '%PDF-1.4\n';
  const places = parts.map((part, id) => {
    const place = text.length;
    text += `${id} 0 obj\n${part}\nendobj\n`;
    return place;
  });
  const table = text.length;
  const rows = places.slice(1).map((place) => `${String(place).padStart(10, '0')} 00000 n \n`);
  text += `xref\n0 ${parts.length}\n0000000000 65535 f \n${rows.join('')}`;
  text += `trailer << /Size ${parts.length} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text, 'latin1') };
}

/** Returns a workbook of `count` people, with addresses and dates. */
export async function createWorkbook(name: string, count: number): Promise<UploadFile> {
  const people = Array.from({ length: count }, (_, index) => [
    `信访人${index + 1}`,
    `东风路${index + 1}号`,
    new Date(Date.UTC(2026, 2, 2)),
  ]);
  const bytes = await writeXlsx({
    sheets: [
      {
        name: '名册',
        rows: [['姓名', '住址', '登记日期'], ...people],
        columns: [{ width: 14 }, { width: 24 }, { width: 16, numFmt: 'yyyy"年"m"月"d"日"' }],
      },
    ],
  });
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) };
}

/** Adds files to the first upload field of the letter that is being registered. */
export async function attachToLetter(page: Page, files: readonly UploadFile[]): Promise<void> {
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles([...files]);
  for (const { name } of files) {
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  }
}
