import { describe, expect, test } from 'vitest';
import { allMarkings } from '#test/workflow-model/all-markings.ts';
import { buildDefinition, type Sketch } from '#test/workflow-model/definitions.ts';
import { createRandom, type Random } from '#test/workflow-model/random.ts';
import { randomCases } from '#test/world/random-cases.ts';
import type { ProcessDefinition } from '../../model/model.ts';
import { checkSoundness } from './check-soundness.ts';

const user = { kind: 'userTask' } as const;

/**
 * Random nodes and flows built from blocks: gateways mostly in pairs, sometimes a wrong gateway or an extra flow.
 */
class Flow {
  readonly nodes: Record<string, Sketch['nodes'][string]> = { start: { kind: 'start' } };
  readonly flows: string[] = [];
  #count = 0;
  readonly #random: Random;
  readonly #errorShare: number;

  constructor(random: Random, errorShare: number) {
    this.#random = random;
    this.#errorShare = errorShare;
  }

  add(shape: Sketch['nodes'][string]): string {
    const id = `n${++this.#count}`;
    this.nodes[id] = shape;
    return id;
  }

  /** Adds a block after the node; returns the node at its end. */
  block(from: string, depth: number): string {
    const kind =
      depth === 0
        ? 'task'
        : this.#random.pick(['task', 'line', 'exclusive', 'parallel', 'inclusive', 'loop']);
    if (kind === 'line') return this.block(this.block(from, depth - 1), depth - 1);
    if (kind === 'loop') return this.#loop(from, depth);
    if (kind === 'exclusive' || kind === 'parallel' || kind === 'inclusive')
      return this.#branches(from, kind, depth);
    const task = this.add(user);
    this.flows.push(`${from} -> ${task}`);
    return task;
  }

  #branches(from: string, kind: 'exclusive' | 'parallel' | 'inclusive', depth: number): string {
    const fork = this.add({ kind: this.#kindOrWrong(kind) });
    const join = this.add({ kind: this.#kindOrWrong(kind) });
    this.flows.push(`${from} -> ${fork}`);
    for (let branchesLeft = 2 + this.#random.below(2); branchesLeft > 0; branchesLeft--) {
      const last = this.block(fork, depth - 1);
      this.flows.push(`${last} -> ${join}`);
      if (this.#random.chance(this.#errorShare)) this.#addExtraFlow(last);
    }
    const shape = this.nodes[fork];
    const first = this.flows.find((flow) => flow.startsWith(`${fork} -> `))?.split(' -> ')[1];
    if (shape?.kind === 'inclusive' && first !== undefined && this.#random.chance(0.4)) {
      this.nodes[fork] = { ...shape, defaultTo: first };
    }
    return join;
  }

  #loop(from: string, depth: number): string {
    const join = this.add({ kind: this.#kindOrWrong('exclusive') });
    this.flows.push(`${from} -> ${join}`);
    const fork = this.add({ kind: this.#kindOrWrong('exclusive') });
    this.flows.push(`${this.block(join, depth - 1)} -> ${fork}`, `${fork} -> ${join}`);
    return fork;
  }

  #kindOrWrong(kind: 'exclusive' | 'parallel' | 'inclusive') {
    return this.#random.chance(this.#errorShare)
      ? (this.#random.pick(['exclusive', 'parallel', 'inclusive'] as const) ?? kind)
      : kind;
  }

  /** Adds an extra flow from the node to an end of its own, or to some other node. */
  #addExtraFlow(from: string): void {
    const gateway = this.add({
      kind: this.#random.pick(['exclusive', 'parallel', 'inclusive'] as const) ?? 'exclusive',
    });
    const nextFlow = this.flows.find((flow) => flow.startsWith(`${from} -> `));
    if (nextFlow === undefined) return;
    this.flows.splice(
      this.flows.indexOf(nextFlow),
      1,
      `${from} -> ${gateway}`,
      `${gateway} -> ${nextFlow.split(' -> ')[1]}`,
    );
    const others = Object.keys(this.nodes).filter((id) => id !== 'start' && id !== gateway);
    const target = this.#random.chance(0.4)
      ? this.add({ kind: 'end', behaviour: this.#random.chance(0.3) ? 'terminate' : 'plain' })
      : this.#random.pick(others);
    this.flows.push(`${gateway} -> ${target}`);
  }
}

function randomFlow(seed: number, errorShare: number): ProcessDefinition {
  const flow = new Flow(createRandom(seed), errorShare);
  const last = flow.block(flow.block('start', 0), 3);
  flow.nodes.end = { kind: 'end' };
  return buildDefinition({ key: `${seed}`, nodes: flow.nodes, flows: [...flow.flows, `${last} -> end`] });
}

/** Checks whether every node lies on a path from the start to an end, which is checked before soundness. */
function isConnected(definition: ProcessDefinition): boolean {
  const flows = Object.values(definition.flows);
  const reachableFrom = (from: string[], next: (id: string) => string[]) => {
    const visited = new Set(from);
    for (const id of visited) for (const reached of next(id)) visited.add(reached);
    return visited;
  };
  const fromStart = reachableFrom(['start'], (id) =>
    flows.filter(({ sourceId }) => sourceId === id).map(({ targetId }) => targetId),
  );
  const ends = Object.values(definition.nodes).filter(({ kind }) => kind === 'end');
  const toEnd = reachableFrom(
    ends.map(({ id }) => id),
    (id) => flows.filter(({ targetId }) => targetId === id).map(({ sourceId }) => sourceId),
  );
  return Object.values(definition.nodes).every(
    ({ id, kind, outgoing }) =>
      fromStart.has(id) && toEnd.has(id) && (kind !== 'userTask' || outgoing.length === 1),
  );
}

function isSound(definition: ProcessDefinition): boolean {
  return checkSoundness(definition).problems.length === 0;
}

describe('soundness check by blocks', () => {
  test.each([0.03, 0.1, 0.3])(
    'agrees with the check of all markings, with %s of the gateways wrong',
    (share) => {
      const counts = { sound: 0, unsound: 0 };
      const differing: string[] = [];
      for (let seed = 1; seed <= randomCases(1200); seed++) {
        const definition = randomFlow(seed, share);
        if (Object.keys(definition.nodes).length > 20 || !isConnected(definition)) continue;
        const expected = allMarkings(definition, 100)?.isSound;
        if (expected === undefined) continue;
        counts[expected ? 'sound' : 'unsound']++;
        if (isSound(definition) !== expected) differing.push(`${seed}: ${expected ? 'sound' : 'unsound'}`);
      }
      expect(differing).toEqual([]);
      expect(counts.sound).toBeGreaterThan(randomCases(150));
      expect(counts.unsound).toBeGreaterThan(randomCases(30));
    },
  );
});

describe('block that is sound alone but unsound in its context', () => {
  const gateways = (kinds: Record<string, 'exclusive' | 'parallel' | 'inclusive'>): Sketch['nodes'] =>
    Object.fromEntries(Object.entries(kinds).map(([id, kind]) => [id, { kind }]));
  const redo = ['start -> again', 'again -> fork', 'join -> way', 'way -> again', 'way -> end'];

  function problemsOf(nodes: Sketch['nodes'], flows: string[]): string[] {
    const ends: Sketch['nodes'] = { start: { kind: 'start' }, end: { kind: 'end' } };
    const definition = buildDefinition({
      key: '重来',
      nodes: { ...ends, ...nodes },
      flows: [...redo, ...flows],
    });
    expect(allMarkings(definition, 1000)?.isSound).toBe(false);
    return checkSoundness(definition).problems.map(({ message }) => message);
  }

  test('is a loop entered by an inclusive join, which waits for tokens that could come around', () => {
    const kinds = { again: 'exclusive', fork: 'inclusive', enter: 'inclusive', leave: 'exclusive' } as const;
    expect(
      problemsOf({ ...gateways({ ...kinds, join: 'inclusive', way: 'exclusive' }), a: user, b: user }, [
        'fork -> a',
        'a -> join',
        'fork -> enter',
        'enter -> b',
        'b -> leave',
        'leave -> enter',
        'leave -> join',
      ]),
    ).toEqual(['包容网关“enter”：可能永远等不到其他分支，分支与汇聚不成对，请用同一种网关分开和汇聚']);
  });

  test('is a branch to a terminating end, for which an inclusive join does not wait', () => {
    const kinds = { again: 'exclusive', fork: 'inclusive', leave: 'exclusive', join: 'inclusive' } as const;
    const stop = { kind: 'end', behaviour: 'terminate' } as const;
    expect(
      problemsOf({ ...gateways({ ...kinds, way: 'exclusive' }), a: user, b: user, last: user, stop }, [
        'fork -> a',
        'a -> join',
        'fork -> b',
        'b -> leave',
        'leave -> join',
        'leave -> last',
        'last -> stop',
      ]),
    ).toEqual(['排他网关“leave”：之后的分支可能同时走两遍，分支与汇聚不成对，请用同一种网关分开和汇聚']);
  });
});

test('a default flow is taken alone', () => {
  const definition = (defaultTo: string) =>
    buildDefinition({
      key: '默认',
      nodes: {
        start: { kind: 'start' },
        fork: { kind: 'inclusive', defaultTo },
        a: user,
        b: user,
        last: user,
        join: { kind: 'exclusive' },
        gather: { kind: 'inclusive' },
        end: { kind: 'end' },
      },
      flows: [
        'start -> fork',
        'fork -> a',
        'fork -> b',
        'fork -> last',
        'a -> gather',
        'b -> gather',
        'gather -> join',
        'last -> join',
        'join -> end',
      ],
    });
  for (const gateway of ['a', 'last'])
    expect(allMarkings(definition(gateway), 1000)?.isSound).toBe(gateway === 'last');
  expect(checkSoundness(definition('last')).problems).toEqual([]);
  expect(checkSoundness(definition('a')).problems).not.toEqual([]);
});

describe('block with paired fork and join', () => {
  test('is sound by its structure, also with an inclusive block in a parallel block in a redo loop', () => {
    for (let seed = 1; seed <= randomCases(1000); seed++) {
      expect([seed, checkSoundness(randomFlow(seed, 0))]).toEqual([seed, { problems: [], markings: 0 }]);
    }
  });

  test.each(['parallel', 'inclusive', 'exclusive'] as const)(
    'may have 60 %s branches of five tasks',
    (kind) => {
      expect(checkSoundness(wide(kind))).toEqual({ problems: [], markings: 0 });
    },
  );
});

describe('block without paired fork and join', () => {
  test('is explored alone, without the parallel branches', () => {
    const { problems, markings } = checkSoundness(wide('parallel', crossed('parallel')));
    expect(problems).toEqual([]);
    expect(markings).toBeLessThan(20);
  });

  test('is reported alone, without the parallel branches', () => {
    const { problems, markings } = checkSoundness(wide('inclusive', crossed('exclusive')));
    expect(problems).toEqual([
      {
        field: 'both',
        message: '并行网关“both”：可能永远等不到其他分支，分支与汇聚不成对，请用同一种网关分开和汇聚',
      },
    ]);
    expect(markings).toBeLessThan(20);
  });

  test('is explored separately from similar blocks at the same fork and join', () => {
    const nodes: Sketch['nodes'] = {
      start: { kind: 'start' },
      fork: { kind: 'parallel' },
      join: { kind: 'parallel' },
      end: { kind: 'end' },
    };
    const flows = ['start -> fork', 'join -> end'];
    for (let index = 0; index < 12; index++) {
      nodes[`a${index}`] = { kind: index === 5 ? 'exclusive' : 'parallel' };
      nodes[`b${index}`] = { kind: 'parallel' };
      nodes[`c${index}`] = { kind: 'parallel' };
      flows.push(
        `fork -> a${index}`,
        `fork -> b${index}`,
        `a${index} -> c${index}`,
        `b${index} -> c${index}`,
      );
      flows.push(`a${index} -> join`, `b${index} -> join`, `c${index} -> join`);
    }
    const { problems, markings } = checkSoundness(buildDefinition({ key: '同叉', nodes, flows }));
    expect(problems.map(({ message }) => message)).toEqual([
      '并行网关“join”：可能永远等不到其他分支，分支与汇聚不成对，请用同一种网关分开和汇聚',
    ]);
    expect(markings).toBeLessThan(20);
  });

  test('is abandoned in time when it has too many markings', () => {
    const nodes: Sketch['nodes'] = {
      start: { kind: 'start' },
      fork: { kind: 'inclusive' },
      end: { kind: 'end' },
    };
    const flows = ['start -> fork'];
    for (let index = 0; index < 60; index++) {
      nodes[`a${index}`] = user;
      nodes[`x${index}`] = { kind: 'exclusive' };
      flows.push(
        `fork -> a${index}`,
        `a${index} -> x${index}`,
        `x${index} -> a${(index + 1) % 60}`,
        `x${index} -> end`,
      );
    }
    expect(checkSoundness(buildDefinition({ key: '网', nodes, flows })).problems).toEqual([
      { field: '网', message: '流程“网”：并行分支过多，无法检查' },
    ]);
  });
});

/** Returns a fork into 60 branches of five tasks; each branch first passes the given part. */
function wide(
  kind: 'exclusive' | 'parallel' | 'inclusive',
  first: Pick<Sketch, 'nodes' | 'flows'> = { nodes: {}, flows: [] },
): ProcessDefinition {
  const nodes: Sketch['nodes'] = {
    start: { kind: 'start' },
    fork: { kind },
    ...first.nodes,
    join: { kind },
    end: { kind: 'end' },
  };
  const flows = ['start -> fork', ...first.flows, 'join -> end'];
  for (let branch = 0; branch < 60; branch++) {
    let from = branch === 0 && first.flows.length > 0 ? 'both' : 'fork';
    for (let index = 0; index < 5; index++) {
      const task = `t${branch}-${index}`;
      nodes[task] = user;
      flows.push(`${from} -> ${task}`);
      from = task;
    }
    flows.push(`${from} -> join`);
  }
  return buildDefinition({ key: '宽', nodes, flows });
}

/** Returns a part that does not consist of paired gateways: `again` leads to `b` or to the join. */
function crossed(kind: 'exclusive' | 'parallel'): Pick<Sketch, 'nodes' | 'flows'> {
  return {
    nodes: {
      part: { kind: 'parallel' },
      a: user,
      again: { kind },
      b: { kind: 'parallel' },
      x: user,
      once: { kind: 'parallel' },
      both: { kind: 'parallel' },
    },
    flows: [
      'fork -> part',
      'part -> a',
      'part -> once',
      'a -> again',
      'once -> b',
      'once -> x',
      'again -> b',
      'again -> both',
      'b -> both',
      'x -> both',
    ],
  };
}
