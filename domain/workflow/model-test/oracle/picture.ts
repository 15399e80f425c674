import type { Picture } from '../core-side.ts';
import { canWithdraw, type People, recallable, returnTargets, visitsAt } from './oracle.ts';
import { effectsOf, type Order, openVisitAt, openVisits, spotOf, staysAt } from './order.ts';

/** The oracle's answer to what the core is asked as well. */
export function pictureOfOracle(order: Order, people: People, staffIds: readonly string[]): Picture {
  const open = openVisits(order);
  const { result, variables } = effectsOf(order);
  return {
    open: open
      .map(({ nodeId, keys }) => {
        const able = staffIds.filter((id) => people.keysOf(id).some((key) => keys.includes(key)));
        return `${nodeId}: ${able.sort().join(' ')}`;
      })
      .sort(),
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
