/**
 * The oracle's record of one order: actions at spots. Replaying the actions gives the positions of its
 * tokens.
 */
import type { Plan } from '../plan.ts';
import { type Spot, Spots } from './spots.ts';
import { copyOfWork, emptyWork, isWaitingForOthers, type SharedWork } from './work.ts';

export interface Effect {
  tick: number;
  sets?: Readonly<Record<string, unknown>>;
  /** Null if the earlier result no longer counts. */
  result?: number | null;
}

/** Something that a person did at a task and that counts. */
export interface Act {
  spot: number;
  tick: number;
  by: string;
  /** All people who did it, if there are several. */
  doers?: readonly string[];
  kind: 'started' | 'handled' | 'resubmitted' | 'voided';
  /** True if it is done but waits for the other targets of its direct return. */
  stays: boolean;
  /** True if it is done but others have to sign before the token moves. */
  waits: boolean;
  /**
   * Effects of the action; effects of work that is done again at the same task after a direct return are added when
   * the order comes back.
   */
  effects: readonly Effect[];
  branches?: readonly string[];
  names?: Readonly<Record<string, readonly string[]>>;
}

/** One opening of a task, in the order of opening. */
export interface Visit {
  nodeId: string;
  spot: number;
  state: 'open' | 'done' | 'returned' | 'ended' | 'closed';
  /** Keys of the people who may act. */
  keys: readonly string[];
  /** Number of the action that opened it; a visit that a direct return restores keeps it. */
  openedAt: number;
  by: string | null;
  /** The key of the instance that returned from it. */
  key?: string | undefined;
}

/** What a rewind removed from the order, so that it can be restored. */
export interface RewindRemoval {
  acts: readonly Act[];
  spots: ReadonlySet<number>;
  /** Indexes of the visits that it closed. */
  visits: readonly number[];
  rewindNumbers: ReadonlyMap<string, number>;
  undone: ReadonlyMap<string, number>;
  /** Index of the returner's visit. */
  returner: number;
}

export interface OpenRollback {
  id: number;
  targets: readonly number[];
  /** Null for a replay. */
  rewound: RewindRemoval | null;
}

export interface Order {
  plan: Plan;
  spots: Spots;
  tick: number;
  /** Number of actions done so far. */
  actCount: number;
  initiator: string;
  /** The work of several people on one task, by spot; their answers stay there when the order goes back. */
  sharedWork: Map<number, SharedWork>;
  /** Number of rounds ever started. */
  roundCount: number;
  /** Effects of countersigns, and those of a task that was returned to the person who did it, by spot. */
  countersignEffects: Map<number, Effect[]>;
  acts: Map<number, Act>;
  /** Spots at which a person ever acted, even if that no longer counts. */
  touched: Set<number>;
  /** Pairs of a node and a person who ever finished a task there, even if that no longer counts. */
  doers: ReadonlySet<string>;
  /** For each spot that was rewound, by its base, the number of its last rewind. */
  rewindNumbers: Map<string, number>;
  /** Number of the last rewind of the order. */
  lastRewindNumber: number;
  /**
   * Firings that were undone while the tokens that they had consumed still exist, by the spots of these tokens: an
   * inclusive join that continued because a branch had been returned, whose token is now on its way again. The next
   * firing creates new tokens there.
   */
  undone: Map<string, number>;
  /** Flows that a gateway chose, by the spots that it took. */
  choices: Map<string, readonly string[]>;
  /** Tasks that were skipped because no person matched. */
  skipped: Set<number>;
  /** Effects of services, and their times. */
  serviceEffects: Map<number, Effect>;
  waiting: number[];
  passed: Set<number>;
  visits: Visit[];
  rollbacks: OpenRollback[];
  rollbackCount: number;
  /** True if the last action finished the last of the returned work. */
  wasHandled: boolean;
  /** True if the last action came too late and did nothing. */
  wasIdle: boolean;
  ended: { nodeId: string | null; result: number } | null;
  /**
   * True if a countersign has continued automatically in the present action; if it cannot, the visit is
   * reopened.
   */
  hasContinued: boolean;
  returnsToDoer: boolean;
  /** The tick at which the current action began. */
  startTick: number;
}

export function newOrder(plan: Plan, initiator: string): Order {
  return {
    plan,
    spots: new Spots(),
    tick: 0,
    actCount: 0,
    initiator,
    sharedWork: new Map(),
    roundCount: 0,
    countersignEffects: new Map(),
    acts: new Map(),
    touched: new Set(),
    doers: new Set(),
    rewindNumbers: new Map(),
    lastRewindNumber: 0,
    undone: new Map(),
    choices: new Map(),
    skipped: new Set(),
    serviceEffects: new Map(),
    waiting: [],
    passed: new Set(),
    visits: [],
    rollbacks: [],
    rollbackCount: 0,
    wasHandled: false,
    wasIdle: false,
    ended: null,
    hasContinued: false,
    returnsToDoer: false,
    startTick: 0,
  };
}

/** Records that a person has finished a task at a node. */
export function recordDoer(order: Order, nodeId: string, who: string): void {
  order.doers = new Set([...order.doers, `${nodeId} ${who}`]);
}

/** Returns a copy for trying an action; spots never change and are shared. */
export function copyOf(order: Order): Order {
  return {
    ...order,
    sharedWork: new Map([...order.sharedWork].map(([id, work]) => [id, copyOfWork(work)])),
    countersignEffects: new Map(order.countersignEffects),
    acts: new Map([...order.acts].map(([id, act]) => [id, { ...act }])),
    touched: new Set(order.touched),
    rewindNumbers: new Map(order.rewindNumbers),
    undone: new Map(order.undone),
    choices: new Map(order.choices),
    skipped: new Set(order.skipped),
    serviceEffects: new Map(order.serviceEffects),
    waiting: [...order.waiting],
    passed: new Set(order.passed),
    visits: order.visits.map((visit) => ({ ...visit })),
    rollbacks: [...order.rollbacks],
  };
}

/** Marks the order if all returned work is now handled; the next step removes the mark. */
export function markHandled(before: Order, after: Order | null): Order | null {
  if (after === null) return null;
  if (after.wasIdle) return { ...after, wasHandled: before.wasHandled };
  return { ...after, wasHandled: before.rollbacks.length > 0 && after.rollbacks.length === 0 };
}

/** Returns a copy on which the next action is tried. */
export function beginAction(before: Order, returnsToDoer: boolean): Order {
  const order = copyOf(before);
  const tick = order.tick + 1;
  const actionStart = {
    tick,
    startTick: tick,
    actCount: order.actCount + 1,
    hasContinued: false,
    wasIdle: false,
    returnsToDoer,
  };
  return { ...order, ...actionStart };
}

/**
 * Returns the firing that consumes these spots: its name, and what distinguishes it from the same firing before
 * it was undone.
 */
export function moveOf({ undone }: Order, ids: readonly number[]): { tokens: string; move: string } {
  const tokens = [...ids].sort((left, right) => left - right).join();
  const rewindNumber = undone.get(tokens) ?? 0;
  return { tokens, move: rewindNumber === 0 ? '' : `~${rewindNumber}` };
}

export function spotOf(order: Order, id: number): Spot {
  return order.spots.get(id);
}

/** Checks for a finished task that waits for the other targets of its direct return. */
export function waitsForDirectReturn(order: Order, id: number): boolean {
  return order.acts.get(id)?.stays === true;
}

/** Returns all present and past spots of the history that counts. */
export function currentSpots(order: Order): Set<number> {
  return new Set([...order.waiting, ...order.passed]);
}

export function openVisitAt(order: Order, spot: number): Visit | undefined {
  return order.visits.find((visit) => visit.state === 'open' && visit.spot === spot);
}

export function openVisits(order: Order): Visit[] {
  return order.visits.filter(({ state }) => state === 'open');
}

/** Returns the shared work at a spot; creates it when a person first asks others there. */
export function workAtSpot(order: Order, spot: number): SharedWork {
  const work = order.sharedWork.get(spot) ?? emptyWork();
  order.sharedWork.set(spot, work);
  return work;
}

/**
 * Checks whether the task's own person can act: not while others are awaited, nor when it is done and only
 * needs signatures.
 */
export function isOwnersTurn(order: Order, { spot, state }: Visit): boolean {
  const work = order.sharedWork.get(spot);
  return state === 'open' && (work === undefined || (!work.isDone && !isWaitingForOthers(work)));
}

/** Returns the result and the variables, from everything that counts in the order in which it happened. */
export function effectsOf(order: Order): { result: number | null; variables: Record<string, unknown> } {
  const effects = effectsThatCount(order);
  const variables: Record<string, unknown> = { ...order.plan.variables };
  for (const { sets } of effects) Object.assign(variables, sets);
  return { result: resultOf(order, effects), variables };
}

/**
 * Returns the decision of the latest countersign on the way to the spot, else of the latest anywhere; null
 * before any.
 */
export function countersignSeenAt(order: Order, id: number): boolean | null {
  const past = order.spots.ancestorsOf(id);
  const decided = effectsThatCount(order).flatMap(({ spot, sets }) =>
    sets && 'countersign' in sets ? [{ spot, ...(sets.countersign as { passed: boolean }) }] : [],
  );
  const latest = decided.findLast(({ spot }) => past.has(spot)) ?? decided.at(-1);
  return latest?.passed ?? null;
}

function effectsThatCount(order: Order): (Effect & { spot: number })[] {
  const living = order.countersignEffects.size > 0 ? currentSpots(order) : new Set<number>();
  return [
    ...[...order.countersignEffects].flatMap(([spot, effects]) =>
      living.has(spot) ? effects.map((effect) => ({ spot, ...effect })) : [],
    ),
    ...[...order.acts].flatMap(([spot, act]) => act.effects.map((effect) => ({ spot, ...effect }))),
    ...[...order.serviceEffects].flatMap(([spot, effect]) =>
      order.passed.has(spot) ? [{ spot, ...effect }] : [],
    ),
  ].sort((left, right) => left.tick - right.tick);
}

/**
 * In sequence the later result counts; of parallel results the strongest, or the latest if no precedence is
 * given.
 */
function resultOf(order: Order, effects: readonly (Effect & { spot: number })[]): number | null {
  const { precedence } = order.plan;
  const given = effects.filter(({ result }) => result !== undefined);
  if (!precedence) return given.at(-1)?.result ?? null;
  const inLine = (one: number, other: number) =>
    one === other || order.spots.ancestorsOf(one).has(other) || order.spots.ancestorsOf(other).has(one);
  const current = given.filter(
    ({ spot }, index) => !given.slice(index + 1).some((later) => inLine(spot, later.spot)),
  );
  const strongest = precedence.find((code) => current.some(({ result }) => result === code));
  return strongest ?? current.at(-1)?.result ?? null;
}

/** Returns the last action before a spot on each of the ways that lead to it. */
export function actsBefore(order: Order, id: number): Act[] {
  const found = new Map<number, Act>();
  const walk = (index: number) => {
    for (const parent of spotOf(order, index).parents) {
      const act = order.acts.get(parent);
      if (act) found.set(parent, act);
      else walk(parent);
    }
  };
  walk(id);
  return [...found.values()];
}

/** Returns the visits of a node, the latest first. */
export function visitsAt(order: Order, nodeId: string): Visit[] {
  return order.visits.filter((visit) => visit.nodeId === nodeId).reverse();
}

/** Returns the people whose action counts there; several if several do the node. */
export function doersOf(done: Act | undefined): readonly string[] {
  return done ? (done.doers ?? [done.by]) : [];
}
