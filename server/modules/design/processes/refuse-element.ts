/** Refuses unsupported elements, and names their replacement in the portal. */
import type { ModdleElement } from 'bpmn-moddle';
import { type Replacement, replacements } from '#domain/workflow/replacements.ts';
import {
  addProblem,
  childrenOf,
  type ElementReader,
  elementLabel,
  type Findings,
  readerOf,
} from './element-reader.ts';

const elements: Readonly<Record<string, Replacement>> = {
  'bpmn:SubProcess': 'subProcess',
  'bpmn:Transaction': 'subProcess',
  'bpmn:AdHocSubProcess': 'adHoc',
  'bpmn:CallActivity': 'callActivity',
  'bpmn:ScriptTask': 'script',
  'bpmn:BusinessRuleTask': 'decision',
  'bpmn:SendTask': 'sendMessage',
  'bpmn:ReceiveTask': 'receiveMessage',
  'bpmn:EventBasedGateway': 'eventGateway',
  'bpmn:ComplexGateway': 'complexGateway',
  'bpmn:MessageFlow': 'messageFlow',
  'bpmn:BoundaryEvent': 'boundary',
  'bpmn:IntermediateCatchEvent': 'receiveMessage',
  'bpmn:ChoreographyTask': 'choreography',
  'bpmn:SubChoreography': 'choreography',
  'bpmn:CallChoreography': 'choreography',
};

/** Event definitions: their label, and their replacement in the flow. */
const events: Readonly<Record<string, readonly [label: string, replacement: Replacement]>> = {
  'bpmn:TimerEventDefinition': ['定时', 'catchTimer'],
  'bpmn:MessageEventDefinition': ['消息', 'receiveMessage'],
  'bpmn:SignalEventDefinition': ['信号', 'signal'],
  'bpmn:ErrorEventDefinition': ['错误', 'error'],
  'bpmn:EscalationEventDefinition': ['上报', 'escalation'],
  'bpmn:CompensateEventDefinition': ['补偿', 'compensation'],
  'bpmn:ConditionalEventDefinition': ['条件', 'condition'],
  'bpmn:LinkEventDefinition': ['链接', 'link'],
  'bpmn:CancelEventDefinition': ['取消', 'cancel'],
  'bpmn:TerminateEventDefinition': ['终止', 'error'],
};

/** Adds the refusal of a part: its name, and the sentence about its replacement. */
export function refuseFor(reader: ElementReader, partName: string, replacement: Replacement): void {
  addProblem(reader, `不支持${partName}。${replacements[replacement]}`);
}

/** Refuses a whole element of the file. */
export function refuseElement(element: ModdleElement, found: Findings): void {
  const reader = readerOf(element, found);
  const { $type } = element;
  const definitions = childrenOf(element, 'eventDefinitions');
  const isOfEvent = $type === 'bpmn:SubProcess' && element.get('triggeredByEvent') === true;
  if (definitions.length > 0) refuseEvents(reader, $type, definitions);
  else if (isOfEvent) refuseFor(reader, '事件子流程', 'eventSubProcess');
  else refuseFor(reader, elementLabel($type), elements[$type] ?? 'artifact');
}

/** Refuses an event by its event definition. */
export function refuseEvents(
  reader: ElementReader,
  type: string,
  definitions: readonly ModdleElement[],
): void {
  for (const { $type } of definitions) {
    const [label, replacement] = events[$type] ?? [elementLabel($type), 'boundary'];
    refuseFor(reader, `${label}${elementLabel(type)}`, replacementOf(type, $type, replacement));
  }
}

function replacementOf(type: string, definition: string, replacement: Replacement): Replacement {
  if (type === 'bpmn:StartEvent') return 'start';
  if (type === 'bpmn:BoundaryEvent' && definition === 'bpmn:TimerEventDefinition') return 'boundaryTimer';
  const sends = type === 'bpmn:EndEvent' || type === 'bpmn:IntermediateThrowEvent';
  return sends && definition === 'bpmn:MessageEventDefinition' ? 'sendMessage' : replacement;
}
