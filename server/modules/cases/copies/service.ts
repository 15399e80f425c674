import type { CopyReaders } from '#contract/copies.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { participates } from '#domain/workflow/actions/queries.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { notify } from '#server/kernel/http/notify.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import type { ReadableOrder } from '#server/modules/cases/work-orders/service.ts';
import { findPeople, findSomeHolders } from '#server/modules/organisation/organisations/service.ts';
import * as queries from './queries.ts';

/**
 * Marks a copy as read by this person, with the time; repeating it changes nothing. A copy of another person
 * is refused as not found.
 */
export async function markRead(
  context: Context,
  actor: Actor,
  { order }: ReadableOrder,
  traceId: string,
  requestId: string,
): Promise<{ readAt: string } | Refusal<'notFound'>> {
  const copy = { workorderId: order.id, number: Number(traceId.split('.r')[1]) };
  if (!(await queries.isCopiedTo(context.db, copy, actor.keys))) return refuse('notFound');
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

/** Maximum number of listed people with one candidate key; a role may have hundreds. */
const maxListedHolders = 200;
/** The most copies of an order that are returned at once. */
const maxCopies = 20;

/**
 * Returns the copies of an order, or the displayed one, with their recipients and readers: all of them for
 * people who participate in the order and for matter administrators. Other readers get only their own entry.
 */
export async function copyReaders(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  { order }: ReadableOrder,
  { traceId }: { traceId?: string | undefined },
): Promise<{ rows: CopyReaders[] }> {
  const number = traceId === undefined ? null : Number(traceId.split('.r')[1]);
  const copies = await queries.listCopies(db, order.id, { number, limit: maxCopies });
  const seesAll = participates({ ...order.state, copies: [] }, actor) || can(actor, Permission.administer);
  const visibleCopies = seesAll
    ? copies
    : copies.map((copy) => ({
        ...copy,
        receivers: copy.receivers.filter(({ key }) => actor.keys.includes(key)),
      }));
  const keys = [...new Set(visibleCopies.flatMap(({ receivers }) => receivers.map(({ key }) => key)))];
  const holders = seesAll
    ? await findSomeHolders(db, keys, maxListedHolders)
    : new Map(keys.map((key) => [key, { staffIds: [actor.staffId], count: 1 }]));
  const staffIds = [...new Set([...holders.values()].flatMap((one) => one.staffIds))];
  const numbers = visibleCopies.map((copy) => copy.number);
  const [people, readings, counts] = await Promise.all([
    findPeople(db, staffIds),
    queries.listReadReceipts(db, order.id, numbers, staffIds),
    queries.countReadReceipts(db, order.id, numbers, seesAll ? null : actor.staffId),
  ]);
  const readAt = new Map(readings.map((row) => [`${row.number} ${row.staff_id}`, row.read_at.toISOString()]));
  const rows = visibleCopies.map((copy) => ({
    traceId: `${order.id}.r${copy.number}`,
    handlerName: copy.handler_name,
    handlerOrgName: copy.handler_org_name,
    note: copy.opinion,
    createdAt: copy.at.toISOString(),
    receivers: copy.receivers.map(({ key, name }) => ({
      candidateCode: key,
      candidateName: name,
      people: (holders.get(key)?.staffIds ?? [])
        .flatMap((id) => people.get(id) ?? [])
        .map((person) => ({
          name: person.name,
          orgName: person.orgName,
          readAt: readAt.get(`${copy.number} ${person.staffId}`) ?? null,
        })),
      peopleCount: holders.get(key)?.count ?? 0,
    })),
    readCount: counts.get(copy.number) ?? 0,
  }));
  return { rows: rows.filter(({ receivers }) => receivers.length > 0) };
}
