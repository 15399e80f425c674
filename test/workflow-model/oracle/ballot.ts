/**
 * Counts the people who could still answer in a countersign. Every person has one vote: people asked by name
 * use it there, and each shared seat needs one of the others. The count examines every set of shared seats
 * (Hall's theorem).
 */
import { administratorKey } from '../plan.ts';
import type { People } from './token-game.ts';
import type { AskedPerson, Round } from './work.ts';

/**
 * Checks whether the person started the round, or now has the slot that started it: such a person may remove
 * people and has no vote.
 */
export function isRequester({ by, slotHolder }: Round, who: string, people: People): boolean {
  return slotHolder === null ? by === who : people.keysOf(who).some((key) => slotHolder.includes(key));
}

export function isExcluded(round: Round, who: string, people: People): boolean {
  return (
    round.by === who || isRequester(round, who, people) || round.seats.some(({ voter }) => voter === who)
  );
}

const isNamed = (keys: readonly string[], who: string) => keys.every((key) => key === `staff:${who}`);
const keysNow = ({ open, keys }: AskedPerson) => open?.keys ?? keys;
const isAdministrators = (keys: readonly string[]) => keys.includes(administratorKey);

function staffWithKeys(keys: readonly string[], people: People): string[] {
  return [...new Set(keys.flatMap((key) => people.staffWithKey(key)))];
}

/** Returns the waiting seat that asks exactly this person. */
export function namedSeat({ seats }: Round, who: string): AskedPerson | undefined {
  return seats.find((seat) => seat.answer === null && isNamed(keysNow(seat), who));
}

/** Checks whether there is a person who may answer at a seat with these keys. */
export function canAnswer(round: Round, keys: readonly string[], people: People): boolean {
  if (round.kind !== 'countersign') return keys.some((key) => people.hasPerson(key));
  return staffWithKeys(keys, people).some((who) => {
    if (isAdministrators(keys)) return round.by !== who && !isRequester(round, who, people);
    return !isExcluded(round, who, people) && (isNamed(keys, who) || namedSeat(round, who) === undefined);
  });
}

/**
 * Counts the seats that can each get a different person: all seats, minus the greatest shortage of any set of
 * them.
 */
function maxAnswerableSeats(seats: readonly (readonly string[])[]): number {
  let shortage = 0;
  for (let set = 0; set < 2 ** seats.length; set++) {
    const chosen = seats.filter((_, place) => Math.floor(set / 2 ** place) % 2 === 1);
    shortage = Math.max(shortage, chosen.length - new Set(chosen.flat()).size);
  }
  return seats.length - shortage;
}

/** Counts the seats with these keys at which people who are not excluded can answer. */
export function countAnswerable(
  seats: readonly (readonly string[])[],
  isOut: (who: string) => boolean,
  people: People,
): number {
  const answerable = seats
    .filter((keys) => !isAdministrators(keys))
    .map((keys) => ({ keys, who: staffWithKeys(keys, people).filter((one) => !isOut(one)) }));
  const named = new Set(answerable.flatMap(({ keys, who }) => who.filter((one) => isNamed(keys, one))));
  const shared = answerable.filter(({ keys }) => !keys[0]?.startsWith('staff:'));
  return named.size + maxAnswerableSeats(shared.map(({ who }) => who.filter((one) => !named.has(one))));
}

export const keysOfOpenSeats = ({ seats }: Round): (readonly string[])[] =>
  seats.filter(({ answer }) => answer === null).map(keysNow);

/** Counts the answers that a countersign can still get in its present state. */
export function possibleAnswers(round: Round, people: People): number {
  const administrators = keysOfOpenSeats(round).filter(
    (keys) => isAdministrators(keys) && canAnswer(round, keys, people),
  );
  return (
    administrators.length +
    countAnswerable(keysOfOpenSeats(round), (who) => isExcluded(round, who, people), people)
  );
}

/**
 * Returns the seat at which the vote of a person counts who answers at a seat of a countersign; null if there
 * is none now.
 */
export function seatForVote(
  round: Round,
  seat: AskedPerson,
  who: string,
  people: People,
): AskedPerson | null {
  const keys = keysNow(seat);
  if (round.by === who || isRequester(round, who, people)) return null;
  if (isAdministrators(keys)) return seat;
  if (isExcluded(round, who, people)) return null;
  const own = isNamed(keys, who) ? seat : namedSeat(round, who);
  if (own !== undefined) return own.open === null ? null : own;
  const wouldLoseAnswer = (seat: AskedPerson) => {
    const others = round.seats.filter((one) => one.answer === null && one !== seat).map(keysNow);
    const out = (one: string) => one === who || isExcluded(round, one, people);
    const now = countAnswerable(keysOfOpenSeats(round), (one) => isExcluded(round, one, people), people);
    return countAnswerable(others, out, people) + 1 < now;
  };
  const mine = round.seats.filter(
    (one) => one.answer === null && keysNow(one).some((key) => people.keysOf(who).includes(key)),
  );
  const suitable = mine.filter((one) => !isAdministrators(keysNow(one)) && !wouldLoseAnswer(one));
  const chosen = suitable.includes(seat) ? seat : (suitable.find(({ open }) => open !== null) ?? suitable[0]);
  return chosen?.open ? chosen : null;
}
