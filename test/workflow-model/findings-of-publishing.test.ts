/**
 * Findings 4, 5, 7 and 8 of `findings.test.ts`: definitions that publishing refused unnecessarily, and some
 * that it wrongly accepted.
 */
import { describe, expect, test } from 'vitest';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { lintDefinition } from '#domain/workflow/publishing/lint.ts';
import { readDefinition } from '#server/modules/design/processes/read-definition.ts';
import { buildDefinition } from './definitions.ts';

const user = { kind: 'userTask' } as const;
const start = { kind: 'start' } as const;
const end = { kind: 'end' } as const;

describe('finding 4: valid models that publishing refused', () => {
  test.each(['parallel', 'inclusive'] as const)(
    'an inclusive block inside a %s block inside a redo loop is accepted',
    (outer) => {
      const definition = buildDefinition({
        key: '重做循环',
        variables: { yes: true, again: false },
        nodes: {
          start,
          p: user,
          fork: { kind: outer, ...(outer === 'inclusive' && { defaultTo: 'y' }) },
          split: { kind: 'inclusive', defaultTo: 'b' },
          a: user,
          b: user,
          gather: { kind: 'inclusive' },
          y: user,
          join: { kind: outer },
          d: user,
          redo: { kind: 'exclusive', defaultTo: 'end' },
          end,
        },
        flows: [
          'start -> p',
          'p -> fork',
          outer === 'parallel' ? 'fork -> split' : 'fork -> split | yes',
          'fork -> y',
          'split -> a | yes',
          'split -> b',
          'a -> gather',
          'b -> gather',
          'gather -> join',
          'y -> join',
          'join -> d',
          'd -> redo',
          'redo -> p | again',
          'redo -> end',
        ],
      });
      expect(lintDefinition(definition)).toEqual([]);
    },
  );
});

describe('finding 5: wide forks that publishing refused', () => {
  function wide(kind: 'parallel' | 'inclusive') {
    const branches = Array.from({ length: 60 }, (_, index) => `b${index}`);
    return buildDefinition({
      key: '六十个分支',
      variables: { yes: true },
      nodes: {
        start,
        p: user,
        fork: { kind },
        ...Object.fromEntries(branches.map((id) => [id, user])),
        join: { kind },
        end,
      },
      flows: [
        'start -> p',
        'p -> fork',
        ...branches.map((id) => `fork -> ${id}${kind === 'inclusive' ? ' | yes' : ''}`),
        ...branches.map((id) => `${id} -> join`),
        'join -> end',
      ],
    });
  }

  test.each(['parallel', 'inclusive'] as const)('sixty %s branches are accepted', (kind) => {
    expect(lintDefinition(wide(kind))).toEqual([]);
  });
});

describe('finding 7: sequence flows without id', () => {
  /** Two tasks in sequence; their flows have no id, which BPMN allows. */
  const task = (id: string, attributes = '') => `<bpmn:userTask id="${id}" name="${id}" ${attributes}>
    <bpmn:extensionElements><portal:userTask stage="3"><portal:candidate kind="role" ref="handler"/>
    <portal:button id="ok" code="1" name="办理"/></portal:userTask></bpmn:extensionElements></bpmn:userTask>`;
  const file = (attributes = '') => `<?xml version="1.0" encoding="UTF-8"?>
    <bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
      xmlns:portal="urn:banjian:portal:1" targetNamespace="urn:test">
      <bpmn:process id="letter" name="来信" isExecutable="true">
        <bpmn:extensionElements><portal:process administrator="role:admin"/></bpmn:extensionElements>
        <bpmn:startEvent id="start" name="登记"/>${task('a')}${task('b', attributes)}
        <bpmn:endEvent id="end" name="办结"><bpmn:extensionElements><portal:end result="9"/></bpmn:extensionElements></bpmn:endEvent>
        <bpmn:sequenceFlow sourceRef="start" targetRef="a"/>
        <bpmn:sequenceFlow sourceRef="a" targetRef="b"/>
        <bpmn:sequenceFlow sourceRef="b" targetRef="end"/>
      </bpmn:process>
    </bpmn:definitions>`;

  test('are connected as drawn', async () => {
    const { definition, problems } = await readDefinition(file());
    expect(problems).toEqual([]);
    const lead = Object.values(definition?.flows ?? {}).map(
      ({ sourceId, targetId }) => `${sourceId} -> ${targetId}`,
    );
    expect(lead).toEqual(['start -> a', 'a -> b', 'b -> end']);
    expect(lintDefinition(definition as ProcessDefinition)).toEqual([]);
  });

  test.each(['completionQuantity="2"', 'isForCompensation="true"'])(
    '%s is refused by its attribute name',
    async (attribute) => {
      const { problems } = await readDefinition(file(attribute));
      expect(problems.map(({ message }) => message).join()).toContain(attribute.split('=')[0]);
    },
  );
});

describe('finding 8: blocking models that publishing accepted', () => {
  test('a loop whose only task may be skipped is refused', () => {
    const definition = buildDefinition({
      key: '空转',
      variables: { done: false },
      nodes: {
        start,
        p: user,
        merge: { kind: 'exclusive' },
        a: { ...user, emptyCandidates: 'skip' },
        enough: { kind: 'exclusive', defaultTo: 'merge' },
        end,
      },
      flows: [
        'start -> p',
        'p -> merge',
        'merge -> a',
        'a -> enough',
        'enough -> end | done',
        'enough -> merge',
      ],
    });
    expect(lintDefinition(definition)).not.toEqual([]);
  });

  test('two conditions that are both false for an empty field, without a default, are refused', () => {
    const definition = buildDefinition({
      key: '空值',
      nodes: { start, p: user, which: { kind: 'exclusive' }, a: user, b: user, end },
      flows: [
        'start -> p',
        'p -> which',
        'which -> a | f.amount > 5',
        'which -> b | not(f.amount > 5)',
        'a -> end',
        'b -> end',
      ],
    });
    expect(lintDefinition(definition)).not.toEqual([]);
  });
});
