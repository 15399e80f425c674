import { isRefusal, type Refusal, refuse } from '../../refusals/refusals.ts';
import { reaches } from '../candidates.ts';
import { type Draft, draftOf } from '../draft.ts';
import type { Command } from '../model.ts';
import { nodesAfter } from '../preview.ts';
import { carryOn } from './carry-on.ts';

/**
 * Forward (S1 §4, 9): handle with an opinion, and with handlers named for every next node, those behind a join that
 * still waits too, else 请完整配置所有节点的处理人 (S1 §5).
 */
export function decideForward(
  draft: Draft,
  command: Extract<Command, { action: 'handle' | 'forward' | 'chooseBranch' }>,
): Refusal | null {
  const before = draft.state;
  const refusal = carryOn(draft, command, { opinion: true, branch: false });
  // A next node that nobody answers to is a matter of the names, so that this comes before "no candidates".
  if (isRefusal(refusal) && refusal.refused !== 'noCandidates') return refusal;
  const next = nodesAfter(draftOf(before, draft.context), command);
  if (isRefusal(next)) return next;
  const named = next.every((nodeId) =>
    command.nextHandlers?.[nodeId]?.some((key) => reaches(draft.context, key)),
  );
  return named ? refusal : refuse('nextHandlersIncomplete');
}
