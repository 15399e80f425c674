/**
 * Chooses the actions of random people: mostly actions that should be accepted, sometimes actions that should
 * not.
 */

import type { CoreComparison } from './core-comparison.ts';
import { canWithdraw, recallableStart, returnTargets } from './oracle/oracle.ts';
import { isOwnersTurn, type Order, openVisits, type Visit } from './oracle/order.ts';
import { directFor } from './oracle/rollback.ts';
import { openSeats } from './oracle/slots.ts';
import { manualAfter, type Plan, type PlanButton, taskOf } from './plan.ts';
import type { Random } from './random.ts';
import { answers, arbitrarySlotSteps, expiryChecks, slotSteps } from './random-slot-steps.ts';
import type { Line, Step } from './step.ts';

/**
 * Returns the next line of a walk: an action that advances with the chance `advanceChance`, a person who leaves or
 * comes back with the chance `leaveChance`; undefined if nobody can do anything.
 */
export function nextLine(
  comparison: CoreComparison,
  random: Random,
  { advanceChance, leaveChance }: { advanceChance: number; leaveChance: number },
): Line | undefined {
  const { order } = comparison;
  if (!order) return undefined;
  if (random.chance(leaveChance)) {
    const who =
      random.pick([...comparison.office.keys()].filter((id) => id !== 'administrator')) ?? 'stranger';
    return { do: comparison.absent.has(who) ? 'come' : 'leave', who };
  }
  if (random.chance(0.1)) return arbitraryStep(comparison, order, random);
  const steps = sensibleSteps(comparison, order, random);
  const rare = random.chance(0.1);
  const allowed = steps.filter((step) => rare || (step.do !== 'terminate' && step.do !== 'void'));
  const kinds = [...new Set(allowed.map((step) => step.do))];
  // Actions that advance are chosen nearly as often as all others together; otherwise no order would get
  // far.
  const onward = kinds.filter((kind) => ['handle', 'choose', 'answer', 'sign'].includes(kind));
  const kind = random.pick(onward.length > 0 && random.chance(advanceChance) ? onward : kinds);
  return random.pick(allowed.filter((step) => step.do === kind));
}

/** Returns an action that brings the order nearer to its end; undefined if there is none. */
export function progressStep(comparison: CoreComparison, random: Random): Step | undefined {
  const { order } = comparison;
  if (!order) return undefined;
  return random.pick(
    [
      ...stepsAtTasks(comparison, order, random),
      ...answers(comparison, order, random),
      ...expiryChecks(order),
    ].filter(({ do: what }) =>
      ['handle', 'choose', 'resubmit', 'answer', 'sign', 'checkExpiry'].includes(what),
    ),
  );
}

function sensibleSteps(comparison: CoreComparison, order: Order, random: Random): Step[] {
  const steps = [...stepsAtTasks(comparison, order, random), ...slotSteps(comparison, order, random)];
  for (const visit of order.visits) {
    if (visit.by !== null && canWithdraw(order, visit)) steps.push(withdrawStep(order, visit, visit.by));
  }
  if (recallableStart(order) !== null) steps.push({ do: 'recall', by: order.initiator });
  return steps.filter((step) => !comparison.absent.has(step.by));
}

function stepsAtTasks(comparison: CoreComparison, order: Order, random: Random): Step[] {
  const present = [...comparison.office.keys()].filter((id) => !comparison.absent.has(id));
  const pickHandler = (keys: readonly string[]) =>
    random.pick(present.filter((id) => comparison.people.keysOf(id).some((key) => keys.includes(key))));
  const stepsOfButtons = (visit: Visit, by: string) =>
    (taskOf(comparison.plan, visit.nodeId)?.buttons ?? []).map((button) =>
      stepOfButton(comparison, order, visit, { by, button }, random),
    );
  const visits = openVisits(order).filter((visit) => isOwnersTurn(order, visit));
  const singleSteps = visits.flatMap((visit): Step[] => {
    const by = pickHandler(visit.keys);
    if (by === undefined) return [];
    return visit.nodeId === 'start' ? [{ do: 'resubmit' as const, by }] : stepsOfButtons(visit, by);
  });
  const severalSteps = openSeats(order).flatMap(({ visit, entry, keys, canAct }) => {
    const by = entry.round.kind === 'instance' && canAct ? pickHandler(keys) : undefined;
    return by === undefined
      ? []
      : stepsOfButtons(visit, by).map((step) => ({ ...step, key: entry.seat.keys[0] }) as Step);
  });
  return [...singleSteps, ...severalSteps];
}

function withdrawStep(order: Order, visit: Visit, by: string): Step {
  const later = order.visits.slice(order.visits.indexOf(visit) + 1);
  const back = later.filter(({ nodeId }) => nodeId === visit.nodeId).length;
  return { do: 'withdraw', at: visit.nodeId, by, ...(back > 0 && { back }) };
}

function stepOfButton(
  comparison: CoreComparison,
  order: Order,
  visit: Visit,
  { by, button }: { by: string; button: PlanButton },
  random: Random,
): Step {
  const { id, does } = button;
  const at = visit.nodeId;
  const common = { at, by, button: id };
  if (does === 'terminate' || does === 'void') return { do: does, ...common };
  if (does === 'return') {
    const offered = [...returnTargets(order, visit).keys()];
    const targets = random.chance(0.8) ? pickParallelTargets(order, visit, random) : random.some(offered);
    return {
      do: 'return',
      ...common,
      targets: targets.slice(0, 3),
      way: random.chance(0.55) ? 'direct' : 'replay',
    };
  }
  const manual = directFor(order, visit.spot) ? null : manualAfter(comparison.plan, at);
  const one = random.pick(manual?.offered ?? []);
  const branches = manual && {
    branches: manual.many ? random.some(manual.offered) : one === undefined ? [] : [one],
  };
  const names = does === 'forward' ? { names: namesFor(comparison, by, random) } : {};
  return { do: does, ...common, ...branches, ...names };
}

/** Returns one or more targets of which none comes after another, mostly as many as possible. */
function pickParallelTargets(order: Order, visit: Visit, random: Random): string[] {
  const remaining = [...returnTargets(order, visit)];
  const chosen: [string, number][] = [];
  while (remaining.length > 0 && (chosen.length === 0 || random.chance(0.7))) {
    const [next] = remaining.splice(random.below(remaining.length), 1);
    const past = (id: number) => order.spots.ancestorsOf(id);
    if (next && !chosen.some(([, id]) => past(id).has(next[1]) || past(next[1]).has(id))) chosen.push(next);
  }
  return chosen.map(([nodeId]) => nodeId);
}

/** Names a person for every task when forwarding, so that each of the next ones has one. */
function namesFor(
  { plan, office, people }: CoreComparison,
  by: string,
  random: Random,
): Record<string, string[]> {
  const others = [...office.keys()].filter((id) => id !== by && people.hasPerson(`staff:${id}`));
  return Object.fromEntries(
    taskIds(plan).map((nodeId) => {
      // Names from parallel branches are combined at joins in arbitrary order, so tasks in turn always get
      // the same name.
      if (taskOf(plan, nodeId)?.several?.isInOrder) return [nodeId, ['staff:everywhere']];
      const own = [`one-${nodeId}`, `two-${nodeId}`].filter((id) => others.includes(id));
      return [
        nodeId,
        [`staff:${random.pick(random.chance(0.8) && own.length > 0 ? own : others) ?? 'administrator'}`],
      ];
    }),
  );
}

function taskIds(plan: Plan): string[] {
  return Object.keys(plan.nodes).filter((id) => plan.nodes[id]?.kind === 'task');
}

/**
 * Returns actions without permission, on tasks finished long ago, with wrong buttons or invalid targets: they
 * must be refused or harmless.
 */
function arbitraryStep(comparison: CoreComparison, order: Order, random: Random): Step {
  const by =
    random.pick([...comparison.office.keys()].filter((id) => !comparison.absent.has(id))) ?? 'administrator';
  const visits = random.chance(0.6) ? openVisits(order) : order.visits;
  const at = random.pick(visits)?.nodeId ?? 'start';
  const back = random.chance(0.2) ? { back: 1 + random.below(2) } : {};
  const buttons = taskOf(comparison.plan, at)?.buttons ?? [];
  const button = random.pick(buttons)?.id ?? 'handle';
  const nodeIds = Object.keys(comparison.plan.nodes);
  const past = random.pick(openVisits(order).map((visit) => [...returnTargets(order, visit).keys()])) ?? [];
  const arbitrarySteps: Step[] = [
    { do: 'handle', at, by, button, ...back },
    { do: 'choose', at, by, button, ...back, branches: random.some(nodeIds) },
    {
      do: 'return',
      at,
      by,
      button: 'return',
      ...back,
      targets: random.some(nodeIds).slice(0, 2),
      way: 'direct',
    },
    { do: 'return', at, by, button: 'return', ...back, targets: random.some(past), way: 'direct' },
    { do: 'withdraw', at, by: random.pick(order.visits)?.by ?? by, ...back },
    { do: 'withdraw', at: random.pick(order.visits)?.nodeId ?? at, by, ...back },
    ...arbitrarySlotSteps(comparison, order, by, random),
    { do: 'recall', by: random.chance(0.7) ? order.initiator : by },
    { do: 'resubmit', by: random.chance(0.7) ? order.initiator : by },
  ];
  const step = random.pick(arbitrarySteps) ?? { do: 'recall' as const, by };
  return comparison.absent.has(step.by) && step.by !== 'system' ? { ...step, by } : step;
}
