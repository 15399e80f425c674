import { WarnedPerson, type WarningLevel } from '#domain/supervision/settings.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { findReachablePeople } from '#server/modules/cases/messages/service.ts';
import { findSubstitutes } from '#server/modules/cases/substitutes/service.ts';
import { findSomeHolders } from '#server/modules/organisation/organisations/service.ts';
import * as queries from './warnings.queries.ts';

/** Largest number of handlers of one limit who are warned; a larger group sees the task in its list. */
const maxHandlers = 50;

export interface WarningOfLimit {
  order: Pick<queries.WatchedOrder, 'openTasks' | 'taskCode' | 'initiatorId' | 'orgId'>;
  limit: Pick<queries.WatchedLimit, 'number' | 'candidates' | 'askedBy' | 'since'>;
  level: Pick<WarningLevel, 'whom'>;
}

export interface PersonToWarn {
  staffId: string;
  name: string;
  /** Name of the absent person, for a substitute. */
  absentName?: string;
}

export interface PeopleToWarn {
  /** Returns the people of a warning, each once. */
  of(warned: WarningOfLimit): PersonToWarn[];
}

/**
 * Finds who is to be warned now: the people who have the tasks at this moment and their substitutes, the leaders
 * of their organisations, and the supervisors of the order's organisation and of those above it. One query for
 * each kind of people serves all warnings of a batch.
 */
export async function findPeopleToWarn(
  tx: Tx,
  context: Pick<Context, 'now' | 'crypto'>,
  warnings: readonly WarningOfLimit[],
): Promise<PeopleToWarn> {
  const tasksOf = ({ order, limit }: WarningOfLimit) => (limit.number === 0 ? order.openTasks : [limit]);
  const keys = warnings.flatMap((warned) => tasksOf(warned).flatMap(({ candidates }) => candidates));
  const holders = await findSomeHolders(tx, [...new Set(keys)], maxHandlers);
  const idsOfTask = ({ candidates }: { candidates: readonly string[] }) =>
    [...new Set(candidates.flatMap((key) => holders.get(key)?.staffIds ?? []))].slice(0, maxHandlers);
  const handlerIds = [...new Set([...holders.values()].flatMap(({ staffIds }) => staffIds))];
  const substitutesOf = await findSubstitutes(tx, context, handlerIds);
  const leaders = Map.groupBy(await queries.listLeaders(tx, handlerIds), ({ staffId }) => staffId);
  const orgIds = [...new Set(warnings.map(({ order }) => order.orgId))];
  const supervisors = Map.groupBy(await queries.listSupervisorsOf(tx, orgIds), ({ orgId }) => orgId);

  const idsOf = (warned: WarningOfLimit): Map<string, string | undefined> => {
    const { order, level } = warned;
    const ids = new Map<string, string | undefined>();
    const add = (id: string, absentName?: string) => {
      if (!ids.has(id)) ids.set(id, absentName);
    };
    for (const task of tasksOf(warned)) {
      const handlers = idsOfTask(task);
      if (level.whom.includes(WarnedPerson.handler)) {
        for (const id of handlers) add(id);
        const scope = {
          taskCode: order.taskCode,
          openedAt: new Date(task.since).toISOString(),
          initiatorId: order.initiatorId,
          askedBy: task.askedBy,
        };
        for (const { staffId, absentName } of substitutesOf(handlers, scope)) add(staffId, absentName);
      }
      if (level.whom.includes(WarnedPerson.leader))
        for (const id of handlers) for (const { leaderId } of leaders.get(id) ?? []) add(leaderId);
    }
    if (level.whom.includes(WarnedPerson.supervisor))
      for (const { staffId } of supervisors.get(order.orgId) ?? []) add(staffId);
    return ids;
  };
  const all = [...new Set(warnings.flatMap((warned) => [...idsOf(warned).keys()]))];
  const reachable = await findReachablePeople({ db: tx, crypto: context.crypto }, all);
  const names = new Map(reachable.map(({ staffId, name }) => [staffId, name]));
  return {
    of: (warned) =>
      [...idsOf(warned)].flatMap(([staffId, absentName]) => {
        const name = names.get(staffId);
        return name === undefined ? [] : [{ staffId, name, ...(absentName !== undefined && { absentName }) }];
      }),
  };
}
