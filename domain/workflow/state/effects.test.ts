import { describe, expect, test } from 'vitest';
import {
  buildDefinition,
  button,
  choosingButtons,
  standardButtons,
} from '#test/workflow-model/definitions.ts';
import { person } from '#test/workflow-model/people.ts';
import { Story } from '#test/workflow-model/story.ts';
import { WorkOrderStatus } from '../../enumerations/work-order-status.ts';

const resultTask = {
  kind: 'userTask',
  buttons: [
    ...standardButtons.filter(({ id }) => id !== 'handle' && id !== 'return'),
    button('yes', '1', '受理', { resultCode: 2004, sets: { passed: true } }),
    button('no', '1', '不予受理', { resultCode: 1002, sets: { passed: false } }),
    button('return', '2', '退回补正', { resultCode: 3001 }),
  ],
} as const;
const yes = { buttonId: 'yes' };
const no = { buttonId: 'no' };

/**
 * Returns two parallel branches that record a result, each after a step, and a node after them that records
 * one too.
 */
function parallelResults(resultPrecedence?: number[]) {
  return buildDefinition({
    key: '并行审查',
    variables: { passed: 'open' },
    ...(resultPrecedence && { resultPrecedence }),
    nodes: {
      start: { kind: 'start' },
      fork: { kind: 'parallel' },
      a: resultTask,
      b: resultTask,
      join: { kind: 'parallel' },
      mark: { kind: 'serviceTask', service: { kind: 'setVariable', name: 'marked', value: true } },
      c: resultTask,
      end: { kind: 'end' },
    },
    flows: [
      'start -> fork',
      'fork -> a',
      'fork -> b',
      'a -> join',
      'b -> join',
      'join -> mark',
      'mark -> c',
      'c -> end',
    ],
  });
}

describe('variables and results of live tokens', () => {
  test('set by a service task are removed by a return over it', () => {
    const story = new Story(parallelResults()).reach();
    story.handle('a', yes);
    story.handle('b', yes);
    expect(story.variables).toEqual({ passed: true, marked: true });
    story.return('c', ['a']);
    expect(story.variables).toEqual({ passed: true });
    expect(story.result).toBe(3001);
  });

  test('keep the code of a return button until the next code', () => {
    const story = new Story(parallelResults()).reach();
    story.handle('a', yes);
    story.handle('b', yes);
    story.return('c', ['a', 'b'], 'direct');
    expect(story.result).toBe(3001);
    story.handle('a', no);
    expect(story.result).toBe(1002);
  });

  test('of one of several handlers stay when another one ends the order early', () => {
    const both = { ...resultTask, withdrawAllowed: false, instances: { sequence: 'any' } } as const;
    const candidates = ['a', 'b'].map((id) => ({ kind: 'role' as const, id, name: id }));
    const story = new Story(
      buildDefinition({
        key: '两人各办',
        nodes: { start: { kind: 'start' }, a: { ...both, candidates }, end: { kind: 'end' } },
        flows: ['start -> a', 'a -> end'],
        variables: { passed: false },
      }),
    );
    story.start();
    const [first, second] = story.order.tasks.filter(({ outcome }) => outcome === null);
    const act = { taskId: first?.id ?? 0, buttonId: 'yes', opinion: '' };
    expect(story.perform(person('one', 'a'), { action: 'handle', ...act })).toBeNull();
    const end = { taskId: second?.id ?? 0, buttonId: 'terminate', opinion: '不再办理' };
    expect(story.perform(person('two', 'b'), { action: 'terminate', ...end })).toBeNull();
    expect(story.order.ended).not.toBeNull();
    expect(story.result).toBe(2004);
    expect(story.variables).toMatchObject({ passed: true });
  });

  test('set again during a direct return stay when the order is back', () => {
    const story = new Story(parallelResults()).reach();
    story.handle('a', yes);
    story.handle('b', yes);
    story.return('c', ['a'], 'direct');
    story.handle('a', no);
    expect(story.open).toEqual(['c']);
    expect(story.result).toBe(1002);
    expect(story.variables).toEqual({ passed: false, marked: true });
    story.return('c', ['a']);
    expect(story.variables).toEqual({ passed: true });
  });
});

describe('results of parallel branches', () => {
  test('are decided by the latest one by default', () => {
    const story = new Story(parallelResults()).reach();
    story.handle('a', no);
    story.handle('b', yes);
    expect(story.result).toBe(2004);
  });

  test('are decided by precedence if defined, until a later task records a result', () => {
    const story = new Story(parallelResults([1002, 2004])).reach();
    story.handle('a', no);
    story.handle('b', yes);
    expect(story.result).toBe(1002);
    story.handle('c', yes);
    expect(story.result).toBe(2004);
  });

  test('of the same branch replace each other', () => {
    const story = new Story(parallelResults([1002, 2004])).reach();
    story.handle('a', no);
    story.handle('b', yes);
    story.return('c', ['a'], 'direct');
    expect(story.result).toBe(3001);
    story.handle('a', yes);
    expect(story.result).toBe(2004);
  });
});

describe('ends of parallel branches', () => {
  const ends = (resultPrecedence?: number[]) =>
    buildDefinition({
      key: '各自结束',
      ...(resultPrecedence && { resultPrecedence }),
      nodes: {
        start: { kind: 'start' },
        fork: { kind: 'parallel' },
        a: { kind: 'userTask' },
        b: { kind: 'userTask' },
        granted: { kind: 'end', result: WorkOrderStatus.permitGranted },
        refused: { kind: 'end', result: WorkOrderStatus.permitRefused },
      },
      flows: ['start -> fork', 'fork -> a', 'fork -> b', 'a -> granted', 'b -> refused'],
    });

  test('are decided by the last one reached by default', () => {
    expect(new Story(ends()).reach('b', 'a').status).toBe(WorkOrderStatus.permitGranted);
  });

  test('are decided by precedence if defined, in any order', () => {
    const { permitGranted, permitRefused } = WorkOrderStatus;
    for (const order of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      expect(new Story(ends([permitRefused, permitGranted])).reach(...order).status).toBe(permitRefused);
    }
  });

  test('exclude an end that was removed by a return', () => {
    const chosen = buildDefinition({
      key: '选择后各自结束',
      resultPrecedence: [WorkOrderStatus.permitRefused],
      nodes: {
        start: { kind: 'start' },
        p: { kind: 'userTask', buttons: choosingButtons },
        split: { kind: 'inclusive', manual: true },
        a: { kind: 'userTask' },
        b: { kind: 'userTask' },
        granted: { kind: 'end', result: WorkOrderStatus.permitGranted },
        refused: { kind: 'end', result: WorkOrderStatus.permitRefused },
      },
      flows: ['start -> p', 'p -> split', 'split -> a', 'split -> b', 'a -> granted', 'b -> refused'],
    });
    const story = new Story(chosen).reach();
    story.choose('p', ['a', 'b']);
    story.handle('b');
    story.return('a', ['p']);
    story.choose('p', ['a']);
    story.handle('a');
    expect(story.status).toBe(WorkOrderStatus.permitGranted);
  });
});
