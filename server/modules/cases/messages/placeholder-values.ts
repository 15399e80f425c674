import { localDateOf, minuteText } from '#domain/calendar/local-date.ts';
import { type PlaceholderValues, partsOfCode } from '#domain/messages/placeholders.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import {
  findHandlerFacts,
  findOrderFacts,
  type HandlerFacts,
  type MessageFacts,
} from './placeholder-values.queries.ts';

/**
 * Returns the values of the placeholders in a message about an order (S2 §3). The implementing body is the
 * organisation of the matter; handler and organisation are those of the sender, or of the last actor if there
 * is no sender.
 */
export async function findPlaceholderValues(
  db: Db,
  workorderId: string,
  { sender, now }: { sender?: string; now: Date },
): Promise<{ values: PlaceholderValues; order: MessageFacts } | undefined> {
  const order = await findOrderFacts(db, workorderId);
  if (!order) return undefined;
  const handler = await findHandlerFacts(db, sender ?? order.last_actor_id);
  return { values: placeholderValues(order, handler, now), order };
}

/** Returns the values for a message without an order: only the date is filled. */
export function valuesWithoutOrder(now: Date): PlaceholderValues {
  return placeholderValues(undefined, undefined, now);
}

function placeholderValues(
  order: MessageFacts | undefined,
  handler: HandlerFacts | undefined,
  now: Date,
): PlaceholderValues {
  const code = order?.code ?? '';
  const { year, sequence } = partsOfCode(code);
  return {
    workorderCode: code,
    bizCode: code,
    implementCode: order?.org_code ?? '',
    implementName: order?.org_name ?? '',
    areaCode: order?.area_code ?? '',
    areaName: order?.area_name ?? '',
    handlerAccount: handler?.account ?? '',
    handlerName: handler?.name ?? '',
    orgCode: handler?.org_code ?? '',
    orgName: handler?.org_name ?? '',
    handleDate: localDateOf(now),
    createdAt: order ? minuteText(order.started_at) : '',
    orderNumber: code,
    yearNumber: year,
    sequenceNumber: sequence,
  };
}
