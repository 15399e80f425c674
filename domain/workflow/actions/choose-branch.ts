import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import type { Action } from '../decision/action.ts';
import { nodeOf } from '../decision/builder.ts';
import { manualGatewayAfter } from '../decision/gateways.ts';
import { continuationOf, continueFlow, type FlowContinuation } from './continue-flow.ts';

export interface ChooseBranchCommand extends FlowContinuation {
  action: 'chooseBranch';
}

/**
 * Chooses a branch (S1 §4, 12): handles the task and names the branches of the manual gateway; the other
 * branches are not taken.
 */
export const chooseBranchAction: Action<ChooseBranchCommand> = {
  label: '选择分支',
  effect: ['同办理；指定人工网关的分支', 'as handle, and selects branches of the manual gateway'],
  buttonCode: '12',
  operation: HandlerOperation.chooseBranch,
  actorRole: 'candidate',
  permission: Permission.handle,
  opinion: 'byNode',
  forms: 'store',
  naming: 'nobody',
  choosesBranch: true,
  outcome: 'handled',
  refusal: 'actionNotAllowed',
  isOffered: ({ definition, task }) =>
    manualGatewayAfter(definition, nodeOf(definition, task.nodeId)) !== undefined,
  commandFromBar: (submission) => ({ action: 'chooseBranch', ...continuationOf(submission) }),
  decide: (builder, command) => continueFlow(builder, command, chooseBranchAction),
};
