import type { OfficialDocument } from '#domain/documents/document-model.ts';
import { createThreads } from '#server/context/threads.ts';
import { drawable } from './drawable.ts';

/** Writes documents as DOCX, from the same data as their PDF. */
export interface TextDocuments {
  write(document: OfficialDocument): Promise<Uint8Array>;
  stop(): Promise<void>;
}

type Answer = { docx: Uint8Array } | { failure: string };

/** Written in a thread of its own, bounded in time and memory, so that nobody else waits for it. */
export function createTextDocuments(): TextDocuments {
  const threads = createThreads<OfficialDocument, Answer>(new URL('./docx-thread.ts', import.meta.url), {
    threads: 1,
  });
  return {
    async write(document) {
      const answer = await threads.ask(drawable(document));
      if (answer === undefined) throw new Error('A text document took too long or too much memory');
      if ('failure' in answer) throw new Error(`A text document could not be written: ${answer.failure}`);
      return answer.docx;
    },
    stop: threads.stop,
  };
}
