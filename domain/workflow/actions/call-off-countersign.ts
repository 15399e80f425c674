import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { isRefusal, refuse } from '../../refusals/refusals.ts';
import type { Action } from '../decision/action.ts';
import type { DecisionBuilder } from '../decision/builder.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { Panel } from '../model/panel.ts';
import { closePanel } from '../slots/visit.ts';
import { isVote } from '../state/outcomes.ts';
import { checkReason, ownPanel } from './checks.ts';
import { advanceVisit } from './continue-flow.ts';

export interface CallOffCountersignCommand {
  action: 'callOffCountersign';
  panelId: number;
  reason: string;
}

/** Cancels a countersign that no person has answered yet; it may be started again. */
export const callOffCountersignAction: Action<CallOffCountersignCommand> = {
  label: '取消会签',
  effect: [
    '无人表态时可取消：会签任务关闭，本任务可以继续办理或重新发起会签',
    'cancels the countersign while no participant has answered: its tasks close, and the requester can continue or start another one',
  ],
  operation: HandlerOperation.startCountersign,
  actorRole: 'starter',
  permission: Permission.handle,
  opinion: 'reason',
  forms: 'unchanged',
  dangerous: true,
  closedTaskTexts: { outcome: 'closedByCallOff', remark: '发起人已取消' },
  traceText: '取消会签',
  offer: {
    name: '取消会签',
    question: ({ nodeName }) =>
      `取消后，“${nodeName}”环节的会签人员无需再表态，您可以继续办理或重新发起会签。`,
    reason: 'optional',
  },
  refusal: 'actionNotAllowed',
  decide: decideCallOff,
};

/** Checks that the panel is an open countersign and that no person has answered yet. */
export function canCallOff({ kind, outcome, seats }: Pick<Panel, 'kind' | 'outcome' | 'seats'>): boolean {
  return kind === 'countersign' && outcome === null && !seats.some((seat) => isVote(seat.outcome));
}

function decideCallOff(
  builder: DecisionBuilder,
  { panelId, reason }: CallOffCountersignCommand,
): DecisionRefusal | null {
  const panel = ownPanel(builder, panelId, ['countersign']);
  if (isRefusal(panel)) return panel;
  if (!canCallOff(panel)) return refuse('actionNotAllowed', { message: '已有人员表态，不能取消会签' });
  const refusal = checkReason(reason, callOffCountersignAction.label);
  if (refusal !== null) return refusal;
  closePanel(builder, panel, 'calledOff', 'closedByCallOff', reason);
  return advanceVisit(builder, panel);
}
