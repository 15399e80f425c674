/** Nets in which returns overtake each other and joins wait for what is on its way round: drawn by hand, for dice seldom do. */
import type { Plan, PlanNode } from './plan.ts';

const task = (id: string): PlanNode => ({
  kind: 'task',
  stage: 4,
  keys: [`role:${id}`],
  empty: 'refuse',
  buttons: [
    { id: 'handle', does: 'handle' },
    { id: 'return', does: 'return' },
  ],
  ways: ['direct', 'replay'],
  targets: [],
  withdraw: true,
});

function net(key: string, gateways: Readonly<Record<string, 'and' | 'or'>>, lines: readonly string[]): Plan {
  const flows = lines.map((line, index) => {
    const [from = '', to = ''] = line.split(' -> ');
    const when = gateways[from] === 'or' && lines.filter((other) => other.startsWith(`${from} `)).length > 1;
    return { id: `f${index + 1}`, from, to, ...(when && { when: { name: 'v', is: true } }) };
  });
  const ids = new Set(flows.flatMap(({ from, to }) => [from, to]));
  const nodes = [...ids].map((id): [string, PlanNode] => {
    if (id === 'start') return [id, { kind: 'start' }];
    if (id.startsWith('end')) return [id, { kind: 'end', stops: false, result: 9 }];
    const kind = gateways[id];
    return [id, kind ? { kind, manual: false } : task(id)];
  });
  return { key, nodes: Object.fromEntries(nodes), flows, variables: { v: true }, recall: 'never' };
}

export const hardNets: readonly Plan[] = [
  net('inclusive in parallel', { fork: 'and', split: 'or', gather: 'or', join: 'and' }, [
    ...['start -> p', 'p -> fork', 'fork -> split', 'fork -> y', 'split -> a', 'split -> b', 'a -> gather'],
    ...['b -> gather', 'gather -> m', 'm -> join', 'y -> join', 'join -> d', 'd -> end'],
  ]),
  net('overlapping', { fork: 'and', again: 'and', join: 'and' }, [
    ...['start -> fork', 'fork -> a', 'fork -> b', 'b -> again', 'again -> x', 'again -> d', 'a -> join'],
    ...['x -> join', 'join -> c', 'c -> end', 'd -> end2'],
  ]),
];
