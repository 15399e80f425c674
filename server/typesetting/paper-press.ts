import type { OfficialDocument } from '#domain/documents/document-model.ts';
import { createTextDocuments } from './text-documents.ts';
import { createTypesetter } from './typesetter.ts';

/** Makes papers whole: as PDF, and as a text document for those who go on writing. */
export interface PaperPress {
  print(document: OfficialDocument): Promise<PrintedPaper>;
  stop(): Promise<void>;
}

export interface PrintedPaper {
  pdf: Uint8Array;
  docx: Uint8Array;
  pages: number;
}

export function createPaperPress(): PaperPress {
  const typesetter = createTypesetter();
  const texts = createTextDocuments();
  return {
    async print(document) {
      const [{ pdf, pages }, docx] = await Promise.all([typesetter.draw(document), texts.write(document)]);
      return { pdf, docx, pages };
    },
    async stop() {
      await Promise.all([typesetter.stop(), texts.stop()]);
    },
  };
}
