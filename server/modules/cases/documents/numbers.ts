import { randomUUID } from 'node:crypto';
import type { documentSeries, SeriesNumber } from '#contract/document-templates.ts';
import { Permission } from '#domain/access/actor.ts';
import { localDateOf, yearOf } from '#domain/calendar/local-date.ts';
import { documentNumber } from '#domain/documents/document-number.ts';
import { isVoidDocument } from '#domain/documents/document-validity.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { type ActingCall, actIfStillAllowed } from '#server/modules/access/audit/service.ts';
import { lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import * as queries from './numbers.queries.ts';

const requiredRight = { permission: Permission.manageDocuments, office: lockOfficeParts };

/**
 * The 文号 of a series are consecutive: no number belongs to two documents. A number is reserved while its
 * document is drawn, belongs to the document while that exists, and becomes free when the document is removed; the
 * next document gets a free number. Larger gaps arise only if an administrator sets the last number
 * (docs/decisions/0155).
 */

/** Longer than the drawing of a document may take; after a crash the reservation expires. */
const reservationMs = 60_000;

export interface ReservedNumber {
  text: string;
  reservationId: string;
}

/** Reserves the next number of an office's series; a document that replaces another one keeps that one's number. */
export async function reserveNumber(
  context: Pick<Context, 'db' | 'now'>,
  series: { orgId: string; name: string },
  replacedDocumentId: string | undefined,
): Promise<ReservedNumber> {
  const now = context.now();
  const seriesOfYear = { ...series, year: yearOf(localDateOf(now)) };
  const reservation = { by: randomUUID(), now, until: new Date(now.getTime() + reservationMs) };
  const number = await inTransaction(context.db, async (tx) => {
    const { last } = await queries.lockSeries(tx, seriesOfYear);
    const reusedNumber =
      (replacedDocumentId === undefined
        ? undefined
        : await queries.reserveNumberOf(tx, seriesOfYear, replacedDocumentId, reservation)) ??
      (await queries.reserveFreeNumber(tx, seriesOfYear, reservation));
    if (reusedNumber !== undefined) return reusedNumber;
    await queries.insertNumber(tx, seriesOfYear, last + 1, reservation);
    await queries.setLastNumber(tx, seriesOfYear, last + 1);
    return last + 1;
  });
  return {
    text: documentNumber({ series: series.name, year: seriesOfYear.year, number }),
    reservationId: reservation.by,
  };
}

/**
 * Locks the number until the transaction ends; returns false if the reservation was lost or a document still
 * has it: then the document must be made again.
 */
export function lockReservedNumber(tx: Tx, reserved: ReservedNumber): Promise<boolean> {
  return queries.lockReservedNumber(tx, reserved.reservationId);
}

/** Assigns the number to the document. */
export function assignNumber(tx: Tx, reserved: ReservedNumber, documentId: string): Promise<void> {
  return queries.assignNumber(tx, reserved.reservationId, documentId);
}

/** Releases unused reservations. */
export async function releaseNumbers(
  context: Pick<Context, 'db'>,
  numbers: readonly ReservedNumber[],
): Promise<void> {
  if (numbers.length === 0) return;
  await inTransaction(context.db, async (tx) => {
    for (const { reservationId } of numbers) await queries.releaseReservation(tx, reservationId);
  });
}

export async function listSeries({ db, now }: Pick<Context, 'db' | 'now'>) {
  return { rows: await queries.listSeries(db, { year: yearOf(localDateOf(now())) }) };
}

const stateLabel: Record<SeriesNumber['state'], string> = {
  used: '已使用',
  void: '已作废',
  prepared: '待确认',
  held: '编制中',
  free: '空号',
};

/** Lists the numbers of a series, also free and reserved ones, each with its current document. */
export async function listNumbers(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { page, size, orgId, name, year }: queries.SeriesName & { page: number; size: number },
): Promise<{ rows: SeriesNumber[]; total: number }> {
  const { rows, total } = await queries.listNumbers(db, { orgId, name, year }, { page, size });
  const orderIds = new Set(rows.flatMap(({ inOrder }) => inOrder?.orderId ?? []));
  const orderStates = await queries.readStates(db, [...orderIds]);
  return {
    total,
    rows: rows.map((row) => {
      const { number, documentName, orderCode, madeAt } = row;
      const state = stateOf(row, orderStates, now());
      return {
        number,
        text: documentNumber({ series: name, year, number }),
        state,
        stateLabel: stateLabel[state],
        paperName: documentName ?? '',
        orderCode: orderCode ?? '',
        madeAt: madeAt?.toISOString() ?? null,
      };
    }),
  };
}

/** Returns the state of a number; a document that is prepared, or whose order is unknown, is `prepared`. */
function stateOf(
  { documentName, reservedUntil, inOrder }: queries.NumberRow,
  orderStates: ReadonlyMap<string, OrderState>,
  now: Date,
): SeriesNumber['state'] {
  if (documentName === null) return reservedUntil !== null && reservedUntil > now ? 'held' : 'free';
  const orderState = inOrder === null ? undefined : orderStates.get(inOrder.orderId);
  if (inOrder === null || orderState === undefined) return 'prepared';
  return isVoidDocument(orderState, inOrder) ? 'void' : 'used';
}

/** Sets the last number of a series; never below one that it has already used. */
export function setLastNumber(
  call: ActingCall<typeof documentSeries.setLast>,
  { last, ...series }: { orgId: string; name: string; year: number; last: number },
) {
  return actIfStillAllowed(call, requiredRight, async (tx) => {
    const orgName = await queries.findOrganisationName(tx, series.orgId);
    if (orgName === undefined) return refuse('notFound');
    const before = await queries.lockSeries(tx, series);
    if (last < before.last) {
      const message = `该文号已编至 ${before.last} 号，不能改小`;
      return refuse('badInput', { problems: [{ field: 'last', message }] });
    }
    await queries.setLastNumber(tx, series, last);
    const [answer] = await queries.listSeries(tx, { year: series.year, only: series });
    if (!answer) throw new Error('The number series is missing');
    return {
      answer,
      auditRecord: {
        chain: 'document-series',
        action: 'document-series.set',
        objectKind: 'document-series',
        objectId: `${series.orgId}/${series.name}/${series.year}`,
        detail: { from: before.last, to: last },
      },
    };
  });
}
