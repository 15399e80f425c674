import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import type { Action } from '../decision/action.ts';
import { decideAnswer } from './sign.ts';

export interface SubmitToHandlerCommand {
  action: 'submitToHandler';
  taskId: number;
  opinion: string;
}

/** Submits the answer of a handler who was asked again (S1 §4); the task returns directly to the requester. */
export const submitToHandlerAction: Action<SubmitToHandlerCommand> = {
  label: '退回经办人提交',
  effect: [
    '被退回的经办人填写意见提交，任务直接回到退回人',
    'the earlier handler writes an opinion, and the task returns to the person who sent it back',
  ],
  operation: HandlerOperation.handle,
  actorRole: 'candidate',
  permission: Permission.handle,
  opinion: 'always',
  forms: 'unchanged',
  outcome: 'answered',
  slotButtons: (kind) =>
    kind === 'returned' ? [{ id: 'submit-to-handler', code: 'submit-to-handler', name: '提交' }] : [],
  refusal: 'actionNotAllowed',
  decide: (builder, { taskId, opinion }) =>
    decideAnswer(
      builder,
      { taskId, opinion, outcome: 'answered' },
      { kinds: ['returned'], opinion: 'always' },
    ),
};
