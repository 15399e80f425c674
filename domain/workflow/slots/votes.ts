/** Rules of who has a vote in a countersign (S1 §5), as far as the order itself says it. */
import type { Actor } from '../../access/actor.ts';
import { absentAt } from '../../substitutes/substitution.ts';
import { type Draft, staffKey } from '../decision/draft.ts';
import type { ProcessDefinition, Task } from '../model/model.ts';
import type { Panel, Seat } from '../model/panel.ts';
import { doerOf, isVote } from '../state/outcomes.ts';
import { isStarter } from '../state/panels.ts';

export type Voter = Pick<Actor, 'staffId' | 'keys' | 'standsInFor'>;
/** The part of a draft that the question is about; a screen asks it of a state. */
export interface Deciding {
  state: Draft['state'];
  context: { definition: Pick<ProcessDefinition, 'administratorKey'> };
}
type Slot = Pick<Task, 'kind' | 'panelId' | 'candidates'> & Partial<Pick<Task, 'openedAt' | 'seat'>>;

/** Returns the countersign that the slot is a seat of; undefined for every other slot. */
export function countersignOf({ panels }: Draft['state'], { kind, panelId }: Slot): Panel | undefined {
  return kind === 'countersign' && panelId ? panels[panelId - 1] : undefined;
}

/** Returns the keys whose people may answer the seat now: those of its task, once it has one. */
export function keysNow({ tasks }: Pick<Draft['state'], 'tasks'>, { taskId, keys }: Seat): readonly string[] {
  return (taskId === null ? undefined : tasks[taskId - 1]?.candidates) ?? keys;
}

/** Checks that the keys name this very person and no other. */
export function isOwn(keys: readonly string[], staffId: string): boolean {
  return keys.length > 0 && keys.every((key) => key === staffKey(staffId));
}

/** Returns the place of the person's own open seat in the countersign; undefined without one. */
export function ownSeatOf(state: Draft['state'], panel: Panel, staffId: string): number | undefined {
  const at = panel.seats.findIndex((seat) => seat.outcome === null && isOwn(keysNow(state, seat), staffId));
  return at < 0 ? undefined : at;
}

/** Returns in whose name a person would answer the seat: a substitute in that of the person who is away. */
export function voiceAt(voter: Voter, seat: Slot): string {
  return absentAt(voter, seat)?.staffId ?? voter.staffId;
}

export type NoVote = 'asked' | 'answered' | 'ownSeat';

/**
 * Returns why a person has no vote at a seat; null where there is one. The person who asked has none, and a
 * person who has answered has no second one, by whatever key a seat came to them; a person with an open seat
 * of the own answers that, and leaves those of departments to the others. Only where a seat has come to the
 * administrator, who replaces any number of absent people, the last two rules do not apply. A substitute has
 * a vote for each absent person beside the own one, and none where the absent person would have none
 * (docs/decisions/0108).
 */
export function whyNoVote({ state, context }: Deciding, seat: Slot, voter: Voter): NoVote | null {
  const panel = countersignOf(state, seat);
  if (panel === undefined) return null;
  const voice = voiceAt(voter, seat);
  const asked = [panel.by.staffId, panel.standsFor?.staffId];
  const isAsker =
    asked.includes(voter.staffId) ||
    asked.includes(voice) ||
    isStarter(state, panel, { staffId: voter.staffId, keys: voter.keys });
  if (isAsker) return 'asked';
  if (seat.candidates.includes(context.definition.administratorKey)) return null;
  if (votersOf(state, panel).has(voice)) return 'answered';
  if (isOwn(seat.candidates, voice)) return null;
  return ownSeatOf(state, panel, voice) === undefined ? null : 'ownSeat';
}

/** Returns the people whose votes the countersign has. */
export function votersOf({ tasks }: Pick<Draft['state'], 'tasks'>, { id }: Panel): Set<string> {
  return new Set(
    tasks.flatMap((task) =>
      task.panelId === id && isVote(task.outcome) ? (doerOf(task)?.staffId ?? []) : [],
    ),
  );
}
