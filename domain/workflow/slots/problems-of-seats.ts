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
    errorsOf(builder, { isFree: (one) => !requesters.includes(one), others: [] }, seats),
  );
}

/** Returns the problems of seats that are added to a running countersign. */
export function problemsOfAddedSeats(
  builder: DecisionBuilder,
  panel: Panel,
  seats: readonly SeatRequest[],
): Problem[] {
  const others = openSeats(builder, panel).map(({ keys }) => keys);
  return problemsOf(seats, errorsOf(builder, { isFree: mayVote(builder, panel), others }, seats));
}

/** Returns the problem of giving the task to the key; null for a task that is no seat of a countersign. */
export function problemOfHandover(builder: DecisionBuilder, task: Task, key: string): string | null {
  const panel = countersignOf(builder.state, task);
  if (panel === undefined) return null;
  const others = openSeats(builder, panel)
    .filter(({ seat }) => seat !== task.seat)
    .map(({ keys }) => keys);
  const [problem = null] = errorsOf(builder, { isFree: mayVote(builder, panel), others }, [{ keys: [key] }]);
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
 * one vote: people who are asked by name use theirs there, and each shared seat needs one of the others.
 */
function errorsOf(
  { context }: Pick<DecisionBuilder, 'context'>,
  { isFree, others }: { isFree: (staffId: string) => boolean; others: readonly Keys[] },
  asked: readonly Pick<SeatRequest, 'keys'>[],
): (string | null)[] {
  const { addressee, definition } = context;
  const named = (keys: Keys) => addressee(keys[0] ?? '')?.name ?? '';
  const seatOf = (keys: Keys) => {
    const behind = peopleWithKeys(context, keys);
    const own = behind.find((one) => isExactlyPerson(keys, one));
    return { keys, name: named(keys), own, behind, free: behind.filter(isFree) };
  };
  type Seat = ReturnType<typeof seatOf>;
  const before = others.map(seatOf);
  const seats = asked.map(({ keys }) => seatOf(keys));
  const ownedBefore = new Set(before.flatMap(({ own }) => own ?? []));
  const owned = new Set([...ownedBefore, ...seats.flatMap(({ own }) => own ?? [])]);
  const left = ({ free }: Seat, of: ReadonlySet<string> = owned) => free.filter((one) => !of.has(one));

  const ofPerson = ({ own = '', name, free }: Seat): string | null => {
    if (free.length === 0) return `“${name}”发起了会签或已表态，不能再办理会签`;
    if (ownedBefore.has(own)) return `“${name}”已在本次会签中，一人只有一票`;
    const emptied = before.find(
      (seat) => seat.own === undefined && left(seat, ownedBefore).includes(own) && left(seat).length === 0,
    );
    if (emptied === undefined) return null;
    return emptied.free.length === 1
      ? `“${emptied.name}”只有${name}一人可表态，不能与本人同时会签`
      : `“${emptied.name}”没有其他人员可表态，不能再单独会签“${name}”`;
  };
  const ofShared = (seat: Seat): string | null => {
    const [only = '', ...more] = seat.free;
    if (seat.behind.length === 0) return null;
    if (seat.free.length === 0) {
      return seat.behind.length === 1
        ? `“${seat.name}”发起了会签或已表态，不能再办理会签`
        : `“${seat.name}”的人员发起了会签或已表态，没有可表态的人员`;
    }
    if (left(seat).length === 0) {
      return more.length === 0
        ? `“${seat.name}”只有${named([staffKey(only)])}一人可表态，不能与本人同时会签`
        : `“${seat.name}”可表态的人员均已单独参加会签，不能再按部门会签`;
    }
    const same = [...before, ...seats].find(
      (one) => one !== seat && one.own === undefined && one.free.length === 1 && one.free[0] === only,
    );
    if (more.length > 0 || same === undefined) return null;
    return `“${seat.name}”与“${same.name}”都只有${named([staffKey(only)])}一人可表态，不能同时会签`;
  };
  const problems = seats.map((seat) => {
    // The administrator replaces any number of absent people.
    if (seat.keys.includes(definition.administratorKey)) return null;
    return seat.own === undefined ? ofShared(seat) : ofPerson(seat);
  });

  const sharedBefore = before.filter(({ own }) => own === undefined);
  const countAnswerable = (of: ReadonlySet<string>) =>
    maxAnswerableSeats(sharedBefore.map((seat) => left(seat, of)));
  const occupied = new Set(ownedBefore);
  const shared = sharedBefore.map((seat) => left(seat));
  return problems.map((problem, index) => {
    const seat = seats[index];
    if (problem === null && seat?.own !== undefined) {
      const most = countAnswerable(occupied);
      occupied.add(seat.own);
      return countAnswerable(occupied) < most
        ? `“${seat.name}”单独参加会签后，已选部门可表态的人员不足，一人只有一票`
        : null;
    }
    const isShared = seat && seat.own === undefined && !seat.keys.includes(definition.administratorKey);
    if (problem !== null || !isShared || seat.behind.length === 0) return problem;
    const more = [...shared, left(seat)];
    if (maxAnswerableSeats(more) === maxAnswerableSeats(shared))
      return `“${seat.name}”与已选部门可表态的人员相同且人数不足，一人只有一票`;
    shared.push(left(seat));
    return null;
  });
}
