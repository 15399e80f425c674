import type { HandleInput } from '#contract/handle-input.ts';
import { isRefusal, type Refusal } from '#domain/refusals/refusals.ts';
import { actions, type Command } from '#domain/workflow/actions/registry.ts';
import type { AnswerText } from '#server/http/envelope.ts';
import type { NamedOrder } from '#server/http/named-order.ts';
import type { ReadableOrder } from '#server/modules/work-orders/service.ts';
import { type Act, act, type Caller } from './act.ts';
import { writeResult } from './present.ts';
import { actionAsked, commandOf, formsOf, placeOnWire } from './wire.ts';

export type { Caller } from './act.ts';
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
export { resealForms } from './reseal-forms.ts';

/** Does what a button of the handler bar stands for (POST /workorder/workorder/handle). */
export async function handle(
  caller: Caller,
  named: NamedOrder,
  input: HandleInput,
): Promise<AnswerText | Refusal> {
  const asked = actionAsked(input, false);
  const rule = asked ? actions[asked].forms : 'leave';
  const answer = await act(caller, {
    named,
    command: ({ state }, definition) => commandOf(input, named.trace ?? 0, state, definition),
    forms: rule === 'leave' ? null : formsOf(input),
    keepsTyped: rule === 'keep',
    operation: asked ? (actions[asked].operation ?? null) : null,
    answer: writeResult,
  });
  return isRefusal(answer) ? placeOnWire(answer, input) : answer;
}

/** Takes the last step back (action 6 of the last handler); the trace must be one of the order that is named. */
export function withdraw(
  caller: Caller,
  named: NamedOrder,
  { reason }: { reason: string },
): Promise<AnswerText | Refusal> {
  return act(caller, simpleAct(named, { action: 'withdraw', taskId: named.trace ?? 0, reason }));
}

/** Takes the whole order back (recall by the initiator); an order that was handed in anew may be recalled anew. */
export function recall(
  caller: Caller,
  order: Pick<ReadableOrder['order'], 'id' | 'state'>,
  { reason }: { reason: string },
): Promise<AnswerText | Refusal> {
  const submissions = order.state.tasks.filter(
    ({ outcome }) => outcome === 'started' || outcome === 'resubmitted',
  );
  return act(caller, {
    ...simpleAct({ id: order.id }, { action: 'recall', reason }),
    visit: String(submissions.length),
  });
}

function simpleAct(named: NamedOrder, command: Command): Act {
  return { named, command: () => command, forms: null, operation: null, answer: writeResult };
}
