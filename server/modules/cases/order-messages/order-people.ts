import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { isCandidateFor } from '#domain/substitutes/substitution.ts';
import type { Context } from '#server/framework/context.ts';
import { findReachablePeople, type ReachablePerson } from '#server/modules/cases/messages/service.ts';
import { findSubstitutes } from '#server/modules/cases/substitutes/service.ts';
import type { ReadableOrder } from '#server/modules/cases/work-orders/service.ts';
import { findHolders } from '#server/modules/organisation/organisations/service.ts';

/** Maximum number of listed current handlers, and of listed substitutes; further ones are left out. */
const maxListedHandlers = 30;

/**
 * Checks whether a person may send messages about an order: those who may act on it now, its initiator, and
 * the matter administrator.
 */
export function maySend({ order }: Pick<ReadableOrder, 'order'>, actor: Actor): boolean {
  const { state } = order;
  return (
    state.initiator.staffId === actor.staffId ||
    can(actor, Permission.administer) ||
    state.tasks.some((task) => task.outcome === null && isCandidateFor(actor, task))
  );
}

/** A person with their role in the order. */
export interface OrderPerson extends ReachablePerson {
  roleInOrder: string;
}

/** The fields of an order by which its participants are found. */
export type OrderWithParticipants = Pick<ReadableOrder['order'], 'state' | 'task_code' | 'initiator_id'>;

/**
 * Finds the people of the office to whom messages about an order may be sent: participants, current handlers
 * first.
 */
export async function findPeople(
  context: Pick<Context, 'db' | 'crypto' | 'now'>,
  { order }: { order: OrderWithParticipants },
): Promise<OrderPerson[]> {
  const roles = new Map<string, string>();
  const addRole = (staffId: string, role: string) => roles.has(staffId) || roles.set(staffId, role);
  const { handlers, substitutes } = await currentActors(context, order);
  for (const staffId of handlers) addRole(staffId, '当前环节处理人');
  for (const staffId of substitutes) addRole(staffId, '当前环节代理人');
  addRole(order.state.initiator.staffId, '发起人');
  // An absent person participates by the substitute's actions.
  for (const { finishedBy, standsFor } of order.state.tasks)
    for (const person of [finishedBy, standsFor]) if (person) addRole(person.staffId, '已办处理人');
  const people = await findReachablePeople(context, [...roles.keys()]);
  return [...roles].flatMap(([staffId, roleInOrder]) => {
    const person = people.find((one) => one.staffId === staffId);
    return person ? [{ ...person, roleInOrder }] : [];
  });
}

/** Returns the people who may act on the order now, and their substitutes. */
async function currentActors(
  context: Pick<Context, 'db' | 'now'>,
  { state, task_code: taskCode, initiator_id: initiatorId }: OrderWithParticipants,
): Promise<{ handlers: string[]; substitutes: string[] }> {
  const open = state.tasks.filter(({ outcome }) => outcome === null);
  if (open.length === 0) return { handlers: [], substitutes: [] };
  const holders = await findHolders(context.db, [...new Set(open.flatMap(({ candidates }) => candidates))]);
  const holderIds = [...new Set([...holders.values()].flat())];
  const substitutesOf = await findSubstitutes(context.db, context, holderIds);
  const substitutes = open.flatMap(({ candidates, openedAt, askedBy }) => {
    const taskHolders = candidates.flatMap((key) => holders.get(key) ?? []);
    return substitutesOf(taskHolders, { taskCode, initiatorId, openedAt, askedBy }).map(
      ({ staffId }) => staffId,
    );
  });
  return {
    handlers: holderIds.slice(0, maxListedHandlers),
    substitutes: [...new Set(substitutes)].slice(0, maxListedHandlers),
  };
}
