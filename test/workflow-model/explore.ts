/**
 * Generates nets, lets random people do random things, and compares the core with the oracle at every step.
 */
import { lintDefinition } from '#domain/workflow/publishing/lint.ts';
import { definitionOf } from './build-plan.ts';
import { CoreComparison } from './core-comparison.ts';
import { describeStory } from './describe-story.ts';
import { hardNets } from './hard-nets.ts';
import { type Soundness, soundnessOf } from './oracle/soundness.ts';
import type { Plan } from './plan.ts';
import { createRandom, type Random } from './random.ts';
import { drawBallot } from './random-ballots.ts';
import { drawNet } from './random-net.ts';
import { nextLine, progressStep } from './random-steps.ts';
import { drawUnstructuredNet } from './random-unstructured-net.ts';
import { type Failure, shrink } from './shrink.ts';
import type { Line } from './step.ts';

export interface Exploration {
  steps: number;
  orders: number;
  nets: number;
  /** Nets that both the lint and the oracle find unsound. */
  unsound: number;
  /** How often each action was tried. */
  tried: Record<string, number>;
  done: Record<string, number>;
  /** Disagreements of the two sides, described for people; empty if there are none. */
  failures: string[];
}

const ordersPerNet = 6;
/** A net drawn by hand is walked more often, and its people return more often than they handle. */
const ordersPerHardNet = 16;
const maxRandomLines = 40;
/** The rate at which people leave or come back: higher if departments are asked. */
const rareLeaveChance = 0.03;
const frequentLeaveChance = 0.15;
/** Maximal number of actions that lead an order to its end; large, because loops are left only by chance. */
const maxFinalLines = 400;

/** Walks until the number of steps is reached, or the first failures are found. */
export function explore(seed: number, steps: number, { maxFailures = 1, shrinks = true } = {}): Exploration {
  const found: Exploration = { steps: 0, orders: 0, nets: 0, unsound: 0, tried: {}, done: {}, failures: [] };
  for (let net = seed; found.steps < steps && found.failures.length < maxFailures; net++) {
    const random = createRandom(net);
    const { plan, opening, isBallot } = drawPlan(random, `net ${net}`);
    found.nets += 1;
    const isHard = opening.length > 0;
    const netCheck = checkNet(plan);
    if (isHard && !netCheck.isPublishable) found.failures.push(`${plan.key} is sound, but lint refuses it`);
    if (netCheck.problem !== null) found.failures.push(netCheck.problem);
    if (!netCheck.isPublishable) found.unsound += 1;
    const orders = netCheck.isPublishable ? (isHard ? ordersPerHardNet : ordersPerNet) : 0;
    for (let order = 0; order < orders && found.steps < steps; order++) {
      const firstLines = isBallot ? drawBallot(random).opening : random.chance(0.5) ? opening : [];
      const options = {
        opening: firstLines,
        advanceChance: isHard ? 0.3 : 0.5,
        leaveChance: isBallot ? frequentLeaveChance : rareLeaveChance,
      };
      const failure = walk(plan, random, found, options);
      if (failure) found.failures.push(`net ${net}:\n${describeStory(shrinks ? shrink(failure) : failure)}`);
      if (failure) break;
    }
  }
  return found;
}

function drawPlan(random: Random, key: string): { plan: Plan; opening: readonly Line[]; isBallot: boolean } {
  const hardNet = random.chance(0.1) ? random.pick(hardNets) : undefined;
  if (hardNet) return { ...hardNet, isBallot: false };
  if (random.chance(0.06)) return { ...drawBallot(random), isBallot: true };
  const plan = random.chance(0.7) ? drawNet(random, key) : drawUnstructuredNet(random, key);
  return { plan, opening: [], isBallot: false };
}

/** Matches problems that concern the flow as a whole and not one element. */
const soundnessMessages = /等不到|走两遍/;

/** Compares the lint's result for a net with the oracle's. */
function checkNet(plan: Plan): { isPublishable: boolean; problem: string | null } {
  const problems = lintDefinition(definitionOf(plan)).map(({ message }) => message);
  if (problems.some((message) => !soundnessMessages.test(message)))
    return { isPublishable: false, problem: null };
  const soundness: Soundness = soundnessOf(plan);
  const isLinted = problems.length === 0;
  // A sound net that lint refuses out of caution does no harm; an unsound one that it accepts stops an
  // order for ever.
  const agree = !isLinted || soundness === 'sound' || soundness === 'too large';
  const ways = plan.flows.map(({ from, to }) => `${from} -> ${to}`);
  const problem = agree ? null : `${plan.key} is ${soundness}, but lint accepts it: ${ways.join('; ')}`;
  return { isPublishable: isLinted && soundness !== 'stuck' && soundness !== 'twice', problem };
}

/**
 * Walks one order from its start, through the given first lines, to its end; `advanceChance` is how often people
 * just advance, `leaveChance` how often a person leaves or comes back.
 */
function walk(
  plan: Plan,
  random: Random,
  found: Exploration,
  {
    opening,
    advanceChance,
    leaveChance,
  }: { opening: readonly Line[]; advanceChance: number; leaveChance: number },
): Failure | null {
  const comparison = new CoreComparison(plan);
  const lines: Line[] = [];
  found.orders += 1;
  let disagreement = comparison.start();
  const perform = (line: Line) => {
    lines.push(line);
    found.steps += 1;
    found.tried[line.do] = (found.tried[line.do] ?? 0) + 1;
    const before = comparison.core.state;
    disagreement = comparison.perform(line);
    if (comparison.core.state !== before) found.done[line.do] = (found.done[line.do] ?? 0) + 1;
  };
  for (const line of opening) if (!disagreement && comparison.isRunning) perform(line);
  while (!disagreement && comparison.isRunning && lines.length < maxRandomLines) {
    const line = nextLine(comparison, random, { advanceChance, leaveChance });
    if (!line) break;
    perform(line);
  }
  for (const who of comparison.absent) if (!disagreement) perform({ do: 'come', who });
  // A loop whose condition nobody can change is repeated for ever on both sides.
  for (let acts = 0; acts < maxFinalLines && !disagreement && comparison.isRunning; acts++) {
    const step = progressStep(comparison, random);
    if (!step) return { plan, lines, subject: 'the order ends when all people only handle' };
    perform(step);
  }
  disagreement ??= comparison.finish();
  return disagreement && { plan, lines, subject: disagreement.subject };
}
