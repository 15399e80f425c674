/** What is wrong with seats that somebody wants to start. */
import { type Problem, refuse } from '../../refusals/refusals.ts';
import type { DecisionRefusal } from '../decision-refusals.ts';
import type { Draft } from '../draft.ts';
import { maxPanelDepth, maxPanelsPerVisit, maxSeats } from '../limits.ts';
import type { DecisionContext, Task } from '../model.ts';
import { faultOfAddressee } from '../naming.ts';
import type { Seat } from './panel.ts';
import { depthOf } from './panels.ts';

export type AskedSeat = Pick<Seat, 'group' | 'keys'>;

/** All problems of the seats at once; `none` is said where there is nobody among them. */
export function seatProblems(context: DecisionContext, seats: readonly AskedSeat[], none: string): Problem[] {
  const asked = seats.flatMap(({ keys }) => keys);
  if (asked.length === 0 || seats.some(({ keys }) => keys.length === 0))
    return [{ field: 'seats', message: none }];
  if (seats.length > maxSeats) return [{ field: 'seats', message: `最多选择${maxSeats}人` }];
  const twice = new Set(asked).size < asked.length;
  const overlap = twice ? [{ field: 'seats', message: '不同组之间人员、部门不可重复' }] : [];
  const faults = seats.flatMap(({ keys }, index) =>
    keys.flatMap((key) => {
      const message = faultOfAddressee(key, context, 'others');
      return message === null ? [] : [{ field: `seats.${index}`, message }];
    }),
  );
  return [...overlap, ...faults];
}

/** Whether one more panel may be started from this slot: those who were asked may ask others, but not without end. */
export function refuseTooMany({ state }: Draft, task: Task): DecisionRefusal | null {
  const here = state.panels.filter(({ tokenId }) => tokenId === task.tokenId).length;
  const isDeep = depthOf(state, { byTaskId: task.id }) > maxPanelDepth;
  return here >= maxPanelsPerVisit || isDeep ? refuse('actionNotAllowed') : null;
}
