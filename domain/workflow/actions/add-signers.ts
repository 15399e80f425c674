import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { isRefusal } from '../../refusals/refusals.ts';
import type { Action } from '../decision/action.ts';
import type { DecisionBuilder } from '../decision/builder.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { Panel, SeatRequest } from '../model/panel.ts';
import { mayAskOthers, refuseTooManyPanels, seatProblems } from '../slots/checks.ts';
import { openPanel } from '../slots/visit.ts';
import { allKinds, checkOpinion, refuseProblems, taskWithRequestButton } from './checks.ts';
import { advanceVisit } from './continue-flow.ts';

export interface AddSignersCommand {
  action: 'addSigners';
  taskId: number;
  /**
   * Place of the signers: before the slot, which waits for them, or after it, in which case the token waits
   * for them.
   */
  place: 'before' | 'after';
  seats: readonly SeatRequest[];
  sequence: Panel['sequence'];
  opinion: string;
}

/**
 * Adds signers (S1 §4, 3): others are asked for an opinion before or after one's own; a signer may do so too.
 */
export const addSignersAction: Action<AddSignersCommand> = {
  label: '加签',
  effect: [
    '前加签：本任务等待加签人的意见；后加签：本任务办理后由加签人签署，再进入下一环节',
    'before: the task waits for the opinions of the signers; after: they sign when the task is done, and the flow continues only then',
  ],
  buttonCode: 'add-signer',
  operation: HandlerOperation.addSigner,
  actorRole: 'candidate',
  permission: Permission.handle,
  opinion: 'optional',
  forms: 'draft',
  traceText: '加签',
  refusal: 'actionNotAllowed',
  isAllowedAtSeats: true,
  isOffered: ({ state, task }) => mayAskOthers(state, task),
  commandFromBar: ({ taskId, opinion, requests }) => {
    if (requests === undefined) return undefined;
    const { place, seats, sequence } = requests;
    return { action: 'addSigners', taskId, place, seats, sequence, opinion };
  },
  decide: decideAddSigners,
};

function decideAddSigners(builder: DecisionBuilder, command: AddSignersCommand): DecisionRefusal | null {
  const task = taskWithRequestButton(builder, command.taskId, allKinds, addSignersAction);
  if (isRefusal(task)) return task;
  const { place, seats, sequence, opinion } = command;
  const refusal =
    refuseTooManyPanels(builder, task) ??
    refuseProblems(seatProblems(builder.context, seats, '请选择加签人员')) ??
    checkOpinion(opinion, addSignersAction.opinion);
  if (refusal !== null) return refusal;
  openPanel(builder, task.tokenId, {
    kind: place,
    byTaskId: task.id,
    reason: opinion,
    seats,
    sequence,
    rule: { kind: 'all' },
    goes: 'back',
    limit: null,
  });
  return advanceVisit(builder, task);
}
