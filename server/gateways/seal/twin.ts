import { createThreads } from '#server/context/threads.ts';
import type { Typesetter } from '#server/typesetting/typesetter.ts';
import type { SealGateway } from './seal.ts';

export interface StampQuestion {
  pdf: Uint8Array;
  /** The seal as a PDF of one page. */
  stamp: Uint8Array;
  keyword: string;
}
export type StampAnswer = { pdf: Uint8Array } | { failure: string };

/** A round demo seal of 42 mm, which says that it is one and worth nothing, drawn over the keyword by a thread. */
export function createSealTwin(typesetter: Pick<Typesetter, 'drawSeal'>): SealGateway {
  const threads = createThreads<StampQuestion, StampAnswer>(new URL('./stamp-thread.ts', import.meta.url), {
    threads: 1,
  });
  return {
    isTwin: true,
    async seal(pdf, { keyword, organisation }) {
      const stamp = (await typesetter.drawSeal(organisation)).pdf;
      const answer = await threads.ask({ pdf, stamp, keyword });
      if (answer === undefined) throw new Error('A paper could not be sealed in time');
      if ('failure' in answer) throw new Error(`A paper could not be sealed: ${answer.failure}`);
      return answer.pdf;
    },
    stop: threads.stop,
  };
}
