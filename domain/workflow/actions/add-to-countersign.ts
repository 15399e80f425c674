import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { isRefusal } from '../../refusals/refusals.ts';
import type { Action } from '../decision/action.ts';
import { type DecisionBuilder, emit } from '../decision/builder.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import { emptySeat, type SeatRequest, type SlotKind } from '../model/panel.ts';
import { seatProblems, withoutRepeatedFields } from '../slots/checks.ts';
import { problemsOfAddedSeats } from '../slots/problems-of-seats.ts';
import { checkReason, ownPanel, refuseProblems } from './checks.ts';
import { advanceVisit } from './continue-flow.ts';

export interface AddToCountersignCommand {
  action: 'addToCountersign';
  panelId: number;
  /** New participants; their group numbers continue after the existing groups. */
  seats: readonly SeatRequest[];
  reason: string;
}

/** Adds participants to a running countersign, with the same rule and the same time limit. */
export const addToCountersignAction: Action<AddToCountersignCommand> = {
  label: '增加会签人',
  effect: [
    '会签未有结论时由发起人增加会签人；规则和时限不变，依次会签时排在最后',
    'the requester adds participants while the countersign is undecided; rule and limit stay, in sequence the added ones come last',
  ],
  operation: HandlerOperation.startCountersign,
  actorRole: 'starter',
  permission: Permission.handle,
  opinion: 'reason',
  forms: 'unchanged',
  traceText: '增加会签人',
  refusal: 'actionNotAllowed',
  decide: (builder, command) => addSeats(builder, command, ['countersign'], '请选择会签人员'),
};

/**
 * Adds seats to an open panel, for every action that does so; `emptyMessage` is the message if no person is named.
 */
export function addSeats(
  builder: DecisionBuilder,
  { panelId, seats, reason }: Omit<AddToCountersignCommand, 'action'>,
  kinds: readonly SlotKind[],
  emptyMessage: string,
): DecisionRefusal | null {
  const panel = ownPanel(builder, panelId, kinds);
  if (isRefusal(panel)) return panel;
  // A person who was removed may be asked again.
  const currentSeats = panel.seats.filter(({ outcome }) => outcome !== 'removed');
  const voteProblems = panel.kind === 'countersign' ? problemsOfAddedSeats(builder, panel, seats) : [];
  const refusal =
    refuseProblems(
      withoutRepeatedFields(seatProblems(builder.context, seats, emptyMessage, currentSeats), voteProblems),
    ) ?? checkReason(reason, '增加人员');
  if (refusal !== null) return refusal;
  const firstGroup = Math.max(...panel.seats.map(({ group }) => group)) + 1;
  emit(builder, {
    type: 'seatsAdded',
    at: builder.at,
    panelId,
    seats: seats.map((seat) => emptySeat({ ...seat, group: firstGroup + seat.group })),
    by: builder.by,
    reason,
  });
  return advanceVisit(builder, panel);
}
