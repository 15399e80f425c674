/** Checks the seats that a person requests. */
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
 * Returns all problems of the seats at once, each at its seat; `emptyMessage` is the message if there is no
 * seat, `existing` are the seats that are there already. A person may be named in addition to the person's
 * own department: that is another seat (S1 §5 means the same person or department).
 */
export function seatProblems(
  context: DecisionContext,
  seats: readonly SeatRequest[],
  emptyMessage: string,
  existing: readonly SeatRequest[] = [],
): Problem[] {
  if (seats.length === 0 || seats.some(({ keys }) => keys.length === 0))
    return [{ field: 'seats', message: emptyMessage }];
  if (existing.length + seats.length > maxSeats)
    return [{ field: 'seats', message: `最多选择${maxSeats}人` }];
  const usedKeys = new Set(existing.flatMap(({ keys }) => keys));
  return seats.flatMap(({ keys, groupName }, index) =>
    keys.flatMap((key) => {
      const isDuplicate = usedKeys.has(key);
      usedKeys.add(key);
      const problems = [
        isDuplicate ? '不同组之间人员、部门不可重复' : null,
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
export function withoutRepeatedFields(first: readonly Problem[], second: readonly Problem[]): Problem[] {
  return [...first, ...second.filter(({ field }) => first.every((problem) => problem.field !== field))];
}

/**
 * Checks that one more panel may be started from this slot: people who were asked may ask others, but only to
 * a limited depth.
 */
export function mayAskOthers(state: Pick<OrderState, 'tasks' | 'panels'>, task: Task): boolean {
  const panelCount = state.panels.filter(({ tokenId }) => tokenId === task.tokenId).length;
  return panelCount < maxPanelsPerVisit && depthOf(state, { byTaskId: task.id }) <= maxPanelDepth;
}

export function refuseTooManyPanels(
  { state }: Pick<DecisionBuilder, 'state'>,
  task: Task,
): DecisionRefusal | null {
  if (mayAskOthers(state, task)) return null;
  return refuse('actionNotAllowed', { message: '本环节加签、会签的次数或层级已达上限，不能再请他人办理' });
}
