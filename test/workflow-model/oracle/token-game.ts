/**
 * The token game: moves tokens as far as they go by themselves, also when the actions that count are
 * replayed.
 */
import {
  administratorKey,
  flowsFrom,
  flowsInto,
  type PlanFlow,
  type PlanGateway,
  type PlanWhen,
  taskOf,
} from '../plan.ts';
import { canInclusiveJoinContinue } from './inclusive-joins.ts';
import {
  actsBefore,
  countersignSeenAt,
  effectsOf,
  moveOf,
  type Order,
  openVisitAt,
  spotOf,
  waitsForDirectReturn,
} from './order.ts';
import type { Spot } from './spots.ts';
import { workOfSeveral } from './work.ts';

export interface Office {
  /** Checks whether a person in service matches the key. */
  hasPerson(key: string): boolean;
}

/** Everything that the oracle needs to know of the people: who is in service, and which keys each matches. */
export interface People extends Office {
  keysOf(staffId: string): readonly string[];
  /** Returns the people in service who match the key. */
  staffWithKey(key: string): readonly string[];
}

export class StuckError extends Error {}

/** Takes spots at a node and creates one on each flow. */
function pass(order: Order, consumed: readonly Spot[], flows: readonly PlanFlow[]): void {
  const ids = consumed.map(({ id }) => id);
  order.waiting = order.waiting.filter((id) => !ids.includes(id));
  for (const id of ids) order.passed.add(id);
  const { move } = moveOf(order, ids);
  for (const { id, to } of flows)
    order.waiting.push(order.spots.getOrCreate(to, id, ids, order.rewindNumbers, move).id);
}

/** Replays the actions that count from the start; drops those whose spot is no longer reached. */
export function replay(order: Order): void {
  const acts = [...order.acts.values()].sort((left, right) => left.tick - right.tick);
  order.acts = new Map();
  order.passed = new Set();
  order.waiting = [order.spots.getOrCreate('start', null, [], order.rewindNumbers).id];
  walk(order, null);
  for (const act of acts) {
    if (!order.waiting.includes(act.spot)) continue;
    order.acts.set(act.spot, act);
    if (!act.stays && !act.waits) passTask(order, act.spot);
    walk(order, null);
  }
}

/** Moves the token of a finished task forward. */
export function passTask(order: Order, id: number): void {
  const spot = spotOf(order, id);
  pass(order, [spot], flowsFrom(order.plan, spot.nodeId));
}

/**
 * Moves tokens until all of them wait. With an office, new things may happen; without one, only what happened
 * before.
 */
export function walk(order: Order, office: Office | null): void {
  for (let moves = 0; order.ended === null; moves++) {
    if (moves > 1000) throw new StuckError('endless');
    if (!moveOne(order, office)) return;
  }
}

function moveOne(order: Order, office: Office | null): boolean {
  const spots = order.waiting.map((id) => spotOf(order, id));
  const joins = spots.filter((spot) => isInclusiveJoin(order, spot));
  if (spots.some((spot) => !joins.includes(spot) && move(order, spot, office))) return true;
  if (joins.some((spot) => move(order, spot, office))) return true;
  const [first] = joins;
  // Joins that wait for each other: the first is released when no person can act.
  if (!office || !first || order.visits.some(({ state }) => state === 'open')) return false;
  return fire(
    order,
    first,
    spots.filter(({ nodeId }) => nodeId === first.nodeId),
    office,
  );
}

function isInclusiveJoin(order: Order, { nodeId }: Spot): boolean {
  return order.plan.nodes[nodeId]?.kind === 'or' && flowsInto(order.plan, nodeId).length > 1;
}

function move(order: Order, spot: Spot, office: Office | null): boolean {
  const node = order.plan.nodes[spot.nodeId];
  switch (node?.kind) {
    case 'task':
      return arrive(order, spot, office);
    case 'service':
      if (node.sets && !order.serviceEffects.has(spot.id)) {
        order.serviceEffects.set(spot.id, {
          tick: ++order.tick,
          sets: { [node.sets.name]: node.sets.value },
        });
      }
      passTask(order, spot.id);
      return true;
    case 'end':
      pass(order, [spot], []);
      if (office && (node.stops || order.waiting.length === 0)) {
        order.ended = { nodeId: spot.nodeId, result: node.result };
      }
      return true;
    case 'xor':
      return fire(order, spot, [spot], office);
    case 'and':
    case 'or': {
      const consumed = consumedBy(order, spot);
      return consumed !== null && fire(order, spot, consumed, office);
    }
    default:
      return false;
  }
}

/**
 * For a parallel join, returns one token of each flow; for an inclusive one, all tokens that came, once it
 * need not wait for others.
 */
function consumedBy(order: Order, { nodeId }: Spot): Spot[] | null {
  const incoming = flowsInto(order.plan, nodeId);
  const spots = order.waiting.map((id) => spotOf(order, id));
  const here = spots.filter((other) => other.nodeId === nodeId);
  const consumed = incoming.flatMap(({ id }) => here.find(({ flowId }) => flowId === id) ?? []);
  if (order.plan.nodes[nodeId]?.kind === 'and') return consumed.length === incoming.length ? consumed : null;
  const elsewhere = spots.filter((other) => other.nodeId !== nodeId).map((other) => other.nodeId);
  const filled = new Set(here.map(({ flowId }) => flowId ?? ''));
  return canInclusiveJoinContinue(order.plan, nodeId, filled, elsewhere) ? here : null;
}

function fire(order: Order, { nodeId }: Spot, consumed: readonly Spot[], office: Office | null): boolean {
  const node = order.plan.nodes[nodeId] as PlanGateway;
  const outgoing = flowsFrom(order.plan, nodeId);
  const all = outgoing.map(({ id }) => id);
  const { tokens, move } = moveOf(
    order,
    consumed.map(({ id }) => id),
  );
  const key = tokens + move;
  const decided = node.kind === 'and' ? all : order.choices.get(key);
  if (!decided && !office) return false;
  const chosen = decided ?? (all.length === 1 ? all : choose(order, node, nodeId, consumed));
  order.choices.set(key, chosen);
  pass(
    order,
    consumed,
    outgoing.filter(({ id }) => chosen.includes(id)),
  );
  return true;
}

function choose(order: Order, node: PlanGateway, nodeId: string, consumed: readonly Spot[]): string[] {
  const outgoing = flowsFrom(order.plan, nodeId);
  const byDefault = node.byDefault === undefined ? [] : [node.byDefault];
  const { variables } = effectsOf(order);
  const place = ({ flowId }: Spot) => flowsInto(order.plan, nodeId).findIndex(({ id }) => id === flowId);
  const [first] = [...consumed].sort((left, right) => place(left) - place(right));
  const branches = consumed.flatMap(({ id }) => actsBefore(order, id)).flatMap((act) => act.branches ?? []);
  const open = outgoing.filter(({ when, to }) => {
    if (node.manual) return branches.includes(to);
    return when !== undefined && holds(order, when, variables, first);
  });
  const chosen = node.kind === 'xor' ? open.slice(0, 1) : open;
  const ids = chosen.length > 0 ? chosen.map(({ id }) => id) : byDefault;
  if (ids.length === 0) throw new StuckError('no way on');
  return ids;
}

/**
 * Evaluates a condition: for an empty amount both comparisons are false; so are both tests of an undecided
 * countersign.
 */
function holds(
  order: Order,
  when: PlanWhen,
  variables: Readonly<Record<string, unknown>>,
  spot: Spot | undefined,
): boolean {
  if ('name' in when) return variables[when.name] === when.is;
  if ('countersigned' in when)
    return spot !== undefined && countersignSeenAt(order, spot.id) === when.countersigned;
  const { amount = null } = order.plan;
  return amount !== null && amount > when.over !== when.not;
}

/** Moves a token to a task: it opens, is skipped, or has no person. */
function arrive(order: Order, spot: Spot, office: Office | null): boolean {
  const task = taskOf(order.plan, spot.nodeId);
  if (order.skipped.has(spot.id)) {
    passTask(order, spot.id);
    return true;
  }
  if (!office || !task || waitsForDirectReturn(order, spot.id) || openVisitAt(order, spot.id)) return false;
  const keys = keysByFlow(order, spot, office);
  if (keys.length > 0) open(order, spot, keys, office);
  else if (task.empty === 'skip') {
    order.skipped.add(spot.id);
    passTask(order, spot.id);
  } else if (task.empty === 'administrator' && office.hasPerson(administratorKey)) {
    open(order, spot, [administratorKey], office);
  } else throw new StuckError('nobody');
  return true;
}

/**
 * Returns the people named by the preceding actions if one of them is in service, else the task's own people,
 * else no keys.
 */
export function keysByFlow(order: Order, spot: Spot, office: Office): readonly string[] {
  const namedKeys = actsBefore(order, spot.id).flatMap((act) => act.names?.[spot.nodeId] ?? []);
  if (namedKeys.some((key) => office.hasPerson(key))) return [...new Set(namedKeys)];
  const own = taskOf(order.plan, spot.nodeId)?.keys ?? [];
  return own.some((key) => office.hasPerson(key)) ? own : [];
}

/** Opens a task for these keys; if several do it, one for each key that a person matches. */
export function open(
  order: Order,
  spot: Spot,
  keys: readonly string[],
  office: Office,
  openedAt = order.actCount,
): void {
  const several = taskOf(order.plan, spot.nodeId)?.several;
  if (several) {
    const presentKeys = keys.filter((key) => office.hasPerson(key));
    order.sharedWork.set(spot.id, workOfSeveral(presentKeys, several, order.actCount));
  }
  order.visits.push({ nodeId: spot.nodeId, spot: spot.id, state: 'open', keys, openedAt, by: null });
}
