import { maxQueuedDocuments, type Typesetter } from '#server/adapters/typesetting/typesetter.ts';
import { createChildPool } from '#server/kernel/processes/child-pool.ts';
import type { SealGateway } from './seal.ts';

export interface SealJob {
  pdf: Uint8Array;
  /** The seal as a PDF of one page. */
  sealPdf: Uint8Array;
  keyword: string;
}
export type SealResult = { pdf: Uint8Array } | { failure: string };

/**
 * Creates a simulator that draws a round demo seal of 42 mm, marked as invalid, over the keyword in a child
 * process.
 */
export function createSealSimulator(typesetter: Pick<Typesetter, 'drawSeal'>): SealGateway {
  const program = new URL('./seal-child.ts', import.meta.url);
  const pool = createChildPool<SealJob, SealResult>(program, {
    queueLimitPerPerson: maxQueuedDocuments,
  });
  return {
    isSimulated: true,
    async seal(pdf, { keyword, organisation }, requester) {
      const sealPdf = (await typesetter.drawSeal(organisation, requester)).pdf;
      const outcome = await pool.run({ pdf, sealPdf, keyword }, requester);
      if ('failure' in outcome) throw new Error(`A document could not be sealed: ${outcome.failure}`);
      const { answer } = outcome;
      if ('failure' in answer) throw new Error(`A document could not be sealed: ${answer.failure}`);
      return answer.pdf;
    },
    stop: pool.stop,
  };
}
