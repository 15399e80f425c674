import { Permission } from '../../access/actor.ts';
import type { Action } from '../decision/action.ts';
import type { DecisionBuilder } from '../decision/builder.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { Panel } from '../model/panel.ts';
import { closeSeat, closeSlots } from '../slots/visit.ts';
import { openPanelsAt, slotsUnder } from '../state/panels.ts';
import { recordThatBlocks } from '../state/records.ts';
import { advanceVisit } from './continue-flow.ts';

export interface ExpireCommand {
  action: 'expire';
  panelId: number;
  /**
   * End of the panel's time limit as ISO time; the caller has the calendar. Null to check only the seats
   * whose people have left.
   */
  limit: string | null;
}

/**
 * Ends the time limit of a panel: a seat without an answer counts as no answer, and the others decide the
 * panel. Without a limit, only seats whose people can no longer answer are passed over, after all others have
 * answered (docs/decisions/0105). The action has no effect if it is repeated, too early, after the panel was decided,
 * or while a side record blocks the visit, where nobody can answer.
 */
export const expireAction: Action<ExpireCommand> = {
  label: '到期',
  effect: [
    '未在时限内签署、或只剩无人可签署的席位按未表态计，会签按规则定论',
    'participants without an answer at the limit, or whom no person can represent any more, count as no answer, and the round is decided by its rule',
  ],
  actorRole: 'system',
  permission: Permission.administer,
  opinion: 'none',
  forms: 'unchanged',
  closedTaskTexts: { outcome: 'closedByLimit', remark: '逾期未办' },
  refusal: 'actionNotAllowed',
  decide: decideExpire,
};

function decideExpire(builder: DecisionBuilder, { panelId, limit }: ExpireCommand): DecisionRefusal | null {
  const panel = builder.state.panels[panelId - 1];
  if (limit === null) return panel && isOpen(builder, panel) ? advanceVisit(builder, panel) : null;
  if (!panel?.limit || Date.parse(limit) > builder.context.now.getTime()) return null;
  if (!isOpen(builder, panel) || recordThatBlocks(builder.state, panel)) return null;
  for (const index of panel.seats.keys()) expireSeat(builder, panel, index);
  return advanceVisit(builder, panel);
}

function isOpen({ state }: DecisionBuilder, panel: Panel): boolean {
  return openPanelsAt(state, panel.tokenId).includes(panel);
}

function expireSeat(builder: DecisionBuilder, panel: Panel, index: number): void {
  closeSlots(builder, slotsUnder(builder.state, panel, index), 'closedByLimit');
  if (panel.seats[index]?.outcome === null) closeSeat(builder, panel.id, index, 'expired');
}
