/**
 * Rules about the people who have a vote in a countersign (S1 §5), as far as the order itself determines
 * them.
 */
import type { Actor } from '../../access/actor.ts';
import { absentPersonForTask } from '../../substitutes/substitution.ts';
import { type DecisionBuilder, staffKey } from '../decision/builder.ts';
import type { ProcessDefinition, Task } from '../model/model.ts';
import type { Panel, Seat } from '../model/panel.ts';
import { countedHandlerOf, isVote } from '../state/outcomes.ts';
import { isStarter } from '../state/panels.ts';

export type Voter = Pick<Actor, 'staffId' | 'keys' | 'substitutions'>;
/** The part of a builder that these rules need; a page calls them with a state. */
export interface VoteContext {
  state: DecisionBuilder['state'];
  context: { definition: Pick<ProcessDefinition, 'administratorKey'> };
}
type Slot = Pick<Task, 'kind' | 'panelId' | 'candidates'> & Partial<Pick<Task, 'openedAt' | 'seat'>>;

/** Returns the countersign of which the slot is a seat; undefined for every other slot. */
export function countersignOf(
  { panels }: DecisionBuilder['state'],
  { kind, panelId }: Slot,
): Panel | undefined {
  return kind === 'countersign' && panelId ? panels[panelId - 1] : undefined;
}

/** Returns the keys whose people may answer the seat now: those of its task, if it has one. */
export function currentKeys(
  { tasks }: Pick<DecisionBuilder['state'], 'tasks'>,
  { taskId, keys }: Seat,
): readonly string[] {
  return (taskId === null ? undefined : tasks[taskId - 1]?.candidates) ?? keys;
}

/** Checks that the keys name exactly this person. */
export function isExactlyPerson(keys: readonly string[], staffId: string): boolean {
  return keys.length > 0 && keys.every((key) => key === staffKey(staffId));
}

/** Returns the index of the person's own open seat in the countersign; undefined without one. */
export function ownSeatOf(
  state: DecisionBuilder['state'],
  panel: Panel,
  staffId: string,
): number | undefined {
  const index = panel.seats.findIndex(
    (seat) => seat.outcome === null && isExactlyPerson(currentKeys(state, seat), staffId),
  );
  return index < 0 ? undefined : index;
}

/** Returns the person in whose name the voter would answer the seat: for a substitute, the absent person. */
export function personVotingAt(voter: Voter, seat: Slot): string {
  return absentPersonForTask(voter, seat)?.staffId ?? voter.staffId;
}

export type NoVoteReason = 'requester' | 'answered' | 'ownSeat';

/**
 * Returns the reason why a person has no vote at a seat; null if there is one. The person who asked has none,
 * and a person who has answered has no second one, whatever key the seat has; a person with an open seat of
 * their own answers that, and leaves those of departments to the others. The last two rules do not apply to a
 * seat that is assigned to the administrator, who replaces any number of absent people. A substitute has a
 * vote for each absent person in addition to their own, and none if the absent person would have none
 * (docs/decisions/0108).
 */
export function noVoteReasonOf(
  { state, context }: VoteContext,
  seat: Slot,
  voter: Voter,
): NoVoteReason | null {
  const panel = countersignOf(state, seat);
  if (panel === undefined) return null;
  const votingId = personVotingAt(voter, seat);
  const requesters = [panel.by.staffId, panel.standsFor?.staffId];
  const isRequester =
    requesters.includes(voter.staffId) ||
    requesters.includes(votingId) ||
    isStarter(state, panel, { staffId: voter.staffId, keys: voter.keys });
  if (isRequester) return 'requester';
  if (seat.candidates.includes(context.definition.administratorKey)) return null;
  if (votersOf(state, panel).has(votingId)) return 'answered';
  if (isExactlyPerson(seat.candidates, votingId)) return null;
  return ownSeatOf(state, panel, votingId) === undefined ? null : 'ownSeat';
}

/** Returns the people whose votes the countersign already has. */
export function votersOf({ tasks }: Pick<DecisionBuilder['state'], 'tasks'>, { id }: Panel): Set<string> {
  return new Set(
    tasks.flatMap((task) =>
      task.panelId === id && isVote(task.outcome) ? (countedHandlerOf(task)?.staffId ?? []) : [],
    ),
  );
}
