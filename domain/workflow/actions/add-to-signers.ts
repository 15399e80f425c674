import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import type { Action } from '../decision/action.ts';
import { type AddToCountersignCommand, addSeats } from './add-to-countersign.ts';

export interface AddToSignersCommand extends Omit<AddToCountersignCommand, 'action'> {
  action: 'addToSigners';
}

/** Adds signers to a round before or after the slot; in a sequential round they come last. */
export const addToSignersAction: Action<AddToSignersCommand> = {
  label: '增加加签人',
  effect: [
    '加签未完成时由发起人增加加签人；依次签署时排在最后',
    'while not all have signed, the requester adds signers; in sequence the added ones come last',
  ],
  operation: HandlerOperation.addSigner,
  actorRole: 'starter',
  permission: Permission.handle,
  opinion: 'reason',
  forms: 'unchanged',
  traceText: '增加加签人',
  refusal: 'actionNotAllowed',
  decide: (builder, command) => addSeats(builder, command, ['before', 'after'], '请选择加签人员'),
};
