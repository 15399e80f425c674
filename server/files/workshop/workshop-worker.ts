import { parentPort } from 'node:worker_threads';
import { makeThumbnail } from './make-thumbnail.ts';
import { mergeIntoPdf } from './merge-into-pdf.ts';
import { readImportSheet } from './read-import-sheet.ts';
import { readPackage } from './read-package.ts';
import { readPreview } from './read-preview.ts';
import { stampFile } from './stamp-file.ts';
import { CannotWork, type WorkOrder, type WorkResult } from './work.ts';
import { writeImportSheet } from './write-import-sheet.ts';

/** The thread in which things are made of stored files: one order in, one answer out. */
parentPort?.on('message', async (order: WorkOrder) => {
  try {
    const made = await work(order);
    parentPort?.postMessage({ made }, movedWith(made));
  } catch (error) {
    if (error instanceof CannotWork) parentPort?.postMessage({ fault: error.fault });
    else parentPort?.postMessage({ failure: String(error) });
  }
});

/** What is large goes over and is not copied. */
function movedWith(made: WorkResult): ArrayBuffer[] {
  if (!('files' in made)) return [];
  return made.files.flatMap(({ rows }) => [rows.bytes.buffer, rows.ends.buffer]);
}

async function work(order: WorkOrder): Promise<WorkResult> {
  switch (order.work) {
    case 'merge':
      return await mergeIntoPdf(order);
    case 'preview':
      return await readPreview(order);
    case 'thumbnail':
      return await makeThumbnail(order);
    case 'stamp':
      return await stampFile(order);
    case 'readSheet':
      return await readImportSheet(order);
    case 'readPackage':
      return await readPackage(order);
    case 'writeSheet':
      return await writeImportSheet(order);
  }
}
