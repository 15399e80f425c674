import { activeNodeIds } from '../workflow/actions/queries.ts';
import type { OrderState, ProcessDefinition } from '../workflow/model/model.ts';
import { reach } from '../workflow/stages.ts';
import type { ItemDocument } from './item-document.ts';

/**
 * Returns the codes of the documents whose buttons all belong to steps that the order can no longer reach
 * from where it is; a return makes such a step reachable again.
 */
export function codesOfStepsOver(
  documents: readonly (Pick<ItemDocument, 'places'> & { code: string })[],
  definition: ProcessDefinition,
  state: OrderState,
): string[] {
  const reachable = reachableNodeIds(definition, state);
  return documents
    .filter(({ places }) => places.length > 0 && places.every(({ nodeId }) => !reachable.has(nodeId)))
    .map(({ code }) => code);
}

/** Returns the nodes of the open tasks, and those to which flows lead from them. */
export function reachableNodeIds(definition: ProcessDefinition, state: OrderState): ReadonlySet<string> {
  return reach(definition, activeNodeIds(state));
}
