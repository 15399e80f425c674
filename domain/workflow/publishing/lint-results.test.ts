import { describe, expect, test } from 'vitest';
import { allMarkings } from '#test/workflow-model/all-markings.ts';
import { buildDefinition, button, standardButtons } from '#test/workflow-model/definitions.ts';
import { sampleDefinitions } from '#test/workflow-model/samples.ts';
import { WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import { concurrentFlows } from './concurrency.ts';
import { lintDefinition } from './lint.ts';

const resultTask = {
  kind: 'userTask',
  buttons: [
    ...standardButtons.filter(({ id }) => id !== 'handle'),
    button('yes', '1', '受理', { resultCode: 2004 }),
    button('no', '1', '不予受理', { resultCode: 1002 }),
  ],
} as const;

function branches(gateway: 'parallel' | 'inclusive' | 'exclusive', resultPrecedence?: number[]) {
  return buildDefinition({
    key: '审查',
    variables: { yes: true },
    ...(resultPrecedence && { resultPrecedence }),
    nodes: {
      start: { kind: 'start' },
      fork: { kind: gateway, ...(gateway === 'exclusive' && { defaultTo: 'b' }) },
      a: resultTask,
      b: resultTask,
      join: { kind: gateway },
      c: resultTask,
      end: { kind: 'end' },
    },
    flows: [
      'start -> fork',
      gateway === 'parallel' ? 'fork -> a' : 'fork -> a | yes',
      gateway === 'inclusive' ? 'fork -> b | yes' : 'fork -> b',
      'a -> join',
      'b -> join',
      'join -> c',
      'c -> end',
    ],
  });
}

const missingPrecedence =
  '流程“审查”：同时进行的环节“a”、“b”可能得出不同的结果（2004、1002），请在 resultPrecedence 中写明哪个优先';

describe('different results of branches', () => {
  test('require a result precedence after a parallel or inclusive split, not after an exclusive one', () => {
    expect(lintDefinition(branches('parallel'))).toEqual([{ field: '审查', message: missingPrecedence }]);
    expect(lintDefinition(branches('inclusive'))).toEqual([{ field: '审查', message: missingPrecedence }]);
    expect(lintDefinition(branches('exclusive'))).toEqual([]);
  });

  test('need only one result of each pair in the precedence', () => {
    expect(lintDefinition(branches('parallel', [1002]))).toEqual([]);
  });

  test('may list only existing results in the precedence', () => {
    expect(lintDefinition(branches('exclusive', [1002, 9999])).map(({ message }) => message)).toEqual([
      '流程“审查”：resultPrecedence 中的 9999 没有按钮或结束事件使用',
    ]);
  });

  test('include different end events, but not an end event that terminates the order', () => {
    const ends = (behaviour: 'plain' | 'terminate') =>
      buildDefinition({
        key: '结束',
        nodes: {
          start: { kind: 'start' },
          fork: { kind: 'parallel' },
          a: { kind: 'userTask' },
          b: { kind: 'userTask' },
          granted: { kind: 'end', result: WorkOrderStatus.permitGranted },
          refused: { kind: 'end', behaviour, result: WorkOrderStatus.permitRefused },
        },
        flows: ['start -> fork', 'fork -> a', 'fork -> b', 'a -> granted', 'b -> refused'],
      });
    expect(lintDefinition(ends('plain')).map(({ message }) => message)).toEqual([
      '流程“结束”：同时进行的分支可能到达结果不同的结束事件“granted”、“refused”（12、13），请在 resultPrecedence 中写明哪个优先',
    ]);
    expect(lintDefinition(ends('terminate'))).toEqual([]);
  });
});

describe('concurrent flows', () => {
  test.each(sampleDefinitions.map((definition) => [definition.key, definition] as const))(
    'are exactly the flows that occur together in a reachable marking: %s',
    (_, definition) => {
      const concurrentPairs = new Set<string>();
      for (const marking of allMarkings(definition, 20_000)?.markings ?? []) {
        const flowIds = marking.split(',').filter((flowId) => flowId !== '');
        for (const fromId of flowIds)
          for (const otherFlowId of flowIds)
            if (fromId !== otherFlowId) concurrentPairs.add(`${fromId} ${otherFlowId}`);
      }
      const outcome = [...concurrentFlows(definition)].flatMap(([fromId, others]) =>
        [...others].map((otherFlowId) => `${fromId} ${otherFlowId}`),
      );
      expect(outcome.sort()).toEqual([...concurrentPairs].sort());
    },
  );
});
