/** Random commands by random people: mostly those that the buttons offer, sometimes forbidden ones. */
import type { Actor } from '#domain/access/actor.ts';
import { branchNodes } from '#domain/workflow/actions/queries.ts';
import { actionOf, type Command } from '#domain/workflow/actions/registry.ts';
import { availableActions } from '#domain/workflow/available-actions.ts';
import { returnTargets } from '#domain/workflow/decision/return-targets.ts';
import type {
  DecisionContext,
  NodeButton,
  OrderState,
  ProcessDefinition,
  ReturnWay,
  Task,
} from '#domain/workflow/model/model.ts';
import { openTasks } from '#domain/workflow/state/status.ts';
import type { Random } from './random.ts';

export interface Proposal {
  actor: Actor;
  command: Command;
}

export interface World {
  definition: ProcessDefinition;
  initiator: Actor;
  /** All people who may act, including the initiator. */
  people: readonly Actor[];
  /** The parts of a decision's context beyond its people: the facts, and the test of conditions. */
  context: Partial<Pick<DecisionContext, 'facts' | 'evaluateCondition'>>;
}

/** Returns a command for a running order. Ending actions are rare, so that walks get long. */
export function proposeCommand(state: OrderState, world: World, random: Random): Proposal {
  if (random.chance(0.12)) return arbitraryProposal(state, world, random);
  const choices = world.people.flatMap((actor) => offersTo(state, world.definition, actor, random));
  const nonEndingChoices = choices.filter(
    ({ command }) => command.action !== 'terminate' && command.action !== 'void',
  );
  const allowedChoices = random.chance(0.02) ? choices : nonEndingChoices;
  return pickByAction(allowedChoices, random) ?? arbitraryProposal(state, world, random);
}

/** Returns the next command of people who only want the order to end; undefined if nobody can act. */
export function proposeProgress(state: OrderState, world: World, random: Random): Proposal | undefined {
  const choices = world.people
    .flatMap((actor) => offersTo(state, world.definition, actor, random))
    .filter(({ command }) => ['handle', 'chooseBranch', 'resubmit'].includes(command.action));
  return random.pick(choices);
}

function pickByAction(choices: readonly Proposal[], random: Random): Proposal | undefined {
  // First chooses the kind of action with equal chances: otherwise a long list of buttons would make
  // returns and withdrawals rare.
  const action = random.pick([...new Set(choices.map(({ command }) => command.action))]);
  return random.pick(choices.filter(({ command }) => command.action === action));
}

function offersTo(
  state: OrderState,
  definition: ProcessDefinition,
  actor: Actor,
  random: Random,
): Proposal[] {
  const offered = availableActions(state, definition, actor);
  const commands: Command[] = offered.bars
    .filter(({ opType }) => opType === 1)
    .flatMap(({ taskId, buttons }) => {
      const task = state.tasks[taskId - 1];
      if (task === undefined) return [];
      return buttons.flatMap((button) => commandOfButton(state, definition, task, button, random) ?? []);
    });
  for (const taskId of offered.withdrawableTaskIds) {
    commands.push({ action: 'withdraw', taskId, reason: '填写有误' });
  }
  if (offered.canRecall) commands.push({ action: 'recall', reason: '补充材料' });
  return commands.map((command) => ({ actor, command }));
}

function commandOfButton(
  state: OrderState,
  definition: ProcessDefinition,
  { id: taskId }: Task,
  { id: buttonId, code }: NodeButton,
  random: Random,
): Command | undefined {
  const opinion = '同意';
  const branches = branchNodes(state, definition, taskId);
  const offered = branches?.branches.map(({ nodeId }) => nodeId) ?? [];
  const chosen = branches?.many
    ? random.some(offered)
    : offered.slice(0, 0).concat(random.pick(offered) ?? []);
  const branchNodeIds = branches === null ? {} : { branchNodeIds: chosen };
  switch (actionOf(code)) {
    case 'handle':
      return { action: 'handle', taskId, buttonId, opinion };
    case 'forward': {
      const nextHandlers = Object.fromEntries(userTaskIds(definition).map((id) => [id, [`staff:one-${id}`]]));
      return { action: 'forward', taskId, buttonId, opinion, nextHandlers, ...branchNodeIds };
    }
    case 'chooseBranch':
      return { action: 'chooseBranch', taskId, buttonId, opinion, ...branchNodeIds };
    case 'return': {
      const targets = returnTargets(state, definition, taskId).map(({ nodeId }) => nodeId);
      const targetNodeIds = random.chance(0.6) ? targets.slice(0, 1 + random.below(2)) : random.some(targets);
      const way: ReturnWay = random.chance(0.5) ? 'direct' : 'replay';
      return { action: 'return', taskId, buttonId, opinion, targetNodeIds, way };
    }
    case 'resubmit':
      return { action: 'resubmit', taskId, opinion };
    case 'terminate':
      return { action: 'terminate', taskId, buttonId, opinion };
    case 'void':
      return { action: 'void', taskId, buttonId, opinion };
    default:
      return undefined;
  }
}

export function userTaskIds({ nodes }: ProcessDefinition): string[] {
  return Object.values(nodes).flatMap(({ kind, id }) => (kind === 'userTask' ? [id] : []));
}

/**
 * Returns a random command with outdated tasks, people without permission, wrong buttons or unknown nodes: it
 * must be refused or harmless.
 */
function arbitraryProposal(
  state: OrderState,
  { definition, people, initiator }: World,
  random: Random,
): Proposal {
  const actor = random.pick(people) ?? initiator;
  const tasks = random.chance(0.5) ? openTasks(state) : state.tasks;
  const taskId = random.chance(0.1) ? state.tasks.length + 7 : (random.pick(tasks)?.id ?? 1);
  const node = definition.nodes[state.tasks[taskId - 1]?.nodeId ?? ''];
  const buttons = node?.kind === 'userTask' ? node.buttons.map(({ id }) => id) : ['handle'];
  const buttonId = random.pick(buttons) ?? 'handle';
  const nodeIds = Object.keys(definition.nodes);
  const opinion = random.chance(0.5) ? '' : '退';
  const command = random.pick<Command>([
    { action: 'handle', taskId, buttonId, opinion },
    { action: 'chooseBranch', taskId, buttonId, opinion, branchNodeIds: random.some(nodeIds) },
    {
      action: 'forward',
      taskId,
      buttonId,
      opinion,
      nextHandlers: { [random.pick(nodeIds) ?? '']: ['staff:x'] },
    },
    { action: 'return', taskId, buttonId, opinion, targetNodeIds: random.some(nodeIds), way: 'direct' },
    { action: 'resubmit', taskId, opinion },
    { action: 'withdraw', taskId, reason: '' },
    { action: 'recall', reason: '' },
    { action: 'start' },
  ]);
  return { actor, command: command ?? { action: 'recall', reason: '' } };
}
