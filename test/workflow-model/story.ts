import type { Actor } from '#domain/access/actor.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { type ActionPreview, previewAction } from '#domain/workflow/action-preview.ts';
import { workKinds } from '#domain/workflow/actions/checks.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import { decide } from '#domain/workflow/decide.ts';
import type { DecisionRefusal } from '#domain/workflow/model/decision-refusals.ts';
import type {
  DecisionContext,
  OrderState,
  ProcessDefinition,
  ReturnWay,
  Task,
  WorkflowEvent,
} from '#domain/workflow/model/model.ts';
import { apply } from '#domain/workflow/state/apply.ts';
import { resultOf, variablesOf } from '#domain/workflow/state/effects.ts';
import { openTasks, statusOf } from '#domain/workflow/state/status.ts';
import { brokenInvariants } from './invariants.ts';
import { contextOf, person } from './people.ts';

type HandlingOptions = Partial<Extract<Command, { action: 'handle' | 'forward' | 'chooseBranch' }>> & {
  by?: Actor;
};

/** One order, written step by step: the person of a node is the one with the node's role, unless named. */
export class Story {
  state: OrderState | null = null;
  readonly events: WorkflowEvent[] = [];
  readonly initiator = person('initiator');
  readonly definition: ProcessDefinition;
  readonly world: Partial<DecisionContext>;

  constructor(definition: ProcessDefinition, world: Partial<DecisionContext> = {}) {
    this.definition = definition;
    this.world = world;
  }

  /** Performs the command and returns the refusal, if any; an order that breaks an invariant fails the test. */
  perform(actor: Actor, command: Command): DecisionRefusal | null {
    const answer = decide(this.state, command, contextOf(this.definition, actor, this.world));
    if (isRefusal(answer)) return answer;
    this.events.push(...answer);
    this.state = answer.reduce<OrderState | null>(apply, this.state);
    const broken = brokenInvariants(this.order, this.definition, this.events);
    if (broken.length > 0) throw new Error(broken.join('\n'));
    return null;
  }

  get order(): OrderState {
    if (this.state === null) throw new Error('The story has not started');
    return this.state;
  }

  get status(): number {
    return statusOf(this.state, this.definition);
  }

  /** The process result that counts. */
  get result(): number | null {
    return resultOf(this.order, this.definition);
  }

  get variables(): Readonly<Record<string, unknown>> {
    return variablesOf(this.order);
  }

  /** Nodes of the open tasks, sorted. */
  get open(): string[] {
    return openTasks(this.order)
      .map(({ nodeId }) => nodeId)
      .sort();
  }

  /** Returns the latest task of the node's own work, open or not. */
  task(nodeId: string): Task {
    const task = this.order.tasks.findLast((slot) => slot.nodeId === nodeId && workKinds.includes(slot.kind));
    if (task === undefined) throw new Error(`There is no task at ${nodeId}`);
    return task;
  }

  start(more: Partial<Extract<Command, { action: 'start' }>> = {}): DecisionRefusal | null {
    return this.perform(this.initiator, { action: 'start', ...more });
  }

  handle(nodeId: string, { by, ...more }: HandlingOptions = {}): DecisionRefusal | null {
    const command = { taskId: this.task(nodeId).id, buttonId: 'handle', opinion: '', ...more };
    return this.perform(by ?? this.handlerOf(nodeId), { ...command, action: 'handle' });
  }

  forward(
    nodeId: string,
    nextHandlers: Record<string, string[]>,
    { by, ...more }: HandlingOptions = {},
  ): DecisionRefusal | null {
    const command = {
      taskId: this.task(nodeId).id,
      buttonId: 'forward',
      opinion: '请办理',
      nextHandlers,
      ...more,
    };
    return this.perform(by ?? this.handlerOf(nodeId), { ...command, action: 'forward' });
  }

  choose(
    nodeId: string,
    branchNodeIds: string[],
    { by, ...more }: HandlingOptions = {},
  ): DecisionRefusal | null {
    const command = { taskId: this.task(nodeId).id, buttonId: 'branch', opinion: '', branchNodeIds, ...more };
    return this.perform(by ?? this.handlerOf(nodeId), { ...command, action: 'chooseBranch' });
  }

  return(
    nodeId: string,
    targetNodeIds: string[],
    way: 'replay' | 'direct' = 'replay',
    { by, opinion = '材料不全' }: HandlingOptions = {},
  ): DecisionRefusal | null {
    const taskId = this.task(nodeId).id;
    const actor = by ?? this.handlerOf(nodeId);
    return this.perform(actor, { action: 'return', taskId, buttonId: 'return', opinion, targetNodeIds, way });
  }

  /** Returns the effects of a return, as requested by the node's handler. */
  previewReturn(
    nodeId: string,
    targetNodeIds: string[],
    way: ReturnWay = 'replay',
  ): ActionPreview | DecisionRefusal {
    const context = contextOf(this.definition, this.handlerOf(nodeId), this.world);
    const taskId = this.task(nodeId).id;
    const command = {
      action: 'return',
      taskId,
      buttonId: 'return',
      opinion: '',
      targetNodeIds,
      way,
    } as const;
    return previewAction(this.order, command, context);
  }

  resubmit(): DecisionRefusal | null {
    return this.perform(this.initiator, { action: 'resubmit', taskId: this.task('start').id, opinion: '' });
  }

  withdraw(nodeId: string, by = this.handlerOf(nodeId), reason = ''): DecisionRefusal | null {
    return this.perform(by, { action: 'withdraw', taskId: this.task(nodeId).id, reason });
  }

  recall(by = this.initiator, reason = ''): DecisionRefusal | null {
    return this.perform(by, { action: 'recall', reason });
  }

  end(
    nodeId: string,
    action: 'terminate' | 'void',
    buttonId: string,
    opinion = '不再办理',
  ): DecisionRefusal | null {
    const taskId = this.task(nodeId).id;
    return this.perform(this.handlerOf(nodeId), { action, taskId, buttonId, opinion });
  }

  /** Starts the order and handles the nodes in turn; a refusal fails the test. */
  reach(...nodeIds: string[]): this {
    const refusals = [this.start(), ...nodeIds.map((nodeId) => this.handle(nodeId))];
    const firstRefusal = refusals.find((refusal) => refusal !== null);
    if (firstRefusal) throw new Error(`The story was refused: ${JSON.stringify(firstRefusal)}`);
    return this;
  }

  /** Returns a handler who matches the node's role; if the task names a person, it is that person. */
  handlerOf(nodeId: string): Actor {
    const namedKey = this.task(nodeId).candidates.find((key) => key.startsWith('staff:'));
    return person(namedKey?.slice('staff:'.length) ?? `handler-${nodeId}`, nodeId);
  }
}
