import { localDateOf } from '#domain/calendar/local-date.ts';
import type { Context } from '#server/framework/context.ts';
import * as queries from './records.queries.ts';

/**
 * Returns a new number of an order of payment (缴款书号) of 20 digits: six of the region, six of the month, and eight of
 * a sequence of the month.
 */
export async function newPaymentNumber(
  { db, now }: Pick<Context, 'db' | 'now'>,
  areaCode: string,
): Promise<string> {
  const month = localDateOf(now()).slice(0, 7).replace('-', '');
  const region = areaCode.slice(0, 6).padEnd(6, '0');
  return `${region}${month}${String(await queries.nextNumber(db, month)).padStart(8, '0')}`;
}

/**
 * Returns the payment of a side record, and makes it if there is none: the record was written before, so that a process
 * that ends between both loses nothing.
 */
export async function ensurePayment(
  { db }: Pick<Context, 'db'>,
  workorderId: string,
  recordId: number,
): Promise<string | undefined> {
  const found = await queries.findPaymentOfRecord(db, workorderId, recordId);
  if (found !== undefined) return found;
  await queries.insertMissingPayments(db);
  return queries.findPaymentOfRecord(db, workorderId, recordId);
}
