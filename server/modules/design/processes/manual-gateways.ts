import type { ModdleElement } from 'bpmn-moddle';
import type { SequenceFlow } from '#domain/workflow/model/model.ts';
import { childrenOf, isElement, textOf } from './element-reader.ts';

/** Tasks that are done by people. */
export const humanTasks = ['bpmn:UserTask', 'bpmn:Task', 'bpmn:ManualTask'];

/**
 * Returns the ids of the gateways whose branch a person chooses: those marked so, and those of other
 * modellers that have no conditions and follow plain tasks, because no rule could decide.
 */
export function manualGateways(
  elements: readonly ModdleElement[],
  flows: readonly SequenceFlow[],
): Set<string> {
  const byId = new Map(elements.map((element) => [textOf(element, 'id') ?? '', element]));
  const into = Map.groupBy(flows, ({ targetId }) => targetId);
  const outOf = Map.groupBy(flows, ({ sourceId }) => sourceId);
  const ids = [...byId].flatMap(([id, gateway]) => {
    if (!/^bpmn:(?:Exclusive|Inclusive)Gateway$/.test(gateway.$type)) return [];
    const own = ownParts(gateway).find(({ $type }) => $type === 'portal:Gateway');
    if (own) return own.get('manual') === 'true' ? [id] : [];
    const [incoming, outgoing] = [into.get(id) ?? [], outOf.get(id) ?? []];
    const isOpen =
      !isElement(gateway.get('default')) && outgoing.every(({ condition }) => condition === undefined);
    const isChoice = new Set(outgoing.map(({ targetId }) => targetId)).size === outgoing.length;
    const followsTasks = incoming.every(({ sourceId }) =>
      isPlainTask(byId.get(sourceId), outOf.get(sourceId)),
    );
    return isOpen && isChoice && followsTasks && incoming.length > 0 && outgoing.length > 1 ? [id] : [];
  });
  return new Set(ids);
}

/** Checks for a task without buttons of its own that one person does. */
function isPlainTask(element: ModdleElement | undefined, ways: readonly SequenceFlow[] = []): boolean {
  return (
    element !== undefined &&
    humanTasks.includes(element.$type) &&
    ways.length === 1 &&
    !isElement(element.get('loopCharacteristics')) &&
    !ownParts(element).some(({ $type }) => $type === 'portal:UserTask')
  );
}

function ownParts(element: ModdleElement): ModdleElement[] {
  const holder = element.get('extensionElements');
  return isElement(holder) ? childrenOf(holder, 'values') : [];
}
