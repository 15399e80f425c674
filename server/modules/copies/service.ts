import type { CopyReaders } from '#contract/copies.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { hasPart } from '#domain/workflow/queries.ts';
import type { Context } from '#server/context/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { notify } from '#server/http/notify.ts';
import { appendAudit } from '#server/modules/audit/service.ts';
import { findHolders, findPeople, type PersonInOffice } from '#server/modules/organisations/service.ts';
import type { ReadableOrder } from '#server/modules/work-orders/service.ts';
import * as queries from './queries.ts';

/**
 * Marks a copy as read by this person, with the time; a second time changes nothing. Somebody else's copy is told as one
 * that is not there.
 */
export async function markRead(
  context: Context,
  actor: Actor,
  { order }: ReadableOrder,
  traceId: string,
  requestId: string,
): Promise<{ readAt: string } | Refusal<'notFound'>> {
  const copy = { workorderId: order.id, number: Number(traceId.split('.r')[1]) };
  if (!(await queries.cameTo(context.db, copy, actor.keys))) return refuse('notFound');
  return await inTransaction(context.db, async (tx) => {
    const { readAt, isNew } = await queries.markRead(tx, copy, actor, context.now());
    if (isNew) {
      await notify(tx, { topics: [`staff:${actor.staffId}`], event: 'work-order', id: order.id });
      await appendAudit(tx, context, {
        chain: 'copy',
        actor,
        action: 'work-order.read-copy',
        objectKind: 'copy',
        objectId: traceId,
        requestId,
      });
    }
    return { readAt: readAt.toISOString() };
  });
}

/** People behind one post that are named; a role may have hundreds. */
const namedAtMost = 200;

/**
 * The copies of an order with who got them and who has read them: for those who have a part in the order. Whoever only
 * reads it sees the own line alone.
 */
export async function copyReaders(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  { order }: ReadableOrder,
): Promise<{ rows: CopyReaders[] }> {
  const [copies, readings] = await Promise.all([
    queries.listCopies(db, order.id),
    queries.listReadings(db, order.id),
  ]);
  const seesAll = hasPart({ ...order.state, copies: [] }, actor) || can(actor, Permission.administer);
  const holders = await findHolders(
    db,
    copies.flatMap(({ receivers }) => receivers.map(({ key }) => key)),
  );
  const people = await findPeople(db, [...new Set([...holders.values()].flat())]);
  const rows = copies.map((copy) =>
    presentCopy(order.id, copy, {
      people: (key) => (holders.get(key) ?? []).flatMap((id) => people.get(id) ?? []),
      readings: readings.filter(({ number }) => number === copy.number),
      only: seesAll ? undefined : actor,
    }),
  );
  return { rows: rows.filter(({ receivers }) => receivers.length > 0) };
}

function presentCopy(
  orderId: string,
  copy: queries.Copy,
  {
    people,
    readings,
    only,
  }: {
    people(key: string): PersonInOffice[];
    readings: readonly queries.Reading[];
    /** Whoever sees the own line alone. */
    only: Actor | undefined;
  },
): CopyReaders {
  const readAt = new Map(readings.map(({ staff_id, read_at }) => [staff_id, read_at.toISOString()]));
  const receivers = copy.receivers
    .filter(({ key }) => only === undefined || only.keys.includes(key))
    .map(({ key, name }) => {
      const behind = people(key).filter(({ staffId }) => only === undefined || staffId === only.staffId);
      return {
        candidateCode: key,
        candidateName: name,
        people: behind.slice(0, namedAtMost).map((person) => ({
          name: person.name,
          orgName: person.orgName,
          readAt: readAt.get(person.staffId) ?? null,
        })),
        peopleCount: behind.length,
      };
    });
  return {
    traceId: `${orderId}.r${copy.number}`,
    handlerName: copy.handler_name,
    handlerOrgName: copy.handler_org_name,
    note: copy.opinion,
    createdAt: copy.at.toISOString(),
    receivers,
    readCount: readings.filter(({ staff_id }) => only === undefined || staff_id === only.staffId).length,
  };
}
