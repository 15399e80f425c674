/** Chooses the actions of random people who do one task together. */

import type { CoreComparison } from './core-comparison.ts';
import { isOwnersTurn, type Order, openVisits } from './oracle/order.ts';
import { openSeats } from './oracle/slots.ts';
import { isWaitingForOthers } from './oracle/work.ts';
import { taskOf } from './plan.ts';
import type { Random } from './random.ts';
import { departments } from './random-people.ts';
import type { RuleRequest, SlotAt, Step } from './step.ts';

/** The share of slots in which a person asks others. */
const askingShare = 0.12;

/** Returns a check of each unfinished countersign, as made by the nightly job. */
export function expiryChecks(order: Order): Step[] {
  const rounds = new Set(openSeats(order).map(({ entry }) => entry.round));
  return [...rounds]
    .filter(({ kind }) => kind === 'countersign')
    .map(({ id }) => ({ do: 'checkExpiry', panel: id, by: 'system' }));
}

/** Returns answers that are awaited. */
export function answers(comparison: CoreComparison, order: Order, random: Random): Step[] {
  return openSeats(order).flatMap(({ entry, keys, canAct }): Step[] => {
    const by = canAct && entry.round.kind !== 'instance' ? pickPerson(comparison, keys, random) : undefined;
    if (by === undefined) return [];
    const slot = { panel: entry.round.id, seat: entry.index };
    const passes = random.chance(0.6);
    return [
      entry.round.kind === 'countersign' ? { do: 'answer', slot, by, passes } : { do: 'sign', slot, by },
    ];
  });
}

/** Returns answers, permitted requests to others, and tasks taken back from them or transferred. */
export function slotSteps(comparison: CoreComparison, order: Order, random: Random): Step[] {
  const seats = openSeats(order);
  const steps: Step[] = answers(comparison, order, random);
  const ownVisits = openVisits(order).filter(
    (visit) => isOwnersTurn(order, visit) && taskOf(comparison.plan, visit.nodeId) !== undefined,
  );
  const slots: { slot: SlotAt; keys: readonly string[] }[] = [
    ...ownVisits.map(({ nodeId, keys }) => ({ slot: { at: nodeId }, keys })),
    ...seats.flatMap(({ visit, entry, keys, canAct }) => {
      const { round, seat, index } = entry;
      const ofOne = { at: visit.nodeId, key: seat.keys[0] ?? '' };
      const slot = round.kind === 'instance' ? ofOne : { panel: round.id, seat: index };
      return canAct ? [{ slot, keys }] : [];
    }),
  ];
  for (const { slot, keys } of slots) {
    const by = random.chance(askingShare) ? pickPerson(comparison, keys, random) : undefined;
    if (by !== undefined) steps.push(...askingSteps(comparison, order, { slot, by }, random));
  }
  for (const round of new Set(seats.map(({ entry }) => entry.round))) {
    if (round.kind === 'instance') continue;
    // The person who has the slot from which the round was started, now or at its start.
    const keeperNow =
      round.slotHolder && random.chance(0.5) ? pickPerson(comparison, round.slotHolder, random) : undefined;
    const by = keeperNow ?? round.by;
    if (random.chance(0.3)) {
      steps.push({ do: 'removeSigner', panel: round.id, seat: random.below(round.seats.length), by });
    }
    if (round.kind === 'countersign' && random.chance(0.1))
      steps.push({ do: 'callOff', panel: round.id, by });
    if (round.kind === 'countersign' && random.chance(0.4)) {
      const keys = [...new Set([seatKey(comparison, random), seatKey(comparison, random)])];
      steps.push({
        do: 'addTo',
        panel: round.id,
        seats: keys.map((key, group) => ({ group, keys: [key] })),
        by,
      });
    }
    if (round.kind === 'countersign' && random.chance(0.1))
      steps.push({ do: 'checkExpiry', panel: round.id, by: 'system' });
    if (round.isLimited && random.chance(0.3)) steps.push({ do: 'expire', panel: round.id, by: 'system' });
  }
  const waitingVisits = openVisits(order).filter(({ nodeId, spot }) => {
    const work = order.sharedWork.get(spot);
    return work && !work.isDone && isWaitingForOthers(work) && taskOf(comparison.plan, nodeId) !== undefined;
  });
  const transferred = random.pick([
    ...slots,
    ...waitingVisits.map(({ nodeId }) => ({ slot: { at: nodeId } })),
  ]);
  const who = random.pick([...comparison.office.keys()]) ?? 'administrator';
  const key = random.chance(0.2) ? (random.pick(departments) ?? '') : `staff:${who}`;
  if (transferred && random.chance(0.1)) {
    steps.push({ do: 'reassign', slot: transferred.slot, key, by: 'administrator' });
  }
  return steps;
}

/** Chooses a person who has done something somewhere, possibly at this node. */
function pickEarlierHandler({ doers }: Order, random: Random): string[] {
  const one = random.pick([...doers]);
  return one === undefined ? [] : [one.slice(one.lastIndexOf(' ') + 1)];
}

function askingSteps(
  comparison: CoreComparison,
  order: Order,
  { slot, by }: { slot: SlotAt; by: string },
  random: Random,
): Step[] {
  const drawSeats = (keyOf = anyKey) => {
    const seats = Array.from({ length: 1 + random.below(4) }, () => keyOf(comparison, random));
    return [...new Set(seats)].map((key) => ({ group: random.below(2), keys: [key] }));
  };
  const rules: RuleRequest[] = ['all', 'majority', 'majority', 'veto', 60, 34];
  const isInOrder = random.chance(0.4);
  const key = anyKey(comparison, random);
  return [
    {
      do: 'countersign',
      slot,
      by,
      seats: drawSeats(seatKey),
      isInOrder,
      rule: random.pick(rules) ?? 'all',
      goes: random.chance(0.3) ? 'on' : 'back',
      isLimited: random.chance(0.4),
      expiry: random.pick(['noAnswer', 'noAnswer', 'passed', 'failed'] as const) ?? 'noAnswer',
    },
    {
      do: 'addSigners',
      slot,
      by,
      seats: drawSeats(),
      isInOrder,
      place: random.chance(0.5) ? 'before' : 'after',
    },
    { do: 'delegate', slot, by, key, returns: random.chance(0.6) },
    ...pickEarlierHandler(order, random).map(
      (who): Step => ({ do: 'returnTo', slot, by, key: `staff:${who}` }),
    ),
  ];
}

/** Returns a department nearly as often as a person, who is often one of its people. */
function seatKey(comparison: CoreComparison, random: Random): string {
  const key = random.pick(departments) ?? '';
  if (random.chance(0.4)) return key;
  const one = random.chance(0.5) ? random.pick(comparison.people.staffWithKey(key)) : undefined;
  return one === undefined ? anyKey(comparison, random) : `staff:${one}`;
}

/** Chooses a person in service, or rarely a whole role. */
function anyKey({ office, people, plan }: CoreComparison, random: Random): string {
  const nodeId = random.chance(0.15) ? random.pick(Object.keys(plan.nodes)) : undefined;
  const role = nodeId === undefined ? undefined : taskOf(plan, nodeId)?.keys[0];
  const idsInService = [...office.keys()].filter((id) => people.hasPerson(`staff:${id}`));
  return role ?? `staff:${random.pick(idsInService) ?? 'administrator'}`;
}

function pickPerson(
  { office, absent, people }: CoreComparison,
  keys: readonly string[],
  random: Random,
): string | undefined {
  return random.pick(
    [...office.keys()].filter((id) => !absent.has(id) && people.keysOf(id).some((key) => keys.includes(key))),
  );
}

/**
 * Returns actions on seats of finished rounds, other people's seats and waiting slots, which must be refused
 * or harmless.
 */
export function arbitrarySlotSteps(
  comparison: CoreComparison,
  order: Order,
  by: string,
  random: Random,
): Step[] {
  const panel = 1 + random.below(order.roundCount + 1);
  const seat = random.below(3);
  const at = random.pick(order.visits)?.nodeId ?? 'start';
  const slot: SlotAt = random.chance(0.5) ? { panel, seat } : { at };
  const seats = [0, 1].map((group) => ({ group, keys: [anyKey(comparison, random)] }));
  return [
    { do: 'sign', slot, by },
    { do: 'answer', slot, by, passes: true },
    { do: 'callOff', panel, by },
    { do: 'removeSigner', panel, seat, by },
    { do: 'expire', panel, by: 'system' },
    { do: 'checkExpiry', panel, by: 'system' },
    { do: 'addTo', panel, seats, by },
    { do: 'returnTo', slot, by, key: anyKey(comparison, random) },
    { do: 'delegate', slot, by, key: anyKey(comparison, random), returns: false },
    { do: 'reassign', slot, by, key: anyKey(comparison, random) },
    { do: 'addSigners', slot, by, seats, isInOrder: false, place: 'after' },
  ];
}
