import { parentPort } from 'node:worker_threads';
import { Document, Packer } from 'docx';
import { DocumentLook, type OfficialDocument } from '#domain/documents/document-model.ts';
import { paperSection } from './docx-paper.ts';
import { faces, sizes } from './docx-parts.ts';
import { sheetSection } from './docx-sheet.ts';

/** The program of the thread that writes text documents. */
async function write(document: OfficialDocument): Promise<Uint8Array> {
  const section = document.look === DocumentLook.sheet ? sheetSection(document) : paperSection(document);
  const written = new Document({
    title: document.title,
    creator: document.head.issuer,
    evenAndOddHeaderAndFooters: document.look !== DocumentLook.sheet,
    styles: {
      default: { document: { run: { font: faces.song, size: sizes.three } } },
      // The grid counts characters of this size.
      paragraphStyles: [
        { id: 'Normal', name: 'Normal', quickFormat: true, run: { font: faces.song, size: sizes.three } },
      ],
    },
    sections: [await section],
  });
  return Packer.toBuffer(written);
}

parentPort?.on('message', async (document: OfficialDocument) => {
  // An answer without bytes says that it went wrong, and the next question finds the thread as it was.
  const answer = await write(document).then(
    (docx) => ({ docx }),
    (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
  );
  parentPort?.postMessage(answer);
});
