/** Performs a task that several people do: asks them, counts their answers, and ends the task. */

import { administratorKey, manualAfter, taskOf } from '../plan.ts';
import type { SlotAt, SlotStep } from '../step.ts';
import {
  canAnswer,
  countAnswerable,
  isExcluded,
  isRequester,
  keysOfOpenSeats,
  namedSeat,
  possibleAnswers,
  seatForVote,
} from './ballot.ts';
import {
  type Act,
  isOwnersTurn,
  type Order,
  openVisits,
  recordDoer,
  spotOf,
  type Visit,
  visitsAt,
  workAtSpot,
} from './order.ts';
import { directFor, keysOfDoer } from './rollback.ts';
import { open, type People } from './token-game.ts';
import {
  type AskedPerson,
  askedSeats,
  cancelRound,
  cancelRoundsUnder,
  countersignOf,
  endOf,
  isWaitingForOthers,
  levelOf,
  type Round,
  type SharedWork,
  seatOfKey,
  seatsInTurn,
  seatsToAsk,
  transferRoundsTo,
} from './work.ts';

/** Levels of asking, and number of rounds of one visit (docs/decisions/0035). */
const maxLevels = 3;
const maxRounds = 20;

/** An open slot, whether its person may act now or waits for others. */
interface OpenSlot {
  spot: number;
  visit: Visit;
  /** The round and the seat of the slot; null for the task's own work. */
  entry: { round: Round; seat: AskedPerson } | null;
  keys: readonly string[];
  canAct: boolean;
}

/** Does the action and returns its spot; null if it must be refused, `nothing` if it comes too late. */
export function actAtSlot(order: Order, act: SlotStep, people: People): number | 'nothing' | null {
  switch (act.do) {
    case 'callOff':
    case 'addTo':
    case 'removeSigner':
      return actAtRound(order, act, people);
    case 'expire': {
      const found = roundOf(order, act.panel);
      if (!found?.round.isLimited || found.round.end !== null) return 'nothing';
      for (const seat of found.round.seats) {
        cancelRoundsUnder(seat);
        seat.answer ??= found.round.expiryAnswer;
      }
      return found.spot;
    }
    case 'checkExpiry': {
      const found = roundOf(order, act.panel);
      return found && hasNoVoters(found.round, people) ? found.spot : 'nothing';
    }
    case 'reassign': {
      const found = slotAt(order, act.slot);
      if (!found || act.by !== 'administrator' || !people.hasPerson(act.key)) return null;
      if (found.keys.length === 1 && found.keys[0] === act.key) return null;
      if (hasNoVote(found, act.key, people)) return null;
      const round = unfinishedCountersign(order, found);
      const before = round ? possibleAnswers(round, people) : 0;
      handOver(order, found, act.key);
      // Refused if the new holder is the person who asked, who has no vote.
      return round && possibleAnswers(round, people) < before ? null : found.spot;
    }
    default: {
      const found =
        slotAt(order, act.slot) ??
        (act.do === 'answer' ? ownSeatAfterColleague(order, act, people) : undefined);
      if (!found?.canAct || !people.keysOf(act.by).some((key) => found.keys.includes(key))) return null;
      if (!taskOf(order.plan, found.visit.nodeId)) return null;
      const isAnswer = act.do === 'answer' || act.do === 'sign';
      const isDone = isAnswer ? answerSeat(act, found, people) : askOthers(order, act, found, people);
      if (!isDone) return null;
      if (isAnswer) recordDoer(order, found.visit.nodeId, act.by);
      order.touched.add(found.spot);
      return found.spot;
    }
  }
}

function actAtRound(
  order: Order,
  act: Extract<SlotStep, { do: 'callOff' | 'addTo' | 'removeSigner' }>,
  people: People,
): number | null {
  const found = roundOf(order, act.panel);
  if (!found || found.round.end !== null || !isRequester(found.round, act.by, people)) return null;
  if (act.do === 'callOff') {
    // Only while nobody has answered.
    if (found.round.kind !== 'countersign' || found.round.seats.some(hasAnswered)) return null;
    cancelRound(found.round, 'off');
    return found.spot;
  }
  if (act.do === 'addTo') return addPeople(found, act, people) ? found.spot : null;
  const seat = found.round.seats[act.seat];
  if (!seat || seat.answer !== null) return null;
  cancelRoundsUnder(seat);
  seat.answer = 'taken off';
  return found.spot;
}

/** Asks more people, except those who are already asked or have no vote. */
function addPeople(
  { round }: { round: Round },
  { by, seats }: Extract<SlotStep, { do: 'addTo' }>,
  people: People,
): boolean {
  if (round.kind !== 'countersign') return false;
  const keys = seats.flatMap((seat) => seat.keys);
  const seatKeys = round.seats.filter(({ answer }) => answer !== 'taken off').flatMap((seat) => seat.keys);
  const isBad = (key: string) => matchesOnlyRequester(key, by, people) || seatKeys.includes(key);
  if (keys.length === 0 || new Set(keys).size < keys.length || keys.some(isBad)) return false;
  const isOut = (who: string) => isExcluded(round, who, people);
  const named = seats.map((seat) => seat.keys);
  if (!canAllBeAnswered(keysOfOpenSeats(round), named, isOut, people)) return false;
  const last = Math.max(...round.seats.map(({ group }) => group));
  for (const { group, keys: named } of seats) {
    round.seats.push({
      group: last + 1 + group,
      keys: named,
      open: null,
      answer: null,
      voter: null,
      rounds: [],
    });
  }
  return true;
}

const hasAnswered = ({ answer }: AskedPerson) => answer === 'yes' || answer === 'no';

function answerSeat(
  act: Extract<SlotStep, { do: 'answer' | 'sign' }>,
  { entry }: OpenSlot,
  people: People,
): boolean {
  if (
    entry === null ||
    entry.round.kind === 'instance' ||
    (entry.round.kind === 'countersign') !== (act.do === 'answer')
  )
    return false;
  if (act.do === 'sign') {
    entry.seat.answer = 'yes';
    transferRoundsTo(entry.seat, act.by);
    return true;
  }
  // If the person may only vote at another seat, the vote counts there.
  const votedSeat = seatForVote(entry.round, entry.seat, act.by, people);
  const mayTake = votedSeat?.open?.keys.some((key) => people.keysOf(act.by).includes(key));
  if (!votedSeat || !mayTake || isWaitingForOthers(votedSeat)) return false;
  votedSeat.voter = act.by;
  votedSeat.answer = act.passes ? 'yes' : 'no';
  transferRoundsTo(votedSeat, act.by);
  return true;
}

/** Checks that the key must not get this seat: its people have no vote there, or another seat needs it. */
function hasNoVote({ entry }: OpenSlot, key: string, people: People): boolean {
  if (entry?.round.kind !== 'countersign' || key === administratorKey) return false;
  const others = entry.round.seats
    .filter(({ answer }, index) => answer === null && entry.round.seats[index] !== entry.seat)
    .map((seat) => seat.open?.keys ?? seat.keys);
  return !canAllBeAnswered(others, [[key]], (who) => isExcluded(entry.round, who, people), people);
}

/** Checks that each new seat finds a person to answer it, and that no earlier seat loses its own. */
function canAllBeAnswered(
  before: readonly (readonly string[])[],
  seats: readonly (readonly string[])[],
  isOut: (who: string) => boolean,
  people: People,
): boolean {
  const counted = seats.filter((keys) => !keys.includes(administratorKey));
  return (
    countAnswerable([...before, ...counted], isOut, people) ===
    countAnswerable(before, isOut, people) + counted.length
  );
}

/** Checks that the key matches only the asking person, or nobody. */
function matchesOnlyRequester(key: string, by: string, people: People): boolean {
  return people.staffWithKey(key).every((who) => who === by);
}

type AskingStep = Extract<SlotStep, { do: 'countersign' | 'addSigners' | 'delegate' | 'returnTo' }>;

function askOthers(order: Order, act: AskingStep, found: OpenSlot, people: People): boolean {
  const isOfOne = act.do === 'delegate' || act.do === 'returnTo';
  const seats = isOfOne ? [{ group: 0, keys: [act.key] }] : act.seats;
  const keys = seats.flatMap((seat) => seat.keys);
  const isBad = (key: string) => matchesOnlyRequester(key, act.by, people);
  if (keys.length === 0 || new Set(keys).size < keys.length || keys.some(isBad)) return false;
  // People cannot transfer or ask about a task if their own vote counts at another seat.
  const { entry, spot, visit } = found;
  const isVote = entry?.round.kind === 'countersign';
  if (isVote && seatForVote(entry.round, entry.seat, act.by, people) !== entry.seat) return false;
  if (act.do === 'delegate' && !act.returns) {
    if (hasNoVote(found, act.key, people)) return false;
    handOver(order, found, act.key);
    recordDoer(order, visit.nodeId, act.by);
    return true;
  }
  if (act.do === 'returnTo') {
    const wasThere = order.doers.has(`${visit.nodeId} ${act.key.slice('staff:'.length)}`);
    if ((entry !== null && entry.round.kind !== 'instance') || !wasThere) return false;
  }
  const work = workAtSpot(order, spot);
  if (work.all.length >= maxRounds || levelOf(work, entry?.seat ?? null) > maxLevels) return false;
  if (act.do === 'countersign') {
    if (entry !== null || countersignOf(work)) return false;
    const named = seats.map((seat) => seat.keys);
    if (!canAllBeAnswered([], named, (who) => who === act.by, people)) return false;
    if (act.goes === 'on' && manualAfter(order.plan, visit.nodeId) && !directFor(order, spot)) return false;
  }
  order.roundCount += 1;
  const round: Round = {
    id: order.roundCount,
    kind: act.do === 'addSigners' ? act.place : act.do === 'returnTo' ? 'returned' : act.do,
    by: act.by,
    slotHolder: null,
    isInOrder: 'isInOrder' in act && act.isInOrder,
    rule: act.do === 'countersign' ? act.rule : 'all',
    continues: act.do === 'countersign' && act.goes === 'on',
    isLimited: act.do === 'countersign' && act.isLimited,
    expiryAnswer: act.do === 'countersign' ? labelOfPolicy(act.expiry) : 'none',
    seats: seats.map((seat) => ({ ...seat, open: null, answer: null, voter: null, rounds: [] })),
    end: null,
  };
  (entry?.seat ?? work).rounds.push(round);
  work.all.push(round);
  return true;
}

function labelOfPolicy(expiry: 'noAnswer' | 'passed' | 'failed' = 'noAnswer'): Round['expiryAnswer'] {
  return ({ noAnswer: 'none', passed: 'yes', failed: 'no' } as const)[expiry];
}

/** Transfers the slot to another person: it is the same slot, open since the same time. */
function handOver(order: Order, { visit, entry }: OpenSlot, key: string): void {
  const rounds = (entry?.seat ?? order.sharedWork.get(visit.spot))?.rounds ?? [];
  for (const round of rounds) if (round.end === null) round.slotHolder = [key];
  if (entry?.seat.open) entry.seat.open = { ...entry.seat.open, keys: [key] };
  else {
    visit.state = 'closed';
    open(order, spotOf(order, visit.spot), [key], { hasPerson: () => true }, visit.openedAt);
  }
}

/** Ends what is decided and asks those whose turn it is, until nothing changes any more. */
export function resolveRounds(order: Order, spot: number, work: SharedWork, people: People): void {
  const owner = (round: Round) =>
    work.all.flatMap(({ seats }) => seats).find(({ rounds }) => rounds.includes(round));
  const step = (round: Round): boolean => {
    if (round.end !== null) return false;
    const by = owner(round);
    if (round.kind === 'after' && (by ? by.answer === null : !work.isDone)) return false;
    const end = endOf(round);
    if (end !== null) {
      cancelRound(round, end);
      if (end !== 'passed' && end !== 'failed') return true;
      order.tick += 1;
      const effect = { tick: order.tick, sets: { countersign: { passed: end === 'passed' } } };
      order.countersignEffects.set(spot, [...(order.countersignEffects.get(spot) ?? []), effect]);
      if (round.continues) work.continuedBy = round.by;
      return true;
    }
    const next = seatsToAsk(round);
    for (const seat of next) {
      const keys = canAnswer(round, seat.keys, people) ? seat.keys : [administratorKey];
      if (keys.some((key) => people.hasPerson(key))) seat.open = { keys, since: order.actCount };
      else seat.answer = 'none';
    }
    return next.length > 0 || skipUnanswerableSeats(round, people);
  };
  while (work.all.toReversed().some(step));
}

/** Skips the seats in turn of a countersign if nobody could vote at any of them. */
function skipUnanswerableSeats(round: Round, people: People): boolean {
  if (!hasNoVoters(round, people)) return false;
  for (const seat of seatsInTurn(round)) {
    cancelRoundsUnder(seat);
    seat.answer = 'none';
  }
  return true;
}

function hasNoVoters(round: Round, people: People): boolean {
  if (round.kind !== 'countersign' || round.end !== null) return false;
  const turn = seatsInTurn(round);
  return (
    turn.length > 0 &&
    turn.every(({ answer, open }) => answer === null && !(open && canAnswer(round, open.keys, people)))
  );
}

/** Returns the unfinished countersign that was started from the slot. */
function unfinishedCountersign(order: Order, { spot, entry }: OpenSlot): Round | undefined {
  const started = entry ? entry.seat.rounds : order.sharedWork.get(spot)?.rounds;
  return started?.find(({ kind, end }) => kind === 'countersign' && end === null);
}

/** Returns the person's own seat if the given one is a department's, at which a colleague has voted. */
function ownSeatAfterColleague(
  order: Order,
  { slot, by }: Extract<SlotStep, { do: 'answer' }>,
  people: People,
): OpenSlot | undefined {
  const round = 'panel' in slot ? roundOf(order, slot.panel)?.round : undefined;
  const seat = 'panel' in slot ? round?.seats[slot.seat] : undefined;
  const wasAsked = seat?.open?.keys.some((key) => people.keysOf(by).includes(key));
  const own = seat && hasAnswered(seat) && wasAsked && round ? namedSeat(round, by) : undefined;
  return own && openSeats(order).find(({ entry }) => entry.seat === own);
}

/** Returns an open slot by its position. */
function slotAt(order: Order, slot: SlotAt): OpenSlot | undefined {
  if ('at' in slot && slot.key !== undefined) {
    const [latest] = visitsAt(order, slot.at);
    const seat = latest && seatOfKey(order.sharedWork.get(latest.spot), slot.key);
    return openSeats(order).find(({ entry }) => entry.seat === seat);
  }
  if ('at' in slot) {
    const visit = visitsAt(order, slot.at)[slot.back ?? 0];
    if (visit?.state !== 'open' || order.sharedWork.get(visit.spot)?.isDone) return undefined;
    return { spot: visit.spot, visit, entry: null, keys: visit.keys, canAct: isOwnersTurn(order, visit) };
  }
  return openSeats(order).find(({ entry }) => entry?.round.id === slot.panel && entry.index === slot.seat);
}

/** Returns every seat that can be answered now. */
export function openSeats(
  order: Order,
): (OpenSlot & { entry: { round: Round; seat: AskedPerson; index: number } })[] {
  return openVisits(order).flatMap((visit) => {
    const work = order.sharedWork.get(visit.spot);
    return (work ? askedSeats(work) : []).map((entry) => ({
      spot: visit.spot,
      visit,
      entry,
      keys: entry.seat.open?.keys ?? [],
      canAct: !isWaitingForOthers(entry.seat),
    }));
  });
}

/** Returns an unfinished round at an open visit. */
function roundOf(order: Order, id: number): { spot: number; round: Round } | undefined {
  for (const { spot } of openVisits(order)) {
    const round = order.sharedWork.get(spot)?.all.find((one) => one.id === id);
    if (round) return { spot, round };
  }
  return undefined;
}

/**
 * Returns the task to the person who did it; others' answers and its effects stay, its result becomes
 * none.
 */
export function returnToDoer(order: Order, visit: Visit, done: Act, people: People): boolean {
  const { spot } = visit;
  order.tick += 1;
  order.countersignEffects.set(spot, [
    ...(order.countersignEffects.get(spot) ?? []),
    ...done.effects,
    ...(done.effects.some(({ result }) => result !== undefined) ? [{ tick: order.tick, result: null }] : []),
  ]);
  order.acts.delete(spot);
  const work = order.sharedWork.get(spot);
  if (work) work.isDone = false;
  visit.state = 'closed';
  open(order, spotOf(order, spot), keysOfDoer(order, spotOf(order, spot), [done.by], people), people);
  return true;
}
