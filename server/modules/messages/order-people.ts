import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { isMobile } from '#domain/certificates/phone.ts';
import { answersTo } from '#domain/substitutes/standing-in.ts';
import type { OrderState } from '#domain/workflow/model.ts';
import type { Context } from '#server/context/context.ts';
import { findHolders } from '#server/modules/organisations/service.ts';
import type { ReadableOrder } from '#server/modules/work-orders/service.ts';
import { findApplicantMobile } from './order-messages.queries.ts';
import { findReachable, type Reachable } from './preferences.ts';

/** People of one node are named one by one up to so many; a large group is told by its task. */
const namedAtMost = 30;

/** Who may send messages about an order: who may act on it now, who started it, and the matter administrator. */
export function maySend({ order }: Pick<ReadableOrder, 'order'>, actor: Actor): boolean {
  const { state } = order;
  return (
    state.initiator.staffId === actor.staffId ||
    can(actor, Permission.administer) ||
    state.tasks.some((task) => task.outcome === null && answersTo(actor, task))
  );
}

/** A person with what the person is to the order. */
export interface OrderPerson extends Reachable {
  part: string;
}

/** Whom messages of an order may go to inside the office: who has a part in it, whoever acts on it now first. */
export async function findPeople(
  context: Pick<Context, 'db' | 'crypto'>,
  { order }: { order: { state: OrderState } },
): Promise<OrderPerson[]> {
  const parts = new Map<string, string>();
  const name = (staffId: string, part: string) => parts.has(staffId) || parts.set(staffId, part);
  for (const staffId of await currentHandlers(context, order.state)) name(staffId, '当前环节处理人');
  name(order.state.initiator.staffId, '发起人');
  for (const { finishedBy } of order.state.tasks) if (finishedBy) name(finishedBy.staffId, '已办处理人');
  const people = await findReachable(context, [...parts.keys()]);
  return [...parts].flatMap(([staffId, part]) => {
    const person = people.find((one) => one.staffId === staffId);
    return person ? [{ ...person, part }] : [];
  });
}

async function currentHandlers({ db }: Pick<Context, 'db'>, { tasks }: OrderState): Promise<string[]> {
  const keys = tasks.filter(({ outcome }) => outcome === null).flatMap(({ candidates }) => candidates);
  if (keys.length === 0) return [];
  const holders = await findHolders(db, [...new Set(keys)]);
  return [...new Set([...holders.values()].flat())].slice(0, namedAtMost);
}

/** The applicant's mobile number; undefined where none, or a landline, was given. */
export async function findApplicantNumber(
  { db, crypto }: Pick<Context, 'db' | 'crypto'>,
  workorderId: string,
): Promise<string | undefined> {
  const sealed = await findApplicantMobile(db, workorderId);
  const mobile = sealed === undefined ? '' : crypto.open(sealed);
  return isMobile(mobile) ? mobile : undefined;
}
