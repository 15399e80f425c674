import type { Refusal } from '../../refusals/refusals.ts';
import type { Draft } from '../draft.ts';
import type { Command } from '../model.ts';
import { carryOn } from './carry-on.ts';

/** Handle (S1 §4, 1): a candidate finishes the task and the token moves on. */
export function decideHandle(
  draft: Draft,
  command: Extract<Command, { action: 'handle' | 'forward' | 'chooseBranch' }>,
): Refusal | null {
  return carryOn(draft, command, { opinion: false, branch: false });
}
