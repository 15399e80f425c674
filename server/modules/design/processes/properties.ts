import type { ModdleElement } from 'bpmn-moddle';
import type { Replacement } from '#domain/workflow/replacements.ts';
import { addHint, type ElementReader, isElement } from './element-reader.ts';
import { checkForeignParts } from './foreign-parts.ts';
import { refuseFor } from './refuse-element.ts';

/** Properties of BPMN's own metamodel that are supported, or that do not affect the behaviour. */
const knownProperties = new Set(
  [
    // Supported.
    'id name extensionElements sourceRef targetRef conditionExpression incoming outgoing default eventDefinitions resources',
    'isExecutable flowElements artifacts laneSets loopCharacteristics language body',
    'isSequential loopCardinality completionCondition',
    // Texts and drawing.
    'documentation categoryValueRef lanes auditing monitoring gatewayDirection isImmediate processType isClosed',
    'extensionDefinitions supports definitionalCollaborationRef errorRef isInterrupting evaluatesToTypeRef',
    // Refers to an element that is refused itself.
    'boundaryEventRefs',
  ]
    .join(' ')
    .split(' '),
);

/** Ignored properties, with the reason. */
const ignoredProperties: Readonly<Record<string, string>> = {
  properties: '数据只作图示',
  dataInputAssociations: '数据关联只作图示',
  dataOutputAssociations: '数据关联只作图示',
  dataInputs: '数据关联只作图示',
  dataOutputs: '数据关联只作图示',
  inputSet: '数据关联只作图示',
  outputSet: '数据关联只作图示',
  renderings: '表单由事项决定',
  implementation: '实现方式由门户决定',
};

/** Replacements of refused properties; any other property must be removed. */
const refusedProperties: Readonly<Record<string, Replacement>> = {
  ioSpecification: 'data',
  ioBinding: 'data',
  completionQuantity: 'quantity',
  startQuantity: 'quantity',
  isForCompensation: 'compensation',
  operationRef: 'service',
  supportedInterfaceRef: 'service',
  inputDataItem: 'data',
  outputDataItem: 'data',
  loopDataInputRef: 'data',
  loopDataOutputRef: 'data',
  behavior: 'completion',
  complexBehaviorDefinition: 'completion',
  noneBehaviorEventRef: 'completion',
  oneBehaviorEventRef: 'completion',
};

/**
 * Checks all properties of the element by BPMN's metamodel: an unsupported property that changes the meaning
 * is refused by name, an ignored property is reported as such.
 */
export function checkProperties(reader: ElementReader, element: ModdleElement): void {
  for (const { name, default: defaultValue } of element.$descriptor.properties) {
    if (!Object.hasOwn(element, name) || knownProperties.has(name)) continue;
    const value = element.get(name);
    if (value === defaultValue || value === undefined || (Array.isArray(value) && value.length === 0))
      continue;
    if (ignoredProperties[name] !== undefined)
      addHint(reader, `已忽略 ${name}（${ignoredProperties[name]}）`);
    else {
      const valueText = isElement(value) || Array.isArray(value) ? '' : `="${value}"`;
      refuseFor(reader, ` ${name}${valueText}`, refusedProperties[name] ?? 'artifact');
    }
  }
  checkForeignParts(reader, element);
}
