import type { HandleInput } from '#contract/handling.ts';
import type { Refusal } from '#domain/refusals/refusals.ts';
import type { Command } from '#domain/workflow/model.ts';
import { namedField } from '#domain/workflow/naming.ts';

/** Ids joined by a comma, as the specification's fields carry several. */
export function listOf(joined: string): string[] {
  return joined
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `<order id>.<number>` of the wire. */
export function readTraceId(traceId: string): { workorderId: string; number: number } {
  const [workorderId = '', number = ''] = traceId.split('.');
  return { workorderId, number: Number(number) };
}

function nextHandlersOf(input: HandleInput) {
  return Object.fromEntries(
    input.procInsNodeUserReqModel.map(({ flowNodeId, candidates }) => [flowNodeId, candidates]),
  );
}

/** Problems with the names for a node stand at that node's place in the list that was sent. */
export function placeOnWire(refusal: Refusal, input: HandleInput): Refusal {
  const placed = (field: string) => {
    const index = input.procInsNodeUserReqModel.findLastIndex(
      ({ flowNodeId }) => namedField(flowNodeId) === field,
    );
    return index < 0 ? field : `procInsNodeUserReqModel.${index}.candidates`;
  };
  const { problems } = refusal;
  if (problems === undefined) return refusal;
  return { ...refusal, problems: problems.map(({ field, message }) => ({ field: placed(field), message })) };
}

/** The command that a submission of the handler bar stands for (S1 §4 handling action codes). */
export function commandOf(input: HandleInput): Command {
  const { number: taskId } = readTraceId(input.workorderTraceId);
  const { buttonId, handlerOpinion: opinion } = input;
  switch (input.handlerOperation) {
    case '2': {
      const targetNodeIds = listOf(input.backNodeIds);
      return { action: 'return', taskId, buttonId, opinion, targetNodeIds, way: input.backWay };
    }
    case '4':
      return { action: 'terminate', taskId, buttonId, opinion };
    case '13':
      return { action: 'void', taskId, buttonId, opinion };
    case '14':
      return { action: 'resubmit', taskId, opinion };
    default: {
      const action = ({ '1': 'handle', '9': 'forward', '12': 'chooseBranch' } as const)[
        input.handlerOperation
      ];
      const nextHandlers = nextHandlersOf(input);
      const branchNodeIds = listOf(input.branchProcessingNodeId);
      return {
        action,
        taskId,
        buttonId,
        opinion,
        ...(Object.keys(nextHandlers).length > 0 ? { nextHandlers } : {}),
        ...(branchNodeIds.length > 0 ? { branchNodeIds } : {}),
      };
    }
  }
}
