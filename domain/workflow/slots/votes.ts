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
type Slot = Pick<Task, 'kind' | 'panelId' | 'candidates'> & Partial<Pick<Task, 'openedAt' | 'seat'>>;

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
  if (hasNoVote(draft, { ...task, candidates: [key] }, voter))
    return `“${who.name}”发起了会签或已表态，不能再办理会签`;
  return hasOtherSeat(draft, task, key, who.soleStaffId) ? `“${who.name}”已在本次会签中，一人只有一票` : null;
}

/**
 * Whether this very person has another seat of the countersign to answer: with the one vote that there is, the other
 * would be left to nobody. The administrator stands in for as many as are not there.
 */
function hasOtherSeat({ state, context }: Draft, task: Slot, key: string, staffId: string): boolean {
  const panel = task.kind === 'countersign' && task.panelId ? state.panels[task.panelId - 1] : undefined;
  const { administratorKey } = context.definition;
  if (panel === undefined || key === administratorKey) return false;
  return panel.seats.some(({ taskId, keys, outcome }, index) => {
    if (outcome !== null || index === task.seat) return false;
    const now = (taskId === null ? undefined : state.tasks[taskId - 1]?.candidates) ?? keys;
    if (now.length === 0 || now.includes(administratorKey)) return false;
    return now.every((one) => context.addressee(one)?.soleStaffId === staffId);
  });
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

/**
 * A department that one person answers for is no second seat beside that person, nor beside another such department:
 * nobody would be left for it (S1 §5). It is said at the department, and at the person where the department was asked before.
 */
export function sharedVoters(
  context: Pick<DecisionContext, 'addressee'>,
  seats: readonly AskedSeat[],
  before: readonly AskedSeat[] = [],
): Problem[] {
  const soleOf = (key: string) => context.addressee(key)?.soleStaffId;
  const nameOf = (key: string) => context.addressee(key)?.name ?? '';
  const asked = before.flatMap(({ keys }) => keys);
  const all = [...asked, ...seats.flatMap(({ keys }) => keys)];
  return seats.flatMap(({ keys }, index) =>
    keys.flatMap((key) => {
      const sole = soleOf(key);
      if (!sole) return [];
      const own = staffKey(sole);
      const among = key === own ? asked : all;
      const other = among.find((one) => one !== key && soleOf(one) === sole);
      if (other === undefined) return [];
      const [unit, beside] = key === own ? [other, key] : [key, other];
      const message =
        beside === own
          ? `“${nameOf(unit)}”只有${nameOf(own)}一人可表态，不能与本人同时会签`
          : `“${nameOf(unit)}”与“${nameOf(beside)}”都只有${nameOf(own)}一人可表态，不能同时会签`;
      return [{ field: `seats.${index}`, message }];
    }),
  );
}
