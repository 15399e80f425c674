import { Document, Packer } from 'docx';
import { DocumentLayout } from '#domain/documents/document-model.ts';
import { handleChildJobs } from '#server/kernel/processes/handle-child-jobs.ts';
import { documentSection } from './docx-document.ts';
import { orderSheetSection } from './docx-order-sheet.ts';
import { faces, sizes } from './docx-parts.ts';
import type { DocxRequest, DocxResult } from './text-documents.ts';

/** Program of the child process that writes text documents. */
async function write({ document, pictures }: DocxRequest): Promise<Uint8Array> {
  const section =
    document.look === DocumentLayout.sheet
      ? orderSheetSection(document, pictures)
      : documentSection(document, pictures);
  const file = new Document({
    title: document.title,
    creator: document.head.issuer,
    evenAndOddHeaderAndFooters: document.look !== DocumentLayout.sheet,
    styles: {
      default: { document: { run: { font: faces.song, size: sizes.three } } },
      // The grid counts characters of this size.
      paragraphStyles: [
        { id: 'Normal', name: 'Normal', quickFormat: true, run: { font: faces.song, size: sizes.three } },
      ],
    },
    sections: [await section],
  });
  return Packer.toBuffer(file);
}

// An answer without bytes reports an error; the child is ready for the next job.
handleChildJobs(
  (request: DocxRequest): Promise<DocxResult> =>
    write(request).then(
      (docx) => ({ docx }),
      (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
    ),
);
