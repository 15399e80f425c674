import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import type { Action } from '../decision/action.ts';
import { reachesManualGateway } from '../decision/gateways.ts';
import { continuationOf, continueFlow, type FlowContinuation } from './continue-flow.ts';

export interface HandleCommand extends FlowContinuation {
  action: 'handle';
}

/** Handles a task (S1 §4, 1): a candidate completes it and the token advances. */
export const handleAction: Action<HandleCommand> = {
  label: '办理',
  effect: [
    '完成本环节，记录按钮的结果与变量，流程继续',
    'finishes the task, records result and variables of the button, and the flow continues',
  ],
  buttonCode: '1',
  operation: HandlerOperation.handle,
  actorRole: 'candidate',
  permission: Permission.handle,
  opinion: 'byNode',
  forms: 'store',
  naming: 'nobody',
  outcome: 'handled',
  refusal: 'actionNotAllowed',
  isOffered: (position) => !reachesManualGateway(position),
  commandFromBar: (submission) => ({ action: 'handle', ...continuationOf(submission) }),
  decide: (builder, command) => continueFlow(builder, command, handleAction),
};
