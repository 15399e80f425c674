/**
 * Nets in which returns overtake each other and joins wait for tokens in a loop: written by hand, because
 * random nets seldom do this.
 */

import type { Plan, PlanNode } from './plan.ts';
import type { Step } from './step.ts';

/** Ids of tasks whose two buttons decide whether the loop is repeated. */
const decidingTasks: readonly string[] = ['judge'];

const task = (id: string): PlanNode => ({
  kind: 'task',
  stage: 4,
  keys: [`role:${id}`],
  empty: 'refuse',
  buttons: [
    ...(decidingTasks.includes(id)
      ? ([
          { id: 'yes', does: 'handle', sets: { again: false } },
          { id: 'no', does: 'handle', sets: { again: true } },
        ] as const)
      : ([{ id: 'handle', does: 'handle' }] as const)),
    { id: 'return', does: 'return' },
  ],
  ways: ['direct', 'replay'],
  targets: [],
  withdraw: true,
});

type Gateways = Readonly<Record<string, 'and' | 'or' | 'xor'>>;

/**
 * Builds a net. The first flow out of an exclusive gateway is its default; the second is taken again while a
 * judge decides so, or after `which…` if a countersign has passed.
 */
function net(key: string, gateways: Gateways, lines: readonly string[]): Plan {
  const flows = lines.map((line, index) => {
    const [from = '', to = ''] = line.split(' -> ');
    const ways = lines.filter((other) => other.startsWith(`${from} `));
    const isFirst = ways[0] === line;
    const flow = { id: `f${index + 1}`, from, to };
    if (gateways[from] === 'or' && ways.length > 1) return { ...flow, when: { name: 'v', is: true } };
    if (from.startsWith('which') && !isFirst) return { ...flow, when: { countersigned: true } };
    if (gateways[from] === 'xor' && !isFirst) return { ...flow, when: { name: 'again', is: true } };
    return flow;
  });
  const ids = new Set(flows.flatMap(({ from, to }) => [from, to]));
  const nodes = [...ids].map((id): [string, PlanNode] => {
    if (id === 'start') return [id, { kind: 'start' }];
    if (id.startsWith('end')) return [id, { kind: 'end', stops: false, result: 9 }];
    const kind = gateways[id];
    if (kind === undefined) return [id, task(id)];
    const ways = flows.filter(({ from }) => from === id);
    const byDefault = kind === 'xor' && ways.length > 1 ? ways[0]?.id : undefined;
    return [id, { kind, manual: false, ...(byDefault !== undefined && { byDefault }) }];
  });
  const variables = { v: true, again: false };
  return { key, nodes: Object.fromEntries(nodes), flows, variables, recall: 'never' };
}

/** Returns a net of tasks in sequence. */
export function straightNet(key: string, ...nodeIds: string[]): Plan {
  const ids = ['start', ...nodeIds, 'end'];
  return net(
    key,
    {},
    ids.slice(1).map((id, index) => `${ids[index]} -> ${id}`),
  );
}

/** Returns the steps that handle tasks one after the other. */
function handleSteps(...nodeIds: string[]): Step[] {
  return nodeIds.map((at) => ({ do: 'handle', at, by: `one-${at}`, button: 'handle' }));
}

function directReturn(at: string, ...targets: string[]): Step {
  return { do: 'return', at, by: `one-${at}`, button: 'return', targets, way: 'direct' };
}

/** Returns the steps by which one person is asked at a node, and answers; rounds are counted from 1. */
function countersigned(at: string, panel: number, passes: boolean): Step[] {
  const request = { seats: [{ group: 0, keys: ['staff:stranger'] }], isInOrder: false, isLimited: false };
  return [
    { do: 'countersign', slot: { at }, by: `one-${at}`, rule: 'all', goes: 'back', ...request },
    { do: 'answer', slot: { panel, seat: 0 }, by: 'stranger', passes },
  ];
}

/** A net, and the actions that lead its order to the difficult state. */
interface HardNet {
  plan: Plan;
  opening: readonly Step[];
}

export const hardNets: readonly HardNet[] = [
  {
    plan: net('inclusive in parallel', { fork: 'and', split: 'or', gather: 'or', join: 'and' }, [
      ...['start -> p', 'p -> fork', 'fork -> split', 'fork -> y', 'split -> a', 'split -> b', 'a -> gather'],
      ...['b -> gather', 'gather -> m', 'm -> join', 'y -> join', 'join -> d', 'd -> end'],
    ]),
    opening: [...handleSteps('p', 'a', 'b', 'm', 'y'), directReturn('d', 'a', 'y')],
  },
  {
    plan: net('overlapping', { fork: 'and', again: 'and', join: 'and' }, [
      ...['start -> fork', 'fork -> a', 'fork -> b', 'b -> again', 'again -> x', 'again -> d', 'a -> join'],
      ...['x -> join', 'join -> c', 'c -> end', 'd -> end2'],
    ]),
    opening: [...handleSteps('a', 'b', 'x'), directReturn('c', 'a')],
  },
  {
    plan: net('long branches', { fork: 'and', join: 'and' }, [
      ...[
        'start -> p',
        'p -> fork',
        'fork -> a',
        'a -> a2',
        'fork -> b',
        'b -> b2',
        'a2 -> join',
        'b2 -> join',
      ],
      ...['join -> d', 'd -> end'],
    ]),
    opening: [...handleSteps('p', 'a', 'b', 'a2', 'b2'), directReturn('d', 'a2', 'b2')],
  },
  {
    plan: net(
      'inclusive in a loop',
      { back: 'xor', fork: 'and', split: 'or', gather: 'or', join: 'and', out: 'xor' },
      [
        ...[
          'start -> back',
          'back -> fork',
          'fork -> split',
          'fork -> y',
          'split -> a',
          'split -> b',
          'a -> gather',
        ],
        ...[
          'b -> gather',
          'gather -> m',
          'm -> join',
          'y -> join',
          'join -> judge',
          'judge -> out',
          'out -> end',
        ],
        'out -> back',
      ],
    ),
    opening: handleSteps('a', 'b', 'm', 'y'),
  },
  {
    plan: net(
      'parallel countersigns',
      { fork: 'and', which1: 'xor', which2: 'xor', merge1: 'xor', merge2: 'xor', join: 'and' },
      [
        ...['start -> fork', 'fork -> a', 'a -> which1', 'which1 -> no1', 'which1 -> yes1', 'no1 -> merge1'],
        ...[
          'yes1 -> merge1',
          'merge1 -> join',
          'fork -> b',
          'b -> which2',
          'which2 -> no2',
          'which2 -> yes2',
        ],
        ...['no2 -> merge2', 'yes2 -> merge2', 'merge2 -> join', 'join -> end'],
      ],
    ),
    opening: [...countersigned('a', 1, true), ...countersigned('b', 2, false)],
  },
  {
    plan: net('a branch that left an inclusive join', { split: 'or', gather: 'or', out: 'xor' }, [
      ...['start -> split', 'split -> a', 'split -> judge', 'judge -> out', 'out -> gather', 'out -> far'],
      ...['a -> gather', 'gather -> m', 'm -> end', 'far -> far2', 'far2 -> end2'],
    ]),
    opening: [
      ...handleSteps('a'),
      { do: 'handle', at: 'judge', by: 'one-judge', button: 'no' },
      ...handleSteps('m', 'far'),
      { do: 'return', at: 'far2', by: 'one-far2', button: 'return', targets: ['judge'], way: 'replay' },
    ],
  },
  {
    plan: straightNet('transferred while others are asked', 'a', 'b'),
    opening: [
      {
        do: 'countersign',
        slot: { at: 'a' },
        by: 'one-a',
        seats: ['stranger', 'initiator', 'one-b'].map((id) => ({ group: 0, keys: [`staff:${id}`] })),
        ...{ rule: 'majority', goes: 'back', isInOrder: false, isLimited: true },
      },
      { do: 'reassign', slot: { at: 'a' }, key: 'staff:everywhere', by: 'administrator' },
    ],
  },
];
