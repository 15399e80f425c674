/**
 * Computes the effects of a command without the core: it keeps a list of the actions that count, replays them
 * to find the tokens, and goes back by replaying without some of them. It imports nothing from
 * `domain/workflow`.
 */

import { manualAfter, type Plan, type PlanButton, taskOf } from '../plan.ts';
import type { Step } from '../step.ts';
import {
  type Act,
  beginAction,
  copyOf,
  currentSpots,
  doersOf,
  isOwnersTurn,
  markHandled,
  moveOf,
  newOrder,
  type Order,
  recordDoer,
  spotOf,
  type Visit,
  visitsAt,
} from './order.ts';
import { closeRollbacks, directFor, keysOfDoer, openRollback, rewind } from './rollback.ts';
import { actAtSlot, openSeats, resolveRounds, returnToDoer } from './slots.ts';
import { open, type People, passTask, StuckError, walk } from './token-game.ts';
import { countersignOf, isComplete, type SharedWork, seatOfKey, transferRoundsTo } from './work.ts';

export function startOrder(plan: Plan, initiator: string, people: People): Order | null {
  const order = newOrder(plan, initiator);
  const spot = order.spots.getOrCreate('start', null, [], order.rewindNumbers);
  order.waiting = [spot.id];
  open(order, spot, [`staff:${initiator}`], people);
  return attempt(order, people, () => {
    act(order, order.visits[0] as Visit, initiator, { kind: 'started' });
    passTask(order, spot.id);
    return true;
  });
}

/** Returns the order after the action, or null if it must be refused; does not change the given order. */
export function applyStep(before: Order, step: Step, people: People): Order | null {
  if (before.ended) return null;
  const order = beginAction(before, false);
  const after = attempt(order, people, () => perform(order, step, people));
  if (after || !order.hasContinued) return markHandled(before, after);
  const retry = beginAction(before, true);
  return markHandled(
    before,
    attempt(retry, people, () => perform(retry, step, people)),
  );
}

function attempt(order: Order, people: People, perform: () => boolean): Order | null {
  try {
    if (!perform()) return null;
    withdrawables.delete(order);
    walk(order, people);
    if (order.ended) finish(order);
    else if (!order.visits.some(({ state }) => state === 'open')) return null;
    return order;
  } catch (error) {
    if (error instanceof StuckError) return null;
    throw error;
  }
}

function finish(order: Order): void {
  for (const visit of order.visits) if (visit.state === 'open') visit.state = 'closed';
  // Values that were set there before count like every action.
  for (const id of order.waiting) order.passed.add(id);
  order.waiting = [];
  order.rollbacks = [];
}

function perform(order: Order, step: Step, people: People): boolean {
  switch (step.do) {
    case 'handle':
    case 'forward':
    case 'choose':
      return continueFlow(order, step, people);
    case 'terminate':
    case 'void':
      return endNow(order, step, people);
    case 'return':
      return goBack(order, step, people);
    case 'resubmit': {
      const visit = ownVisit(order, 'start', step.back ?? 0, step.by, people);
      if (!visit) return false;
      act(order, visit, step.by, { kind: 'resubmitted' });
      return advanceToken(order, visit.spot, people);
    }
    case 'withdraw': {
      const visit = visitsAt(order, step.at)[step.back ?? 0];
      if (!visit || visit.by !== step.by || !canWithdraw(order, visit)) return false;
      const { placed } = rewind(order, [visit.spot], -1);
      for (const spot of placed) open(order, spot, keysOfDoer(order, spot, [step.by], people), people);
      return true;
    }
    case 'recall': {
      const start = recallableStart(order);
      if (step.by !== order.initiator || start === null) return false;
      const { placed } = rewind(order, [start], -1);
      openRollback(order, placed, null);
      for (const spot of placed) open(order, spot, keysOfDoer(order, spot, [step.by], people), people);
      return true;
    }
    default: {
      const spot = actAtSlot(order, step, people);
      order.wasIdle = spot === 'nothing';
      return spot === 'nothing' || (spot !== null && advanceToken(order, spot, people));
    }
  }
}

function ownVisit(order: Order, nodeId: string, back: number, by: string, people: People): Visit | undefined {
  const visit = visitsAt(order, nodeId)[back];
  const keys = people.keysOf(by);
  const isOwn = visit !== undefined && isOwnersTurn(order, visit);
  return isOwn && visit.keys.some((key) => keys.includes(key)) ? visit : undefined;
}

type Work = Extract<Step, { button: string }>;

/** Returns the visit that the person has to handle, or the person's part of a visit with several people. */
function workAt(order: Order, step: Work, people: People): Visit | undefined {
  const { at, key, back = 0, by } = step;
  if (key === undefined) return ownVisit(order, at, back, by, people);
  const [visit] = visitsAt(order, at);
  const seat = visit?.state === 'open' ? seatOfKey(order.sharedWork.get(visit.spot), key) : undefined;
  const found = openSeats(order).find((one) => one.entry.seat === seat);
  const keys = people.keysOf(by);
  return found?.canAct && found.keys.some((one) => keys.includes(one)) ? visit : undefined;
}

/**
 * Records that one of several people has done a part: its effects count at once, and the token waits for the
 * others.
 */
function actAsMember(order: Order, visit: Visit, key: string, what: { by: string } & Partial<Act>): void {
  const before = order.acts.get(visit.spot);
  const { by, effects = [], names = {} } = what;
  const all = { ...before?.names };
  for (const [nodeId, keys] of Object.entries(names)) all[nodeId] = [...(all[nodeId] ?? []), ...keys];
  act(order, visit, by, {
    kind: 'handled',
    doers: [...(before?.doers ?? []), by],
    effects: [...(before?.effects ?? []), ...effects],
    names: all,
  });
  const seat = seatOfKey(order.sharedWork.get(visit.spot), key);
  if (seat) seat.answer = 'yes';
}

function act(order: Order, visit: Visit, by: string, what: Pick<Act, 'kind'> & Partial<Act>): void {
  visit.state = 'done';
  visit.by = by;
  order.tick += 1;
  order.touched.add(visit.spot);
  recordDoer(order, visit.nodeId, by);
  const done = { effects: [], ...what, spot: visit.spot, tick: order.tick, by, stays: false, waits: false };
  order.acts.set(visit.spot, done);
  const work = order.sharedWork.get(visit.spot);
  if (work) {
    work.isDone = true;
    transferRoundsTo(work, by);
  }
}

/** Moves the token of a task if no work is left to do there. */
function advanceToken(order: Order, spot: number, people: People): boolean {
  const work = order.sharedWork.get(spot);
  const visit = order.visits.findLast((one) => one.spot === spot);
  if (!visit) return false;
  if (work) {
    resolveRounds(order, spot, work, people);
    const continues = work.continuedBy !== null && !work.isDone && !order.returnsToDoer;
    if (continues) order.hasContinued = true;
    if (continues && work.continuedBy !== null) act(order, visit, work.continuedBy, { kind: 'handled' });
    work.continuedBy = null;
    resolveRounds(order, spot, work, people);
  }
  const done = order.acts.get(spot);
  if (!done || (work && !isComplete(work))) {
    if (done) done.waits = true;
    visit.state = 'open';
    return !done || !work || done.tick <= order.startTick || continuesAfterSigners(order, spot, work, people);
  }
  const isOfOne = !work?.rounds.some(({ kind }) => kind === 'instance');
  if (isOfOne && done.tick <= order.startTick) {
    if (order.returnsToDoer) return returnToDoer(order, visit, done, people);
    order.hasContinued = true;
  }
  visit.state = 'done';
  order.tick += 1;
  Object.assign(done, { waits: false, tick: order.tick });
  if (directFor(order, spot)) done.stays = true;
  else passTask(order, spot);
  closeRollbacks(order, people);
  return true;
}

/** Checks whether the flow would continue if the people who only sign afterwards had signed. */
function continuesAfterSigners(order: Order, spot: number, { rounds }: SharedWork, people: People): boolean {
  const isOnlySigned = rounds.every(({ kind, end }) => end !== null || kind === 'after');
  if (!isOnlySigned || rounds.some(({ kind }) => kind === 'instance')) return true;
  const copy = copyOf(order);
  for (const round of copy.sharedWork.get(spot)?.rounds ?? []) round.end ??= 'done';
  return attempt(copy, people, () => advanceToken(copy, spot, people)) !== null;
}

function buttonOf(order: Order, visit: Visit, id: string, does: PlanButton['does']): PlanButton | undefined {
  const button = taskOf(order.plan, visit.nodeId)?.buttons.find((one) => one.id === id);
  return button?.does === does ? button : undefined;
}

function continueFlow(
  order: Order,
  step: Extract<Step, { do: 'handle' | 'forward' | 'choose' }>,
  people: People,
): boolean {
  const visit = workAt(order, step, people);
  const button = visit && buttonOf(order, visit, step.button, step.do);
  if (!visit || !button) return false;
  const manual = manualAfter(order.plan, visit.nodeId);
  if (step.do === 'choose' && !manual) return false;
  const needsBranches = manual !== null && !directFor(order, visit.spot);
  const branches = needsBranches ? (step.branches ?? []) : undefined;
  if (branches && manual) {
    const count = new Set(branches).size;
    if (branches.some((nodeId) => !manual.offered.includes(nodeId))) return false;
    if (count === 0 || (!manual.many && branches.length !== 1)) return false;
  }
  const names = step.names ?? {};
  for (const [nodeId, keys] of Object.entries(names)) {
    if (!taskOf(order.plan, nodeId)) return false;
    if (keys.length > 0 && step.do !== 'forward') return false;
    if (keys.some((key) => !people.hasPerson(key) || key === `staff:${step.by}`)) return false;
  }
  const { result, sets } = button;
  const effect = { tick: order.tick, ...(result !== undefined && { result }), ...(sets && { sets }) };
  if (step.key !== undefined) actAsMember(order, visit, step.key, { by: step.by, names, effects: [effect] });
  else
    act(order, visit, step.by, { kind: 'handled', ...(branches && { branches }), names, effects: [effect] });
  return advanceToken(order, visit.spot, people);
}

function endNow(order: Order, step: Extract<Step, { do: 'terminate' | 'void' }>, people: People): boolean {
  const visit = workAt(order, step, people);
  const button = visit && buttonOf(order, visit, step.button, step.do);
  if (!visit || !button) return false;
  const ends = step.do === 'terminate' ? (button.result ?? 14) : button.ends ? 16 : null;
  if (ends === null && manualAfter(order.plan, visit.nodeId) && !directFor(order, visit.spot)) return false;
  if (ends === null) {
    if (step.key === undefined) act(order, visit, step.by, { kind: 'voided' });
    else actAsMember(order, visit, step.key, { by: step.by });
    return advanceToken(order, visit.spot, people);
  }
  visit.state = 'ended';
  visit.by = step.by;
  order.ended = { nodeId: null, result: ends };
  return true;
}

function goBack(order: Order, step: Extract<Step, { do: 'return' }>, people: People): boolean {
  const visit = workAt(order, step, people);
  const task = visit && taskOf(order.plan, visit.nodeId);
  if (!visit || !task || !buttonOf(order, visit, step.button, 'return')) return false;
  if (!task.ways.includes(step.way)) return false;
  const offered = returnTargets(order, visit);
  const chosen = [...new Set(step.targets)].map((nodeId) => offered.get(nodeId));
  const targets = chosen.filter((id) => id !== undefined);
  if (targets.length === 0 || targets.length < chosen.length) return false;
  const inLine = targets.some((id) => {
    const falls = spotsUndoneWith(order, id);
    return targets.some((other) => other !== id && falls.has(other));
  });
  if (inLine) return false;
  visit.state = 'returned';
  visit.by = step.by;
  visit.key = step.key;
  order.touched.add(visit.spot);
  recordDoer(order, visit.nodeId, step.by);
  const doers = targets.map((id) => doersOf(order.acts.get(id)));
  const { placed, rewound } = rewind(order, targets, order.visits.indexOf(visit));
  openRollback(order, placed, step.way === 'direct' ? rewound : null);
  placed.forEach((spot, index) => {
    open(order, spot, keysOfDoer(order, spot, doers[index] ?? [], people), people);
  });
  closeRollbacks(order, people);
  return true;
}

/** Returns for each node the spot of its latest visit that the task came through and that a person did. */
export function returnTargets(order: Order, visit: Visit): Map<string, number> {
  const policy = taskOf(order.plan, visit.nodeId);
  const found = new Map<string, number>();
  if (!policy || policy.ways.length === 0) return found;
  const past = [...order.spots.ancestorsOf(visit.spot)].sort((left, right) => left - right);
  for (const id of past) {
    const { nodeId } = spotOf(order, id);
    const offered = policy.targets.length === 0 || policy.targets.includes(nodeId);
    if (offered && nodeId !== visit.nodeId && order.acts.has(id)) found.set(nodeId, id);
  }
  return found;
}

/** Cached answers of `canWithdraw` for an unchanged order, because several callers ask repeatedly. */
const withdrawables = new WeakMap<Order, Map<Visit, boolean>>();

/** Checks whether the visit counts and has advanced, and nobody has handled it or a later visit since. */
export function canWithdraw(order: Order, visit: Visit): boolean {
  const known = withdrawables.get(order) ?? new Map<Visit, boolean>();
  withdrawables.set(order, known);
  const answer = known.get(visit) ?? mayWithdraw(order, visit);
  known.set(visit, answer);
  return answer;
}

function mayWithdraw(order: Order, visit: Visit): boolean {
  const done = order.acts.get(visit.spot);
  if (order.ended || visit.state !== 'done' || done?.kind !== 'handled' || done.stays) return false;
  const work = order.sharedWork.get(visit.spot);
  // Nobody may undo a decision of others.
  if (work && countersignOf(work)) return false;
  // Signers after it have already answered on what was handled.
  if (order.sharedWork.get(visit.spot)?.rounds.some(({ kind }) => kind === 'after')) return false;
  if (!taskOf(order.plan, visit.nodeId)?.withdraw) return false;
  if (!isLatestAt(order, visit)) return false;
  return !hasDescendants(order, visit.spot, [...order.touched, ...spotsOfRollbacks(order)]);
}

/** Checks whether this is the visit whose action counts; an earlier visit of the same spot was reopened. */
function isLatestAt(order: Order, visit: Visit): boolean {
  return order.visits.findLast(({ spot }) => spot === visit.spot) === visit;
}

/**
 * Checks whether any of the spots resulted from this one. So did spots that were undone since, unless the
 * undone move had taken a token that still counts: that token waits at its join again, or has moved on from
 * there again.
 */
function hasDescendants(order: Order, spot: number, ids: readonly number[]): boolean {
  const living = currentSpots(order);
  const hasResult = (without: ReadonlySet<number>) => {
    // Tokens of a move and those that replaced them have the same origin.
    const bases = new Set([...without].flatMap((id) => (id === spot ? [] : spotOf(order, id).base)));
    const known = new Map([...without].map((id): [number, boolean] => [id, true])).set(spot, false);
    const hasResultedFrom = (id: number): boolean => {
      const before = known.get(id);
      if (before !== undefined) return before;
      const { parents, base, move } = spotOf(order, id);
      if (bases.has(base)) return true;
      const isUndone = move !== moveOf(order, parents).move;
      const isCurrent = !isUndone && parents.every((parent) => living.has(parent));
      const answer = parents.some(
        (parent) => (isCurrent || !living.has(parent)) && (parent === spot || hasResultedFrom(parent)),
      );
      known.set(id, answer);
      return answer;
    };
    return ids.some(hasResultedFrom);
  };
  if (hasResult(new Set())) return true;
  // Only an inclusive join depends on tokens that it did not take.
  const joins = Object.values(order.plan.nodes).some(({ kind }) => kind === 'or');
  return joins && hasResult(spotsUndoneWith(order, spot));
}

/** Returns every spot that disappears together with the action at this spot, including the spot itself. */
function spotsUndoneWith(order: Order, spot: number): ReadonlySet<number> {
  return rewind(copyOf(order), [spot], -1).rewound.spots;
}

/**
 * Returns the spots of open returns and recalls: their targets and all after them, and those that a direct
 * return restores or takes again.
 */
function spotsOfRollbacks(order: Order): number[] {
  return order.rollbacks.flatMap(({ targets, rewound }) => {
    const after = [...currentSpots(order)].filter((id) =>
      targets.some((target) => order.spots.ancestorsOf(id).has(target)),
    );
    const back = [...(rewound?.spots ?? [])];
    const parted = back
      .map((id) => spotOf(order, id).parents)
      .filter((parents) => parents.some((id) => back.includes(id)));
    const freed = [...(rewound?.undone.keys() ?? [])].flatMap((tokens) => tokens.split(',').map(Number));
    return [...targets, ...after, ...back, ...parted.flat(), ...freed];
  });
}

/** Returns the start's spot while no later task has been acted on. */
export function recallableStart(order: Order): number | null {
  if (order.plan.recall === 'never' || order.ended || order.rollbacks.length > 0) return null;
  const [start] = [...order.acts.keys()].filter((id) => spotOf(order, id).nodeId === 'start');
  return start === undefined || hasDescendants(order, start, [...order.touched]) ? null : start;
}
