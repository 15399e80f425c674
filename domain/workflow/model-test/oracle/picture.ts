import type { Picture } from '../core-side.ts';
import { canWithdraw, recallable, returnTargets } from './oracle.ts';
import {
  effectsOf,
  isOwnersTurn,
  type Order,
  openVisitAt,
  openVisits,
  spotOf,
  staysAt,
  visitsAt,
} from './order.ts';
import type { People } from './play.ts';
import { openSeats } from './slots.ts';

/** The oracle's answer to what the core is asked as well. */
export function pictureOfOracle(order: Order, people: People, staffIds: readonly string[]): Picture {
  const open = openVisits(order).filter(({ spot }) => !order.desks.get(spot)?.isDone);
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
        ({ visit, asked, keys, isFree }) =>
          `${visit.nodeId} ${asked.round.kind}${isFree ? '' : ' waits'}: ${able(keys)}`,
      ),
    ].sort(),
    parked: order.waiting
      .filter((id) => !staysAt(order, id) && !openVisitAt(order, id))
      .map((id) => `${spotOf(order, id).nodeId} by ${spotOf(order, id).flowId}`)
      .sort(),
    ended: order.ended?.result ?? null,
    result,
    variables,
    isRollback: order.rollbacks.length > 0,
    withdrawable: Object.keys(order.plan.nodes)
      .filter((nodeId) => {
        const [latest] = visitsAt(order, nodeId);
        return latest !== undefined && canWithdraw(order, latest);
      })
      .sort(),
    canRecall: recallable(order) !== null,
    targets: open
      .map((visit) => `${visit.nodeId}: ${[...returnTargets(order, visit).keys()].sort().join(' ')}`)
      .sort(),
  };
}
