/**
 * Undoes actions by replaying without them. Direct returns remember the undone actions and replay them later.
 */
import { administratorKey, flowsFrom, taskOf } from '../plan.ts';
import {
  copyOf,
  currentSpots,
  moveOf,
  type OpenRollback,
  type Order,
  openVisits,
  type RewindRemoval,
  spotOf,
  waitsForDirectReturn,
} from './order.ts';
import type { Spot } from './spots.ts';
import { keysByFlow, type Office, open, passTask, replay, StuckError } from './token-game.ts';
import { askedSeats, type SharedWork, seatOfKey } from './work.ts';

/** Removes the targets' actions and everything that followed from them; puts a new token at each target. */
export function rewind(
  order: Order,
  targets: readonly number[],
  returner: number,
): { placed: Spot[]; rewound: RewindRemoval } {
  const before = copyOf(order);
  const living = currentSpots(order);
  for (const id of targets) {
    order.lastRewindNumber += 1;
    order.rewindNumbers.set(spotOf(order, id).base, order.lastRewindNumber);
    order.acts.delete(id);
  }
  replay(order);
  const left = currentSpots(order);
  const spots = new Set([...living].filter((id) => !left.has(id)));
  const visits = before.visits.flatMap(({ state, spot }, index) =>
    (state === 'open' || index === returner) && spots.has(spot) ? [index] : [],
  );
  for (const visit of openVisits(order)) if (spots.has(visit.spot)) visit.state = 'closed';
  const placed = targets.map((id) => {
    const { base } = spotOf(order, id);
    const fresh = order.waiting.map((id) => spotOf(order, id)).find((spot) => spot.base === base);
    if (!fresh) throw new Error(`There is no waiting spot at ${spotOf(order, id).nodeId} after the rewind`);
    return fresh;
  });
  const acts = [...before.acts.values()].filter(({ spot }) => spots.has(spot));
  const rewindNumbers = new Map(
    targets.map((id) => [spotOf(order, id).base, spotOf(order, id).rewindNumber]),
  );
  const undone = undoMoves(order, spots);
  return { placed, rewound: { acts, spots, visits, rewindNumbers, undone, returner } };
}

/** Records the moves that took those of the undone spots that wait again, and returns the earlier records. */
function undoMoves(order: Order, spots: ReadonlySet<number>): Map<string, number> {
  const before = new Map<string, number>();
  for (const id of spots) {
    const { parents } = spotOf(order, id);
    const { tokens } = moveOf(order, parents);
    const stands = parents.length > 0 && parents.every((parent) => order.waiting.includes(parent));
    if (!stands || before.has(tokens)) continue;
    before.set(tokens, order.undone.get(tokens) ?? 0);
    order.lastRewindNumber += 1;
    order.undone.set(tokens, order.lastRewindNumber);
  }
  return before;
}

export function openRollback(order: Order, targets: readonly Spot[], rewound: RewindRemoval | null): void {
  order.rollbackCount += 1;
  order.rollbacks.push({ id: order.rollbackCount, targets: targets.map(({ id }) => id), rewound });
}

/** Returns the open direct return that waits for this spot. */
export function directFor(order: Order, spot: number): OpenRollback | undefined {
  return order.rollbacks.find(({ targets, rewound }) => rewound !== null && targets.includes(spot));
}

/**
 * Closes finished rollbacks: replays whose targets are done, and direct returns that are restored or no
 * longer can be.
 */
export function closeRollbacks(order: Order, office: Office): void {
  for (let next = findFinishedRollback(order); next; next = findFinishedRollback(order)) {
    order.rollbacks = order.rollbacks.filter(({ id }) => id !== next?.id);
    if (next.rewound === null) continue;
    const living = currentSpots(order);
    const restored = next.targets.every((id) => living.has(id))
      ? restoredOrder(order, next, next.rewound)
      : null;
    if (restored) restoreDirectReturn(order, restored, { ...next, rewound: next.rewound }, office);
    else endDirectReturn(order, next, office);
  }
}

function findFinishedRollback(order: Order): OpenRollback | undefined {
  const living = currentSpots(order);
  return order.rollbacks.findLast((rollback) => {
    const back = (id: number) =>
      order.rollbacks.some(({ id: other, rewound }) => other !== rollback.id && rewound?.spots.has(id));
    const pending = rollback.targets.some(
      (id) =>
        (order.waiting.includes(id) && !waitsForDirectReturn(order, id)) || (!living.has(id) && back(id)),
    );
    const lost = rollback.targets.some((id) => !living.has(id) && !back(id));
    return !pending || (rollback.rewound !== null && lost);
  });
}

/** Returns the order with the undone actions replayed if all of them are still valid, else null. */
function restoredOrder(order: Order, rollback: OpenRollback, rewound: RewindRemoval): Order | null {
  const restored = copyOf(order);
  const living = currentSpots(order);
  for (const id of rollback.targets) restored.acts.delete(id);
  for (const [base, rewindNumber] of rewound.rewindNumbers) restored.rewindNumbers.set(base, rewindNumber);
  for (const [tokens, times] of rewound.undone) restored.undone.set(tokens, times);
  for (const act of rewound.acts) restored.acts.set(act.spot, { ...act });
  replay(restored);
  const restoredSpots = currentSpots(restored);
  const isWhole =
    [...rewound.spots].every((id) => restoredSpots.has(id)) &&
    [...living].every((id) => restoredSpots.has(id) || rollback.targets.includes(id)) &&
    rewound.acts.every(({ spot }) => restored.acts.has(spot));
  return isWhole ? restored : null;
}

function restoreDirectReturn(
  order: Order,
  restored: Order,
  { targets, rewound }: OpenRollback & { rewound: RewindRemoval },
  office: Office,
): void {
  // Tokens that the targets created on the way stay with them.
  for (const id of targets) {
    const { base } = spotOf(order, id);
    const original = [...restored.acts.values()].find(({ spot }) => spotOf(restored, spot).base === base);
    const laterEffects = [
      ...(order.acts.get(id)?.effects ?? []),
      ...(order.countersignEffects.get(id) ?? []),
    ];
    if (original) original.effects = [...original.effects, ...laterEffects];
  }
  Object.assign(order, restored);
  for (const index of rewound.visits) {
    const old = order.visits[index];
    if (!old) continue;
    const spot = spotOf(order, old.spot);
    const work = order.sharedWork.get(spot.id);
    const own = old.key === undefined ? undefined : seatOfKey(work, old.key);
    if (own && index === rewound.returner) {
      const returner = [`staff:${old.by}`].filter((key) => office.hasPerson(key));
      own.open = {
        keys: returner.length > 0 ? returner : (own.open?.keys ?? own.keys),
        since: order.actCount,
      };
      old.key = undefined;
    }
    if (work) askPeopleAgain(work, office);
    if (work?.isDone) {
      old.state = 'open';
      continue;
    }
    const keys =
      index === rewound.returner
        ? keysOfDoer(order, spot, old.by === null ? [] : [old.by], office)
        : keysStillValid(order, spot, old.keys, office);
    open(order, spot, keys, office, index === rewound.returner ? order.actCount : old.openedAt);
  }
}

/** Asks those again who were asked and have not answered, or the administrator if none of them is left. */
function askPeopleAgain(work: SharedWork, office: Office): void {
  for (const { seat } of askedSeats(work)) {
    if (seat.open && !seat.open.keys.some((key) => office.hasPerson(key))) {
      seat.open = { ...seat.open, keys: [administratorKey] };
    }
  }
}

/**
 * Ends a direct return that cannot be restored: its finished targets continue, unless a branch must be chosen
 * first.
 */
function endDirectReturn(order: Order, { targets }: OpenRollback, office: Office): void {
  for (const id of targets) {
    const act = order.acts.get(id);
    if (!act?.stays) continue;
    const spot = spotOf(order, id);
    const [flow] = flowsFrom(order.plan, spot.nodeId);
    const next = flow && order.plan.nodes[flow.to];
    const needsBranch = next !== undefined && 'manual' in next && next.manual && act.branches === undefined;
    if (needsBranch) {
      order.acts.delete(id);
      const work = order.sharedWork.get(id);
      if (work) order.sharedWork.set(id, { ...work, isDone: false, continuedBy: null, rounds: [] });
      open(order, spot, keysOfDoer(order, spot, [act.by], office), office);
    } else {
      act.stays = false;
      passTask(order, id);
    }
  }
}

/**
 * Returns the keys for a task that was done before: those who did it, else its handlers by the flow, else the
 * administrator.
 */
export function keysOfDoer(
  order: Order,
  spot: Spot,
  doers: readonly string[],
  office: Office,
): readonly string[] {
  const people = [...new Set(doers)].map((doer) => `staff:${doer}`);
  return keysStillValid(order, spot, people, office);
}

function keysStillValid(
  order: Order,
  spot: Spot,
  keys: readonly string[],
  office: Office,
): readonly string[] {
  if (keys.some((key) => office.hasPerson(key))) return keys;
  const task = taskOf(order.plan, spot.nodeId);
  const byFlow = task ? keysByFlow(order, spot, office) : [];
  if (byFlow.length > 0) return byFlow;
  if (task?.empty !== 'refuse' && office.hasPerson(administratorKey)) return [administratorKey];
  throw new StuckError('nobody');
}
