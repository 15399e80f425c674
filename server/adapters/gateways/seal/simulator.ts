import { maxQueuedDocuments, type Typesetter } from '#server/adapters/typesetting/typesetter.ts';
import { createChildPool } from '#server/kernel/processes/child-pool.ts';
import type { SealGateway } from './seal.ts';

export interface StampRequest {
  pdf: Uint8Array;
  /** The seal as a PDF of one page. */
  stamp: Uint8Array;
  keyword: string;
}
export type StampResponse = { pdf: Uint8Array } | { failure: string };

/**
 * Creates a simulator that draws a round demo seal of 42 mm, marked as invalid, over the keyword in a child
 * process.
 */
export function createSealSimulator(typesetter: Pick<Typesetter, 'drawSeal'>): SealGateway {
  const program = new URL('./stamp-child.ts', import.meta.url);
  const pool = createChildPool<StampRequest, StampResponse>(program, {
    queueLimitPerPerson: maxQueuedDocuments,
  });
  return {
    isSimulated: true,
    async seal(pdf, { keyword, organisation }, requester) {
      const stamp = (await typesetter.drawSeal(organisation, requester)).pdf;
      const outcome = await pool.ask({ pdf, stamp, keyword }, requester);
      if ('over' in outcome) throw new Error(`A document could not be sealed: ${outcome.over}`);
      const { answer } = outcome;
      if ('failure' in answer) throw new Error(`A document could not be sealed: ${answer.failure}`);
      return answer.pdf;
    },
    stop: pool.stop,
  };
}
