import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { isRefusal, refuse } from '../../refusals/refusals.ts';
import type { Action } from '../decision/action.ts';
import type { DecisionBuilder } from '../decision/builder.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import { closeSeat, closeSlots } from '../slots/visit.ts';
import { slotsUnder } from '../state/panels.ts';
import { checkReason, ownPanel, refuseProblems } from './checks.ts';
import { advanceVisit } from './continue-flow.ts';

export interface RemoveSignerCommand {
  action: 'removeSigner';
  panelId: number;
  /** Index of the seat, from 0. */
  seat: number;
  reason: string;
}

/**
 * Removes a seat (减签; S1 §4, 3) of signers, a countersign, a delegation or a return to a handler: the requester
 * removes a seat that has not answered; a round without any seat left ends.
 */
export const removeSignerAction: Action<RemoveSignerCommand> = {
  label: '减签',
  effect: [
    '去掉一个尚未签署的席位；全部去掉即取消',
    'removes a seat that has not answered; if none is left, the round is cancelled',
  ],
  operation: HandlerOperation.addSigner,
  actorRole: 'starter',
  permission: Permission.handle,
  opinion: 'reason',
  forms: 'unchanged',
  closedTaskTexts: { outcome: 'closedByRemoval', remark: '已减签' },
  traceText: '减签',
  refusal: 'actionNotAllowed',
  decide: decideRemoveSigner,
};

function decideRemoveSigner(
  builder: DecisionBuilder,
  { panelId, seat, reason }: RemoveSignerCommand,
): DecisionRefusal | null {
  const panel = ownPanel(builder, panelId, ['countersign', 'before', 'after', 'delegate', 'returned']);
  if (isRefusal(panel)) return panel;
  const targetSeat = panel.seats[seat];
  if (targetSeat === undefined)
    return refuseProblems([{ field: 'seat', message: '没有这个席位，请刷新后重试' }]);
  if (targetSeat.outcome !== null) return refuse('taskAlreadyHandled', { message: '该席位已表态或已减去' });
  const refusal = checkReason(reason, removeSignerAction.label);
  if (refusal !== null) return refusal;
  closeSlots(builder, slotsUnder(builder.state, panel, seat), 'closedByRemoval');
  closeSeat(builder, panel.id, seat, 'removed', reason);
  return advanceVisit(builder, panel);
}
