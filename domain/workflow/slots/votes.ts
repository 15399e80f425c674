/** Who may answer a countersign (S1 §5). */
import type { Actor } from '../../access/actor.ts';
import type { Draft } from '../draft.ts';
import type { ProcessDefinition, Task } from '../model.ts';
import { isVote } from '../outcomes.ts';
import type { Panel } from './panel.ts';
import { isStarter } from './panels.ts';

type Voter = Pick<Actor, 'staffId' | 'keys'>;
/** Of a draft, what the question is about; a screen asks it of a state. */
interface Deciding {
  state: Draft['state'];
  context: { definition: Pick<ProcessDefinition, 'administratorKey'> };
}
type Slot = Pick<Task, 'kind' | 'panelId' | 'candidates'>;

/**
 * Who asked has no vote, and who has answered has no other, by whatever key a seat came to them; only where it has come
 * to the administrator, who stands in for as many as are not there.
 */
export function hasNoVote({ state, context }: Deciding, seat: Slot, voter: Voter): boolean {
  const panel = seat.kind === 'countersign' && seat.panelId ? state.panels[seat.panelId - 1] : undefined;
  if (panel === undefined) return false;
  const standsIn = seat.candidates.includes(context.definition.administratorKey);
  const hasAnswered = state.tasks.some(
    ({ panelId, outcome, finishedBy }) =>
      panelId === panel.id && isVote(outcome) && finishedBy?.staffId === voter.staffId,
  );
  return panel.by.staffId === voter.staffId || isStarter(state, panel, voter) || (hasAnswered && !standsIn);
}

/** What stands against asking somebody in a countersign that runs: who asked for it or has answered has no other vote. */
export function faultOfSeat(draft: Draft, panel: Panel, key: string): string | null {
  const seat = { kind: panel.kind, panelId: panel.id, candidates: [key] };
  return faultOfHandover(draft, seat, key);
}

/** What stands against handing this task over: a seat that only somebody without a vote would have could not be answered. */
export function faultOfHandover(draft: Draft, task: Slot, key: string): string | null {
  const who = draft.context.addressee(key);
  if (!who?.soleStaffId) return null;
  const voter = { staffId: who.soleStaffId, keys: who.keys };
  return hasNoVote(draft, { ...task, candidates: [key] }, voter)
    ? `“${who.name}”发起了会签或已表态，不能再办理会签`
    : null;
}
