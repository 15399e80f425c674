import type { Picture } from '../core-side.ts';
import { taskOf } from '../plan.ts';
import { canWithdraw, recallableStart, returnTargets } from './oracle.ts';
import {
  effectsOf,
  isOwnersTurn,
  type Order,
  openVisitAt,
  openVisits,
  spotOf,
  visitsAt,
  waitsForDirectReturn,
} from './order.ts';
import { openSeats } from './slots.ts';
import type { People } from './token-game.ts';
import { countersignOf } from './work.ts';

/** Returns the oracle's answer to the same question as for the core. */
export function pictureOfOracle(order: Order, people: People, staffIds: readonly string[]): Picture {
  const open = openVisits(order).filter(({ spot }) => !order.sharedWork.get(spot)?.isDone);
  const able = (keys: readonly string[]) =>
    staffIds
      .filter((id) => people.keysOf(id).some((key) => keys.includes(key)))
      .sort()
      .join(' ');
  const { result, variables } = effectsOf(order);
  return {
    open: [
      ...open.map((visit) => {
        const waits = isOwnersTurn(order, visit) ? '' : ' waits';
        return `${visit.nodeId}${waits}: ${able(visit.keys)}`;
      }),
      ...openSeats(order).map(
        ({ visit, entry, keys, canAct }) =>
          `${visit.nodeId} ${entry.round.kind}${canAct ? '' : ' waits'}: ${able(keys)}`,
      ),
    ].sort(),
    waitingWithoutTask: order.waiting
      .filter((id) => !waitsForDirectReturn(order, id) && !openVisitAt(order, id))
      .map((id) => `${spotOf(order, id).nodeId} by ${spotOf(order, id).flowId}`)
      .sort(),
    ended: order.ended?.result ?? null,
    result,
    variables,
    status: statusesOf(order),
    withdrawable: Object.keys(order.plan.nodes)
      .filter((nodeId) => {
        const [latest] = visitsAt(order, nodeId);
        return latest !== undefined && canWithdraw(order, latest);
      })
      .sort(),
    canRecall: recallableStart(order) !== null,
    targets: [
      ...open,
      ...openSeats(order).flatMap(({ visit, entry }) => (entry.round.kind === 'instance' ? visit : [])),
    ]
      .map((visit) => `${visit.nodeId}: ${[...returnTargets(order, visit).keys()].sort().join(' ')}`)
      .sort(),
  };
}

/**
 * Returns the possible statuses: that of each visit whose task has been open longest, because several may
 * open at once.
 */
function statusesOf(order: Order): number[] {
  if (order.ended) return [order.ended.result];
  if (order.rollbacks.length > 0) return [32];
  const open = [
    ...openVisits(order).flatMap(({ spot, openedAt }) =>
      order.sharedWork.get(spot)?.isDone ? [] : [{ spot, since: openedAt }],
    ),
    ...openSeats(order).map(({ spot, entry }) => ({ spot, since: entry.seat.open?.since ?? 0 })),
  ];
  const longest = Math.min(...open.map(({ since }) => since));
  return open.filter(({ since }) => since === longest).map(({ spot }) => statusAt(order, spot));
}

function statusAt(order: Order, spot: number): number {
  const work = order.sharedWork.get(spot);
  const countersign = work && countersignOf(work);
  if (countersign?.end === null) return 26;
  if (countersign?.end === 'passed' || countersign?.end === 'failed') return 27;
  if (order.wasHandled) return 31;
  return taskOf(order.plan, spotOf(order, spot).nodeId)?.stage ?? 32;
}
