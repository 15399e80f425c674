import { BlendMode, PDFDocument } from '@cantoo/pdf-lib';
import { getDocumentProxy } from 'unpdf';
import { handleChildJobs } from '#server/kernel/processes/handle-child-jobs.ts';
import type { SealJob, SealResult } from './simulator.ts';

/** Program of the child process that puts the demo seal on documents. */

async function sealDocument({ pdf, sealPdf, keyword }: SealJob): Promise<Uint8Array> {
  const place = await findKeyword(pdf, keyword);
  if (place === undefined) throw new Error(`"${keyword}" is not in the document`);
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const [seal] = await document.embedPdf(sealPdf);
  const page = document.getPage(place.page);
  if (seal === undefined) throw new Error('The PDF of the seal has no page');
  page.drawPage(seal, {
    x: place.x - seal.width / 2,
    y: place.y - seal.height / 2,
    // The blend mode keeps the text below the seal readable.
    blendMode: BlendMode.Multiply,
  });
  return document.save({ useObjectStreams: false });
}

/** Returns the middle of the last line that equals the keyword, in points from the lower left corner. */
async function findKeyword(pdf: Uint8Array, keyword: string) {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 });
  const keywordText = keyword.replaceAll(/\s/g, '');
  for (let number = document.numPages; number >= 1; number -= 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const lines = new Map<number, { text: string; left: number; right: number; y: number; size: number }>();
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [, , , size = 0, x = 0, y = 0] = item.transform as number[];
      const height = Math.round(y);
      const line = lines.get(height) ?? { text: '', left: x, right: x, y, size };
      line.text += item.str.replaceAll(/\s/g, '');
      line.right = x + item.width;
      lines.set(height, line);
    }
    const matches = [...lines.values()]
      .filter(({ text }) => text === keywordText)
      .toSorted((one, other) => one.y - other.y);
    const [last] = matches;
    if (last) return { page: number - 1, x: (last.left + last.right) / 2, y: last.y + last.size * 0.35 };
  }
  return undefined;
}

handleChildJobs(
  (job: SealJob): Promise<SealResult> =>
    sealDocument(job).then(
      (pdf) => ({ pdf }),
      (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
    ),
);
