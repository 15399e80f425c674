import type { HandleInput, OperationCode } from '#contract/handle-input.ts';
import { isRefusal, type Refusal } from '#domain/refusals/refusals.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import type { OrderState, ProcessDefinition } from '#domain/workflow/model.ts';
import { namedField } from '#domain/workflow/naming.ts';
import { refuseUnserved } from './unserved.ts';

/** Ids joined by a comma, as the specification's fields carry several. */
export function listOf(joined: string): string[] {
  return joined
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function nextHandlersOf(input: HandleInput) {
  return Object.fromEntries(
    input.procInsNodeUserReqModel.map(({ flowNodeId, candidates }) => [flowNodeId, candidates]),
  );
}

/** The text of the bar, whatever the action calls it. */
const textsOfBar: readonly string[] = ['opinion', 'reason'];

/** Problems stand where the caller put what they are about: names for a node at its place in the list that was sent. */
export function placeOnWire(refusal: Refusal, input: HandleInput): Refusal {
  const placed = (field: string) => {
    if (textsOfBar.includes(field)) return 'handlerOpinion';
    const index = input.procInsNodeUserReqModel.findLastIndex(
      ({ flowNodeId }) => namedField(flowNodeId) === field,
    );
    return index < 0 ? field : `procInsNodeUserReqModel.${index}.candidates`;
  };
  const { problems } = refusal;
  if (problems === undefined) return refusal;
  return { ...refusal, problems: problems.map(({ field, message }) => ({ field: placed(field), message })) };
}

/** Codes that carry on with the flow; every other served code has a case of its own. */
const carryOn = { '1': 'handle', '9': 'forward', '12': 'chooseBranch' } as const;

/**
 * The command that a submission of the handler bar stands for (S1 §4 handling action codes), on the task that it
 * names. A code or block whose capability is not served is refused by its name.
 */
export function commandOf(
  input: HandleInput,
  taskId: number,
  state: OrderState,
  definition: ProcessDefinition,
): Command | Refusal {
  const unserved = refuseUnserved(input);
  if (isRefusal(unserved)) return unserved;
  const { buttonId, handlerOpinion: opinion } = input;
  switch (input.handlerOperation) {
    case '2': {
      const targetNodeIds = listOf(input.backNodeIds);
      return { action: 'return', taskId, buttonId, opinion, targetNodeIds, way: input.backWay };
    }
    case '4':
      return { action: 'terminate', taskId, buttonId, opinion };
    case '6':
      return takeBack(taskId, opinion, state, definition);
    case '13':
      return { action: 'void', taskId, buttonId, opinion };
    case '14':
      return { action: 'resubmit', taskId, opinion };
    default: {
      const nextHandlers = nextHandlersOf(input);
      const branchNodeIds = listOf(input.branchProcessingNodeId);
      return {
        action: carriesOn(input.handlerOperation) ? carryOn[input.handlerOperation] : 'handle',
        taskId,
        buttonId,
        opinion,
        ...(Object.keys(nextHandlers).length > 0 ? { nextHandlers } : {}),
        ...(branchNodeIds.length > 0 ? { branchNodeIds } : {}),
      };
    }
  }
}

function carriesOn(code: OperationCode): code is keyof typeof carryOn {
  return Object.hasOwn(carryOn, code);
}

/** 6 is two things on the wire: the initiator's own trace takes the whole order back, a handler's one step. */
function takeBack(taskId: number, reason: string, state: OrderState, definition: ProcessDefinition): Command {
  const isStart = state.tasks[taskId - 1]?.nodeId === definition.startId;
  return isStart ? { action: 'recall', reason } : { action: 'withdraw', taskId, reason };
}
