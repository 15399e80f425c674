import type { ModdleElement } from 'bpmn-moddle';
import type { SequenceFlow } from '#domain/workflow/model/model.ts';
import { childrenOf, isElement, textOf } from './element-reader.ts';

/** Types of tasks that people do. */
export const humanTasks = ['bpmn:UserTask', 'bpmn:Task', 'bpmn:ManualTask'];

/**
 * Returns the ids of the gateways whose branch a person chooses: those that are marked as manual, and those of other
 * modellers that have no conditions and follow plain tasks, because no rule could decide.
 */
export function manualGateways(
  elements: readonly ModdleElement[],
  flows: readonly SequenceFlow[],
): Set<string> {
  const byId = new Map(elements.map((element) => [textOf(element, 'id') ?? '', element]));
  const flowsInto = Map.groupBy(flows, ({ targetId }) => targetId);
  const flowsOutOf = Map.groupBy(flows, ({ sourceId }) => sourceId);
  const ids = [...byId].flatMap(([id, gateway]) => {
    if (!/^bpmn:(?:Exclusive|Inclusive)Gateway$/.test(gateway.$type)) return [];
    const extension = extensionParts(gateway).find(({ $type }) => $type === 'portal:Gateway');
    if (extension) return extension.get('manual') === 'true' ? [id] : [];
    const [incoming, outgoing] = [flowsInto.get(id) ?? [], flowsOutOf.get(id) ?? []];
    const isOpen =
      !isElement(gateway.get('default')) && outgoing.every(({ condition }) => condition === undefined);
    const isChoice = new Set(outgoing.map(({ targetId }) => targetId)).size === outgoing.length;
    const followsTasks = incoming.every(({ sourceId }) =>
      isPlainTask(byId.get(sourceId), flowsOutOf.get(sourceId)),
    );
    return isOpen && isChoice && followsTasks && incoming.length > 0 && outgoing.length > 1 ? [id] : [];
  });
  return new Set(ids);
}

/** Checks that the task is done by one person and has no buttons of its own. */
function isPlainTask(element: ModdleElement | undefined, outgoing: readonly SequenceFlow[] = []): boolean {
  return (
    element !== undefined &&
    humanTasks.includes(element.$type) &&
    outgoing.length === 1 &&
    !isElement(element.get('loopCharacteristics')) &&
    !extensionParts(element).some(({ $type }) => $type === 'portal:UserTask')
  );
}

function extensionParts(element: ModdleElement): ModdleElement[] {
  const holder = element.get('extensionElements');
  return isElement(holder) ? childrenOf(holder, 'values') : [];
}
