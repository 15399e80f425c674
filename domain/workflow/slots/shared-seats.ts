/**
 * Rules about the people who may answer each seat of a countersign, with the current staff of the office
 * (docs/decisions/0105).
 */
import { isRefusal, type Refusal, refuse } from '../../refusals/refusals.ts';
import { isCandidateFor } from '../../substitutes/substitution.ts';
import { staffKey } from '../decision/builder.ts';
import type { DecisionContext, Task } from '../model/model.ts';
import type { Panel } from '../model/panel.ts';
import { isVote } from '../state/outcomes.ts';
import { isActionable, isStarter, openPanelsAt } from '../state/panels.ts';
import { maxAnswerableSeats } from './max-answerable-seats.ts';
import {
  countersignOf,
  currentKeys,
  isExactlyPerson,
  type NoVoteReason,
  noVoteReasonOf,
  ownSeatOf,
  personVotingAt,
  type VoteContext,
  type Voter,
  votersOf,
} from './votes.ts';

type Directory = Pick<DecisionContext, 'addressee'>;
/** A builder, or a state, with the directory of the office. */
export interface DirectoryContext extends VoteContext {
  context: VoteContext['context'] & Directory;
}

/** Returns all people with the keys who are able to answer, each once. */
export function peopleWithKeys({ addressee }: Directory, keys: readonly string[]): string[] {
  return [...new Set(keys.flatMap((key) => addressee(key)?.ableStaffIds ?? []))];
}

/** Returns the check of whether a person may have a vote in the countersign. */
export function mayVote({ state, context }: DirectoryContext, panel: Panel): (staffId: string) => boolean {
  const voters = votersOf(state, panel);
  return (staffId) => !voters.has(staffId) && !isRequester({ state, context }, panel, staffId);
}

/** Returns the people of each open seat that several may answer, without those who have a seat of their own. */
function sharedSeats(scope: DirectoryContext, panel: Panel): { seat: number; people: string[] }[] {
  const { state, context } = scope;
  const canVote = mayVote(scope, panel);
  return openSeats(scope, panel).flatMap(({ seat, keys }) => {
    const people = peopleWithKeys(context, keys);
    if (people.some((staffId) => isExactlyPerson(keys, staffId))) return [];
    const free = people.filter(
      (staffId) => canVote(staffId) && ownSeatOf(state, panel, staffId) === undefined,
    );
    return [{ seat, people: free }];
  });
}

/** Returns the seats that are not answered and are not assigned to the administrator. */
export function openSeats(
  { state, context }: VoteContext,
  panel: Panel,
): { seat: number; keys: readonly string[] }[] {
  const { administratorKey } = context.definition;
  return panel.seats
    .map((entry, seat) => ({ seat, outcome: entry.outcome, keys: currentKeys(state, entry) }))
    .filter(({ outcome, keys }) => outcome === null && !keys.includes(administratorKey));
}

/** Returns the number of open seats of a countersign that the people in service can still answer. */
export function answerableSeats(scope: DirectoryContext, panel: Panel): number {
  const { state, context } = scope;
  const canVote = mayVote(scope, panel);
  const people = new Set(openSeats(scope, panel).flatMap(({ keys }) => peopleWithKeys(context, keys)));
  const ownSeats = [...people].filter(
    (staffId) => canVote(staffId) && ownSeatOf(state, panel, staffId) !== undefined,
  );
  const administrators = panel.seats
    .filter(({ outcome }) => outcome === null)
    .map((seat) => currentKeys(state, seat))
    .filter((keys) => keys.includes(context.definition.administratorKey) && canAnswer(scope, panel, keys));
  const shared = maxAnswerableSeats(sharedSeats(scope, panel).map((seat) => seat.people));
  return ownSeats.length + administrators.length + shared;
}

/**
 * Checks that a person in service may answer a seat of the panel with these keys. A seat of a countersign is
 * for people who may have a vote and no other seat of their own; one that is assigned to the administrator is
 * for all except those who asked.
 */
export function canAnswer(scope: DirectoryContext, panel: Panel, keys: readonly string[]): boolean {
  const { state, context } = scope;
  if (panel.kind !== 'countersign')
    return keys.some((key) => context.addressee(key)?.availability === 'able');
  const canVote = mayVote(scope, panel);
  return peopleWithKeys(context, keys).some((staffId) => {
    if (keys.includes(context.definition.administratorKey)) return !isRequester(scope, panel, staffId);
    return (
      canVote(staffId) && (isExactlyPerson(keys, staffId) || ownSeatOf(state, panel, staffId) === undefined)
    );
  });
}

function isRequester({ state, context }: DirectoryContext, panel: Panel, staffId: string): boolean {
  const keys = context.addressee(staffKey(staffId))?.keys ?? [];
  return (
    panel.by.staffId === staffId ||
    panel.standsFor?.staffId === staffId ||
    isStarter(state, panel, { staffId, keys })
  );
}

type SeatRefusal = Refusal<'notYourTask' | 'taskHeld'>;

/** Messages for a person who has no vote at a seat. */
export const messageOfSeat: Readonly<Record<NoVoteReason | 'later', string>> = {
  requester: '您是本次会签的发起人，不参与表态',
  answered: '您已在本次会签中表态，一人只有一票',
  ownSeat: '您在本次会签中另有席位，请在本人席位表态',
  later: '您在本次会签中另有席位，轮到时再表态',
};

/**
 * Returns the seat at which the vote of a person counts who answers this one: the person's own seat, and
 * among several shared seats the one that would have no other person. Returns the reason if the person has no
 * vote, or the seat is not open yet. Without a directory only own seats are considered.
 */
export function votingSeat(
  { state, context }: VoteContext & { context: VoteContext['context'] & Partial<Directory> },
  namedTask: Task,
  voter: Voter,
): Task | SeatRefusal {
  const panel = countersignOf(state, namedTask);
  if (panel === undefined || !isCandidateFor(voter, namedTask)) return namedTask;
  const votingId = personVotingAt(voter, namedTask);
  if (namedTask.outcome !== null) {
    // A colleague has already answered the department's seat; the person's own seat still waits for the vote.
    const own = isVote(namedTask.outcome) ? ownSeatOf(state, panel, votingId) : undefined;
    const isOpen = openPanelsAt(state, panel.tokenId).includes(panel);
    return own !== undefined && isOpen ? seatAt(state, panel, own, voter) : namedTask;
  }
  const reason = noVoteReasonOf({ state, context }, namedTask, voter);
  if (reason === 'ownSeat') return seatAt(state, panel, ownSeatOf(state, panel, votingId), voter);
  if (reason !== null) return refuse('notYourTask', { message: messageOfSeat[reason] });
  const { definition, addressee } = context;
  if (!addressee || namedTask.candidates.includes(definition.administratorKey)) return namedTask;
  const needed = neededSeat({ state, context: { definition, addressee } }, panel, {
    namedTask,
    voter,
    votingId,
  });
  return needed === namedTask.seat ? namedTask : seatAt(state, panel, needed, voter);
}

/** Returns the shared seat at which the person is needed; the named one if it serves as well as the others. */
function neededSeat(
  scope: DirectoryContext,
  panel: Panel,
  { namedTask, voter, votingId }: { namedTask: Task; voter: Voter; votingId: string },
): number | undefined {
  const namedSeat = namedTask.seat ?? 0;
  const seats = sharedSeats(scope, panel);
  if (seats.length < 2 || seats.every(({ seat }) => seat !== namedSeat)) return namedSeat;
  // A person who has just got a key may answer by it, even if the directory does not have it yet.
  const all = seats.map(({ seat, people }) => {
    const keys = panel.seats[seat] ? currentKeys(scope.state, panel.seats[seat]) : [];
    const isOffered =
      seat === namedSeat || (votingId === voter.staffId && keys.some((key) => voter.keys.includes(key)));
    return { seat, people: isOffered && !people.includes(votingId) ? [...people, votingId] : people };
  });
  const maximum = maxAnswerableSeats(all.map(({ people }) => people));
  const keepsMaximum = (chosen: number) =>
    1 +
      maxAnswerableSeats(
        all
          .filter(({ seat }) => seat !== chosen)
          .map(({ people }) => people.filter((staffId) => staffId !== votingId)),
      ) ===
    maximum;
  if (keepsMaximum(namedSeat)) return namedSeat;
  const others = all.filter(
    ({ seat, people }) => seat !== namedSeat && people.includes(votingId) && keepsMaximum(seat),
  );
  const isInTurn = ({ seat }: { seat: number }) => panel.seats[seat]?.taskId !== null;
  return (others.find(isInTurn) ?? others[0])?.seat;
}

function seatAt(
  state: VoteContext['state'],
  panel: Panel,
  seat: number | undefined,
  voter: Voter,
): Task | SeatRefusal {
  const task = state.tasks[(panel.seats[seat ?? -1]?.taskId ?? 0) - 1];
  if (task === undefined) return refuse('notYourTask', { message: messageOfSeat.later });
  if (!isCandidateFor(voter, task)) return refuse('notYourTask', { message: messageOfSeat.ownSeat });
  return isActionable(state, task) ? task : refuse('taskHeld');
}

/** Checks that the vote of the person counts at this seat and not at another one. */
export function votesAtSeat(scope: Parameters<typeof votingSeat>[0], seat: Task, voter: Voter): boolean {
  const votedSeat = votingSeat(scope, seat, voter);
  return !isRefusal(votedSeat) && votedSeat.id === seat.id;
}
