import { Permission } from '../../access/actor.ts';
import type { DecisionRefusal } from '../decision-refusals.ts';
import type { Draft } from '../draft.ts';
import type { Panel } from '../slots/panel.ts';
import { openPanelsAt, slotsUnder } from '../slots/panels.ts';
import { closeSeat, closeSlots } from '../slots/visit.ts';
import type { Action } from './action.ts';
import { moveOn } from './carry-on.ts';

export interface ExpireCommand {
  action: 'expire';
  panelId: number;
  /** When the panel's limit is over, as an ISO time; whoever gives the command has the calendar. */
  limit: string;
}

/**
 * A panel's limit is over: whoever has not answered gives no answer, and the panel is decided by those who have. The
 * second time, too early, or when it is decided already, nothing happens.
 */
export const expireAction: Action<ExpireCommand> = {
  label: '到期',
  effect: [
    '未在时限内签署的席位按未表态计，会签按规则定论',
    'seats without an answer count as none, and the panel is decided',
  ],
  by: 'system',
  permission: Permission.administer,
  opinion: 'none',
  forms: 'leave',
  closes: { outcome: 'closedByLimit', remark: '逾期未办' },
  refusal: 'actionNotAllowed',
  decide: decideExpire,
};

function decideExpire(draft: Draft, { panelId, limit }: ExpireCommand): DecisionRefusal | null {
  const panel = draft.state.panels[panelId - 1];
  if (!panel?.limit || Date.parse(limit) > draft.context.now.getTime()) return null;
  if (!openPanelsAt(draft.state, panel.tokenId).includes(panel)) return null;
  for (const index of panel.seats.keys()) expireSeat(draft, panel, index);
  return moveOn(draft, panel);
}

function expireSeat(draft: Draft, panel: Panel, index: number): void {
  closeSlots(draft, slotsUnder(draft.state, panel, index), 'closedByLimit');
  if (panel.seats[index]?.outcome === null) closeSeat(draft, panel.id, index, 'expired');
}
