/**
 * The work of several people on one token, as a tree: the task's own work, the rounds that its person
 * started, and the rounds started by people in those. It belongs to the spot, so a return leaves it there,
 * and an order that comes back finds it again. Only the permission to answer open seats has to be restored.
 */
import type { RuleRequest } from '../step.ts';

export type Answer = 'yes' | 'no' | 'taken off' | 'none';

/** A person who was asked, or will be when it is their turn. */
export interface AskedPerson {
  group: number;
  keys: readonly string[];
  /** The people who may answer, and the action that gave them the turn; null before. */
  open: { keys: readonly string[]; since: number } | null;
  answer: Answer | null;
  /** The person who voted. */
  voter: string | null;
  rounds: Round[];
}

/** A round of people asked by one action, with the rule by which it ends. */
export interface Round {
  id: number;
  /** `instance`: several people do the task itself, as the plan says. */
  kind: 'before' | 'after' | 'countersign' | 'delegate' | 'returned' | 'instance';
  /** For several people who do the task: this many are enough. */
  until?: number | undefined;
  by: string;
  /** Keys of the person who has the slot that started the round, if it was transferred since; else null. */
  slotHolder: readonly string[] | null;
  isInOrder: boolean;
  rule: RuleRequest;
  continues: boolean;
  isLimited: boolean;
  /** Answer that counts for a person who is late. */
  expiryAnswer: Answer;
  seats: AskedPerson[];
  end: 'passed' | 'failed' | 'done' | 'off' | null;
}

export interface SharedWork {
  /** True if the task's own work is done, even if others still have to sign after it. */
  isDone: boolean;
  rounds: Round[];
  /** The person who counts as having done the task when a decided countersign continues automatically. */
  continuedBy: string | null;
  /** Every round that was ever started here, on any level. */
  all: Round[];
}

export const emptyWork = (): SharedWork => ({ isDone: false, rounds: [], continuedBy: null, all: [] });

/** Returns the shared work of a task that several people do. */
export function workOfSeveral(
  keys: readonly string[],
  { isInOrder, until }: { isInOrder: boolean; until?: number },
  since: number,
): SharedWork {
  const seats = keys.map((key, group): AskedPerson => {
    const open = isInOrder && group > 0 ? null : { keys: [key], since };
    return { group, keys: [key], open, answer: null, voter: null, rounds: [] };
  });
  const started = {
    id: 0,
    by: '',
    slotHolder: null,
    rule: 'all' as const,
    continues: false,
    isLimited: false,
    expiryAnswer: 'none' as const,
  };
  const round: Round = { ...started, kind: 'instance', isInOrder, until, seats, end: null };
  return { isDone: true, rounds: [round], continuedBy: null, all: [round] };
}

/** Returns the seat with this key, if several people do the task. */
export function seatOfKey(work: SharedWork | undefined, key: string): AskedPerson | undefined {
  const round = work?.rounds.find(({ kind }) => kind === 'instance');
  return round?.seats.find(({ keys }) => keys[0] === key);
}

/** Returns a copy in which every round is copied once, however often it is referred to. */
export function copyOfWork(work: SharedWork): SharedWork {
  const copies = new Map<Round, Round>();
  const copied = (round: Round): Round => {
    const copy = copies.get(round) ?? {
      ...round,
      seats: round.seats.map((seat) => ({ ...seat, rounds: seat.rounds.map(copied) })),
    };
    copies.set(round, copy);
    return copy;
  };
  return { ...work, rounds: work.rounds.map(copied), all: work.all.map(copied) };
}

/** Makes the person who finished a transferred slot the requester of the rounds that were started from it. */
export function transferRoundsTo({ rounds }: Pick<AskedPerson, 'rounds'>, who: string): void {
  for (const round of rounds)
    if (round.slotHolder !== null && round.end === null) round.slotHolder = [`staff:${who}`];
}

/** Checks whether the person who started these rounds must wait for them. */
export function isWaitingForOthers({ rounds }: Pick<AskedPerson, 'rounds'>): boolean {
  return rounds.some(({ kind, end }) => kind !== 'after' && end === null);
}

/** Checks that no work is left to do, so that the token moves. */
export function isComplete(work: SharedWork): boolean {
  return work.isDone && work.rounds.every(({ end }) => end !== null);
}

/** Returns the countersign that counts: one cancelled before any answer does not. */
export function countersignOf({ all }: SharedWork): Round | undefined {
  return all.findLast(
    ({ kind, end, seats }) =>
      kind === 'countersign' &&
      (end !== 'off' || seats.some(({ answer }) => answer === 'yes' || answer === 'no')),
  );
}

/** Returns every seat that is asked now, with the round that asked it. */
export function askedSeats({ all }: SharedWork): { round: Round; seat: AskedPerson; index: number }[] {
  return all.flatMap((round) =>
    round.end !== null
      ? []
      : round.seats.flatMap((seat, index) =>
          seat.open !== null && seat.answer === null ? [{ round, seat, index }] : [],
        ),
  );
}

/** Returns the level of a round that this seat's person would start; 1 for the task's own. */
export function levelOf({ all }: Pick<SharedWork, 'all'>, seat: AskedPerson | null): number {
  if (seat === null) return 1;
  const round = all.find(({ seats }) => seats.includes(seat));
  const above = all.flatMap(({ seats }) => seats).find(({ rounds }) => round && rounds.includes(round));
  return 1 + levelOf({ all }, above ?? null);
}

/** Returns the answer of a seat; null while its own signers have not all signed. */
function labelOf({ answer, rounds }: AskedPerson): Answer | null {
  return rounds.some(({ end }) => end === null) ? null : answer;
}

/** Returns the result of a round from the answers so far; null while a missing answer can change it. */
export function endOf({ kind, rule, seats, until }: Round): Round['end'] {
  if (until !== undefined && seats.filter((seat) => labelOf(seat) === 'yes').length === until) return 'done';
  const answers = seats.map(labelOf).filter((answer) => answer !== 'taken off');
  if (answers.length === 0) return 'off';
  const missing = answers.filter((answer) => answer === null).length;
  const yes = answers.filter((answer) => answer === 'yes').length;
  // The best and the worst possible results.
  const isPassed = (ayes: number, refused: boolean) => {
    if (rule === 'all') return ayes === answers.length;
    if (rule === 'veto') return !refused && ayes > 0;
    const share = rule === 'majority' ? null : rule;
    return share === null ? ayes > answers.length / 2 : ayes / answers.length >= share / 100;
  };
  const isRefused = answers.includes('no');
  // With `all`, every answer is awaited; with a veto, every answer that could still be no.
  if (rule === 'all' && missing > 0) return null;
  if (rule === 'veto' && missing > 0 && !isRefused) return null;
  const best = isPassed(yes + missing, isRefused);
  const worst = isPassed(yes, isRefused);
  if (best !== worst) return null;
  if (kind !== 'countersign') return 'done';
  return best ? 'passed' : 'failed';
}

/** Returns the seats whose turn it is: all without an answer, or those in the first group with any. */
export function seatsInTurn({ seats, isInOrder }: Round): AskedPerson[] {
  const unanswered = seats.filter((seat) => labelOf(seat) === null);
  const first = Math.min(...unanswered.map(({ group }) => group));
  return unanswered.filter((seat) => !isInOrder || seat.group === first);
}

/** Returns seats that may answer now and were not asked yet. */
export function seatsToAsk(round: Round): AskedPerson[] {
  return seatsInTurn(round).filter((seat) => seat.open === null);
}

/** Cancels a round: the people asked in it, and those whom they asked, no longer need to answer. */
export function cancelRound(round: Round, end: Round['end']): void {
  round.end = end;
  for (const seat of round.seats) cancelRoundsUnder(seat);
}

export function cancelRoundsUnder({ rounds }: AskedPerson): void {
  for (const round of rounds) if (round.end === null) cancelRound(round, 'off');
}
