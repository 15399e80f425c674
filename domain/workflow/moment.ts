import type { OrderState } from './model.ts';

/** A clock that is further behind than this was wrong before, and what it says now counts. */
const behindAtMostMs = 3_600_000;

/**
 * When an action on the order happens by a clock that says `now`: never before what has happened to it already, so that
 * neither a second server, whose clock is some seconds behind, nor one that was set back turns cause and effect around
 * in what people read (docs/decisions/0181). What its tasks say beyond the moment of its last action was written by a
 * clock that was set right since, and does not come back.
 */
export function momentOf(state: Pick<OrderState, 'tasks'>, now: Date, lastAction?: Date): Date {
  const ofTasks = state.tasks.reduce((latest, { openedAt, finishedAt }) => {
    const at = finishedAt !== null && finishedAt > openedAt ? finishedAt : openedAt;
    return at > latest ? at : latest;
  }, '');
  if (ofTasks === '') return now;
  const last = Math.min(Date.parse(ofTasks), lastAction?.getTime() ?? Number.POSITIVE_INFINITY);
  const behind = last - now.getTime();
  return behind > 0 && behind <= behindAtMostMs ? new Date(last) : now;
}
