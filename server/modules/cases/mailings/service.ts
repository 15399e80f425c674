import type { OutputOf, RefusalOf } from '#contract/endpoint.ts';
import type { MailingBody, mailings } from '#contract/mailings.ts';
import type { Actor } from '#domain/access/actor.ts';
import { honorificOf } from '#domain/documents/order-facts.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import { QueueFullError } from '#server/kernel/processes/child-pool.ts';
import { appendOrderAudit } from '#server/modules/access/audit/service.ts';
import { type ApplicantDetails, findRegions } from '#server/modules/cases/work-orders/service.ts';
import { type AddresseeRow, findAddresseeRows, findSender } from './queries.ts';

/** Labels and envelopes (docs/decisions/0154). */

interface MailingCall {
  context: Context;
  actor: Actor;
  requestId: string;
}

/** Enough for a day's post, and too few for collecting addresses. */
const maxListsPerHour = 10;
const maxDrawingsPerHour = 120;

/**
 * Finds the addressees of letters about these orders. Each view of an address adds a record to its order's
 * audit chain.
 */
export async function findAddressees(
  { context, actor, requestId }: MailingCall,
  workorderIds: readonly string[],
): Promise<OutputOf<typeof mailings.addressees> | RefusalOf<typeof mailings.addressees>> {
  const { db, crypto } = context;
  const limit = { bucket: `addressees:${actor.staffId}`, limit: maxListsPerHour, windowSeconds: 3_600 };
  if (!(await reserveHits(db, [limit], context.now()))) return refuse('tooManyRequests');
  const rowsById = new Map((await findAddresseeRows(db, actor, workorderIds)).map((row) => [row.id, row]));
  const rows = [...new Set(workorderIds)].flatMap((id) => rowsById.get(id) ?? []);
  const regions = await findRegions(db, [...new Set(rows.flatMap(({ region }) => region))]);
  const nameOf = new Map(regions.map(({ code, name }) => [code, name]));
  const sender = await findSender(db, actor.orgId);
  // Sorted by id, so that two requests for the same orders do not deadlock.
  const sortedRows = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  await inTransaction(db, async (tx) => {
    for (const { id } of sortedRows) {
      await appendOrderAudit(tx, context, {
        workorderId: id,
        actor,
        action: 'work-order.reveal-applicant',
        detail: { for: 'letter', letters: rows.length },
        requestId,
      });
    }
  });
  return {
    rows: rows.map((row) => ({
      workorderId: row.id,
      workorderCode: row.code,
      title: row.title,
      name: row.name,
      honorific: honorificOf(row),
      address: addressText(row),
    })),
    sender: sender ?? { name: actor.orgName, address: '', phone: '' },
  };

  function addressText({ region, detailsSealed }: AddresseeRow): string {
    const { detailAddress } = JSON.parse(crypto.open(detailsSealed, 'applicant')) as ApplicantDetails;
    return [...region.map((code) => nameOf.get(code) ?? ''), detailAddress].join('');
  }
}

/** Draws the letters written in the dialog; nothing of them is stored. */
export async function drawMailing(
  { context, actor, requestId }: MailingCall,
  body: MailingBody,
): Promise<OutputOf<typeof mailings.draw> | RefusalOf<typeof mailings.draw>> {
  const limit = { bucket: `mailings:${actor.staffId}`, limit: maxDrawingsPerHour, windowSeconds: 3_600 };
  if (!(await reserveHits(context.db, [limit], context.now()))) return refuse('tooManyRequests');
  try {
    const { pdf, pages } = await context.typesetter.drawMailing(body, actor.staffId);
    return { pdf: Buffer.from(pdf).toString('base64'), pages };
  } catch (error) {
    if (error instanceof QueueFullError) throw error;
    context.log.warn({ err: error, requestId }, 'Letters could not be created');
    return refuse('documentNotMade');
  }
}
