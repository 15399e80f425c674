import { BpmnModdle } from 'bpmn-moddle';
import { expect, test } from 'vitest';
import type { Findings } from './element-reader.ts';
import { readerOf } from './element-reader.ts';
import { checkProperties } from './properties.ts';

const types = [
  'Process',
  'StartEvent',
  'EndEvent',
  'UserTask',
  'Task',
  'ManualTask',
  'ServiceTask',
  'ExclusiveGateway',
  'ParallelGateway',
  'InclusiveGateway',
  'SequenceFlow',
  'FormalExpression',
];

/** Returns the findings of the reader for each property of BPMN's metamodel, set on an element of the type. */
function findingsOf(type: string): Findings {
  const found: Findings = { problems: [], hints: [] };
  for (const { name } of new BpmnModdle().create(`bpmn:${type}`).$descriptor.properties) {
    const element = new BpmnModdle().create(`bpmn:${type}`);
    element.set(name, name === 'isForCompensation' || name === 'parallelMultiple' ? true : 'x');
    checkProperties(readerOf(element, found), element);
  }
  return found;
}

const names = (found: Findings['problems']) =>
  found.map(({ message }) => /(?:不支持|已忽略) (\w+)/.exec(message)?.[1]).sort();

test('every BPMN property is applied, reported as ignored, or refused', () => {
  const refused = new Set(types.flatMap((type) => names(findingsOf(type).problems)));
  const ignored = new Set(types.flatMap((type) => names(findingsOf(type).hints)));
  expect([...refused].sort()).toEqual([
    'completionQuantity',
    'correlationSubscriptions',
    'eventDefinitionRef',
    'incomingConversationLinks',
    'ioBinding',
    'ioSpecification',
    'isForCompensation',
    'operationRef',
    'outgoingConversationLinks',
    'parallelMultiple',
    'startQuantity',
    'supportedInterfaceRef',
  ]);
  expect([...ignored].sort()).toEqual([
    'dataInputAssociations',
    'dataInputs',
    'dataOutputAssociations',
    'dataOutputs',
    'implementation',
    'inputSet',
    'outputSet',
    'properties',
    'renderings',
  ]);
});

test('a property with its default value is not reported', () => {
  const found: Findings = { problems: [], hints: [] };
  const element = new BpmnModdle().create('bpmn:UserTask');
  for (const { name, default: defaultValue } of element.$descriptor.properties) {
    if (defaultValue !== undefined) element.set(name, defaultValue);
  }
  checkProperties(readerOf(element, found), element);
  expect(found).toEqual({ problems: [], hints: [] });
});
