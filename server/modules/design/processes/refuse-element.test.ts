import { BpmnModdle, type ModdleElement } from 'bpmn-moddle';
import { expect, test } from 'vitest';
import { replacements } from '#domain/workflow/replacements.ts';
import type { Findings } from './element-reader.ts';
import { refuseElement } from './refuse-element.ts';

const moddle = new BpmnModdle();

const activities = [
  'SubProcess',
  'Transaction',
  'AdHocSubProcess',
  'CallActivity',
  'ScriptTask',
  'BusinessRuleTask',
  'SendTask',
  'ReceiveTask',
  'EventBasedGateway',
  'ComplexGateway',
  'MessageFlow',
  'ChoreographyTask',
];
const definitions = [
  'Timer',
  'Message',
  'Signal',
  'Error',
  'Escalation',
  'Compensate',
  'Conditional',
  'Link',
  'Cancel',
];
const events = [
  'StartEvent',
  'BoundaryEvent',
  'IntermediateCatchEvent',
  'IntermediateThrowEvent',
  'EndEvent',
];

function refusalOf(element: ModdleElement): string[] {
  const found: Findings = { problems: [], hints: [] };
  element.set('id', 'x');
  element.set('name', '某处');
  refuseElement(element, found);
  return found.problems.map(({ message }) => message);
}

function eventOf(type: string, definition: string): ModdleElement {
  const event = moddle.create(`bpmn:${type}`);
  event.set('eventDefinitions', [moddle.create(`bpmn:${definition}EventDefinition`)]);
  return event;
}

const advice = Object.values(replacements);

test.each(activities)('%s is refused with its name and a replacement, in Chinese', (type) => {
  const [message = '', ...others] = refusalOf(moddle.create(`bpmn:${type}`));
  expect(others).toEqual([]);
  expect(message).toMatch(/^[\p{Script=Han}]+“某处”：不支持[\p{Script=Han}]+。/u);
  expect(advice).toContain(message.slice(message.indexOf('。') + 1));
});

test.each(events)('%s is refused with a message for each event definition', (type) => {
  for (const definition of definitions) {
    const [message = ''] = refusalOf(eventOf(type, definition));
    expect(message).toMatch(/^[\p{Script=Han}]+“某处”：不支持[\p{Script=Han}]+。/u);
    expect(advice).toContain(message.slice(message.indexOf('。') + 1));
  }
});

test('a boundary timer gets advice on the step limit, a message end event gets advice on messages', () => {
  expect(refusalOf(eventOf('BoundaryEvent', 'Timer'))).toEqual([
    `边界事件“某处”：不支持定时边界事件。${replacements.boundaryTimer}`,
  ]);
  expect(refusalOf(eventOf('EndEvent', 'Message'))).toEqual([
    `结束事件“某处”：不支持消息结束事件。${replacements.sendMessage}`,
  ]);
});

test('every advice says what to do', () => {
  for (const sentence of advice) expect(sentence).toContain('请');
});
