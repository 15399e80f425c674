import type { Refusal } from '../../refusals/refusals.ts';
import type { Draft } from '../draft.ts';
import type { Command } from '../model.ts';
import { carryOn } from './carry-on.ts';

/** Choose branch (S1 §4, 12): handle, with the branches of the manual gateway named; the others are not taken. */
export function decideChooseBranch(
  draft: Draft,
  command: Extract<Command, { action: 'handle' | 'forward' | 'chooseBranch' }>,
): Refusal | null {
  return carryOn(draft, command, { opinion: false, branch: true });
}
