import { Permission } from '../../access/actor.ts';
import { isRefusal } from '../../refusals/refusals.ts';
import type { DecisionRefusal } from '../decision-refusals.ts';
import type { Draft } from '../draft.ts';
import { closePanel } from '../slots/visit.ts';
import type { Action } from './action.ts';
import { moveOn } from './carry-on.ts';
import { checkReason, startersPanel } from './checks.ts';

export interface CallOffCountersignCommand {
  action: 'callOffCountersign';
  panelId: number;
  reason: string;
}

/** Call a countersign off: nobody need answer any more; it may be started anew while nobody had answered. */
export const callOffCountersignAction: Action<CallOffCountersignCommand> = {
  label: '取消会签',
  effect: [
    '未表态的会签任务关闭，本任务可以继续办理',
    'the open seats close, the task is with who asked again',
  ],
  by: 'starter',
  permission: Permission.handle,
  opinion: 'reason',
  forms: 'leave',
  dangerous: true,
  closes: { outcome: 'closedByCallOff', remark: '发起人已取消' },
  refusal: 'actionNotAllowed',
  decide: decideCallOff,
};

function decideCallOff(draft: Draft, { panelId, reason }: CallOffCountersignCommand): DecisionRefusal | null {
  const panel = startersPanel(draft, panelId, ['countersign']);
  if (isRefusal(panel)) return panel;
  const refusal = checkReason(reason);
  if (refusal !== null) return refusal;
  closePanel(draft, panel, 'calledOff', 'closedByCallOff', reason);
  return moveOn(draft, panel);
}
