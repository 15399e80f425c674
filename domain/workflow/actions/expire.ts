import { Permission } from '../../access/actor.ts';
import type { Action } from '../decision/action.ts';
import type { DecisionBuilder } from '../decision/draft.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { Panel } from '../model/panel.ts';
import { closeSeat, closeSlots } from '../slots/visit.ts';
import { openPanelsAt, slotsUnder } from '../state/panels.ts';
import { moveOn } from './carry-on.ts';

export interface ExpireCommand {
  action: 'expire';
  panelId: number;
  /**
   * End of the panel's time limit as ISO time; computed by the caller, which has the calendar. Null to
   * process only seats whose people can no longer answer.
   */
  limit: string | null;
}

/**
 * Ends the time limit of a panel: a seat without an answer counts as no answer, and the others decide the
 * panel. Without a limit, only seats whose people can no longer answer are skipped, after all others have
 * answered (docs/decisions/0105). The action has no effect if it is repeated, too early, or after the panel
 * was decided.
 */
export const expireAction: Action<ExpireCommand> = {
  label: '到期',
  effect: [
    '未在时限内签署、或只剩无人可签署的席位按未表态计，会签按规则定论',
    'seats without an answer in time, or with nobody left to answer, count as no answer, and the panel is decided',
  ],
  by: 'system',
  permission: Permission.administer,
  opinion: 'none',
  forms: 'leave',
  closes: { outcome: 'closedByLimit', remark: '逾期未办' },
  refusal: 'actionNotAllowed',
  decide: decideExpire,
};

function decideExpire(draft: DecisionBuilder, { panelId, limit }: ExpireCommand): DecisionRefusal | null {
  const panel = draft.state.panels[panelId - 1];
  if (limit === null) return panel && isOpen(draft, panel) ? moveOn(draft, panel) : null;
  if (!panel?.limit || Date.parse(limit) > draft.context.now.getTime()) return null;
  if (!isOpen(draft, panel)) return null;
  for (const index of panel.seats.keys()) expireSeat(draft, panel, index);
  return moveOn(draft, panel);
}

function isOpen({ state }: DecisionBuilder, panel: Panel): boolean {
  return openPanelsAt(state, panel.tokenId).includes(panel);
}

function expireSeat(draft: DecisionBuilder, panel: Panel, index: number): void {
  closeSlots(draft, slotsUnder(draft.state, panel, index), 'closedByLimit');
  if (panel.seats[index]?.outcome === null) closeSeat(draft, panel.id, index, 'expired');
}
