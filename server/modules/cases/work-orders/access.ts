import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { actorForOrder } from '#domain/substitutes/substitution.ts';
import type { ProcessDefinition, Task } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import { type Access, order } from '#server/framework/routing/access.ts';
import type { OrderReference } from '#server/framework/routing/order-reference.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { getPublishedProcess, type PublishedProcess } from '#server/modules/design/processes/service.ts';
import { findOrder, findOrderPage, type OrderPageRecord, type OrderRecord } from './queries.ts';

/** An order that this person may read, with its process definition. */
export interface ReadableOrder<Row extends OrderRecord = OrderRecord> {
  order: Row;
  definition: ProcessDefinition;
  process: PublishedProcess;
  /** The trace of this order that the call named. */
  trace: number | undefined;
}

/**
 * Finds the order that the call names. A missing order, one that the person may not see and mismatched names
 * all return the same 404, so that answers do not reveal which orders exist. See docs/decisions/0061.
 */
export function readOrder(
  context: Context,
  actor: Actor,
  names: OrderReference,
): Promise<ReadableOrder | Refusal<'notFound'>> {
  return read(context, names, findOrder(context.db, actor, names));
}

/** Finds the order like `readOrder`, with everything that its page shows at first. */
export function readOrderPage(
  context: Context,
  actor: Actor,
  names: OrderReference,
): Promise<ReadableOrder<OrderPageRecord> | Refusal<'notFound'>> {
  return read(context, names, findOrderPage(context.db, actor, names));
}

/** Finds the order like `readOrderPage`, with its complete trace. */
export function readOrderWithTrace(
  context: Context,
  actor: Actor,
  names: OrderReference,
): Promise<ReadableOrder<OrderPageRecord> | Refusal<'notFound'>> {
  return read(context, names, findOrderPage(context.db, actor, names, { wholeTrace: true }));
}

async function read<Row extends OrderRecord>(
  context: Context,
  names: OrderReference,
  orderQuery: Promise<Row | undefined>,
): Promise<ReadableOrder<Row> | Refusal<'notFound'>> {
  const order = await orderQuery;
  if (!order?.readable || !isNamed(order, names)) return refuse('notFound');
  const process = await getPublishedProcess(context.db, order.process_definition_id);
  return { order, definition: process.definition, process, trace: names.trace };
}

/** Checks the permission like `readOrder`, for a loaded order, inside the transaction that locks it. */
export async function mayRead(db: Db, actor: Actor, { id }: { id: string }): Promise<boolean> {
  return (await findOrder(db, actor, { id }))?.readable ?? false;
}

/**
 * Returns the actor with the substitutions for the item of this order; with none on an order that the actor
 * initiated.
 */
export function asReader(actor: Actor, { order }: ReadableOrder): Actor {
  return actorForOrder(actor, { taskCode: order.task_code, initiatorId: order.initiator_id });
}

/** Checks whether all names in the call belong to this order. */
export function isNamed(order: Pick<OrderRecord, 'id' | 'code' | 'state'>, names: OrderReference): boolean {
  const { id = order.id, code = order.code, trace } = names;
  return (
    id === order.id &&
    code === order.code &&
    (trace === undefined || order.state.tasks[trace - 1] !== undefined)
  );
}

/** Access for calls that read an order. */
export const readsOrder = createReadAccess(readOrder);

/** Access for calls that show an order's page: one query reads all of it. */
export const readsOrderPage = createReadAccess(readOrderPage);

/** Access for calls that show the complete trace of an order. */
export const readsTrace = createReadAccess(readOrderWithTrace);

/** Returns the access; the task is the one that the call names, none if it names only the order. */
function createReadAccess<Row extends OrderRecord>(
  read: (
    context: Context,
    actor: Actor,
    named: OrderReference,
  ) => Promise<ReadableOrder<Row> | Refusal<'notFound'>>,
): Access<Actor, ReadableOrder<Row>, Task | undefined> {
  return order('read', {
    refusals: [],
    async find({ context, actor }, names) {
      const readableOrder = await read(context, actor, names);
      if (isRefusal(readableOrder)) return readableOrder;
      const task = readableOrder.order.state.tasks[(readableOrder.trace ?? 0) - 1];
      return { order: readableOrder, task, actor: asReader(actor, readableOrder) };
    },
  });
}
