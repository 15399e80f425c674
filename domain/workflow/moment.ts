import type { OrderState } from './model.ts';

/** A clock that is further behind than this was wrong before, and what it says now counts. */
const behindAtMostMs = 3_600_000;

/**
 * When an action on the order happens by a clock that says `now`: never before what has happened to it already, so that
 * neither a second server, whose clock is some seconds behind, nor one that was set back turns cause and effect around
 * in what people read (docs/decisions/0181).
 */
export function momentOf(state: Pick<OrderState, 'tasks'>, now: Date): Date {
  const last = state.tasks.reduce((latest, { openedAt, finishedAt }) => {
    const at = finishedAt !== null && finishedAt > openedAt ? finishedAt : openedAt;
    return at > latest ? at : latest;
  }, '');
  const behind = last === '' ? 0 : Date.parse(last) - now.getTime();
  return behind > 0 && behind <= behindAtMostMs ? new Date(last) : now;
}
