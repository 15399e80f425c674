import type { HandleInput } from '#contract/handling.ts';
import { HandlerOperation } from '#domain/enumerations/handler-operation.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { fillsForms } from '#domain/workflow/form-filling.ts';
import type { Command } from '#domain/workflow/model.ts';
import type { AnswerText } from '#server/http/envelope.ts';
import { type Act, act, type Caller } from './act.ts';
import { writeResult } from './present.ts';
import { commandOf, placeOnWire, readTraceId } from './wire.ts';

export { announce, type Caller, orderFacts } from './act.ts';
export { currentDirectory, type Directory } from './directory.ts';
export { deliverNotices } from './notices.ts';
export { findAnswered } from './order.queries.ts';
export { openedNodeNames } from './present.ts';
export {
  branchChoices,
  handleCheck,
  nextNodeUsers,
  nodeButtons,
  returnNodes,
  returnPreview,
  revokeCheck,
} from './reads.ts';
export { recordDecision } from './record-decision.queries.ts';
export { clockOf, recordingOf } from './recording.ts';
export { codePlaceholder, type OrderStart } from './start-order.queries.ts';

/** Handles, forwards, chooses a branch, returns, resubmits, terminates or voids (POST /workorder/workorder/handle). */
export async function handle(caller: Caller, input: HandleInput): Promise<AnswerText | Refusal> {
  const trace = readTraceId(input.workorderTraceId);
  if (trace.workorderId !== input.workorderId) {
    return foreignTrace('workorderTraceId');
  }
  const answer = await act(caller, {
    workorderId: input.workorderId,
    command: () => commandOf(input),
    forms: fillsForms(input.handlerOperation) ? input.workorderForms : null,
    operation: input.handlerOperation === '9' ? HandlerOperation.forward : null,
    answer: writeResult,
  });
  return isRefusal(answer) ? placeOnWire(answer, input) : answer;
}

/** Takes the last step back (action 6 of the last handler); the trace must be one of the order that is named. */
export function withdraw(
  caller: Caller,
  input: { workorderCode: string; traceId: string; reason: string },
): Promise<AnswerText | Refusal> {
  const { workorderId, number } = readTraceId(input.traceId);
  const command: Command = { action: 'withdraw', taskId: number, reason: input.reason };
  return act(caller, {
    ...simpleAct(workorderId, command),
    command: (order) => (order.code === input.workorderCode ? command : foreignTrace('traceId')),
  });
}

/** Takes the whole order back (recall by the initiator). */
export function recall(
  caller: Caller,
  input: { workorderId: string; reason: string },
): Promise<AnswerText | Refusal> {
  return act(caller, simpleAct(input.workorderId, { action: 'recall', reason: input.reason }));
}

/** An order and a trace that are named together belong together, or nothing is done to either. */
function foreignTrace(field: string): Refusal {
  return refuse('badInput', { problems: [{ field, message: '轨迹不属于该办件' }] });
}

function simpleAct(workorderId: string, command: Command): Act {
  return {
    workorderId,
    command: () => command,
    forms: null,
    operation: null,
    answer: writeResult,
  };
}
