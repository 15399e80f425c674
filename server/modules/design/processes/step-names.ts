import type { ModdleElement } from 'bpmn-moddle';
import { elementLabel, type Findings, hint, readerOf, textOf } from './element-reader.ts';
import { hasOwnId, placeOf } from './places.ts';

/** Steps of people and of the portal, which lists, buttons and traces call by their names. */
const steps = new Set(['bpmn:UserTask', 'bpmn:Task', 'bpmn:ManualTask', 'bpmn:ServiceTask']);

/** Ids that a program gave, such as `Activity_0k1jx2b`, `usertask1` and `sid-…`: they say nothing to a reader. */
const ofProgram = /^(?:_|sid-|id-|\d|(?:user|manual|service)?_?(?:task|activity|node|element)[-_]?\w*$)/i;

/**
 * Gives each step that has no name its own id, or its kind and place, so that the file can be read; and says which steps
 * share a name. Returns how many got one.
 */
export function nameSteps(elements: readonly ModdleElement[], found: Findings): number {
  let given = 0;
  const taken = new Set<string>();
  for (const element of elements) {
    if (!steps.has(element.$type)) continue;
    const reader = readerOf(element, found);
    const own = textOf(element, 'name');
    if (own === undefined) {
      const name = usualName(element);
      element.set('name', name);
      given += 1;
      hint(reader, `没有名称，按“${name}”`);
    } else if (taken.has(own)) hint(reader, '与前面的环节同名，在退回、轨迹和列表中难以区分，建议改名');
    if (own !== undefined) taken.add(own);
  }
  return given;
}

function usualName(element: ModdleElement): string {
  const id = textOf(element, 'id') ?? '';
  const isOwn = hasOwnId(element) && !ofProgram.test(id);
  return isOwn ? id : `${elementLabel(element.$type)} ${placeOf(element) ?? ''}`.trim();
}
