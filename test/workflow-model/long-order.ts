/**
 * An order that repeats a loop, to measure how the core's effort grows with the length of the order's
 * history.
 */
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import { decide } from '#domain/workflow/decide.ts';
import type {
  DecisionContext,
  OrderState,
  ProcessDefinition,
  WorkflowEvent,
} from '#domain/workflow/model/model.ts';
import { apply } from '#domain/workflow/state/apply.ts';
import { openTasks } from '#domain/workflow/state/status.ts';
import { buildDefinition, button, standardButtons } from './definitions.ts';
import { contextOf, person } from './people.ts';

const taskWithTwoResults = {
  kind: 'userTask',
  buttons: [
    ...standardButtons.filter(({ id }) => id !== 'handle'),
    button('yes', '1', '同意', { resultCode: 2004, sets: { passed: true } }),
    button('no', '1', '不同意', { resultCode: 1002, sets: { passed: false } }),
  ],
} as const;
const user = { kind: 'userTask' } as const;

/** 25 nodes: three branches in a loop, one of them an inclusive block and one a choice. */
export const loopProcess: ProcessDefinition = buildDefinition({
  key: '反复办理',
  variables: { passed: false, both: true },
  resultPrecedence: [1002, 2004],
  nodes: {
    start: { kind: 'start' },
    enter: { kind: 'exclusive' },
    register: user,
    fork: { kind: 'parallel' },
    consult: user,
    split: { kind: 'inclusive', defaultTo: 'police' },
    police: user,
    housing: user,
    gather: { kind: 'inclusive' },
    visit: user,
    report: taskWithTwoResults,
    which: { kind: 'exclusive', defaultTo: 'plain' },
    expert: user,
    plain: user,
    met: { kind: 'exclusive' },
    join: { kind: 'parallel' },
    mark: { kind: 'serviceTask', service: { kind: 'setVariable', name: 'examined', value: true } },
    tell: { kind: 'serviceTask', service: { kind: 'sendMessage', target: 'initiator', text: '已审查' } },
    review: user,
    approve: taskWithTwoResults,
    again: { kind: 'exclusive', defaultTo: 'enter' },
    sign: user,
    archive: user,
    publish: user,
    end: { kind: 'end' },
  },
  flows: [
    'start -> enter',
    'enter -> register',
    'register -> fork',
    'fork -> consult',
    'consult -> split',
    'split -> police',
    'split -> housing | both = true',
    'police -> gather',
    'housing -> gather',
    'gather -> join',
    'fork -> visit',
    'visit -> report',
    'report -> join',
    'fork -> which',
    'which -> expert | both = true',
    'which -> plain',
    'expert -> met',
    'plain -> met',
    'met -> join',
    'join -> mark',
    'mark -> tell',
    'tell -> review',
    'review -> approve',
    'approve -> again',
    'again -> sign | passed = true',
    'again -> enter',
    'sign -> archive',
    'archive -> publish',
    'publish -> end',
  ],
});

export interface LongOrder {
  state: OrderState;
  events: WorkflowEvent[];
}

/** Repeats the order's loop until people were asked this many times; nobody ever approves. */
export function longOrder(visits: number): LongOrder {
  const start = { action: 'start' } as const;
  const events = decideOrThrow(null, start, contextOf(loopProcess, person('initiator')));
  let state = events.reduce<OrderState | null>(apply, null) as OrderState;
  while (state.tasks.length < visits) {
    const step = nextStep(state);
    const newEvents = decideOrThrow(state, step.command, step.context);
    events.push(...newEvents);
    state = newEvents.reduce<OrderState>(apply, state);
  }
  return { state, events };
}

/** Returns the next person's command: handles the task that has been open longest, without approval. */
export function nextStep(state: OrderState): { command: Command; context: DecisionContext } {
  const [task] = openTasks(state);
  if (task === undefined) throw new Error('The order has no open task');
  const node = loopProcess.nodes[task.nodeId];
  const isDeciding = node?.kind === 'userTask' && node.buttons.some(({ id }) => id === 'no');
  const buttonId = isDeciding ? 'no' : 'handle';
  // Five people share each role, as in an office.
  const handler = person(`5f2b8c1e-${task.nodeId.padEnd(8, '0')}-${task.id % 5}`, task.nodeId);
  return {
    command: { action: 'handle', taskId: task.id, buttonId, opinion: '' },
    context: contextOf(loopProcess, handler, { now: new Date(Date.UTC(2026, 2, 2, 1, task.id)) }),
  };
}

function decideOrThrow(
  state: OrderState | null,
  command: Command,
  context: DecisionContext,
): WorkflowEvent[] {
  const answer = decide(state, command, context);
  if (isRefusal(answer)) throw new Error(`The long order was refused: ${JSON.stringify(answer)}`);
  return answer;
}
