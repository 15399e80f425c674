/**
 * Rules for requests in a countersign, so that every seat has a person who may answer it
 * (docs/decisions/0105).
 */
import type { Problem } from '../../refusals/refusals.ts';
import { type DecisionBuilder, staffKey } from '../decision/builder.ts';
import type { Task } from '../model/model.ts';
import type { Panel, SeatRequest } from '../model/panel.ts';
import { maxAnswerableSeats } from './max-answerable-seats.ts';
import { mayVote, openSeats, peopleWithKeys } from './shared-seats.ts';
import { countersignOf, isExactlyPerson } from './votes.ts';

type Keys = readonly string[];

/**
 * Returns the problems of the first seats of a countersign; the starter and the people for whom the starter
 * acts have no vote.
 */
export function problemsOfNewSeats(
  builder: DecisionBuilder,
  seats: readonly SeatRequest[],
  requesters: readonly string[],
): Problem[] {
  return problemsOf(
    seats,
    errorsOf(builder, { canVote: (staffId) => !requesters.includes(staffId), otherSeatKeys: [] }, seats),
  );
}

/** Returns the problems of seats that are added to a running countersign. */
export function problemsOfAddedSeats(
  builder: DecisionBuilder,
  panel: Panel,
  seats: readonly SeatRequest[],
): Problem[] {
  const otherSeatKeys = openSeats(builder, panel).map(({ keys }) => keys);
  return problemsOf(seats, errorsOf(builder, { canVote: mayVote(builder, panel), otherSeatKeys }, seats));
}

/** Returns the problem of giving the task to the key; null for a task that is no seat of a countersign. */
export function problemOfHandover(builder: DecisionBuilder, task: Task, key: string): string | null {
  const panel = countersignOf(builder.state, task);
  if (panel === undefined) return null;
  const otherSeatKeys = openSeats(builder, panel)
    .filter(({ seat }) => seat !== task.seat)
    .map(({ keys }) => keys);
  const [problem = null] = errorsOf(builder, { canVote: mayVote(builder, panel), otherSeatKeys }, [
    { keys: [key] },
  ]);
  return problem;
}

function problemsOf(seats: readonly SeatRequest[], problems: readonly (string | null)[]): Problem[] {
  return seats.flatMap((_seat, index) => {
    const message = problems[index] ?? null;
    return message === null ? [] : [{ field: `seats.${index}`, message }];
  });
}

/**
 * Returns for each requested seat the reason why it could not be answered; null if it could. Each person has
 * one vote: people who are asked by name use their vote there, and each shared seat needs one of the others.
 */
function errorsOf(
  { context }: Pick<DecisionBuilder, 'context'>,
  { canVote, otherSeatKeys }: { canVote: (staffId: string) => boolean; otherSeatKeys: readonly Keys[] },
  requested: readonly Pick<SeatRequest, 'keys'>[],
): (string | null)[] {
  const { addressee, definition } = context;
  const nameOf = (keys: Keys) => addressee(keys[0] ?? '')?.name ?? '';
  const seatOf = (keys: Keys) => {
    const people = peopleWithKeys(context, keys);
    const person = people.find((staffId) => isExactlyPerson(keys, staffId));
    return { keys, name: nameOf(keys), person, people, voters: people.filter(canVote) };
  };
  type Seat = ReturnType<typeof seatOf>;
  const existingSeats = otherSeatKeys.map(seatOf);
  const seats = requested.map(({ keys }) => seatOf(keys));
  const namedBefore = new Set(existingSeats.flatMap(({ person }) => person ?? []));
  const namedPeople = new Set([...namedBefore, ...seats.flatMap(({ person }) => person ?? [])]);
  const remainingVoters = ({ voters }: Seat, excluded: ReadonlySet<string> = namedPeople) =>
    voters.filter((staffId) => !excluded.has(staffId));

  const problemOfPersonSeat = ({ person = '', name, voters }: Seat): string | null => {
    if (voters.length === 0) return `“${name}”发起了会签或已表态，不能再办理会签`;
    if (namedBefore.has(person)) return `“${name}”已在本次会签中，一人只有一票`;
    const emptiedSeat = existingSeats.find(
      (seat) =>
        seat.person === undefined &&
        remainingVoters(seat, namedBefore).includes(person) &&
        remainingVoters(seat).length === 0,
    );
    if (emptiedSeat === undefined) return null;
    return emptiedSeat.voters.length === 1
      ? `“${emptiedSeat.name}”只有${name}一人可表态，不能与本人同时会签`
      : `“${emptiedSeat.name}”没有其他人员可表态，不能再单独会签“${name}”`;
  };
  const problemOfSharedSeat = (seat: Seat): string | null => {
    const [firstVoter = '', ...more] = seat.voters;
    if (seat.people.length === 0) return null;
    if (seat.voters.length === 0) {
      return seat.people.length === 1
        ? `“${seat.name}”发起了会签或已表态，不能再办理会签`
        : `“${seat.name}”的人员发起了会签或已表态，没有可表态的人员`;
    }
    if (remainingVoters(seat).length === 0) {
      return more.length === 0
        ? `“${seat.name}”只有${nameOf([staffKey(firstVoter)])}一人可表态，不能与本人同时会签`
        : `“${seat.name}”可表态的人员均已单独参加会签，不能再按部门会签`;
    }
    const sameVoterSeat = [...existingSeats, ...seats].find(
      (other) =>
        other !== seat &&
        other.person === undefined &&
        other.voters.length === 1 &&
        other.voters[0] === firstVoter,
    );
    if (more.length > 0 || sameVoterSeat === undefined) return null;
    return `“${seat.name}”与“${sameVoterSeat.name}”都只有${nameOf([staffKey(firstVoter)])}一人可表态，不能同时会签`;
  };
  const problems = seats.map((seat) => {
    // The administrator replaces any number of absent people.
    if (seat.keys.includes(definition.administratorKey)) return null;
    return seat.person === undefined ? problemOfSharedSeat(seat) : problemOfPersonSeat(seat);
  });

  const sharedBefore = existingSeats.filter(({ person }) => person === undefined);
  const countAnswerable = (excluded: ReadonlySet<string>) =>
    maxAnswerableSeats(sharedBefore.map((seat) => remainingVoters(seat, excluded)));
  const occupied = new Set(namedBefore);
  const shared = sharedBefore.map((seat) => remainingVoters(seat));
  return problems.map((problem, index) => {
    const seat = seats[index];
    if (problem === null && seat?.person !== undefined) {
      const countBefore = countAnswerable(occupied);
      occupied.add(seat.person);
      return countAnswerable(occupied) < countBefore
        ? `“${seat.name}”单独参加会签后，已选部门可表态的人员不足，一人只有一票`
        : null;
    }
    const isShared = seat && seat.person === undefined && !seat.keys.includes(definition.administratorKey);
    if (problem !== null || !isShared || seat.people.length === 0) return problem;
    const more = [...shared, remainingVoters(seat)];
    if (maxAnswerableSeats(more) === maxAnswerableSeats(shared))
      return `“${seat.name}”与已选部门可表态的人员相同且人数不足，一人只有一票`;
    shared.push(remainingVoters(seat));
    return null;
  });
}
