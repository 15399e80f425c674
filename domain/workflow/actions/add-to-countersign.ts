import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { isRefusal, type Problem } from '../../refusals/refusals.ts';
import type { DecisionRefusal } from '../decision-refusals.ts';
import { type Draft, emit } from '../draft.ts';
import { seatProblems } from '../slots/checks.ts';
import { type AskedSeat, emptySeat, type Panel, type SlotKind } from '../slots/panel.ts';
import { faultOfSeat, sharedVoters } from '../slots/votes.ts';
import type { Action } from './action.ts';
import { moveOn } from './carry-on.ts';
import { checkReason, refuseProblems, startersPanel } from './checks.ts';

export interface AddToCountersignCommand {
  action: 'addToCountersign';
  panelId: number;
  /** Their groups are counted on from those that there are. */
  seats: readonly AskedSeat[];
  reason: string;
}

/** Add to a countersign that runs: more people are asked, by the same rule and within the same limit. */
export const addToCountersignAction: Action<AddToCountersignCommand> = {
  label: '增加会签人',
  effect: [
    '会签未有结论时由发起人增加会签人；规则和时限不变，依次会签时排在最后',
    'while it is not decided who asked asks more; rule and limit stay, in order they come last',
  ],
  operation: HandlerOperation.startCountersign,
  by: 'starter',
  permission: Permission.handle,
  opinion: 'reason',
  forms: 'leave',
  record: '增加会签人',
  refusal: 'actionNotAllowed',
  decide: (draft, command) => addSeats(draft, command, ['countersign'], '请选择会签人员'),
};

/** What adding to those who are asked has in common; `none` is said where nobody is named. */
export function addSeats(
  draft: Draft,
  { panelId, seats, reason }: Omit<AddToCountersignCommand, 'action'>,
  kinds: readonly SlotKind[],
  none: string,
): DecisionRefusal | null {
  const panel = startersPanel(draft, panelId, kinds);
  if (isRefusal(panel)) return panel;
  // Whoever was taken off may be asked again.
  const asked = panel.seats.filter(({ outcome }) => outcome !== 'removed');
  const doubled = [
    ...seatProblems(draft.context, seats, none, asked),
    ...(panel.kind === 'countersign' ? sharedVoters(draft.context, seats, asked) : []),
  ];
  const isSaid = ({ field }: Problem) => doubled.some((problem) => problem.field === field);
  const refusal =
    refuseProblems([...doubled, ...voteless(draft, panel, seats).filter((problem) => !isSaid(problem))]) ??
    checkReason(reason, '增加人员');
  if (refusal !== null) return refusal;
  const after = Math.max(...panel.seats.map(({ group }) => group)) + 1;
  emit(draft, {
    type: 'seatsAdded',
    at: draft.at,
    panelId,
    seats: seats.map((seat) => emptySeat({ ...seat, group: after + seat.group })),
    by: draft.by,
    reason,
  });
  return moveOn(draft, panel);
}

/** Who has answered, as one of a department, or has a seat that was handed over, has no second vote. */
function voteless(draft: Draft, panel: Panel, seats: readonly AskedSeat[]): Problem[] {
  return seats.flatMap(({ keys }, index) =>
    keys.flatMap((key) => {
      const message = faultOfSeat(draft, panel, key);
      return message === null ? [] : [{ field: `seats.${index}`, message }];
    }),
  );
}
