/** Checks the seats that a person wants to start. */
import { type Problem, refuse } from '../../refusals/refusals.ts';
import { countCharacters, tooLongText } from '../../texts/characters.ts';
import type { DecisionBuilder } from '../decision/builder.ts';
import { problemOfAddressee } from '../decision/naming.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import { maxGroupNameLength, maxPanelDepth, maxPanelsPerVisit, maxSeats } from '../model/limits.ts';
import type { DecisionContext, OrderState, Task } from '../model/model.ts';
import type { SeatRequest } from '../model/panel.ts';
import { depthOf } from '../state/panels.ts';

/**
 * Returns all problems of the seats at once, each at its seat; `none` is the message if there is no seat.
 * `before` are the existing seats. A person may be named in addition to the person's own department: that is
 * another seat (S1 §5 speaks of the same person or department).
 */
export function seatProblems(
  context: DecisionContext,
  seats: readonly SeatRequest[],
  none: string,
  before: readonly SeatRequest[] = [],
): Problem[] {
  if (seats.length === 0 || seats.some(({ keys }) => keys.length === 0))
    return [{ field: 'seats', message: none }];
  if (before.length + seats.length > maxSeats) return [{ field: 'seats', message: `最多选择${maxSeats}人` }];
  const known = new Set(before.flatMap(({ keys }) => keys));
  return seats.flatMap(({ keys, groupName }, index) =>
    keys.flatMap((key) => {
      const isTwice = known.has(key);
      known.add(key);
      const problems = [
        isTwice ? '不同组之间人员、部门不可重复' : null,
        problemOfAddressee(key, context, 'others'),
        countCharacters(groupName ?? '') > maxGroupNameLength
          ? tooLongText(maxGroupNameLength, '分组名称')
          : null,
      ];
      return problems.flatMap((message) => (message === null ? [] : [{ field: `seats.${index}`, message }]));
    }),
  );
}

/**
 * Returns the problems of the first list, and those of the second at fields without a problem in the first.
 */
export function withoutRepeatedFields(said: readonly Problem[], more: readonly Problem[]): Problem[] {
  return [...said, ...more.filter(({ field }) => said.every((problem) => problem.field !== field))];
}

/**
 * Checks that one more panel may be started from this slot: people who were asked may ask others, but only to
 * a limited depth.
 */
export function mayAskOthers(state: Pick<OrderState, 'tasks' | 'panels'>, task: Task): boolean {
  const here = state.panels.filter(({ tokenId }) => tokenId === task.tokenId).length;
  return here < maxPanelsPerVisit && depthOf(state, { byTaskId: task.id }) <= maxPanelDepth;
}

export function refuseTooMany({ state }: Pick<DecisionBuilder, 'state'>, task: Task): DecisionRefusal | null {
  if (mayAskOthers(state, task)) return null;
  return refuse('actionNotAllowed', { message: '本环节加签、会签的次数或层级已达上限，不能再请他人办理' });
}
