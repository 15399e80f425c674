/** Who may answer a countersign (S1 §5). */
import type { Actor } from '../../access/actor.ts';
import type { Problem } from '../../refusals/refusals.ts';
import { absentAt } from '../../substitutes/standing-in.ts';
import { reaches } from '../candidates.ts';
import { type Draft, staffKey } from '../draft.ts';
import type { DecisionContext, ProcessDefinition, Task } from '../model.ts';
import { doerOf, isVote } from '../outcomes.ts';
import type { AskedSeat, Panel } from './panel.ts';
import { isStarter } from './panels.ts';

type Voter = Pick<Actor, 'staffId' | 'keys' | 'standsInFor'>;
/** Of a draft, what the question is about; a screen asks it of a state. */
interface Deciding {
  state: Draft['state'];
  context: { definition: Pick<ProcessDefinition, 'administratorKey'> };
}
type Slot = Pick<Task, 'kind' | 'panelId' | 'candidates'> & Partial<Pick<Task, 'openedAt'>>;

/**
 * Who asked has no vote, and who has answered has no other, by whatever key a seat came to them; only where it has come
 * to the administrator, who stands in for as many as are not there. A substitute has a word of each who is away beside the
 * own one, and none where who is away would have none (docs/decisions/0108).
 */
export function hasNoVote({ state, context }: Deciding, seat: Slot, voter: Voter): boolean {
  const panel = seat.kind === 'countersign' && seat.panelId ? state.panels[seat.panelId - 1] : undefined;
  if (panel === undefined) return false;
  const standsIn = seat.candidates.includes(context.definition.administratorKey);
  const voice = absentAt(voter, seat)?.staffId ?? voter.staffId;
  const hasAnswered = state.tasks.some(
    (task) => task.panelId === panel.id && isVote(task.outcome) && doerOf(task)?.staffId === voice,
  );
  const asked = [panel.by.staffId, panel.standsFor?.staffId];
  return (
    asked.includes(voter.staffId) ||
    asked.includes(voice) ||
    isStarter(state, panel, { staffId: voter.staffId, keys: voter.keys }) ||
    (hasAnswered && !standsIn)
  );
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

/**
 * Whether somebody in office is behind the key who may answer in the panel: several who are able always can, one alone
 * unless this very person has no vote.
 */
export function canAnswer(draft: Pick<Draft, 'state' | 'context'>, panel: Panel, key: string): boolean {
  const { context } = draft;
  const staffId = context.addressee(key)?.soleStaffId;
  if (!reaches(context, key)) return false;
  if (!staffId) return true;
  const voter = { staffId, keys: context.addressee(staffKey(staffId))?.keys ?? [] };
  return !hasNoVote(draft, { kind: panel.kind, panelId: panel.id, candidates: [key] }, voter);
}

/** A department that one person answers for is no second seat beside that person: nobody would be left for it (S1 §5). */
export function sharedVoters(
  context: Pick<DecisionContext, 'addressee'>,
  seats: readonly AskedSeat[],
  before: readonly AskedSeat[] = [],
): Problem[] {
  const known = new Set([...before, ...seats].flatMap(({ keys }) => keys));
  return seats.flatMap(({ keys }, index) =>
    keys.flatMap((key) => {
      const who = context.addressee(key);
      const own = who?.soleStaffId && staffKey(who.soleStaffId);
      if (!who || !own || own === key || !known.has(own)) return [];
      const person = context.addressee(own)?.name ?? '';
      return [
        { field: `seats.${index}`, message: `“${who.name}”只有${person}一人可表态，不能与本人同时会签` },
      ];
    }),
  );
}
