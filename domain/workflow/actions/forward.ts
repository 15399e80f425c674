import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { isRefusal, refuse } from '../../refusals/refusals.ts';
import type { Action } from '../decision/action.ts';
import { createBuilder, type DecisionBuilder } from '../decision/builder.ts';
import { hasAblePerson } from '../decision/candidates.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import { continuationOf, continueFlow, type FlowContinuation } from './continue-flow.ts';
import { nodesAfter } from './preview.ts';

export interface ForwardCommand extends FlowContinuation {
  action: 'forward';
}

/**
 * Forwards a task (S1 §4, 9): handles it with an opinion and with handlers for every next node, including
 * nodes behind a join that still waits; otherwise it is refused with 请完整配置所有节点的处理人 (S1 §5).
 */
export const forwardAction: Action<ForwardCommand> = {
  label: '转交',
  effect: [
    '同办理；意见必填，并须为每个后续环节指定处理人',
    'as handle, with an opinion and handlers for every next node',
  ],
  buttonCode: '9',
  operation: HandlerOperation.forward,
  actorRole: 'candidate',
  permission: Permission.handle,
  opinion: 'always',
  forms: 'store',
  naming: 'others',
  outcome: 'handled',
  refusal: 'actionNotAllowed',
  lint: (_node, { names }) => (names === 'nobody' ? ['（转交）必须可以指定处理人'] : []),
  commandFromBar: (submission) => ({ action: 'forward', ...continuationOf(submission) }),
  decide: decideForward,
};

function decideForward(builder: DecisionBuilder, command: ForwardCommand): DecisionRefusal | null {
  const before = createBuilder(builder.state, builder.context);
  const refusal = continueFlow(builder, command, forwardAction);
  // A next node without a handler is reported as a problem of the named people, before "no candidates".
  if (isRefusal(refusal) && refusal.refused !== 'noCandidates') return refusal;
  const next = nodesAfter(before, command);
  if (isRefusal(next)) return next;
  const allHaveHandlers = next.every((nodeId) =>
    command.nextHandlers?.[nodeId]?.some((key) => hasAblePerson(builder.context, key)),
  );
  return allHaveHandlers ? refusal : refuse('nextHandlersIncomplete');
}
