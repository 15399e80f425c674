import { isRefusal } from '#domain/refusals/refusals.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import { decide } from '#domain/workflow/decide.ts';
import type { DecisionContext, OrderState, WorkflowEvent } from '#domain/workflow/model/model.ts';
import { apply } from '#domain/workflow/state/apply.ts';
import { brokenInvariants } from './invariants.ts';
import { contextOf, createAddresseeLookup } from './people.ts';
import { type Proposal, proposeCommand, proposeProgress, type World } from './propose.ts';
import { createRandom, type Random } from './random.ts';

export interface Walk {
  steps: number;
  /** How often each action was done, and how often any was refused. */
  done: Partial<Record<Command['action'], number>>;
  refused: number;
  /** Description of the failure, with the commands that led there; null if there was none. */
  failure: string | null;
}

/**
 * Maximal number of actions that let an order end by handling; large, because loops are left only by chance.
 */
const maxProgressSteps = 400;

/**
 * Starts one order and lets random people do random things. Checks every invariant after each action, and
 * sometimes that the order still ends if people only handle tasks.
 */
export function walkOrder(world: World, seed: number, maxSteps: number): Walk {
  const random = createRandom(seed);
  const walk: Walk = { steps: 0, done: {}, refused: 0, failure: null };
  const proposals: Proposal[] = [{ actor: world.initiator, command: { action: 'start' } }];
  let events: WorkflowEvent[] = [];
  let state: OrderState | null = null;
  for (let proposal = proposals[0]; proposal !== undefined && walk.steps < maxSteps; walk.steps++) {
    const answer = decide(state, proposal.command, contextFor(world, proposal, walk.steps));
    if (isRefusal(answer)) walk.refused++;
    else {
      const { action } = proposal.command;
      walk.done[action] = (walk.done[action] ?? 0) + 1;
      events = [...events, ...answer];
      state = answer.reduce<OrderState | null>(apply, state);
    }
    if (state === null) break;
    const broken = brokenInvariants(state, world.definition, events);
    if (broken.length === 0 && random.chance(0.2) && !endsByHandling(world, state, random)) {
      broken.push('the order ends when all people only handle');
    }
    if (broken.length > 0) {
      walk.failure = describe(world, seed, broken, proposals);
      return walk;
    }
    if (state.ended !== null) break;
    proposal = proposeCommand(state, world, random);
    proposals.push(proposal);
  }
  return walk;
}

function contextFor(world: World, { actor }: Proposal, step: number): DecisionContext {
  return contextOf(world.definition, actor, {
    ...world.context,
    now: new Date(Date.UTC(2026, 2, 2, 1, step)),
    addressee: createAddresseeLookup((key) => world.people.some(({ keys }) => keys.includes(key))),
  });
}

function endsByHandling(world: World, from: OrderState, random: Random): boolean {
  let state = from;
  for (let step = 0; step < maxProgressSteps && state.ended === null; step++) {
    const proposal = proposeProgress(state, world, random);
    if (proposal === undefined) return false;
    const answer = decide(state, proposal.command, contextFor(world, proposal, step));
    if (isRefusal(answer)) return false;
    state = answer.reduce<OrderState>(apply, state);
  }
  return state.ended !== null;
}

function describe(
  world: World,
  seed: number,
  broken: readonly string[],
  proposals: readonly Proposal[],
): string {
  const commands = proposals.map(({ actor, command }) => `  ${actor.staffId}: ${JSON.stringify(command)}`);
  return [`${world.definition.key}, seed ${seed}:`, ...broken, 'after', ...commands].join('\n');
}
