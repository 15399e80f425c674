import type { WorkOrderPage } from '#contract/work-orders.ts';
import { activeNodeIds } from '#domain/workflow/actions/queries.ts';
import type { OrderState, ProcessDefinition } from '#domain/workflow/model/model.ts';
import { doneNodeIds, stageNodes, stagesOf } from '#domain/workflow/stages.ts';

/** Returns the progress of an order in its process, for the stages and the diagram. */
export function progressOf(
  definitionId: string,
  definition: ProcessDefinition,
  state: OrderState,
): WorkOrderPage['process'] {
  const activeIds = activeNodeIds(state);
  return {
    definitionId,
    activeNodeIds: activeIds,
    doneNodeIds: doneNodeIds(state).filter((id) => !activeIds.includes(id)),
    nodes: stageNodes(definition),
    stages: stagesOf(definition, state),
  };
}
