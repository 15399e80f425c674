/** Definitions that together contain every construct of the core, and the people who work on them. */
import { keysIn, keysInForms } from '#domain/workflow/decision/candidates.ts';
import type { ProcessDefinition, UserTaskNode } from '#domain/workflow/model/model.ts';
import { buildDefinition, button, choosingButtons, standardButtons } from './definitions.ts';
import { person } from './people.ts';
import type { World } from './propose.ts';

const user = { kind: 'userTask' } as const;
/** A role without members in the sample office. */
const nobody = 'nobody';
const taskWithBranchChoice = {
  kind: 'userTask',
  buttons: choosingButtons,
} as const;
const taskWithResultButtons = {
  kind: 'userTask',
  buttons: [
    ...standardButtons.filter(({ code }) => code !== '1'),
    button('yes', '1', '通过', { sets: { passed: true } }),
    button('no', '1', '不通过', { sets: { passed: false } }),
  ],
} as const;

export const sequential = buildDefinition({
  key: '直线',
  nodes: { start: { kind: 'start' }, a: user, b: user, c: user, end: { kind: 'end' } },
  flows: ['start -> a', 'a -> b', 'b -> c', 'c -> end'],
});

export const parallel = buildDefinition({
  key: '并行',
  nodes: {
    start: { kind: 'start' },
    p: user,
    fork: { kind: 'parallel' },
    a: user,
    a2: user,
    b: user,
    join: { kind: 'parallel' },
    c: user,
    end: { kind: 'end' },
  },
  flows: [
    'start -> p',
    'p -> fork',
    'fork -> a',
    'a -> a2',
    'a2 -> join',
    'fork -> b',
    'b -> join',
    'join -> c',
    'c -> end',
  ],
});

export const nested = buildDefinition({
  key: '嵌套并行',
  nodes: {
    start: { kind: 'start' },
    p: user,
    fork: { kind: 'parallel' },
    a: user,
    inner: { kind: 'parallel' },
    x: user,
    y: user,
    gather: { kind: 'parallel' },
    d: user,
    b: user,
    skipped: {
      kind: 'userTask',
      candidates: [{ kind: 'role', id: nobody, name: '空' }],
      emptyCandidates: 'skip',
    },
    join: { kind: 'parallel' },
    c: user,
    end: { kind: 'end' },
  },
  flows: [
    'start -> p',
    'p -> fork',
    'fork -> a',
    'a -> inner',
    'inner -> x',
    'inner -> y',
    'x -> gather',
    'y -> gather',
    'gather -> d',
    'd -> join',
    'fork -> b',
    'b -> skipped',
    'skipped -> join',
    'join -> c',
    'c -> end',
  ],
});

export const inclusive = buildDefinition({
  key: '包容',
  variables: { passed: true },
  nodes: {
    start: { kind: 'start' },
    p: taskWithResultButtons,
    split: { kind: 'inclusive', defaultTo: 'c' },
    a: user,
    b: taskWithResultButtons,
    c: user,
    gather: { kind: 'inclusive' },
    d: user,
    end: { kind: 'end' },
  },
  flows: [
    'start -> p',
    'p -> split',
    'split -> a | passed = true',
    'split -> b | passed = true',
    'split -> c',
    'a -> gather',
    'b -> gather',
    'c -> gather',
    'gather -> d',
    'd -> end',
  ],
});

export const manual = buildDefinition({
  key: '人工分支',
  nodes: {
    start: { kind: 'start' },
    p: taskWithBranchChoice,
    many: { kind: 'inclusive', manual: true },
    a: user,
    b: user,
    c: user,
    gather: { kind: 'inclusive' },
    q: taskWithBranchChoice,
    one: { kind: 'exclusive', manual: true },
    d: user,
    e: user,
    end: { kind: 'end' },
    stop: { kind: 'end', behaviour: 'terminate' },
  },
  flows: [
    'start -> p',
    'p -> many',
    'many -> a',
    'many -> b',
    'many -> c',
    'a -> gather',
    'b -> gather',
    'c -> gather',
    'gather -> q',
    'q -> one',
    'one -> d',
    'one -> e',
    'd -> end',
    'e -> stop',
  ],
});

export const loop = buildDefinition({
  key: '循环',
  variables: { passed: false },
  nodes: {
    start: { kind: 'start' },
    a: user,
    fork: { kind: 'parallel' },
    x: user,
    y: user,
    join: { kind: 'parallel' },
    b: taskWithResultButtons,
    passed: { kind: 'exclusive', defaultTo: 'a' },
    mark: { kind: 'serviceTask', service: { kind: 'setVariable', name: 'marked', value: true } },
    notify: { kind: 'serviceTask', service: { kind: 'sendMessage', target: 'initiator', text: '已通过' } },
    c: user,
    end: { kind: 'end' },
  },
  flows: [
    'start -> a',
    'a -> fork',
    'fork -> x',
    'fork -> y',
    'x -> join',
    'y -> join',
    'join -> b',
    'b -> passed',
    'passed -> mark | passed = true',
    'passed -> a',
    'mark -> notify',
    'notify -> c',
    'c -> end',
  ],
});

/**
 * Branches that end separately: the order ends with the last of them, or at once with the terminating one.
 */
export const separateEnds = buildDefinition({
  key: '各自结束',
  variables: { passed: true },
  nodes: {
    start: { kind: 'start' },
    p: user,
    fork: { kind: 'parallel' },
    a: user,
    b: taskWithResultButtons,
    b2: { kind: 'exclusive', defaultTo: 'stopped' },
    c: user,
    done: { kind: 'end' },
    done2: { kind: 'end' },
    stopped: { kind: 'end', behaviour: 'error' },
  },
  flows: [
    'start -> p',
    'p -> fork',
    'fork -> a',
    'fork -> b',
    'a -> done',
    'b -> b2',
    'b2 -> c | passed = true',
    'b2 -> stopped',
    'c -> done2',
  ],
});

/**
 * A branch that forks again and joins only one half: one branch can be returned to a node before the join
 * while the other branch is returned as well.
 */
export const overlapping = buildDefinition({
  key: '交错',
  nodes: {
    start: { kind: 'start' },
    fork: { kind: 'parallel' },
    a: user,
    b: user,
    again: { kind: 'parallel' },
    x: user,
    d: user,
    join: { kind: 'parallel' },
    c: user,
    end: { kind: 'end' },
    done: { kind: 'end' },
  },
  flows: [
    'start -> fork',
    'fork -> a',
    'fork -> b',
    'b -> again',
    'again -> x',
    'again -> d',
    'a -> join',
    'x -> join',
    'join -> c',
    'c -> end',
    'd -> done',
  ],
});

export const sampleDefinitions: readonly ProcessDefinition[] = [
  sequential,
  parallel,
  nested,
  inclusive,
  manual,
  loop,
  separateEnds,
  overlapping,
];

/**
 * Returns two handlers for every node, so that they compete; one for all nodes; the initiator; a person
 * without a task.
 */
export function sampleWorld(definition: ProcessDefinition, context: World['context'] = {}): World {
  const nodes = Object.values(definition.nodes).filter((node) => node.kind === 'userTask');
  const keysOf = (node: UserTaskNode) =>
    node.candidates.flatMap((rule) => {
      if (rule.kind === 'variable')
        return keysInForms(rule.name, context.facts ?? {}) ?? keysIn(definition.variables[rule.name]);
      return 'id' in rule && rule.id !== nobody ? [`${rule.kind}:${rule.id}`] : [];
    });
  const handler = (staffId: string, keys: string[]) => {
    const plain = person(staffId);
    return { ...plain, keys: [...plain.keys, ...keys] };
  };
  const initiator = person('initiator');
  const people = [
    initiator,
    person('stranger', 'somebody-else'),
    handler('everywhere', nodes.flatMap(keysOf)),
    ...nodes.flatMap((node) => [
      handler(`one-${node.id}`, keysOf(node)),
      handler(`two-${node.id}`, keysOf(node)),
    ]),
  ];
  return { definition, initiator, people, context };
}
