import { useState } from 'react';
import type { PetitionJudgement } from '#contract/petitions.ts';

/** The judgement on similar petitions, as far as it was made. */
export interface JudgementState {
  /** Undefined if nothing similar was found, or nothing was chosen yet. */
  value: PetitionJudgement | undefined;
  /** Where the judgement is incomplete; undefined if the petition can be submitted. */
  problem: { field: 'result' | 'earlierCode' | 'newFacts'; message: string } | undefined;
}

const noJudgement: JudgementState = { value: undefined, problem: undefined };

/**
 * Returns the judgement, and the number of refused submissions because of it: each focuses the card, and the server's
 * refusal lets it search again.
 */
export function useJudgement() {
  const [judgement, setJudgement] = useState(noJudgement);
  const [refusals, setRefusals] = useState(0);
  return { judgement, setJudgement, refusals, refuse: () => setRefusals((before) => before + 1) };
}
