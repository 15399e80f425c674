import type { OfficialDocument } from '#domain/documents/document-model.ts';
import { createChildPool } from '#server/kernel/processes/child-pool.ts';
import type { DocumentPictures } from './document-pictures.ts';
import { withoutUndrawableCharacters } from './drawable.ts';
import { maxQueuedDocuments } from './typesetter.ts';

/** Writes documents as DOCX, from the same data as their PDF. */
export interface TextDocuments {
  write(document: OfficialDocument, requester: string, pictures?: DocumentPictures): Promise<Uint8Array>;
  makeReady(): void;
  stop(): Promise<void>;
}

/** Job of the writing process. */
export interface DocxRequest {
  document: OfficialDocument;
  pictures: DocumentPictures;
}

export type DocxResult = { docx: Uint8Array } | { failure: string };

/**
 * Creates a writer in child processes, limited in time and memory, so that other requests do not wait for it.
 */
export function createTextDocuments(): TextDocuments {
  const program = new URL('./docx-child.ts', import.meta.url);
  const pool = createChildPool<DocxRequest, DocxResult>(program, {
    queueLimitPerPerson: maxQueuedDocuments,
  });
  return {
    async write(document, requester, pictures = {}) {
      const outcome = await pool.run(
        { document: withoutUndrawableCharacters(document), pictures },
        requester,
      );
      if ('failure' in outcome)
        throw new Error(`The creation of a text document was stopped: ${outcome.failure}`);
      const { answer } = outcome;
      if ('failure' in answer) throw new Error(`A text document could not be written: ${answer.failure}`);
      return answer.docx;
    },
    makeReady: pool.makeReady,
    stop: pool.stop,
  };
}
