import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import type { Action } from '../decision/action.ts';
import { reachesManualGateway } from '../decision/gateways.ts';
import { type ContinueFlow, continueFlow, submissionPart } from './continue-flow.ts';

export interface HandleCommand extends ContinueFlow {
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
  names: 'nobody',
  outcome: 'handled',
  refusal: 'actionNotAllowed',
  isOffered: (position) => !reachesManualGateway(position),
  fromBar: (submission) => ({ action: 'handle', ...submissionPart(submission) }),
  decide: (builder, command) => continueFlow(builder, command, handleAction),
};
