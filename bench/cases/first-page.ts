import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { files } from '#contract/files.ts';
import { pdfOf, pdfStream } from '#test/world/office-files.ts';
import { type Demo, desktopViewport, launchBrowser, openDemo, restoreBrowserStorage } from '../browser.ts';
import type { Benchmark } from '../measuring/case.ts';

const { resolve } = createRequire(import.meta.url);
const pages = 300;
const firstWords = 'Page 1 of 300';

/**
 * Runs in a separate page: sends the file, and draws its first page with the library alone; returns the
 * milliseconds of drawing.
 */
const limitReader = `async function readWithLibrary(path, token, base64) {
  const form = new FormData();
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), 'limit.pdf');
  const headers = { 'x-access-token': token };
  const response = await (await fetch(path, { method: 'POST', body: form, headers })).json();
  const url = path + '/' + response.data.rows[0].id + '?mark=stream';
  const startTime = performance.now();
  const chunks = { rangeChunkSize: 262144, disableAutoFetch: true, disableStream: true };
  const pdf = await pdfjsLib.getDocument({ url, httpHeaders: headers, ...chunks }).promise;
  const first = await pdf.getPage(1);
  const viewport = first.getViewport({ scale: 1.5 });
  const canvas = document.createElement('canvas');
  canvas.width = viewport.width;
  canvas.height = viewport.height;
  document.body.append(canvas);
  await first.render({ canvas, viewport }).promise;
  return performance.now() - startTime;
}`;

/**
 * Returns a PDF with this number of pages, each with a line and a photograph that cannot be compressed
 * further: 15 MB.
 */
function longDocument(): Buffer {
  const objects: (string | Buffer)[] = [];
  const ids = Array.from({ length: pages }, (_page, index) => 4 + index * 3);
  objects.push('<< /Type /Catalog /Pages 2 0 R >>');
  objects.push(`<< /Type /Pages /Count ${pages} /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] >>`);
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [index, id] of ids.entries()) {
    const resources = `<< /Font << /F1 3 0 R >> /XObject << /I ${id + 2} 0 R >> >>`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${id + 1} 0 R >>`,
    );
    const content = `q 400 0 0 300 72 300 cm /I Do Q BT /F1 24 Tf 72 720 Td (Page ${index + 1} of ${pages}) Tj ET`;
    objects.push(pdfStream('', Buffer.from(content)));
    const picture =
      '/Type /XObject /Subtype /Image /Width 160 /Height 104 /ColorSpace /DeviceRGB /BitsPerComponent 8';
    objects.push(pdfStream(picture, randomBytes(160 * 104 * 3)));
  }
  return addCrossReferenceTable(pdfOf(objects));
}

/** Adds the cross-reference table at the end, without which a reader has to scan the whole file first. */
function addCrossReferenceTable(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  const offsets = [...text.matchAll(/(?<=\n)(\d+) 0 obj\n/g)].map(({ index }) => index);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const body = pdf.subarray(0, text.lastIndexOf('trailer'));
  const size = offsets.length + 1;
  return Buffer.concat([
    body,
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    ),
  ]);
}

/**
 * Measures the time from the click on a file of 300 pages until its first page is readable, in a running
 * demo, compared with the library alone, given the same chunks from the same server; each in a new window.
 */
export async function openFirstPage(
  demo: Demo,
  program: string | undefined,
): Promise<{ cases: Benchmark[]; close(): Promise<void> }> {
  const browser = await launchBrowser(program);
  const { storage } = await openDemo(browser, demo);
  const buffer = longDocument();
  const token = (JSON.parse(storage) as Record<string, string>)['banjian.accessToken'] ?? '';

  async function ours(): Promise<number> {
    const context = await browser.newContext(desktopViewport);
    try {
      const page = await context.newPage();
      await restoreBrowserStorage(page, storage);
      await page.goto(`${demo.address}/initiation/petition-letter`);
      const fileChooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: '上传文件' }).first().click();
      const name = `三百页${Date.now()}.pdf`;
      await (await fileChooser).setFiles({
        name,
        mimeType: 'application/pdf',
        buffer: withUniqueBytes(buffer),
      });
      const link = page.getByRole('button', { name, exact: true });
      await link.waitFor({ timeout: 60_000 });
      return await measureUntilReadable(page, () => link.click());
    } finally {
      await context.close();
    }
  }

  async function limit(): Promise<number> {
    // The library is injected as text, which the portal's own pages may not run.
    const context = await browser.newContext({ ...desktopViewport, bypassCSP: true });
    try {
      const page = await context.newPage();
      await page.goto(`${demo.address}/healthz`);
      await page.addScriptTag({ content: limitReader });
      for (const file of ['pdf.min.mjs', 'pdf.worker.min.mjs'])
        await page.addScriptTag({
          type: 'module',
          content: await readFile(resolve(`pdfjs-dist/legacy/build/${file}`), 'utf8'),
        });
      await page.waitForFunction("'pdfjsLib' in globalThis && 'pdfjsWorker' in globalThis");
      const base64 = JSON.stringify(withUniqueBytes(buffer).toString('base64'));
      return (await page.evaluate(
        `readWithLibrary(${JSON.stringify(files.upload.path)}, ${JSON.stringify(token)}, ${base64})`,
      )) as number;
    } finally {
      await context.close();
    }
  }

  return {
    close: () => browser.close(),
    cases: [
      {
        name: 'first-page',
        unit: 'ms',
        variants: [
          { name: 'viewer', measure: ours },
          { name: 'limit', measure: limit },
        ],
        goals: [
          {
            title: 'first page of 300, compared with the library alone on the same connection',
            over: 'viewer',
            under: 'limit',
          },
        ],
      },
    ],
  };
}

/** Returns different bytes each time, because identical files are stored once. */
function withUniqueBytes(pdf: Buffer): Buffer {
  return Buffer.concat([pdf, Buffer.from(`%${randomBytes(8).toString('hex')}\n%%EOF\n`)]);
}

async function measureUntilReadable(page: Page, click: () => Promise<void>): Promise<number> {
  const startTime = performance.now();
  await click();
  await page.getByRole('document').getByText(firstWords).waitFor({ timeout: 60_000 });
  return performance.now() - startTime;
}
